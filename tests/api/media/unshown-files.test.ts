import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jobs } from '#drizzle/schema/jobs.ts';
import { sessions } from '#drizzle/schema/accounts.ts';
import { roles } from '#shared/access/access.ts';
import { makeCompany, makeEmployee, makeJob, makeUser } from '#server/demo/builders.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { sendForm } from '#tests/helpers/send-form.ts';
import { sampleMp4 } from '#tests/helpers/videos.ts';
import { makeAccount, password, web } from '#tests/api/auth/sign-in.ts';

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

const isPrivate = [200, 'private, no-store'];
const isPublic = [200, 'public, max-age=31536000, immutable'];

/** An uploaded video that no job shows yet, with the people who may and may not read it. */
async function uploaded() {
  const { db } = t.services;
  const [company, other] = [await makeCompany(db), await makeCompany(db)];
  const owner = await makeEmployee(db, company.id);
  const token = await t.tokenOf(owner);
  const fields = { stage: 'simple', file_name: 'film.mp4' };
  const { status, body } = await sendForm(t, token, '/jobs/multimedia/upload', fields, sampleMp4(9000));
  expect(status).toBe(200);
  return {
    url: body.data['url'] ?? '',
    company,
    owner,
    token,
    colleague: await t.tokenOf(await makeEmployee(db, company.id)),
    stranger: await t.tokenOf(await makeEmployee(db, other.id)),
    driver: await t.tokenOf(await makeUser(db, { roles: [roles.driver] })),
  };
}

describe('a file that no job shows yet', () => {
  test('is for its uploader and the company only, and not stored by caches', async () => {
    const { url, token, colleague, stranger, driver } = await uploaded();
    expect(await read(url, { token })).toEqual(isPrivate);
    expect(await read(url, { token: colleague })).toEqual(isPrivate);
    for (const other of [stranger, driver, 'nonsense', undefined])
      expect((await read(url, other ? { token: other } : {}))[0], other).toBe(404);
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
    const { cookie, data } = await web(t, 'auth.login', login);
    const fields = { stage: 'simple', file_name: 'film.mp4' };
    const sent = await sendForm(t, String(data?.['accessToken']), '/jobs/multimedia/upload', fields, sampleMp4(9000));
    const url = sent.body.data['url'] ?? '';
    expect(await read(url, { cookie })).toEqual(isPrivate);
    const other = await makeAccount(t);
    const { cookie: otherCookie } = await web(t, 'auth.login', { ...login, email: other.email });
    expect((await read(url, { cookie: otherCookie }))[0]).toBe(404);
    expect((await read(url, { cookie: 'nonsense' }))[0]).toBe(404);
    await db.update(sessions).set({ endedAt: new Date() }).where(eq(sessions.userId, user.id));
    expect((await read(url, { cookie }))[0]).toBe(404);
  });
});
