import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sessions, users } from '#drizzle/schema/accounts.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { makeCompany, makeEmployee, makeJob, makeUser } from '#server/demo/builders.ts';
import { makeChannel, makePost } from '#server/demo/demo-news.ts';
import { roles } from '#shared/access/access.ts';
import { makeAccount, password, callFromWeb } from '#tests/api/auth/sign-in.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { sendForm } from '#tests/helpers/send-form.ts';
import { makeMp4 } from '#tests/helpers/videos.ts';

let t: TestApp;
beforeAll(async () => void (t = await startTestApp()));
afterAll(() => t.close());

const read = async (url: string, { token, cookie }: { token?: string; cookie?: string | null } = {}) => {
  const headers = {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(cookie ? { cookie: `refreshToken=${cookie}` } : {}),
  };
  const { statusCode, headers: sent } = await t.app.inject({ url, headers });
  return [statusCode, sent['cache-control']];
};

const privateAnswer = [200, 'private, no-store'];
const isPublic = [200, 'public, max-age=31536000, immutable'];

/** An uploaded video that no job shows yet, with the people who may and may not read it. */
async function uploaded() {
  const { db } = t.services;
  const [company, other] = [await makeCompany(db), await makeCompany(db)];
  const owner = await makeEmployee(db, company.id);
  const token = await t.createToken(owner);
  const fields = { stage: 'simple', file_name: 'film.mp4' };
  const { status, body, signedUrl } = await sendForm(t, token, '/jobs/multimedia/upload', fields, makeMp4(9000));
  expect(status).toBe(200);
  return {
    url: body.data['url'] ?? '',
    signedUrl,
    company,
    owner,
    token,
    colleague: await t.createToken(await makeEmployee(db, company.id)),
    stranger: await t.createToken(await makeEmployee(db, other.id)),
    driver: await t.createToken(await makeUser(db, { roles: [roles.driver] })),
  };
}

describe('a file that no job shows yet', () => {
  test('is for its uploader and the company only, and not stored by caches', async () => {
    const { url, token, colleague, stranger, driver } = await uploaded();
    expect(await read(url, { token })).toEqual(privateAnswer);
    expect(await read(url, { token: colleague })).toEqual(privateAnswer);
    for (const other of [stranger, driver, 'nonsense', undefined])
      expect((await read(url, other ? { token: other } : {}))[0], other).toBe(404);
  });

  test('is shown by the URL of the answer without a header, and saved without its key', async () => {
    const { url, signedUrl, company, token } = await uploaded();
    expect(await read(signedUrl)).toEqual(privateAnswer);
    const { id } = await makeJob(t.services.db, company.id);
    const saved = await t.callRest('PATCH', `/jobs/${id}`, { token, body: { video_url: signedUrl } });
    expect(saved).toMatchObject({ status: 200 });
    expect(await t.callRest('GET', `/jobs/${id}`, { token })).toMatchObject({ body: { data: { video_url: url } } });
  });

  test('is shown to anyone once a job shows it, and not before', async () => {
    const { url, company } = await uploaded();
    expect((await read(url))[0]).toBe(404);
    const job = await makeJob(t.services.db, company.id);
    await t.services.db.update(jobs).set({ videoUrl: url }).where(eq(jobs.id, job.id));
    expect(await read(url)).toEqual(isPublic);
  });

  test('is shown by the cookie of a running session, because elements of a page send nothing else', async () => {
    const { db } = t.services;
    const user = await makeAccount(t, { roles: [roles.internalUser] });
    const login = { email: user.email, password, deviceId: 'abcd1234' };
    const { cookie, data } = await callFromWeb(t, 'auth.login', login);
    const fields = { stage: 'simple', file_name: 'film.mp4' };
    const sent = await sendForm(t, String(data?.['accessToken']), '/jobs/multimedia/upload', fields, makeMp4(9000));
    const url = sent.body.data['url'] ?? '';
    expect(await read(url, { cookie })).toEqual(privateAnswer);
    const other = await makeAccount(t);
    const { cookie: otherCookie } = await callFromWeb(t, 'auth.login', { ...login, email: other.email });
    expect((await read(url, { cookie: otherCookie }))[0]).toBe(404);
    expect((await read(url, { cookie: 'nonsense' }))[0]).toBe(404);
    await db.update(sessions).set({ endedAt: new Date() }).where(eq(sessions.userId, user.id));
    expect((await read(url, { cookie }))[0]).toBe(404);
  });
});

