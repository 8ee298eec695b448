import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SocialSource } from '#shared/accounts/sign-in.ts';
import { callFromWeb } from '#tests/api/auth/sign-in.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { noProviders, startSocialProviders } from '#tests/helpers/social-providers.ts';
import { arrive } from './arrive.ts';

let t: TestApp;
let p: Awaited<ReturnType<typeof startSocialProviders>>;
beforeAll(async () => {
  p = await startSocialProviders();
  t = await startTestApp({ social: p.social, publicUrl: 'https://jobs.haulboard.example' });
});
afterAll(async () => {
  await t.close();
  await p.stop();
});
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }));
afterEach(() => void vi.useRealTimers());

let sequence = 0;
async function start(source: SocialSource) {
  const { status, data } = await callFromWeb(t, 'auth.socialStart', { source });
  expect(status).toBe(200);
  const address = new URL(String(data?.['address']));
  const ask = Object.fromEntries(address.searchParams);
  return { address, ask, ticket: String(data?.['ticket']), state: String(data?.['state']) };
}
const tokenFor = (nonce: unknown, source: SocialSource = 'google') => {
  const sub = `web-${++sequence}`;
  return p[source].createIdToken({ sub, email: `${sub}@mail.example`, email_verified: true, nonce });
};
const finish = (source: SocialSource, token: string, ticket?: string) =>
  callFromWeb(t, 'auth.socialLogin', { source, token, deviceId: 'abcd1234', ...(ticket ? { ticket } : {}) });

describe('the way to the provider', () => {
  test('asks for an ID token with a nonce and a state', async () => {
    const { address, ask, state } = await start('google');
    expect(address.origin + address.pathname).toBe(p.google.settings.authorizeUrl);
    expect(ask).toMatchObject({
      client_id: 'google-web',
      redirect_uri: 'https://jobs.haulboard.example/login/social',
      response_type: 'id_token',
      response_mode: 'fragment',
      scope: 'openid email profile',
      state,
    });
    expect((await start('google')).ask['nonce']).not.toBe(ask['nonce']);
  });
  test('has Apple post its answer, as it must where an address is asked for', async () => {
    expect((await start('apple')).ask).toMatchObject({
      response_mode: 'form_post',
      redirect_uri: 'https://jobs.haulboard.example/login/social/form',
    });
  });
  test('is closed for a provider that is not set up', async () => {
    const none = await startTestApp({ social: noProviders });
    expect((await callFromWeb(none, 'auth.socialStart', { source: 'google' })).status).toBe(422);
    await none.close();
  });
});

describe('returning from the provider', () => {
  test.each(['google', 'apple', 'facebook'] as const)(
    'signs in with the answer of %s, the refresh token in its cookie',
    async (source) => {
      const { ask, ticket } = await start(source);
      const answer = await finish(source, await tokenFor(ask['nonce'], source), ticket);
      expect(answer).toMatchObject({ status: 200, data: { accessToken: expect.any(String), refreshToken: null } });
      expect(answer.cookie).toEqual(expect.any(String));
    },
  );
  test('needs the ticket, and the nonce that follows from it', async () => {
    const [one, two] = [await start('google'), await start('google')];
    const refusal = { status: 401, code: 'unauthenticated' };
    expect(await finish('google', await tokenFor(one.ask['nonce']))).toMatchObject(refusal);
    expect(await finish('google', await tokenFor(one.ask['nonce']), two.ticket)).toMatchObject(refusal);
    expect(await finish('google', await tokenFor(undefined), one.ticket)).toMatchObject(refusal);
    expect(await finish('google', await tokenFor('of-a-phone'), one.ticket)).toMatchObject(refusal);
    expect(await finish('google', await tokenFor(one.ask['nonce']), `${one.ticket}x`)).toMatchObject(refusal);
    expect(await finish('apple', await tokenFor(one.ask['nonce'], 'apple'), one.ticket)).toMatchObject(refusal);
    expect((await finish('google', await tokenFor(one.ask['nonce']), one.ticket)).status).toBe(200);
  });
  test('cannot be bypassed through the REST API', async () => {
    const { ask, ticket } = await start('google');
    expect((await arrive(t, 'google', await tokenFor(ask['nonce']))).status).toBe(401);
    expect((await arrive(t, 'google', await tokenFor('of-a-phone'), { ticket })).status).toBe(401);
    expect((await arrive(t, 'google', await tokenFor(ask['nonce']), { ticket })).status).toBe(200);
  });
  test('a nonce is good once, and for ten minutes', async () => {
    const { ask, ticket } = await start('google');
    expect((await finish('google', await tokenFor(ask['nonce']), ticket)).status).toBe(200);
    expect((await finish('google', await tokenFor(ask['nonce']), ticket)).status).toBe(401);
    const late = await start('google');
    vi.setSystemTime(Date.now() + 10 * 60 * 1000 + 1000);
    expect((await finish('google', await tokenFor(late.ask['nonce']), late.ticket)).status).toBe(401);
  });
  test('takes no access token of Facebook, which answers no nonce', async () => {
    const { ticket } = await start('facebook');
    const token = p.graph.issueToken('web', { me: { id: '77', email: 'web@mail.example' } });
    expect((await finish('facebook', token, ticket)).status).toBe(401);
    expect((await finish('facebook', token)).status).toBe(401);
  });
});

describe("Apple's posted form", () => {
  const post = (fields: Record<string, string>) =>
    t.app.inject({
      method: 'POST',
      url: '/login/social/form',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://appleid.apple.com' },
      payload: new URLSearchParams(fields).toString(),
    });
  test('is handed to our screen in the fragment, with the name', async () => {
    const user = JSON.stringify({ name: { firstName: 'Ana', lastName: 'Reyes' }, email: 'ana@mail.example' });
    const answer = await post({ id_token: 'a.b.c', state: 's', user, code: 'never passed on' });
    expect(answer.statusCode).toBe(303);
    expect(answer.headers).toMatchObject({
      location: '/login/social#id_token=a.b.c&state=s&first_name=Ana&last_name=Reyes',
      'cache-control': 'no-store',
    });
  });
  test('hands an error on, and makes nothing of nonsense', async () => {
    expect((await post({ error: 'user_cancelled_authorize', state: 's' })).headers.location).toBe(
      '/login/social#state=s&error=user_cancelled_authorize',
    );
    expect((await post({ user: '{', state: '\r\nset-cookie: a=b' })).headers.location).toBe(
      '/login/social#state=%0D%0Aset-cookie%3A+a%3Db',
    );
    expect((await post({ user: 'null' })).statusCode).toBe(303);
    const other = await t.app.inject({ method: 'POST', url: '/login/social/form', payload: { id_token: 'x' } });
    expect(other.statusCode).toBe(415);
    const big = await post({ id_token: 'x'.repeat(40_000) });
    expect(big.statusCode).toBe(413);
  });
});
