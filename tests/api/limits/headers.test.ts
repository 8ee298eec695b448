import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openKeys } from '#server/session/keys.ts';
import { signAccessToken } from '#server/session/tokens.ts';
import { languageCookie } from '#shared/texts/texts.ts';
import { credentials, logIn, makeAccount } from '#tests/api/auth/sign-in.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

/** Headers and cookies behind https, on every answer (docs/security.md). */
let t: TestApp;
const lines: string[] = [];
const tokenKey = 'a key before the rotation, long enough';
beforeAll(async () => {
  t = await startTestApp(
    {
      publicUrl: 'https://jobs.example.com',
      logLevel: 'warn',
      tokenKeys: { current: 'a key after the rotation, long enough', previous: tokenKey },
    },
    { write: (line) => void lines.push(line) },
  );
});
afterAll(() => t.close());

const protectsFrames = expect.stringContaining("frame-ancestors 'none'");
const everywhere = {
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'content-security-policy': protectsFrames,
};

test.each([
  ['/%zz', 400],
  ['/jobs', 200],
  ['/feeds/jobs.xml', 200],
  ['/sitemap.xml', 200],
  ['/robots.txt', 200],
  ['/site/icon.svg', 200],
  ['/site/app.webmanifest', 200],
  ['/es/site/app.webmanifest', 200],
  ['/site/icon-192.png', 200],
  ['/site/icon-512.png', 200],
  ['/site/icon-maskable-512.png', 200],
  ['/offline', 200],
  ['/site/inter.woff2', 200],
  ['/service-worker.js', 200],
  ['/assets/nothing.js', 404],
  ['/media/nothing.jpg', 404],
  ['/healthz', 200],
  ['/admin-login', 302],
  ['/jobs/nothing', 404],
  ['/api/1.0/nothing', 404],
  ['/trpc/nothing', 404],
])('%s answers %i with all headers, and says the encoding of its text', async (url, status) => {
  const answer = await t.app.inject({ url, headers: { accept: 'text/html' } });
  expect(answer.statusCode).toBe(status);
  expect(answer.headers).toMatchObject(everywhere);
  const type = String(answer.headers['content-type'] ?? '');
  if (/^(?:text|application\/xml)|svg/.test(type)) expect(type).toMatch(/charset=utf-8/i);
});

test('an answer to a request that is not HTTP has them too, and a complete body', async () => {
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  const address = t.app.server.address();
  const socket = connect({ port: typeof address === 'object' && address ? address.port : 0, host: '127.0.0.1' });
  let text = '';
  socket.on('data', (part: Buffer) => (text += part.toString()));
  socket.end('nonsense\r\n\r\n');
  await once(socket, 'close');
  const [head = '', body = ''] = text.split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1.1 400 /);
  for (const line of ['x-content-type-options: nosniff', 'strict-transport-security: ', "frame-ancestors 'none'"])
    expect(head).toContain(line);
  expect(head).toContain(`Content-Length: ${Buffer.byteLength(body)}`);
  expect(JSON.parse(body)).toMatchObject({ errors: [{ code: 'malformed' }] });
});

test('a mistake of a client is a warning without a stack', async () => {
  lines.length = 0;
  const form = { method: 'POST', url: '/trpc/auth.login', payload: 'a=b' } as const;
  const answer = await t.app.inject({ ...form, headers: { 'content-type': 'application/x-www-form-urlencoded' } });
  expect(answer.statusCode).toBe(415);
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([{ level: 40, status: 415 }]);
  expect(lines.join('')).not.toContain('stack');
});

describe('cookies', () => {
  const post = (procedure: string, cookie?: string) =>
    t.app.inject({ method: 'POST', url: `/trpc/${procedure}`, payload: {}, headers: cookie ? { cookie } : {} });

  test('the session has the prefix __Host-; one from before is read once and replaced', async () => {
    const { email } = await makeAccount(t);
    const { device_id: deviceId, ...sent } = credentials(email);
    const entered = await t.app.inject({ method: 'POST', url: '/trpc/auth.login', payload: { ...sent, deviceId } });
    expect(entered.statusCode).toBe(200);
    expect(entered.cookies).toEqual([
      expect.objectContaining({ name: '__Host-refreshToken', path: '/', secure: true, httpOnly: true, sameSite: 'Strict' }),
    ]);
    const [cookie] = entered.cookies;
    expect(cookie).not.toHaveProperty('domain');

    const former = await post('auth.refresh', `refreshToken=${cookie?.value}`);
    expect(former.statusCode).toBe(200);
    const names = former.cookies.map(({ name, value }) => (value ? name : `${name} ended`));
    expect(new Set(names)).toEqual(new Set(['__Host-refreshToken', 'refreshToken ended']));
    const next = former.cookies.find(({ name }) => name === '__Host-refreshToken');
    const renewed = await post('auth.refresh', `__Host-refreshToken=${next?.value}`);
    expect(renewed.statusCode).toBe(200);
    expect(renewed.cookies.map(({ name }) => name)).toEqual(['__Host-refreshToken']);
  });

  test('the language is read from the cookie with the prefix first', async () => {
    const cookie = `${languageCookie}=en; __Host-${languageCookie}=es`;
    const answer = await t.app.inject({ url: '/api/1.0/nothing', headers: { cookie } });
    expect(answer.body).toContain('No existe');
  });
});

describe('two keys at a time', () => {
  const former = () => openKeys({ current: tokenKey }, '/nowhere');

  test('tokens of the key before the rotation are accepted, new ones name the new key, and others nothing', async () => {
    const account = await makeAccount(t);
    const { data } = await logIn(t, account.email);
    const [head = '', body = ''] = data.accessToken.split('.');
    const { kid } = JSON.parse(Buffer.from(head, 'base64url').toString()) as { kid: string };
    expect(kid).toBe(t.services.keys.id);
    const { sid } = JSON.parse(Buffer.from(body, 'base64url').toString()) as { sid: string };
    const claims = { userId: account.id, sessionId: sid, sessionVersion: 1, deviceId: 'abcd1234', roles: account.roles };
    const tokenSignedBy = (keys: Parameters<typeof signAccessToken>[0]) =>
      signAccessToken(keys, { ...claims, impersonatedId: null, impersonatorId: null });
    const ask = async (token: string) => (await t.callRest('GET', '/user', { token })).status;
    expect(await ask(await tokenSignedBy(former()))).toBe(200);
    expect(await ask(await tokenSignedBy(openKeys({ current: 'a key of nobody, which is long enough' }, '/nowhere')))).toBe(401);
    const forged = { ...former(), id: t.services.keys.id };
    expect(await ask(await tokenSignedBy(forged))).toBe(401);
  });

  test('a session from before the rotation continues with a token of the new key', async () => {
    const before = await startTestApp({ tokenKeys: { current: tokenKey, previous: undefined } });
    const { email } = await makeAccount(before);
    const { data } = await logIn(before, email);
    before.services.keys = openKeys({ current: 'a key after the rotation, long enough', previous: tokenKey }, '/nowhere');
    const after = await before.callRest('POST', '/auth/refresh', { body: { refresh_token: data.refreshToken } });
    expect(after.status).toBe(200);
    await before.close();
  });
});