type Sent = { url: string; signedUrl: string; token: string; colleague: string; stranger: string };

/** A picture of each kind, uploaded as its screen does, with a function that shows it. */
const kinds: [string, () => Promise<Sent & { show: () => Promise<unknown> }>][] = [
  [
    'a logo',
    () =>
      pictureOf('/companies/logo', ({ token, url }) => ({
        path: '/companies',
        token,
        body: { logo: url.slice('/media/'.length) },
      })),
  ],
  [
    'a profile picture',
    () => pictureOf('/user/picture', ({ token, url }) => ({ path: '/user', token, body: { profile_picture: url } })),
  ],
  [
    'a picture of a description',
    () =>
      pictureOf('/jobs/upload-image', ({ token, url, jobId }) => ({
        path: `/jobs/${jobId}`,
        token,
        body: { job_description_doc: { type: 'doc', content: [{ type: 'image', attrs: { src: url } }] } },
      })),
  ],
];

async function pictureOf(
  path: string,
  change: (given: { token: string; url: string; jobId: string }) => { path: string; token: string; body: object },
) {
  const { db } = t.services;
  const [company, other] = [await makeCompany(db), await makeCompany(db)];
  const token = await t.createToken(await makeEmployee(db, company.id, { roles: [roles.companyAdmin] }));
  const job = await makeJob(db, company.id);
  const picture = await sharp({ create: { width: 700, height: 300, channels: 3, background: '#c45a14' } })
    .png()
    .toBuffer();
  const { status, body, signedUrl } = await sendForm(t, token, path, {}, picture);
  expect(status).toBe(200);
  const url = body.data['url'] ?? body.data['image_url'] ?? '';
  return {
    url,
    signedUrl,
    token,
    colleague: await t.createToken(await makeEmployee(db, company.id)),
    stranger: await t.createToken(await makeEmployee(db, other.id)),
    show: async () => {
      const { path: where, ...request } = change({ token, url: signedUrl, jobId: job.id });
      expect(await t.callRest('PATCH', where, request)).toMatchObject({ status: 200 });
    },
  };
}

describe.each(kinds)('%s', (name, upload) => {
  test('is private until something shows it', async () => {
    const { url, token, colleague, stranger, show } = await upload();
    expect(await read(url, { token })).toEqual(privateAnswer);
    expect((await read(url, { token: colleague }))[0]).toBe(name === 'a profile picture' ? 404 : 200);
    for (const reader of [{ token: stranger }, {}]) expect((await read(url, reader))[0]).toBe(404);
    await show();
    expect(await read(url)).toEqual(isPublic);
  });

  test('is shown by the URL of the answer, which a client may send back', async () => {
    const { url, signedUrl, show } = await upload();
    expect(signedUrl.startsWith(`${url}?key=`)).toBe(true);
    expect(await read(signedUrl)).toEqual(privateAnswer);
    expect((await read(`${signedUrl}x`))[0]).toBe(404);
    await show();
    expect(await read(url)).toEqual(isPublic);
  });
});

test('both sizes of a logo become public, a replaced one stays so, and another person’s picture does not', async () => {
  const { db } = t.services;
  const { url, show } = await kinds[0]![1]();
  const small = url.replace('.webp', '-s.webp');
  expect((await read(small))[0]).toBe(404);
  await show();
  expect(await read(small)).toEqual(isPublic);
  const { url: foreign } = await kinds[1]![1]();
  await db
    .update(users)
    .set({ profilePicture: foreign })
    .where(eq(users.id, (await makeUser(db)).id));
  expect((await read(foreign))[0]).toBe(404);
});

test('a picture of a post is private until a post has it', async () => {
  const { db } = t.services;
  const editor = await makeUser(db, { roles: [roles.newsAdmin] });
  const token = await t.createToken(editor);
  const channel = await makeChannel(db);
  const picture = await sharp({ create: { width: 700, height: 300, channels: 3, background: '#c45a14' } })
    .png()
    .toBuffer();
  const { body } = await sendForm(t, token, `/news/channels/${channel.id}/upload-image`, {}, picture);
  const url = body.data['image_url'] ?? '';
  const small = url.replace('.webp', '-s.webp');
  expect([(await read(url))[0], (await read(small))[0], (await read(url, { token }))[0]]).toEqual([404, 404, 200]);
  await makePost(db, channel.id, { thumbnail: url.slice('/media/'.length) });
  expect([await read(url), await read(small)]).toEqual([isPublic, isPublic]);
});
