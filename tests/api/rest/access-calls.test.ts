import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { outbox } from '#drizzle/schema/outbox.ts';
import { issueResetCodes } from '#server/auth/passwords/reset-password.ts';
import { hashPassword } from '#server/session/passwords.ts';
import { makeAccount, password } from '#tests/api/auth/sign-in.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { makePeople, type People, raw } from './wire.ts';

/** The account calls that access.test.ts leaves out, with exact names and shapes, in snake_case and camelCase. */
let t: TestApp;
let people: People;
beforeAll(async () => {
  t = await startTestApp();
  people = await makePeople(t);
});
afterAll(() => t.close());

const post = (path: string, body?: object, token?: string) =>
  t.callRest('POST', path, { ...(body ? { body } : {}), ...(token ? { token } : {}) });
const newPassword = 'N3wer!Haul7x';

async function codeSentTo(email: string): Promise<string> {
  await issueResetCodes(t.services);
  const mails = await t.services.db.select().from(outbox).where(eq(outbox.recipient, email)).orderBy(desc(outbox.id));
  return String(mails.find(({ template }) => template === 'reset_code')?.data['code']);
}

test('impersonate: user_id in the query, in the body or both; camelCase out, and nothing else', async () => {
  const { owner, tokens } = people;
  const body = { user_id: owner.id, device_id: 'test', role: 'employer' };
  const attempts = [
    await post(`/auth/login/impersonate?user_id=${owner.id}`, { device_id: 'test', role: 'employer' }, tokens.admin),
    await post('/auth/login/impersonate', body, tokens.admin),
    await post(`/auth/login/impersonate?user_id=${owner.id}`, { userId: owner.id, deviceId: 'test' }, tokens.admin),
  ];
  for (const answer of attempts) {
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({
      firstName: owner.firstName,
      lastName: owner.lastName,
      accessToken: expect.any(String),
      refreshToken: expect.any(String),
    });
  }
  expect(await post('/auth/login/impersonate', body, tokens.owner)).toMatchObject({
    status: 403,
    body: { errors: [{ code: 'forbidden' }] },
  });
  expect((await post('/auth/login/impersonate', body)).status).toBe(401);
});

test('social: an unknown source is 422, a token that is no token is refused in the house form', async () => {
  expect(await post('/auth/login/social', { token: 'x', source: 'myspace', device_id: 'abcd1234' })).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'source' }] },
  });
  expect(await post('/auth/login/social', { source: 'google', device_id: 'abcd1234' })).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'token' }] },
  });
  const refusal = await post('/auth/login/social', { token: 'a.b.c', source: 'google', device_id: 'abcd1234' });
  expect(refusal.status).toBeGreaterThanOrEqual(400);
  expect(refusal.status).toBeLessThan(500);
  expect(refusal.body.errors[0]).toMatchObject({ message: expect.any(String), code: expect.any(String) });
});

describe('a forgotten password', () => {
  test('token-password answers {} always, also where there is no account', async () => {
    const { email } = await makeAccount(t);
    for (const spelling of [email, email.toUpperCase(), 'unknown@test.example'])
      expect(await post('/auth/token-password', { email: spelling })).toMatchObject({ status: 200, body: { data: {} } });
    expect(await post('/auth/token-password', { email: 'x' })).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'email' }] },
    });
  });

  test.each([
    ['snake_case, with the e-mail', 'new_password', true],
    ['camelCase, with the e-mail', 'newPassword', true],
    ['the code alone', 'new_password', false],
  ])('verify-token-password and reset-password: %s', async (_, field, isWithEmail) => {
    const { email } = await makeAccount(t);
    await post('/auth/token-password', { email });
    const presented = { code: await codeSentTo(email), ...(isWithEmail ? { email } : {}) };
    const verified = await post('/auth/verify-token-password', presented);
    expect([verified.status, verified.body.data]).toEqual([200, { valid: true }]);
    const reset = () => post('/auth/reset-password', { ...presented, [field]: newPassword });
    const first = await reset();
    expect([first.status, first.body.data]).toEqual([200, {}]);
    expect((await post('/auth/login', { email, password: newPassword, device_id: 'abcd1234' })).status).toBe(200);
    expect(await reset()).toMatchObject({ status: 422, body: { errors: [{ field: 'code' }] } });
  });

  test('a common password is refused in the field that was sent', async () => {
    const { email } = await makeAccount(t);
    await post('/auth/token-password', { email });
    const code = await codeSentTo(email);
    expect(await post('/auth/reset-password', { code, email, new_password: 'Password1!' })).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'new_password', message: 'This password is too common. Choose one that’s harder to guess.' }] },
    });
  });
});

