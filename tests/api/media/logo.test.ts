import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { throttles } from '#drizzle/schema/accounts.ts';
import { makeCompany, makeEmployee } from '#server/demo/builders.ts';
import { smallLogoOf } from '#shared/companies/logo.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

let t: TestApp;
let token: string;
beforeAll(async () => {
  t = await startTestApp();
  const company = await makeCompany(t.services.db);
  token = await t.createToken(await makeEmployee(t.services.db, company.id));
});
afterAll(() => t.close());

const boundary = 'logo-boundary';

async function upload(content: Buffer, fields: Record<string, number> = {}, as = token) {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `${parts.join('')}--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="logo.png"\r\n\r\n`;
  const response = await t.app.inject({
    method: 'POST',
    url: '/api/1.0/companies/logo',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, authorization: `Bearer ${as}` },
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
  const body = response.json<{
    data: { url: string; file_name: string };
    errors: { code: string; field?: string }[];
    message: string;
  }>();
  return { status: response.statusCode, ...body };
}

/** Read as the uploader, because no company uses the logo yet. */
const fetched = async (url: string) =>
  (await t.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } })).rawPayload;
const plain = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } });

/** The color at a position of a stored logo. Alpha 0 is transparent. */
async function pixels(url: string) {
  const { data, info } = await sharp(await fetched(url))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)];
  return { width: info.width, height: info.height, at };
}

/** The left half red, the right half blue, 800 × 400. */
const halves = async () =>
  plain(800, 400, '#0000ff')
    .composite([{ input: await plain(400, 400, '#ff0000').png().toBuffer(), left: 0, top: 0 }])
    .png()
    .toBuffer();

const isRed = ([r = 0, , b = 0, a = 0]: number[]) => r > 200 && b < 60 && a > 200;
const isBlue = ([r = 0, , b = 0, a = 0]: number[]) => b > 200 && r < 60 && a > 200;

describe('a logo under the window of the editor', () => {
  it('at size 700 is cropped at the window', async () => {
    const content = await halves();
    for (const [left, isExpected] of [
      [20, isRed],
      [20 + 343 - 700, isBlue],
    ] as const) {
      const { status, data } = await upload(content, { logo_size: 700, logo_left_offset: left, logo_top_offset: 21 });
      expect(status).toBe(200);
      const large = await pixels(data.url);
      expect([large.width, large.height]).toEqual([343, 133]);
      for (const x of [2, 171, 340]) expect(isExpected(large.at(x, 66))).toBe(true);
      const small = await pixels(`/media/${smallLogoOf(data.file_name)}`);
      expect([small.width, small.height]).toEqual([49, 19]);
      expect(isExpected(small.at(24, 9))).toBe(true);
    }
  });

  it('at size 200 fits completely, with nothing around it', async () => {
    const { data } = await upload(await halves(), { logo_size: 200, logo_left_offset: 92, logo_top_offset: 38 });
    const large = await pixels(data.url);
    expect([large.width, large.height]).toEqual([343, 133]);
    for (const [x, y] of [
      [10, 66],
      [60, 66],
      [290, 66],
      [171, 5],
      [171, 128],
    ] as const)
      expect(large.at(x, y)[3]).toBe(0);
    expect(isRed(large.at(90, 66))).toBe(true);
    expect(isBlue(large.at(250, 66))).toBe(true);
  });

  it('begins at the usual offsets, and is held in the window when they are absurd', async () => {
    const content = await halves();
    expect((await upload(content, { logo_size: 350 })).status).toBe(200);
    const far = await upload(content, { logo_size: 700, logo_left_offset: 9000, logo_top_offset: -9000 });
    expect(isRed((await pixels(far.data.url)).at(171, 66))).toBe(true);
  });

  it.each([190, 710, 455, 0.5])('has no size %s', async (size) => {
    expect(await upload(await halves(), { logo_size: size })).toMatchObject({ status: 422, errors: [{ field: 'logo_size' }] });
  });

  it.each([
    [1, 1],
    [1, 900],
    [900, 1],
    [37, 53],
  ])('is made of %i × %i pixels too', async (width, height) => {
    for (const size of [200, 700]) {
      const { status, data } = await upload(await plain(width, height, '#00aa00').png().toBuffer(), { logo_size: size });
      expect(status).toBe(200);
      expect(await sharp(await fetched(data.url)).metadata()).toMatchObject({ width: 343, height: 133 });
    }
  });
});

