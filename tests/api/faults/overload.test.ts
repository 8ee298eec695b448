import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { makeUser } from '#server/demo/builders.ts';
import { createDiskStore } from '#server/media/disk-store.ts';
import { createS3Store } from '#server/media/s3-store.ts';
import type { MediaStore } from '#server/media/store.ts';
import { readSettings } from '#server/settings/env.ts';
import { en } from '#shared/texts/en.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { startS3 } from '#tests/helpers/s3.ts';
import { freePort } from '#tests/helpers/server.ts';

/** A full or unavailable service is reported with 503 and a time to retry, and recovers without help. */
/** Few, so that a busy machine answers all that may run before the longest wait is over. */
const pool = 1;

let t: TestApp;
let token: string;
let realStore: MediaStore;
async function start(waitSeconds: number): Promise<void> {
  t = await startTestApp({ database: { ...readSettings({}).database, pool, waitSeconds } });
  token = await t.createToken(await makeUser(t.services.db));
  realStore = t.services.media;
}
beforeAll(() => start(0.3));
afterAll(() => t.close());

const get = (url: string) => t.app.inject({ url, headers: { authorization: `Bearer ${token}`, accept: 'text/html' } });

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
function upload() {
  const head = '--limit\r\ncontent-disposition: form-data; name="file"; filename="me.png"\r\ncontent-type: image/png\r\n\r\n';
  return t.app.inject({
    method: 'POST',
    url: '/api/1.0/user/picture',
    headers: { 'content-type': 'multipart/form-data; boundary=limit', authorization: `Bearer ${token}` },
    payload: Buffer.concat([Buffer.from(head), pixel, Buffer.from('\r\n--limit--\r\n')]),
  });
}

it.skipIf(inject('server') === null)(
  'an exhausted pool: 503 with Retry-After immediately, and recovery once it has room',
  async () => {
    expect((await get('/api/1.0/user')).statusCode).toBe(200);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const held = Promise.all(Array.from({ length: pool }, () => t.services.sql.begin(async () => released)));
    await vi.waitFor(async () => expect((await get('/healthz')).statusCode).toBe(200));
    const waiting = [get('/api/1.0/user')];
    try {
      await vi.waitFor(
        async () => {
          const answer = await Promise.race([
            get('/api/1.0/user'),
            new Promise<null>((resolve) => setTimeout(() => resolve(null), 5000)),
          ]);
          expect(answer?.statusCode).toBe(503);
          expect(answer?.headers['retry-after']).toBe('2');
          expect(answer?.json()).toMatchObject({ message: en.errors.unavailable, errors: [{ code: 'unavailable' }] });
        },
        { timeout: 60_000, interval: 100 },
      );
      for (const url of ['/jobs', '/trpc/auth.me']) expect((await get(url)).statusCode).toBe(503);
      expect((await get('/healthz')).statusCode).toBe(200);
    } finally {
      release();
    }
    await held;
    // Requests that already waited are answered, and so are new ones.
    for (const answer of await Promise.all(waiting)) expect(answer.statusCode).toBe(200);
    await vi.waitFor(async () => expect((await get('/api/1.0/user')).statusCode).toBe(200));
  },
);

it.skipIf(inject('server') === null)(
  'more requests than can run: the surplus is refused immediately, running ones are answered, then all are',
  async () => {
    // With a long wait, only the number of requests decides which are refused.
    await t.close();
    await start(30);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const held = Promise.all(Array.from({ length: pool }, () => t.services.sql.begin(async () => released)));
    const maxRequests = pool * 32;
    let refusedCount = 0;
    const sent = Array.from({ length: maxRequests + 40 }, async () => {
      const answer = await get('/api/1.0/user');
      // Nothing is answered before the surplus is refused, however slow the machine is.
      if (answer.statusCode === 503 && (refusedCount += 1) === 40) release();
      return answer;
    });
    const answers = await Promise.all(sent);
    const refusals = answers.filter(({ statusCode }) => statusCode === 503);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(maxRequests);
    expect(refusals).toHaveLength(40);
    for (const answer of refusals) expect(answer.headers['retry-after']).toBe('2');
    await held;
    expect((await get('/api/1.0/user')).statusCode).toBe(200);
    // Calls with their own queue are not refused for this reason.
    const requests = Array.from({ length: pool * 32 + 1 }, () => get('/api/1.0/user'));
    const login = { email: 'unknown@test.example', password: 'Wrong-Haul#2026', device_id: 'overload', role: 'employer' };
    expect((await t.app.inject({ method: 'POST', url: '/api/1.0/auth/login', payload: login })).statusCode).toBe(401);
    await Promise.all(requests);
  },
);

it('a full disk: the upload is rejected with a clear message, other calls work, and no partial file remains', async () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  t.services.media = { ...realStore, put: () => Promise.reject(full) };
  const refusal = await upload();
  expect(refusal.statusCode).toBe(503);
  expect(refusal.headers['retry-after']).toBe('60');
  expect(refusal.json()).toMatchObject({ message: en.errors.storeFull });
  expect((await get('/api/1.0/user')).statusCode).toBe(200);
  t.services.media = realStore;
  expect((await upload()).statusCode).toBe(200);
});

it('a store that is away: 503 for its files only, readiness says so, and it is there again with the store', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'haulboard-away-'));
  const keys = { bucket: 'media', key: 'S3RVER', secret: 'S3RVER' };
  t.services.media = createS3Store({ url: `http://127.0.0.1:${await freePort()}`, ...keys });
  for (const answer of [await upload(), await get('/media/some-picture-that-is.webp')]) {
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('2');
  }
  expect((await get('/readyz')).statusCode).toBe(503);
  expect((await get('/api/1.0/user')).statusCode).toBe(200);
  const s3 = await startS3(folder);
  t.services.media = createS3Store(s3.settings);
  const { url } = (await upload()).json<{ data: { url: string } }>().data;
  expect((await get(url)).statusCode).toBe(200);
  expect((await get('/readyz')).statusCode).toBe(200);
  await s3.close();
  t.services.media = createDiskStore(join(folder, 'disk'));
  rmSync(folder, { recursive: true, force: true });
});
