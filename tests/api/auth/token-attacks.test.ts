import { createHmac, generateKeyPairSync } from 'node:crypto';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sessions } from '#drizzle/schema/accounts.ts';
import { newId } from '#drizzle/schema/columns.ts';
import { makeCompany, makeEmployee } from '#server/demo/builders.ts';
import { openKeys } from '#server/session/keys.ts';
import { endEverySession } from '#server/session/sessions.ts';
import { type Role, roles } from '#shared/access/access.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { logIn, makeAccount, openStream, streamWith } from './sign-in.ts';

/** Forged and manipulated access tokens (`docs/product/access.md#sessions`). None of them works. */
let t: TestApp;
let validToken: string;
let userId: string;
let claims: JWTPayload;
beforeAll(async () => {
  t = await startTestApp();
  const user = await makeAccount(t);
  userId = user.id;
  validToken = (await logIn(t, user.email)).data.accessToken;
  claims = JSON.parse(Buffer.from(validToken.split('.')[1] ?? '', 'base64url').toString()) as JWTPayload;
});
afterAll(() => t.close());

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const now = () => Math.floor(Date.now() / 1000);
const header = { alg: 'EdDSA', typ: 'at+jwt' };

/** Signed with our own key, so that only its content is wrong. */
function signed(payload: JWTPayload, protectedHeader: object = header, key = t.services.keys.signing): Promise<string> {
  return new SignJWT(payload).setProtectedHeader(protectedHeader as { alg: string }).sign(key);
}

