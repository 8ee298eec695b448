import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCompany, makeEmployee, makeUser } from '#server/demo/builders.ts';
import { smallLogoOf } from '#shared/companies/logo.ts';
import { withoutUploadKeys } from '#shared/upload-keys.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

let t: TestApp;
let token: string;
beforeAll(async () => {
  t = await startTestApp();
  const company = await makeCompany(t.services.db);
  token = await t.createToken(await makeEmployee(t.services.db, company.id));
});
afterAll(() => t.close());

type Fields = Record<string, string>;
const boundary = 'a-boundary-of-the-test';

async function upload(
  content: Buffer,
  {
    fields = {},
    fileName = 'logo.png',
    mime = 'image/png',
    as = token,
  }: { fields?: Fields; fileName?: string; mime?: string; as?: string } = {},
) {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `${parts.join('')}--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\ncontent-type: ${mime}\r\n\r\n`;
  const response = await t.app.inject({
    method: 'POST',
    url: '/api/1.0/companies/logo',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, authorization: `Bearer ${as}` },
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
  return {
    status: response.statusCode,
    body: JSON.parse(withoutUploadKeys(response.body)) as { data: { url: string; file_name: string }; message: string },
  };
}

const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#c45a14' } });
/** No company uses the logo yet. */
const asUploader = () => ({ authorization: `Bearer ${token}` });
const get = (url: string, headers: Record<string, string> = {}) => t.app.inject({ method: 'GET', url, headers });

describe('a logo', () => {
  it('is re-encoded in both sizes without metadata', async () => {
    const content = await picture(700, 500)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'secret place' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .toBuffer();
    expect(content.includes('secret place')).toBe(true);
    const { status, body } = await upload(content, { fileName: '../../etc/passwd', mime: 'text/html' });
    expect(status).toBe(200);
    expect(body.data.url).toBe(`/media/${body.data.file_name}`);
    const large = (await get(body.data.url, asUploader())).rawPayload;
    expect(await sharp(large).metadata()).toMatchObject({ format: 'webp', width: 343, height: 133 });
    expect(large.includes('secret place')).toBe(false);
    const small = (await get(`/media/${smallLogoOf(body.data.file_name)}`, asUploader())).rawPayload;
    expect(await sharp(small).metadata()).toMatchObject({ width: 49, height: 19 });
    const named = await t.callRest('GET', `/companies/logo/${body.data.file_name}`, { token });
    expect(named.body.data).toEqual({ url: body.data.url });
  });

  it('keeps the part that was chosen', async () => {
    const half = { create: { width: 343, height: 266, channels: 3 as const, background: '#0000ff' } };
    const content = await sharp({ create: { width: 686, height: 266, channels: 3, background: '#ff0000' } })
      .composite([{ input: await sharp(half).png().toBuffer(), left: 343, top: 0 }])
      .png()
      .toBuffer();
    const { body } = await upload(content, { fields: { crop_left: '343', crop_top: '100', crop_width: '343' } });
    const { dominant } = await sharp((await get(body.data.url, asUploader())).rawPayload).stats();
    expect(dominant.b).toBeGreaterThan(200);
    expect(dominant.r).toBeLessThan(60);
    expect((await upload(content, { fields: { crop_left: '500', crop_top: '0', crop_width: '343' } })).status).toBe(422);
  });

  it.each([
    ['text', Buffer.from('hello'), 415],
    ['HTML that calls itself a picture', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), 415],
    ['a broken picture', Buffer.from('89504e470d0a1a0a0000', 'hex'), 415],
    ['nothing', Buffer.alloc(0), 422],
    ['more than 20 MB', Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(21 * 1024 * 1024)]), 413],
  ])('is not %s', async (_name, content, status) => {
    expect((await upload(content)).status).toBe(status);
  });

  it('of too many pixels is refused before it is decoded', async () => {
    const bomb = await picture(8000, 8000).png({ compressionLevel: 9 }).toBuffer();
    expect((await upload(bomb)).status).toBe(413);
  });

  it('cannot be made out of JSON', async () => {
    const answer = await t.callRest('POST', '/companies/logo', {
      token,
      body: { file: { stream: {}, fileName: 'x', mime: 'image/png' } },
    });
    expect(answer.status).toBe(415);
  });

  it('is uploaded by employers and admins only', async () => {
    const driver = await t.createToken(await makeUser(t.services.db, { roles: ['Driver'] }));
    expect((await upload(await picture(400, 200).png().toBuffer(), { as: driver })).status).toBe(403);
  });
});

describe('a stored file', () => {
  const content = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 256));
  const url = '/media/range-test-file.mp4';
  beforeAll(async () => {
    await t.services.media.put('range-test-file.mp4', content, 'video/mp4');
  });

  it('is served completely, cached forever, and runs no script', async () => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload.equals(content)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': '1000',
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    });
  });

  it.each([
    ['bytes=0-99', 0, 99],
    ['bytes=900-', 900, 999],
    ['bytes=-1', 999, 999],
    ['bytes=990-5000', 990, 999],
  ])('gives %s', async (range, from, to) => {
    const answer = await get(url, { range });
    expect(answer.statusCode).toBe(206);
    expect(answer.headers['content-range']).toBe(`bytes ${from}-${to}/1000`);
    expect(answer.headers['content-length']).toBe(String(to - from + 1));
    expect(answer.rawPayload.equals(content.subarray(from, to + 1))).toBe(true);
  });

  it('says when a range cannot be', async () => {
    const answer = await get(url, { range: 'bytes=1000-' });
    expect(answer.statusCode).toBe(416);
    expect(answer.headers['content-range']).toBe('bytes */1000');
  });

  it('honours conditions', async () => {
    const { etag } = (await get(url)).headers;
    expect((await get(url, { 'if-none-match': String(etag) })).statusCode).toBe(304);
    expect((await get(url, { 'if-range': '"other"', range: 'bytes=0-1' })).statusCode).toBe(200);
    expect((await get(url, { 'if-range': String(etag), range: 'bytes=0-1' })).statusCode).toBe(206);
    const head = await t.app.inject({ method: 'HEAD', url });
    expect(head).toMatchObject({ statusCode: 200, rawPayload: Buffer.alloc(0) });
    expect(head.headers['content-length']).toBe('1000');
  });

  it.each([
    '/media/nothing-here.png',
    '/media/..%2f..%2fpackage.json',
    '/media/range-test-file.html',
    '/media/.hidden.png',
    '/media/%00.png',
  ])('%s is not there', async (address) => {
    expect((await get(address)).statusCode).toBe(404);
  });

  it('is stored completely or not at all', async () => {
    const broken = new Readable({
      read() {
        this.push(Buffer.alloc(10));
        this.destroy(new Error('the line broke'));
      },
    });
    await expect(t.services.media.put('half-a-file.mp4', broken, 'video/mp4')).rejects.toThrow('the line broke');
    expect(await t.services.media.size('half-a-file.mp4')).toBeNull();
    const left = readdirSync(join(t.services.settings.dataDir, 'media')).filter((name) => name.endsWith('.part'));
    expect(left).toEqual([]);
  });
});
