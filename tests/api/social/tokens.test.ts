import { createHmac, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { exportJWK, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { freePort } from '#tests/helpers/server.ts';
import { noProviders, startSocialProviders } from '#tests/helpers/social-providers.ts';
import { arrive, newAddress, signedInAs } from './arrive.ts';

let t: TestApp;
let p: Awaited<ReturnType<typeof startSocialProviders>>;
beforeAll(async () => {
  p = await startSocialProviders();
  t = await startTestApp({ social: p.social });
});
afterAll(async () => {
  await t.close();
  await p.stop();
});

let sequence = 0;
const newPerson = () => {
  const sub = `sub-${++sequence}`;
  return { sub, email: `${sub}@mail.example`, email_verified: true, given_name: 'Rosa', family_name: 'Delgado' };
};
const now = () => Math.floor(Date.now() / 1000);
const refusal = { status: 401, errors: [{ code: 'unauthenticated', message: expect.stringContaining('couldn’t confirm') }] };

describe('a good token', () => {
  test.each(['google', 'apple', 'facebook'] as const)('of %s signs in', async (source) => {
    const answer = await arrive(t, source, await p[source].createIdToken(newPerson()));
    expect(answer).toEqual({
      status: 200,
      data: { accessToken: expect.any(String), refreshToken: expect.any(String) },
    });
    expect(await signedInAs(t, answer)).toMatchObject({ firstName: 'Rosa', lastName: 'Delgado', roles: ['Driver'] });
  });
  test('can be issued for another one of our apps', async () => {
    const claims = { ...newPerson(), aud: 'google-web-phone', azp: 'google-web-phone' };
    expect((await arrive(t, 'google', await p.google.createIdToken(claims))).status).toBe(200);
  });
  test('may carry the nonce that a client keeps to itself', async () => {
    expect((await arrive(t, 'google', await p.google.createIdToken({ ...newPerson(), nonce: 'of-a-phone' }))).status).toBe(200);
  });
  test('is refreshed like any other session', async () => {
    const { data } = await arrive(t, 'google', await p.google.createIdToken(newPerson()));
    const renewed = await t.callRest('POST', '/auth/refresh', { body: { refresh_token: data.refreshToken } });
    expect(renewed.status).toBe(200);
  });
});

describe('a token is refused', () => {
  const cases: [string, () => object][] = [
    ['for another app', () => ({ aud: 'another-app' })],
    ['for others too, without saying to whom it was handed', () => ({ aud: ['google-web', 'another-app'] })],
    ['handed to another app', () => ({ azp: 'another-app' })],
    ['of another issuer', () => ({ iss: 'https://accounts.evil.example' })],
    ['without a subject', () => ({ sub: undefined })],
    ['with a subject that is no text', () => ({ sub: 7 })],
    ['without an end', () => ({ exp: undefined })],
    ['past its end', () => ({ iat: now() - 300, exp: now() - 10 })],
    ['made more than ten minutes ago', () => ({ iat: now() - 700, exp: now() + 3000 })],
    ['made tomorrow', () => ({ iat: now() + 86_400, exp: now() + 90_000 })],
    ['not valid yet', () => ({ nbf: now() + 600 })],
    ['with a nonce of our web, but not from there', () => ({ nonce: `haulboard-${'x'.repeat(43)}` })],
  ];
  test.each(cases)('%s', async (_, claims) => {
    expect(await arrive(t, 'google', await p.google.createIdToken({ ...newPerson(), ...claims() }))).toMatchObject(refusal);
  });
  test('of another provider', async () => {
    expect(await arrive(t, 'apple', await p.google.createIdToken(newPerson()))).toMatchObject(refusal);
  });
  test('without a signature', async () => {
    const token = new UnsecuredJWT({
      ...newPerson(),
      aud: 'google-web',
      iss: p.google.issuer,
      iat: now(),
      exp: now() + 60,
    }).encode();
    expect(await arrive(t, 'google', token)).toMatchObject(refusal);
  });
  test('signed with the public key as if it were a secret', async () => {
    const [key] = p.google.keys.toJSON();
    const claims = { ...newPerson(), aud: 'google-web', iss: p.google.issuer, iat: now(), exp: now() + 60 };
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const input = `${part({ alg: 'HS256', kid: key?.kid })}.${part(claims)}`;
    const signature = createHmac('sha256', JSON.stringify(key)).update(input).digest('base64url');
    expect(await arrive(t, 'google', `${input}.${signature}`)).toMatchObject(refusal);
  });
  test('signed by a stranger under our kid, with their own key inside', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const kid = p.google.keys.toJSON()[0]?.kid ?? '';
    const token = await new SignJWT(newPerson())
      .setProtectedHeader({ alg: 'RS256', kid, jwk: await exportJWK(publicKey) })
      .setIssuer(p.google.issuer)
      .setAudience('google-web')
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(privateKey);
    expect(await arrive(t, 'google', token)).toMatchObject(refusal);
  });
  test('changed on its way', async () => {
    const [head = '', body = '', signature = ''] = (await p.google.createIdToken(newPerson())).split('.');
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as object;
    const forged = Buffer.from(JSON.stringify({ ...claims, sub: 'victim' })).toString('base64url');
    expect(await arrive(t, 'google', `${head}.${forged}.${signature}`)).toMatchObject(refusal);
  });
  test.each([['nonsense'], ['a.b.c'], ['..'], ['a.b.c.d']])('that is none: %j', async (token) => {
    expect((await arrive(t, 'google', token)).status).toBe(401);
  });
  test('when none or too much is sent', async () => {
    expect((await arrive(t, 'google', '')).status).toBe(422);
    expect((await arrive(t, 'google', 'x'.repeat(20_000))).status).toBe(422);
    expect((await arrive(t, 'myspace' as 'google', 'x')).status).toBe(422);
  });
});

describe('once', () => {
  test('a token signs in', async () => {
    const token = await p.google.createIdToken(newPerson());
    expect((await arrive(t, 'google', token)).status).toBe(200);
    expect(await arrive(t, 'google', token)).toMatchObject({
      status: 401,
      errors: [{ code: 'unauthenticated', message: 'This sign-in was already used. Try again.' }],
    });
  });
  test('however its signature is spelled', async () => {
    const token = await p.google.createIdToken(newPerson());
    const [head = '', body = '', signature = ''] = token.split('.');
    expect((await arrive(t, 'google', token)).status).toBe(200);
    const bytes = Buffer.from(signature, 'base64url').toString('base64url');
    for (const again of [`${head}.${body}.${bytes}=`, `${head}.${body}.${bytes}`])
      expect((await arrive(t, 'google', again)).status).toBe(401);
  });
  test('however many try in parallel', async () => {
    const token = await p.google.createIdToken(newPerson());
    const answers = await Promise.all(Array.from({ length: 6 }, () => arrive(t, 'google', token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('a provider', () => {
  const unreachable = {
    status: 502,
    errors: [{ code: 'provider_failed', message: expect.stringContaining('Couldn’t reach') }],
  };
  test('that is down is named, and works again once it is back', async () => {
    const port = await freePort();
    const jwksUrl = `http://127.0.0.1:${port}/jwks`;
    const down = await startTestApp({ social: { ...p.social, google: { ...p.google.settings, jwksUrl } } });
    const token = await p.google.createIdToken(newPerson());
    expect(await arrive(down, 'google', token)).toMatchObject(unreachable);
    const back = createServer((_, response) => response.end(JSON.stringify({ keys: p.google.keys.toJSON() })));
    back.listen(port, '127.0.0.1');
    await once(back, 'listening');
    expect((await arrive(down, 'google', token)).status).toBe(200);
    await down.close();
    back.closeAllConnections();
    back.close();
  });
  test('that answers with no keys is named too', async () => {
    const broken = await startTestApp({
      social: { ...p.social, google: { ...p.google.settings, jwksUrl: `${p.google.issuer}/nothing` } },
    });
    expect(await arrive(broken, 'google', await p.google.createIdToken(newPerson()))).toMatchObject(unreachable);
    await broken.close();
  });
  test.each(['google', 'apple', 'facebook'] as const)('%s that is not set up says so', async (source) => {
    const none = await startTestApp({ social: noProviders });
    expect(await arrive(none, source, 'x')).toMatchObject({
      status: 422,
      errors: [{ field: 'source', message: expect.stringContaining('isn’t set up') }],
    });
    await none.close();
  });
});

test('120 tries an hour from one address', async () => {
  const ip = newAddress();
  for (let n = 0; n < 120; n++) expect((await arrive(t, 'google', 'nonsense', {}, ip)).status).toBe(401);
  expect((await arrive(t, 'google', await p.google.createIdToken(newPerson()), {}, ip)).status).toBe(429);
});
