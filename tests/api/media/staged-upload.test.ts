import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { media, uploadParts, uploads } from '#drizzle/schema/media.ts';
import { makeCompany, makeEmployee, makeUser } from '#server/demo/builders.ts';
import { createDiskStore } from '#server/media/disk-store.ts';
import { createS3Store } from '#server/media/s3-store.ts';
import type { MediaStore } from '#server/media/store.ts';
import { spool, sweepIncoming, sweepUploads } from '#server/media/upload-row.ts';
import { mb } from '#shared/uploads.ts';
import { quarters } from '#tests/api/ads/files.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { startS3 } from '#tests/helpers/s3.ts';
import { sendForm } from '#tests/helpers/send-form.ts';
import { makeMp4 } from '#tests/helpers/videos.ts';

const minPartBytes = 1000;
const path = '/jobs/multimedia/upload';

let t: TestApp;
let token: string;
let colleague: string;
let disk: MediaStore;
beforeAll(async () => {
  t = await startTestApp();
  const { db, settings } = t.services;
  disk = createDiskStore(join(settings.dataDir, 'media'), { minPartBytes });
  const company = await makeCompany(db);
  token = await t.createToken(await makeEmployee(db, company.id));
  colleague = await t.createToken(await makeEmployee(db, company.id));
});
afterAll(() => t.close());

/** A video of that many bytes. */
const video = (bytes: number, brand = 'isom') => makeMp4(bytes, { brand });

const split = (content: Buffer, size: number) =>
  Array.from({ length: Math.ceil(content.length / size) }, (_, n) => content.subarray(n * size, (n + 1) * size));
const sha = (content: Buffer) => createHash('sha256').update(content).digest('hex');

const announce = (content: { length: number }, fields: object = {}, as = token) =>
  sendForm(t, as, path, { stage: 'start', file_name: 'film.mp4', size: content.length, mime: 'video/mp4', ...fields });
const send = (uploadId: string, number: number, content: Buffer, as = token) =>
  sendForm(t, as, path, { stage: 'chunk', upload_id: uploadId, part_number: number, file_name: 'film.mp4' }, content);
const finish = (uploadId: string, parts: object[], as = token) =>
  sendForm(t, as, path, { stage: 'finish', upload_id: uploadId, file_name: 'film.mp4', parts });

async function begin(content: { length: number }, fields: object = {}): Promise<string> {
  const { status, body } = await announce(content, fields);
  expect(status).toBe(200);
  return body.data['upload_id'] ?? '';
}

async function sendAll(uploadId: string, parts: readonly Buffer[], order = parts.map((_, n) => n)) {
  const sent: { part_number: number; etag: string }[] = [];
  await Promise.all(
    order.map(async (n) => {
      const { status, body } = await send(uploadId, n + 1, parts[n]!);
      expect(status).toBe(200);
      expect(Object.keys(body.data).sort()).toEqual(['etag', 'part_number']);
      sent.push(body.data as never);
    }),
  );
  return sent.sort((a, b) => a.part_number - b.part_number);
}