test('invite: fullName and email in, invitation_link and default_text out', async () => {
  const answer = await post('/lead/invite', { fullName: 'Rosa Delgado', email: 'rosa@test.example' }, people.tokens.owner);
  expect(answer.status).toBe(200);
  expect(answer.body.data).toEqual({ invitation_link: expect.stringMatching(/^https?:\/\//), default_text: expect.any(String) });
  const snake = await post('/lead/invite', { full_name: 'Rosa Delgado', email: 'rosa2@test.example' }, people.tokens.owner);
  expect(snake.status).toBe(200);
});

test('contact: 201 and the id', async () => {
  const body = { job_id: people.job.id, subject: 'A question', message: 'Who reviews this job?' };
  expect(await post('/contact', body, people.tokens.owner)).toMatchObject({
    status: 201,
    body: { data: { id: expect.any(String) } },
  });
});

test('member: deletes the account, returns its id, and ends the session', async () => {
  const { id, email } = await makeAccount(t, { roles: ['Driver'], passwordHash: await hashPassword(password) });
  const login = await post('/auth/login', { email, password, device_id: 'abcd1234', role: 'member' });
  const { accessToken: token } = login.body.data as { accessToken: string };
  expect(await t.callRest('DELETE', '/member', { token })).toMatchObject({ status: 200, body: { data: { id } } });
  expect((await t.callRest('GET', '/user', { token })).status).toBe(401);
  expect((await post('/auth/login', { email, password, device_id: 'abcd1234' })).status).toBe(401);
});

describe('calls that require a session', () => {
  test.each([
    ['POST', '/auth/logout'],
    ['POST', '/auth/change-password'],
    ['POST', '/auth/resend-verification'],
    ['POST', '/auth/accept-terms'],
    ['POST', '/auth/login/impersonate'],
    ['GET', '/user'],
    ['PATCH', '/user'],
    ['GET', '/employer'],
    ['PATCH', '/employer'],
    ['DELETE', '/member'],
    ['POST', '/lead/invite'],
    ['POST', '/contact'],
  ] as const)('%s %s: 401 in the form of every error', async (method, path) => {
    for (const token of [undefined, 'dead']) {
      const { status, body } = await raw(t, method, path, {
        ...(token ? { token } : {}),
        ...(method === 'GET' || method === 'DELETE' ? {} : { type: 'application/json', payload: '{}' }),
      });
      expect(status).toBe(401);
      expect(body).toEqual({
        errors: [{ message: expect.any(String), code: 'unauthenticated' }],
        message: body.errors?.[0]?.message,
      });
    }
  });
});

test.each(['/auth/login', '/auth/signup', '/auth/refresh', '/auth/token-password', '/auth/validate-employer-email'])(
  'POST %s: 400 to what is no JSON, 415 to another type, 422 to nothing',
  async (path) => {
    expect((await raw(t, 'POST', path, { type: 'application/json', payload: '{"email":' })).status).toBe(400);
    expect((await raw(t, 'POST', path, { type: 'text/plain', payload: 'email=x' })).status).toBe(415);
    const empty = await raw(t, 'POST', path, { type: 'application/json', payload: '{}' });
    expect(empty.status).toBe(path === '/auth/refresh' ? 401 : 422);
  },
);