describe('a logo is taken', () => {
  it.each(['png', 'jpeg', 'webp', 'gif'] as const)('as %s', async (format) => {
    const content = await plain(600, 240, '#c45a14').toFormat(format).toBuffer();
    const { status, data } = await upload(content);
    expect(status).toBe(200);
    const [r = 0, g = 0, b = 0] = (await pixels(data.url)).at(171, 66);
    expect(Math.abs(r - 196) + Math.abs(g - 90) + Math.abs(b - 20)).toBeLessThan(24);
  });

  it('of an animation its first picture', async () => {
    const frames = await Promise.all(['#ff0000', '#0000ff'].map((color) => plain(343, 133, color).png().toBuffer()));
    const content = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    const { status, data } = await upload(content);
    expect(status).toBe(200);
    expect(isRed((await pixels(data.url)).at(171, 66))).toBe(true);
  });
});

describe('a logo is refused, in words,', () => {
  const png = () => plain(343, 133, '#00aa00').png().toBuffer();
  const gifHead = Buffer.from('GIF89a/*', 'latin1');
  it.each([
    ['a drawing', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['a drawing with an XML head', async () => Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a page', async () => Buffer.from('<!doctype html><html><body>hello</body></html>')],
    ['a program that begins like a GIF', async () => Buffer.concat([gifHead, Buffer.from('*/=1;alert(1)')])],
    ['a picture with a page behind it', async () => Buffer.concat([await png(), Buffer.from('<html><script>alert(1)</script>')])],
    ['a picture with a script in capitals', async () => Buffer.concat([await png(), Buffer.from('<SCRIPT >alert(1)')])],
    [
      'a picture with a page in its comment',
      async () => {
        const jpeg = await plain(343, 133, '#00aa00').jpeg().toBuffer();
        const note = Buffer.from('<svg onload=alert(1)>');
        const head = Buffer.from([0xff, 0xfe, 0, note.length + 2]);
        return Buffer.concat([jpeg.subarray(0, 2), head, note, jpeg.subarray(2)]);
      },
    ],
    ['a picture that unzips', async () => Buffer.concat([await png(), Buffer.from('PK\u0005\u0006'), Buffer.alloc(18)])],
    [
      'a picture that opens as a PDF',
      async () => {
        const jpeg = await plain(343, 133, '#00aa00').jpeg().toBuffer();
        const note = Buffer.from('%PDF-1.7 ');
        return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xfe, 0, note.length + 2]), note, jpeg.subarray(2)]);
      },
    ],
  ])('%s', async (_name, make) => {
    const { status, errors, message } = await upload(await make());
    expect(status).toBe(415);
    expect(errors).toMatchObject([{ code: 'wrong_media_type', field: 'file' }]);
    expect(message).toMatch(/image/);
  });

  it('a decompression bomb of 100 megapixels, before it is decoded', async () => {
    const bomb = await plain(10_000, 10_000, '#ffffff').png({ compressionLevel: 9 }).toBuffer();
    expect(bomb.length).toBeLessThan(1_000_000);
    const before = process.memoryUsage().rss;
    const { status, message } = await upload(bomb);
    expect(status).toBe(413);
    expect(message).toMatch(/megapixels/);
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
  });
});

it('can be replaced a limited number of times an hour per person', async () => {
  const { db } = t.services;
  const owner = await makeEmployee(db, (await makeCompany(db)).id);
  const picture = await plain(100, 40, '#123456').png().toBuffer();
  await db.insert(throttles).values({ bucket: 'logo', key: owner.id, hits: 599, windowEndsAt: new Date(Date.now() + 60_000) });
  const ownToken = await t.createToken(owner);
  expect(await upload(picture, {}, ownToken)).toMatchObject({ status: 200 });
  expect(await upload(picture, {}, ownToken)).toMatchObject({ status: 429 });
  expect(await upload(picture)).toMatchObject({ status: 200 });
});