/** Reads a file as its uploader, because no job shows it yet. */
const get = (url: string, headers: Record<string, string> = {}) =>
  t.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}`, ...headers } });

const stores: Record<string, () => Promise<{ store: MediaStore; close: () => Promise<void> }>> = {
  disk: async () => ({ store: disk, close: async () => undefined }),
  'an S3 server': async () => {
    const folder = mkdtempSync(join(tmpdir(), 'haulboard-s3-'));
    const s3 = await startS3(folder);
    return {
      store: { ...createS3Store(s3.settings), minPartBytes },
      close: async () => {
        await s3.close();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  },
};

describe.each(Object.keys(stores))('a file in parts, on %s', (name) => {
  let close = async () => {};
  beforeAll(async () => {
    const opened = await stores[name]!();
    t.services.media = opened.store;
    close = opened.close;
  });
  afterAll(() => close());

  it('is put together whatever the order in which its parts came', async () => {
    const content = video(20_500);
    const uploadId = await begin(content);
    const parts = await sendAll(uploadId, split(content, 4000), [5, 2, 0, 4, 1, 3]);
    const { status, body } = await finish(uploadId, [...parts].reverse());
    expect({ status, id: body.data['id'] }).toEqual({ status: 200, id: uploadId });
    const url = body.data['url'] ?? '';
    expect(url).toMatch(/^\/media\/[\w-]{24}\.mp4$/);
    const fullResponse = await get(url);
    expect(fullResponse.headers).toMatchObject({ 'content-type': 'video/mp4', 'content-length': '20500' });
    expect(sha(fullResponse.rawPayload)).toBe(sha(content));
    for (const [range, from, to] of [
      ['bytes=3990-12010', 3990, 12_010],
      ['bytes=4000-7999', 4000, 7999],
      ['bytes=20000-', 20_000, 20_499],
    ] as const) {
      const answer = await get(url, { range });
      expect(answer).toMatchObject({ statusCode: 206 });
      expect(answer.rawPayload.equals(content.subarray(from, to + 1))).toBe(true);
    }
  });

  it('is made of what was last sent as each part', async () => {
    const content = video(3000);
    const uploadId = await begin(content);
    const [first, second, third] = split(content, 1000) as [Buffer, Buffer, Buffer];
    const wrong = await send(uploadId, 2, randomBytes(1000));
    const parts = await sendAll(uploadId, [first, second, third]);
    const again = await send(uploadId, 3, third);
    expect(again.body.data['etag']).toBe(parts[2]?.etag);
    const false_ = [parts[0]!, wrong.body.data, parts[2]!];
    expect(await finish(uploadId, false_)).toMatchObject({ status: 422, body: { message: 'The etag of part 2 doesn’t match' } });
    const { body } = await finish(uploadId, parts);
    expect(sha((await get(body.data['url'] ?? '')).rawPayload)).toBe(sha(content));
  });

  it('is one file however often it is finished', async () => {
    const content = video(3000);
    const uploadId = await begin(content);
    const parts = await sendAll(uploadId, split(content, 1000));
    const answers = await Promise.all([finish(uploadId, parts), finish(uploadId, parts), finish(uploadId, parts)]);
    answers.push(await finish(uploadId, parts));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.data['url'])).size).toBe(1);
    expect(await t.services.db.select().from(media).where(eq(media.id, uploadId))).toHaveLength(1);
    expect(await send(uploadId, 1, content.subarray(0, 1000))).toMatchObject({ status: 409 });
  });

  it('of an image is re-encoded', async () => {
    const content = await quarters(400, 200);
    const fields = { file_name: 'big.png', mime: 'image/png' };
    const uploadId = await begin(content, fields);
    const parts = await sendAll(uploadId, split(content, 1000));
    const [one, two] = await Promise.all([finish(uploadId, parts), finish(uploadId, parts)]);
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(two.body.data).toEqual(one.body.data);
    expect((await get(one.body.data['url'] ?? '')).headers).toMatchObject({ 'content-type': 'image/webp' });
  });

  it('takes one request when it is small', async () => {
    const content = video(5000);
    const { status, body } = await sendForm(t, token, path, { stage: 'simple' }, content);
    expect({ status, keys: Object.keys(body.data).sort() }).toEqual({ status: 200, keys: ['id', 'url'] });
    expect(sha((await get(body.data['url'] ?? '')).rawPayload)).toBe(sha(content));
    expect(await t.callRest('DELETE', `/jobs/multimedia/delete/${body.data['id']}`, { token })).toMatchObject({ status: 200 });
    expect(await get(body.data['url'] ?? '')).toMatchObject({ statusCode: 404 });
  });
});

describe('a file in parts', () => {
  beforeAll(() => {
    t.services.media = disk;
  });

  it.each([
    ['a part is missing', [1, 3], 'Part 2 is missing'],
    ['the last is missing', [1, 2], 'The parts add up to 2000 bytes, but the size sent at the start was 3000 bytes'],
    ['a part is listed twice', [1, 2, 2, 3], 'Part 2 is listed twice'],
    ['a part never came', [1, 2, 3, 4], 'Part 4 was not uploaded'],
  ])('is not finished when %s', async (_why, numbers, message) => {
    const content = video(3000);
    const uploadId = await begin(content);
    const parts = await sendAll(uploadId, split(content, 1000));
    const named = numbers.map((part_number) => ({ part_number, etag: parts[part_number - 1]?.etag ?? 'x' }));
    expect(await finish(uploadId, named)).toMatchObject({ status: 422, body: { message, errors: [{ field: 'parts' }] } });
    expect(await finish(uploadId, parts)).toMatchObject({ status: 200 });
  });

  it('is finished by one request at a time, and by the next when that fails', async () => {
    const content = await quarters(400, 200);
    const uploadIds: string[] = [];
    let running = 0;
    t.services.media = {
      ...disk,
      finish: async (staged, parts) => {
        uploadIds.push(staged.key);
        running += 1;
        if (running > 1) throw new Error('Another request finishes this upload');
        if (uploadIds.length === 1) throw new Error('The store is away');
        await disk.finish(staged, parts);
      },
      put: async (...file) => {
        const stored = await disk.put(...file);
        running -= 1;
        return stored;
      },
    };
    const uploadId = await begin(content, { file_name: 'big.png', mime: 'image/png' });
    const parts = await sendAll(uploadId, split(content, 1000));
    expect(await finish(uploadId, parts)).toMatchObject({ status: 500 });
    running = 0;
    const answers = await Promise.all([finish(uploadId, parts), finish(uploadId, parts), finish(uploadId, parts)]);
    t.services.media = disk;
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.data['url'])).size).toBe(1);
    expect(uploadIds).toHaveLength(2);
  });

  it('has no parts that are too small, too large or too many', async () => {
    const content = video(3000);
    const small = await begin(content);
    const parts = await sendAll(small, [content.subarray(0, 999), content.subarray(999, 2000), content.subarray(2000)]);
    expect(await finish(small, parts)).toMatchObject({ status: 422, body: { errors: [{ field: 'parts' }] } });
    const other = await begin(content);
    await sendAll(other, split(content, 1500));
    expect(await send(other, 3, content.subarray(0, 1))).toMatchObject({ status: 413 });
    expect(await send(other, 4, content)).toMatchObject({ status: 422, body: { errors: [{ field: 'part_number' }] } });
    expect(await send(other, 0, content)).toMatchObject({ status: 422 });
    expect(await send(other, 10_001, content)).toMatchObject({ status: 422 });
    expect(await send(other, 1, Buffer.alloc(0))).toMatchObject({ status: 422 });
    expect(await send(other, 1, Buffer.alloc(26 * mb + 1))).toMatchObject({ status: 413 });
    expect(readdirSync(join(t.services.settings.dataDir, 'media', 'incoming'))).toEqual([]);
  });

  it('is its owner’s alone', async () => {
    const content = video(2000);
    const uploadId = await begin(content);
    const parts = await sendAll(uploadId, split(content, 1000));
    expect(await send(uploadId, 1, content, colleague)).toMatchObject({ status: 404 });
    expect(await finish(uploadId, parts, colleague)).toMatchObject({ status: 404 });
    expect(await t.callRest('DELETE', `/jobs/multimedia/delete/${uploadId}`, { token: colleague })).toMatchObject({
      status: 404,
    });
    const ads = await t.createToken(await makeUser(t.services.db, { roles: ['AdsAdmin'] }));
    expect(await finish(uploadId, parts, ads)).toMatchObject({ status: 403 });
    const otherUpload = { stage: 'finish', upload_id: uploadId, parts };
    expect(await sendForm(t, ads, '/ads/multimedia/upload', otherUpload)).toMatchObject({ status: 404 });
  });

  it('is refused at the start when it is too large or of another type', async () => {
    const starts: [object, number][] = [
      [{ size: 2048 * mb + 1 }, 413],
      [{ size: 0 }, 422],
      [{ size: 'much' }, 422],
      [{ file_name: 'drawing.svg', mime: 'image/svg+xml' }, 415],
      [{ file_name: 'page.html', mime: 'text/html' }, 415],
      [{ file_name: 'film.mov', mime: 'video/quicktime' }, 415],
      [{ file_name: 'film.mp4', mime: 'video/webm' }, 415],
      [{ file_name: 'big.png', mime: 'image/png', size: 20 * mb + 1 }, 413],
      [{ file_name: 'film.mp4', mime: '' }, 200],
      [{ file_name: 'VID_0001.3gp', mime: 'video/3gpp' }, 200],
      [{ file_name: 'IMG_2041.m4v', mime: 'video/x-m4v' }, 200],
      [{ file_name: 'clip.3g2', mime: 'application/octet-stream' }, 200],
    ];
    for (const [fields, status] of starts)
      expect({ fields, ...(await announce({ length: 10 }, fields)) }).toMatchObject({ status });
    const withMissingField = await sendForm(t, token, path, { stage: 'chunk' }, video(100));
    expect(withMissingField).toMatchObject({ status: 422, body: { errors: [{ field: 'upload_id' }] } });
    expect(await sendForm(t, token, path, { stage: 'other' })).toMatchObject({ status: 422 });
  });

  const zip = Buffer.concat([Buffer.from('PK\u0005\u0006', 'latin1'), Buffer.alloc(18)]);
  const page = Buffer.from('<!--ftypisom--><script>alert(1)</script>');
  it.each([
    ['a film of another brand', video(2000, 'qt  ')],
    ['a page that spells the brand', Buffer.concat([page, Buffer.alloc(1000)])],
    ['a film with a page at its head', Buffer.concat([video(300), page, Buffer.alloc(1000)])],
    ['a film that is an archive too', Buffer.concat([video(2000), zip])],
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'.padEnd(1100))],
  ])('is not %s', async (_what, content) => {
    expect(await sendForm(t, token, path, { stage: 'simple' }, content)).toMatchObject({ status: 415 });
    const uploadId = await begin(content);
    const first = await send(uploadId, 1, content);
    const parts = [{ part_number: 1, etag: first.body.data?.['etag'] ?? '' }];
    if (first.status === 200) expect(await finish(uploadId, parts)).toMatchObject({ status: 415 });
    else expect(first).toMatchObject({ status: 415 });
    expect(await t.services.db.select().from(media).where(eq(media.id, uploadId))).toEqual([]);
  });

  it('takes no more room for a part that is sent again with other content', async () => {
    const content = video(2000);
    const [first = content, second = content] = split(content, 1000);
    const uploadId = await begin(content);
    const [upload] = await t.services.db.select().from(uploads).where(eq(uploads.id, uploadId));
    const folder = join(t.services.settings.dataDir, 'media', 'staged', upload?.name ?? '');
    for (let n = 0; n < 5; n += 1) await send(uploadId, 2, randomBytes(1000));
    await Promise.all(Array.from({ length: 5 }, () => send(uploadId, 2, randomBytes(1000))));
    expect(readdirSync(folder)).toHaveLength(1);
    const parts = await sendAll(uploadId, [first, second]);
    expect((await send(uploadId, 2, second)).body.data['etag']).toBe(parts[1]?.etag);
    expect(readdirSync(folder)).toHaveLength(2);
    const { body } = await finish(uploadId, parts);
    expect(sha((await get(body.data['url'] ?? '')).rawPayload)).toBe(sha(content));
  });

  it('can be canceled, which deletes its parts', async () => {
    const content = video(2000);
    const uploadId = await begin(content);
    const parts = await sendAll(uploadId, split(content, 1000));
    const staged = () => readdirSync(join(t.services.settings.dataDir, 'media', 'staged')).length;
    const before = staged();
    expect(await t.callRest('DELETE', `/jobs/multimedia/delete/${uploadId}`, { token })).toMatchObject({ status: 200 });
    expect(staged()).toBe(before - 1);
    expect(await finish(uploadId, parts)).toMatchObject({ status: 404 });
    expect(await t.services.db.select().from(uploadParts).where(eq(uploadParts.uploadId, uploadId))).toEqual([]);
  });

  it('is deleted after a day without progress', async () => {
    const content = video(2000);
    const [stale, fresh] = [await begin(content), await begin(content)];
    await sendAll(stale, split(content, 1000));
    const { db, settings } = t.services;
    const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000);
    await db.update(uploads).set({ touchedAt: yesterday }).where(eq(uploads.id, stale));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    await sweepUploads(t.services, settings.dataDir).finally(() => vi.useRealTimers());
    const left = await db.select({ id: uploads.id }).from(uploads);
    expect(left.map(({ id }) => id)).not.toContain(stale);
    expect(left.map(({ id }) => id)).toContain(fresh);
    expect(await send(stale, 1, content)).toMatchObject({ status: 404 });
  });

  it('leaves a file behind after a crash, which is deleted after a day by the clock of the server', async () => {
    const { dataDir } = t.services.settings;
    const incoming = await spool(dataDir, { fileName: 'a.mp4', mime: 'video/mp4', stream: Readable.from([Buffer.from('film')]) });
    await utimes(incoming.path, new Date(0), new Date(0));
    // Ids never run backward. After a test that moved the clock ahead, the time of a new one is ahead of the clock too.
    const createdMs = Number.parseInt(basename(incoming.path).replace('-', '').slice(0, 12), 16);
    await sweepIncoming(dataDir, createdMs + 23 * 60 * 60 * 1000);
    expect(existsSync(incoming.path)).toBe(true);
    await sweepIncoming(dataDir, createdMs + 25 * 60 * 60 * 1000);
    expect(existsSync(incoming.path)).toBe(false);
  });

  it('counts against the quotas of its person and company', async () => {
    const { db } = t.services;
    const company = await makeCompany(db);
    const person = await makeEmployee(db, company.id);
    const as = await t.createToken(person);
    for (let n = 0; n < 20; n++) expect(await announce({ length: 100 }, {}, as)).toMatchObject({ status: 200 });
    const refusal = await announce({ length: 100 }, {}, as);
    expect(refusal).toMatchObject({ status: 429, body: { errors: [{ code: 'too_many' }] } });
    await db.update(uploads).set({ finishedAt: new Date() }).where(eq(uploads.ownerId, person.id));
    expect(await announce({ length: 100 }, {}, as)).toMatchObject({ status: 200 });
    const many = { kind: 'job' as const, companyId: company.id, mime: 'video/mp4', finishedAt: new Date() };
    const others = [1, 2].map((n) => ({ ...many, ownerId: company.id, name: `much-${n}-much.mp4`, bytes: 10_240 * mb }));
    await db.insert(uploads).values(others);
    expect(await announce({ length: 100 }, {}, as)).toMatchObject({
      status: 429,
      body: { message: expect.stringMatching(/company/) },
    });
    const dayAgo = new Date(Date.now() - 25 * 60 * 60 * 1000);
    await db.update(uploads).set({ createdAt: dayAgo }).where(eq(uploads.ownerId, company.id));
    expect(await announce({ length: 100 }, {}, as)).toMatchObject({ status: 200 });
  });
});
