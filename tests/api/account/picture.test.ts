import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, inArray } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { media } from '#drizzle/schema/media.ts';
import { daysFromNow, makeCompany, makeEmployee, makeUser } from '#server/demo/builders.ts';
import { makeChannel } from '#server/demo/demo-news.ts';
import { sweepPictures } from '#server/media/store-image.ts';
import { routes } from '#server/rest/routes.ts';
import { roles } from '#shared/access/access.ts';
import { withoutUploadKeys } from '#shared/upload-keys.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { sendForm } from '#tests/helpers/send-form.ts';

let t: TestApp;
beforeAll(async () => void (t = await startTestApp()));
afterAll(() => t.close());

const boundary = 'a-boundary-of-the-test';
const photo = () =>
  sharp({ create: { width: 900, height: 400, channels: 3, background: '#c45a14' } })
    .jpeg()
    .withExif({ IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .toBuffer();

async function upload(token: string, content: Buffer) {
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="me.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`;
  const response = await t.app.inject({
    method: 'POST',
    url: '/api/1.0/user/picture',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, authorization: `Bearer ${token}` },
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
  return { status: response.statusCode, url: withoutUploadKeys(response.json().data?.url ?? '') };
}

const statusOf = async (url: string) => (await t.app.inject({ url })).statusCode;

test('a profile picture is cropped square, re-encoded, and used once it is saved', async () => {
  const token = await t.createToken(await makeUser(t.services.db));
  const { status, url } = await upload(token, await photo());
  expect(status).toBe(200);
  const stored = (await t.app.inject({ url, headers: { authorization: `Bearer ${token}` } })).rawPayload;
  const facts = await sharp(stored).metadata();
  expect(facts).toMatchObject({ format: 'webp', width: 256, height: 256 });
  expect(facts.exif).toBeUndefined();
  const saved = await t.callRest('PATCH', '/user', { token, body: { profile_picture: url } });
  expect(saved.body.data).toMatchObject({ profilePicture: url });
});

test('other files, and visitors without a session, are refused', async () => {
  const token = await t.createToken(await makeUser(t.services.db));
  expect((await upload(token, Buffer.from('<script>'))).status).toBe(415);
  expect((await upload('dead', await photo())).status).toBe(401);
});

test('two files in one upload are rejected with a message by every call that accepts one file', async () => {
  const { db, settings } = t.services;
  const company = await makeCompany(db);
  const admin = await t.createToken(await makeUser(db, { roles: [roles.superAdmin] }));
  const employer = await t.createToken(await makeEmployee(db, company.id));
  const channel = await makeChannel(db);
  const uploads = routes.filter(({ options }) => options.upload);
  expect(uploads.length).toBeGreaterThan(4);
  for (const { path, options } of uploads) {
    const token = path.startsWith('/ads') || path.startsWith('/news') ? admin : employer;
    const url = path.replace(':id', channel.id);
    const { status, body } = await sendForm(t, token, url, { stage: 'simple' }, await photo(), await photo());
    expect([status, body.errors[0]], path).toEqual([
      422,
      { code: 'invalid', field: options.upload, message: expect.stringMatching(/one file/) },
    ]);
  }
  expect(await readdir(join(settings.dataDir, 'media', 'incoming'))).toEqual([]);
});

test('an unused picture is deleted with its file after a day', async () => {
  const { db } = t.services;
  const user = await makeUser(db);
  const token = await t.createToken(user);
  const [worn, replaced, fresh] = await Promise.all([0, 1, 2].map(async () => (await upload(token, await photo())).url));
  await t.callRest('PATCH', '/user', { token, body: { profile_picture: worn } });
  const old = [worn, replaced].map((url) => url?.replace('/media/', '') ?? '');
  await db
    .update(media)
    .set({ createdAt: daysFromNow(-2) })
    .where(inArray(media.name, old));
  expect(await sweepPictures(db, t.services.media)).toBe(1);
  expect(await Promise.all([worn, replaced, fresh].map((url) => statusOf(url ?? '')))).toEqual([200, 404, 404]);
  expect((await t.app.inject({ url: fresh ?? '', headers: { authorization: `Bearer ${token}` } })).statusCode).toBe(200);
  expect(await db.select().from(media).where(eq(media.ownerId, user.id))).toHaveLength(2);
});
