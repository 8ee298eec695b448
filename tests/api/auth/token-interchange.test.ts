import { desc, eq } from 'drizzle-orm';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { outbox } from '#drizzle/schema/outbox.ts';
import { issueResetCodes } from '#server/auth/passwords/reset-password.ts';
import { makeTicket } from '#server/auth/social/start.ts';
import { makeCompany, makeEmployee } from '#server/demo/builders.ts';
import { roles } from '#shared/access/access.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { credentials, logIn, makeAccount, streamWith, callFromWeb } from './sign-in.ts';

/** Each kind of secret works for its own call and for no other (`docs/product/access.md#sessions`). */
const secret = 'shared-with-a-legacy-client';
let t: TestApp;
let email: string;
beforeAll(async () => {
  t = await startTestApp({ emailCheckSecrets: [secret] });
  email = (await makeAccount(t, { emailVerifiedAt: null })).email;
});
afterAll(() => t.close());

const mailed = async (template: string, field: string) => {
  const mails = await t.services.db.select().from(outbox).where(eq(outbox.recipient, email)).orderBy(desc(outbox.id));
  return String(mails.find((one) => one.template === template)?.data[field]);
};

async function impersonation() {
  const admin = await makeAccount(t, { roles: [roles.admin] });
  const company = await makeCompany(t.services.db);
  const employee = await makeEmployee(t.services.db, company.id);
  const token = (await logIn(t, admin.email, { role: 'admin' })).data.accessToken;
  const answer = await t.callRest('POST', `/auth/login/impersonate?user_id=${employee.id}`, { token });
  expect(answer.status).toBe(200);
  return answer.body.data as { accessToken: string; refreshToken: string };
}

/** How to get a fresh secret of each kind. */
const kinds = {
  'an access token': async () => (await logIn(t, email)).data.accessToken,
  'a refresh token': async () => (await logIn(t, email)).data.refreshToken,
  "the web's refresh token": async () => {
    const { cookie } = await callFromWeb(t, 'auth.login', { email, password: credentials('').password });
    return String(cookie);
  },
  "an impersonation's access token": async () => (await impersonation()).accessToken,
  "an impersonation's refresh token": async () => (await impersonation()).refreshToken,
  'an e-mail check token': async () => {
    const { body } = await t.callRest('POST', '/auth/email-check-token');
    return (body.data as { token: string }).token;
  },
  "a legacy client's e-mail check token": () =>
    new SignJWT({ email: 'free@test.example' })
      .setProtectedHeader({ alg: 'HS256' })
      .setJti(String(Math.random()))
      .setIssuedAt()
      .setExpirationTime('5s')
      .sign(new TextEncoder().encode(secret)),
  'a proof of an e-mail address': async () => {
    const token = (await logIn(t, email)).data.accessToken;
    await t.callRest('POST', '/auth/resend-verification', { token });
    return mailed('verify_email', 'token');
  },
  'a reset code': async () => {
    await t.callRest('POST', '/auth/token-password', { body: { email } });
    await issueResetCodes(t.services);
    return mailed('reset_code', 'code');
  },
  "a live stream's ticket": async () => {
    const admin = await makeAccount(t, { roles: [roles.admin] });
    return (await (await t.createCallerFor(admin)).auth.streamTicket()).ticket;
  },
  "a social log-in's ticket": async () => (await makeTicket(t.services.keys, 'google')).ticket,
} satisfies Record<string, () => Promise<string>>;
type Kind = keyof typeof kinds;

const statusOf = async (answer: Promise<{ status: number }>) => (await answer).status;
const check = (body: object, token?: string) =>
  statusOf(
    t.callRest('POST', '/auth/validate-employer-email', {
      body: { email: 'free@test.example', ...body },
      ...(token ? { token } : {}),
    }),
  );

/** Each call, how to present a secret to it, and the kinds that it accepts. */
const endpoints: [string, (token: string) => Promise<number>, Kind[]][] = [
  [
    'as a bearer',
    (token) => statusOf(t.callRest('GET', '/employer', { token })),
    ['an access token', "an impersonation's access token"],
  ],
  [
    'to refresh, in the body',
    (token) => statusOf(t.callRest('POST', '/auth/refresh', { body: { refresh_token: token } })),
    restRefresh(),
  ],
  ['to refresh, as the bearer', (token) => statusOf(t.callRest('POST', '/auth/refresh', { token })), restRefresh()],
  [
    'to refresh, as the cookie',
    (cookie) => statusOf(callFromWeb(t, 'auth.refresh', {}, { cookie })),
    ["the web's refresh token"],
  ],
  ['to refresh the admin, as the cookie', (token) => adminRefresh(token), ["the web's refresh token"]],
  ['to check an e-mail address, as the bearer', (token) => check({}, token), checks()],
  ['to check an e-mail address, in the body', (token) => check({ token }), checks()],
  [
    'to verify an e-mail address',
    (token) => statusOf(t.callRest('POST', '/auth/verify-email', { body: { token } })),
    ['a proof of an e-mail address'],
  ],
  [
    'to open a live stream',
    async (ticket) => ((await streamWith(t, { ticket })) === 'news' ? 200 : 401),
    ["a live stream's ticket"],
  ],
  [
    'as a reset code',
    (code) => statusOf(t.callRest('POST', '/auth/verify-token-password', { body: { code, email } })),
    ['a reset code'],
  ],
];

function restRefresh(): Kind[] {
  return ['a refresh token', "an impersonation's refresh token"];
}
function checks(): Kind[] {
  return ['an e-mail check token', "a legacy client's e-mail check token"];
}

async function adminRefresh(token: string): Promise<number> {
  const response = await t.app.inject({
    method: 'POST',
    url: '/trpc/auth.refresh',
    payload: { admin: true },
    headers: { cookie: `adminRefreshToken=${token}` },
  });
  return response.statusCode;
}

const cases = endpoints.flatMap(([endpoint, present, own]) =>
  (Object.keys(kinds) as Kind[]).map((kind) => ({ kind, endpoint, present, isOwn: own.includes(kind) })),
);

test.each(cases.filter(({ isOwn }) => isOwn))('$kind $endpoint is taken', async ({ kind, present }) => {
  expect(await present(await kinds[kind]())).toBe(200);
});

test.each(cases.filter(({ isOwn }) => !isOwn))('$kind $endpoint is refused', async ({ kind, present }) => {
  const token = await kinds[kind]();
  expect(token).toMatch(/^(?!undefined|null)\S{8,}$/);
  expect([401, 422]).toContain(await present(token));
});

/** Presenting a token to the wrong call neither uses it up nor ends its session. */
test('a refresh token survives being sent to other endpoints', async () => {
  const { accessToken, refreshToken } = (await logIn(t, email)).data;
  for (const [endpoint, present] of endpoints) if (!endpoint.startsWith('to refresh, ')) await present(refreshToken);
  expect((await t.callRest('GET', '/employer', { token: accessToken })).status).toBe(200);
  expect((await t.callRest('POST', '/auth/refresh', { body: { refresh_token: refreshToken } })).status).toBe(200);
});