function hmac(secret: string | Buffer, protectedHeader: object): string {
  const text = `${encode(protectedHeader)}.${encode(claims)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

/** Checks REST, tRPC, and a public procedure, which must not treat the caller as signed in. */
async function expectSignedOut(token: string): Promise<void> {
  expect((await t.callRest('GET', '/user', { token })).status).toBe(401);
  const headers = { authorization: `Bearer ${token}` };
  expect((await t.app.inject({ url: '/trpc/auth.profile', headers })).statusCode).toBe(401);
  expect((await t.app.inject({ url: '/trpc/auth.me', headers })).json()).toEqual({ result: { data: null } });
}

test('the valid one is accepted', async () => {
  expect((await t.callRest('GET', '/user', { token: validToken })).status).toBe(200);
  expect((await t.callRest('GET', '/user', { token: await signed(claims) })).status).toBe(200);
});

test('but not by another installation, even in the same process', async () => {
  const other = await startTestApp({
    tokenKeys: { current: 'the key of another installation, long enough', previous: undefined },
  });
  const headers = { authorization: `Bearer ${validToken}` };
  const id = String(claims['sid']);
  await makeAccount(other, { id: userId });
  await other.services.db
    .insert(sessions)
    .values({ id, userId, deviceId: 'abcd1234', kind: 'rest', refreshHash: id, expiresAt: new Date(Date.now() + 60_000) });
  expect((await t.callRest('GET', '/user', { token: validToken })).status).toBe(200);
  expect((await other.app.inject({ url: '/api/1.0/user', headers })).statusCode).toBe(401);
  await other.close();
});

describe('signatures', () => {
  const [head, payload, signature] = ['0', '1', '2'].map((n) => () => validToken.split('.')[Number(n)] ?? '') as [
    () => string,
    () => string,
    () => string,
  ];
  const otherKey = generateKeyPairSync('ed25519').privateKey;
  const publicPem = () => t.services.keys.verifying.export({ type: 'spki', format: 'pem' });
  const publicDer = () => t.services.keys.verifying.export({ type: 'spki', format: 'der' });
  const publicRaw = () => Buffer.from(String(t.services.keys.verifying.export({ format: 'jwk' }).x), 'base64url');
  const publicJwk = () => JSON.stringify(t.services.keys.verifying.export({ format: 'jwk' }));

  test.each<[string, () => string | Promise<string>]>([
    ['none', () => `${encode({ alg: 'none', typ: 'at+jwt' })}.${payload()}.`],
    ['None', () => `${encode({ alg: 'None', typ: 'at+jwt' })}.${payload()}.`],
    ['none with a signature', () => `${encode({ alg: 'none', typ: 'at+jwt' })}.${payload()}.${signature()}`],
    ['no signature', () => `${head()}.${payload()}.`],
    ['two parts', () => `${head()}.${payload()}`],
    ['HS256 with our public key as PEM', () => hmac(publicPem(), { alg: 'HS256', typ: 'at+jwt' })],
    ['HS256 with our public key as DER', () => hmac(publicDer(), { alg: 'HS256', typ: 'at+jwt' })],
    ['HS256 with our public key in bytes', () => hmac(publicRaw(), { alg: 'HS256', typ: 'at+jwt' })],
    ['HS256 with our public key as JWK', () => hmac(publicJwk(), { alg: 'HS256', typ: 'at+jwt' })],
    ['HS256 with an empty key', () => hmac('', { alg: 'HS256', typ: 'at+jwt' })],
    ['HS256 with the key of the e-mail check', () => hmac(t.services.keys.emailCheck, { alg: 'HS256', typ: 'at+jwt' })],
    ['an HMAC that calls itself EdDSA', () => hmac(publicRaw(), header)],
    ['a foreign key', () => signed(claims, header, otherKey)],
    ['a foreign key with our kid', () => signed(claims, { ...header, kid: 'haulboard' }, otherKey)],
    ['a key that the token brings', () => signed(claims, { ...header, jwk: publicOf(otherKey) }, otherKey)],
    ['a key that the token points to', () => signed(claims, { ...header, jku: 'https://keys.test.example/jwks' }, otherKey)],
    [
      'the key of another installation',
      () => signed(claims, header, openKeys({ current: 'another key, long enough for it!!' }, '/x').signing),
    ],
    ['a bent payload', () => `${head()}.${encode({ ...claims, roles: [roles.superAdmin] })}.${signature()}`],
    ['a bent account', () => `${head()}.${encode({ ...claims, aud: newId() })}.${signature()}`],
    ['a bent head', () => `${encode({ ...header, kid: 'x' })}.${payload()}.${signature()}`],
    ['a bent signature', () => `${head()}.${payload()}.${tampered(signature())}`],
    ['a cut signature', () => `${head()}.${payload()}.${signature().slice(0, -4)}`],
    ['a signature of zeros', () => `${head()}.${payload()}.${Buffer.alloc(64).toString('base64url')}`],
    ['an unknown critical header', () => signed(claims, { ...header, crit: ['exp'], exp: 1 }).catch(() => 'a.b.c')],
    ['an unencoded payload', () => `${encode({ ...header, b64: false, crit: ['b64'] })}.${payload()}.${signature()}`],
    ['no JSON', () => `${Buffer.from('{').toString('base64url')}.${payload()}.${signature()}`],
  ])('%s', async (_, make) => expectSignedOut(await make()));

  function publicOf(key: typeof otherKey): object {
    const { d, ...rest } = key.export({ format: 'jwk' });
    return d ? rest : {};
  }
  const tampered = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1);
});

describe('claims under our own signature', () => {
  test.each<[string, () => JWTPayload]>([
    ['expired', () => ({ ...claims, exp: now() - 1 })],
    ['no end', () => without('exp')],
    ['an end that is no number', () => ({ ...claims, exp: 'never' as never })],
    ['not yet valid', () => ({ ...claims, nbf: now() + 60 })],
    ['another issuer', () => ({ ...claims, iss: 'someone' })],
    ['no issuer', () => without('iss')],
    ['no account', () => without('aud')],
    ["another's account", () => ({ ...claims, aud: newId() })],
    ['an account that is no id', () => ({ ...claims, aud: 'email-check' })],
    ['two accounts', () => ({ ...claims, aud: [userId, newId()] })],
    ['no session', () => without('sid')],
    ['a session that is not there', () => ({ ...claims, sid: newId() })],
    ['a session that is no id', () => ({ ...claims, sid: "'; --" })],
    ['another version of the account', () => ({ ...claims, sv: 99 })],
    ['a version beyond all numbers', () => ({ ...claims, sv: 1e300 })],
    ['a version in parts', () => ({ ...claims, sv: 1.5 })],
    ['no version', () => without('sv')],
    ['an admin who is none', () => ({ ...claims, act: { sub: newId() }, impersonatedId: userId })],
  ])('%s', async (_, make) => expectSignedOut(await signed(make())));

  test.each(['JWT', 'email-check+jwt', 'jwt', undefined])('the type %s', async (typ) => {
    await expectSignedOut(await signed(claims, { alg: 'EdDSA', ...(typ ? { typ } : {}) }));
  });

  test('roles of a token are not believed', async () => {
    const withForgedRoles = await signed({ ...claims, roles: [roles.superAdmin], rid: 1 });
    expect((await t.callRest('GET', '/user', { token: withForgedRoles })).body.data).toMatchObject({
      roles: [roles.companyAdmin],
    });
    expect((await t.callRest('POST', '/companies/search', { token: withForgedRoles, body: {} })).status).toBe(403);
  });

  function without(name: string): JWTPayload {
    const { [name]: _, ...rest } = claims;
    return rest;
  }
});

describe('how it is sent', () => {
  test.each([
    ['no scheme', () => validToken],
    ['another scheme', () => `Basic ${validToken}`],
    ['two in one', () => `Bearer ${validToken} ${validToken}`],
    ['two in a list', () => `Bearer ${validToken}, Bearer ${validToken}`],
    ['as text', () => `Bearer "${validToken}"`],
    ['nothing', () => 'Bearer '],
  ])('%s is refused', async (_, make) => {
    const response = await t.app.inject({ url: '/api/1.0/user', headers: { authorization: make() } });
    expect(response.statusCode).toBe(401);
  });

  test.each([5_000, 12_000])('%i characters are refused', async (length) => {
    await expectSignedOut('x'.repeat(length));
    await expectSignedOut(`${validToken}${'A'.repeat(length)}`);
    await expectSignedOut(await signed({ ...claims, padding: 'x'.repeat(length * 0.7) }));
  });

  test('two Authorization headers are refused, in either order', async () => {
    if (!t.app.server.listening) await t.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = t.app.server.address() as AddressInfo;
    const ask = (...authorization: string[]) =>
      new Promise<number>((resolve, reject) => {
        const headers = ['Host', 'localhost', ...authorization.flatMap((value) => ['Authorization', value])];
        const outgoing = request({ host: '127.0.0.1', port, path: '/api/1.0/user', headers }, (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        });
        outgoing.on('error', reject).end();
      });
    expect(await ask(`Bearer ${validToken}`)).toBe(200);
    expect(await ask(`Bearer ${validToken}`, 'Bearer other')).toBe(401);
    expect(await ask('Bearer other', `Bearer ${validToken}`)).toBe(401);
    expect(await ask(`Bearer ${validToken}`, `Bearer ${validToken}`)).toBe(401);
    expect(await ask(`Bearer ${'x'.repeat(40_000)}`)).toBe(431);
  });

  test('in the URL is refused', async () => {
    for (const name of ['token', 'access_token', 'authorization', 'connectionParams'])
      for (const path of ['/api/1.0/user', '/trpc/auth.profile'])
        expect([400, 401]).toContain((await t.app.inject({ url: `${path}?${name}=${validToken}` })).statusCode);
    for (const name of ['token', 'ticket', 'authorization']) {
      const query = new URLSearchParams({ connectionParams: JSON.stringify({ [name]: validToken }) });
      expect((await t.app.inject({ url: `/trpc/auth.profile?${query}` })).statusCode, name).toBe(401);
      expect(await streamWith(t, { [name]: validToken }), name).toBe('refused');
    }
  });
});

describe('the ticket of a live stream', () => {
  async function openLiveStream(userRoles: Role[] = [roles.companyAdmin]) {
    const company = await makeCompany(t.services.db);
    const person = await makeEmployee(t.services.db, company.id, { roles: userRoles });
    const token = await t.createToken(person, 'web');
    const ticketResponse = await t.app.inject({ url: '/trpc/auth.streamTicket', headers: { authorization: `Bearer ${token}` } });
    const { ticket } = ticketResponse.json().result.data;
    return { company, person, token, ticket };
  }

  test('opens a stream within seconds, and nothing else', async () => {
    const { token, ticket } = await openLiveStream([roles.admin]);
    await expectSignedOut(ticket);
    const query = new URLSearchParams({ connectionParams: JSON.stringify({ ticket, token: ticket }) });
    for (const path of ['auth.profile', 'jobs.list', 'auth.streamTicket'])
      expect((await t.app.inject({ url: `/trpc/${path}?${query}` })).statusCode, path).toBe(401);
    expect((await t.app.inject({ url: `/trpc/auth.me?${query}` })).json()).toEqual({ result: { data: null } });
    const change = { method: 'POST', url: `/trpc/auth.updateProfile?${query}`, payload: { firstName: 'Mallory' } } as const;
    expect((await t.app.inject(change)).statusCode).toBe(401);
    expect(await streamWith(t, { ticket })).toBe('news');
    for (const name of ['ticket', 'token']) expect(await streamWith(t, { [name]: token }), name).toBe('refused');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 });
    expect(await streamWith(t, { ticket }).finally(() => vi.useRealTimers())).toBe('refused');
  });

  test('the stream continues without it until the session ends', async () => {
    const { company, person, ticket } = await openLiveStream();
    const { hear, close } = await openStream(t, { ticket });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    expect(await hear(company.id)).toBe('news');
    vi.setSystemTime(Date.now() + 2000);
    await endEverySession(t.services.db, person.id);
    expect(await hear(company.id).finally(() => vi.useRealTimers())).toBe('the end');
    close();
  });
});
