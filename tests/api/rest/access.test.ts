import { afterAll, beforeAll, expect, test } from 'vitest';
import { roles } from '#shared/access/access.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { findEmailedLink } from '#tests/helpers/mailbox.ts';

/** Accounts and sessions for a legacy client (`docs/product/access.md`). */
let t: TestApp;
beforeAll(async () => void (t = await startTestApp()));
afterAll(() => t.close());

const password = 'Long-Haul#2026';
const device_id = 'k3j4h5g6';
const person = {
  password,
  first_name: 'Wanda',
  last_name: 'Stone',
  phone: '(435)555-0188',
  role: 'employer',
  tn_newsletters: false,
};
const post = (path: string, body?: object, token?: string) =>
  t.callRest('POST', path, { ...(body ? { body } : {}), ...(token ? { token } : {}) });
type Login = { accessToken: string; refreshToken: string };

async function signIn(email: string, role = 'employer'): Promise<Login> {
  const { status, body } = await post('/auth/login', { email, password, device_id, role });
  expect(status).toBe(200);
  return body.data;
}

test('sign up in either case, sign in, refresh by body or bearer, leave', async () => {
  expect(await post('/auth/signup', { ...person, email: 'snake@wire.example' })).toMatchObject({
    status: 201,
    body: { data: { id: expect.any(String) } },
  });
  const camel = {
    email: 'camel@wire.example',
    password,
    firstName: 'Dana',
    lastName: 'Ray',
    phone: '+14355550188',
    role: 'driver',
  };
  expect((await post('/auth/signup', { ...camel, tnNewsletters: true })).status).toBe(201);
  expect(await post('/auth/signup', { ...person, email: 'SNAKE@wire.example' })).toMatchObject({
    status: 409,
    body: { errors: [{ detail: 'Email already exists.' }] },
  });

  const answer = await post('/auth/login', { email: 'Camel@wire.example', password, deviceId: device_id, role: 'member' });
  expect(answer).toMatchObject({ status: 200 });
  expect(answer.body.data).toEqual({
    firstName: 'Dana',
    lastName: 'Ray',
    email: 'camel@wire.example',
    phone: '4355550188',
    phoneExtension: null,
    accessToken: expect.any(String),
    refreshToken: expect.any(String),
    termsAcceptedAt: null,
    userRoles: [roles.driver],
    profileComplete: expect.any(Boolean),
    timezone: expect.stringMatching(/^US\/(Eastern|Central|Mountain|Pacific)$/),
    ssnLogin: false,
    mustChangePassword: false,
    redirect: '/members',
  });

  const first = await signIn('snake@wire.example');
  const bodyRefresh = await post('/auth/refresh', { refresh_token: first.refreshToken });
  expect(bodyRefresh).toMatchObject({
    status: 200,
    body: { data: { accessToken: expect.any(String), refreshToken: expect.any(String) } },
  });
  const second = bodyRefresh.body.data as Login;
  const bearerRefresh = await post('/auth/refresh', undefined, second.refreshToken);
  expect(bearerRefresh.status).toBe(200);
  const third = bearerRefresh.body.data as Login;
  expect((await post('/auth/refresh', { refreshToken: third.refreshToken })).status).toBe(200);
  expect((await post('/auth/refresh', { refresh_token: 'nonsense' })).status).toBe(401);

  const last = await signIn('snake@wire.example');
  expect(await post('/auth/logout', undefined, last.accessToken)).toMatchObject({ status: 200, body: { data: {} } });
  expect((await t.callRest('GET', '/user', { token: last.accessToken })).status).toBe(401);
  expect((await post('/auth/refresh', { refresh_token: last.refreshToken })).status).toBe(401);
});

test('wrong credentials and the wrong role get the same answer', async () => {
  const wrong = { status: 401, body: { message: 'This email or password is wrong', errors: [{ code: 'unauthenticated' }] } };
  expect(await post('/auth/login', { email: 'snake@wire.example', password: 'Wr0ng!Haul7x', device_id })).toMatchObject(wrong);
  expect(await post('/auth/login', { email: 'unknown@wire.example', password, device_id })).toMatchObject(wrong);
  expect(await post('/auth/login', { email: 'snake@wire.example', password, device_id, role: 'admin' })).toMatchObject(wrong);
  expect(await post('/auth/login', { email: 'snake@wire.example', password, device_id, role: 'boss' })).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'role' }] },
  });
});

test('a driver becomes an employer too', async () => {
  const answer = await post('/auth/login', {
    email: 'camel@wire.example',
    password,
    device_id,
    role: 'employer',
    create_role: true,
  });
  expect(answer).toMatchObject({
    status: 200,
    body: { data: { redirect: '/company-info', userRoles: [roles.driver, roles.companyUser] } },
  });
});

test('the e-mail check takes its five-second token as the bearer', async () => {
  const check = async (email: string) => {
    const issued = await post('/auth/email-check-token');
    expect(issued).toMatchObject({ status: 200, body: { data: { token: expect.any(String) } } });
    return post('/auth/validate-employer-email', { email }, (issued.body.data as { token: string }).token);
  };
  expect(await check('new@wire.example')).toMatchObject({
    status: 200,
    body: { data: { emailExists: false, roles: [], missingRole: false } },
  });
  expect(await check('snake@wire.example')).toMatchObject({
    status: 200,
    body: { data: { emailExists: true, missingRole: true } },
  });
  expect((await post('/auth/validate-employer-email', { email: 'new@wire.example' })).status).toBe(401);
});

test('verification: the mailed token, once; and again on demand', async () => {
  await t.worker.runOnce();
  const link = await findEmailedLink(t.services.settings.dataDir, 'snake@wire.example', '/email/validation');
  const token = link.searchParams.get('token');
  expect(await post('/auth/verify-email', { token })).toMatchObject({ status: 200, body: { data: {} } });
  expect((await post('/auth/verify-email', { token: 'nonsense' })).status).toBeGreaterThanOrEqual(400);
  const { accessToken } = await signIn('camel@wire.example', 'member');
  expect(await post('/auth/resend-verification', undefined, accessToken)).toMatchObject({ status: 200, body: { data: {} } });
  expect(await post('/auth/accept-terms', undefined, accessToken)).toMatchObject({
    status: 200,
    body: { data: { terms_accepted_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.*Z$/) } },
  });
});

test('user in camelCase, employer in snake_case, both changed in either', async () => {
  const { accessToken: token } = await signIn('snake@wire.example');
  const user = await t.callRest('GET', '/user', { token });
  expect(user.body.data).toEqual({
    id: expect.any(String),
    firstName: 'Wanda',
    lastName: 'Stone',
    email: 'snake@wire.example',
    timezone: expect.any(String),
    profilePicture: null,
    roles: [roles.companyUser],
  });
  expect(await t.callRest('PATCH', '/user', { token, body: { first_name: 'Vera', timezone: 'US/Pacific' } })).toMatchObject({
    status: 200,
    body: { data: { firstName: 'Vera', timezone: 'US/Pacific' } },
  });
  expect(await t.callRest('PATCH', '/user', { token, body: { timezone: 'Europe/Paris' } })).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'timezone' }] },
  });
  expect((await t.callRest('GET', '/employer', { token })).body.data).toEqual({
    id: expect.any(String),
    company_id: null,
    first_name: 'Vera',
    last_name: 'Stone',
    email: 'snake@wire.example',
    phone: '4355550188',
    phone_extension: null,
    email_to_verify: null,
    email_verified: true,
  });
  for (const phone of ['4355550199', '(435)555-0199', '+14355550199', '+1 (435) 555-0199'])
    expect(await t.callRest('PATCH', '/employer', { token, body: { phone } }), `${phone}`).toMatchObject({
      status: 200,
      body: { data: { phone: '4355550199' } },
    });
  for (const phone of ['435555019', '44 20 7946 0958', '', 'abc'])
    expect(await t.callRest('PATCH', '/employer', { token, body: { phone } })).toMatchObject({ status: 422 });
  expect(await t.callRest('PATCH', '/employer', { token, body: { email: 'moved@wire.example' } })).toMatchObject({
    status: 200,
    body: { data: { email: 'snake@wire.example', email_to_verify: 'moved@wire.example' } },
  });
});

test('changing the password ends the sessions; the answer is empty', async () => {
  const { accessToken: token } = await signIn('camel@wire.example', 'member');
  const body = { old_password: password, new_password: 'N3wer!Haul7x' };
  const changed = await post('/auth/change-password', body, token);
  expect([changed.status, changed.body.data]).toEqual([200, {}]);
  expect((await t.callRest('GET', '/user', { token })).status).toBe(401);
});
