import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SocialSettings, testSocialSettings } from '#server/settings/social-settings.ts';
import { testSignIn } from '#server/site/test-sign-in/routes.ts';
import type { SocialSource } from '#shared/accounts/sign-in.ts';
import { callFromWeb } from '#tests/api/auth/sign-in.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { freePort } from '#tests/helpers/server.ts';
import { noProviders } from '#tests/helpers/social-providers.ts';
import { accountByEmail, arrive, signedInAs } from './arrive.ts';

/** The test providers listen, because the product reads their keys over HTTP. */
let providers: FastifyInstance;
let social: SocialSettings;
let publicUrl: string;
let t: TestApp;
beforeAll(async () => {
  publicUrl = `http://127.0.0.1:${await freePort()}`;
  social = testSocialSettings({ publicUrl, ownUrl: publicUrl });
  providers = Fastify();
  await providers.register(testSignIn, { social, publicUrl });
  await providers.listen({ host: '127.0.0.1', port: Number(new URL(publicUrl).port) });
  t = await startTestApp({ social, publicUrl });
});
afterAll(async () => {
  await t.close();
  await providers.close();
});

let sequence = 0;
const newPerson = () => ({
  first_name: 'Rosa',
  last_name: 'Delgado',
  email: `test-person-${++sequence}@test.example`,
  verified: 'yes',
});

async function choose(address: string, form: Record<string, string>) {
  const { pathname, search } = new URL(address);
  return providers.inject({
    method: 'POST',
    url: pathname + search,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ choice: 'continue', ...form }).toString(),
  });
}
/** The answer in the fragment, or in the fields of the page that posts it. */
function answerOf({ body, headers }: Awaited<ReturnType<typeof choose>>): URLSearchParams {
  const { location } = headers;
  if (location) return new URLSearchParams(new URL(String(location)).hash.slice(1));
  const fields = [...body.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  return new URLSearchParams(fields.map(([, name = '', value = '']) => [name, value.replaceAll('&quot;', '"')]));
}
async function start(source: SocialSource) {
  const { data } = await callFromWeb(t, 'auth.socialStart', { source });
  return { address: String(data?.['address']), ticket: String(data?.['ticket']), state: String(data?.['state']) };
}
const finish = (source: SocialSource, answer: URLSearchParams, ticket: string) =>
  callFromWeb(t, 'auth.socialLogin', { source, token: answer.get('id_token'), ticket, deviceId: 'abcd1234' });

describe('a test provider of the demo', () => {
  test.each(['google', 'apple', 'facebook'] as const)('%s signs a chosen person in as a driver', async (source) => {
    const person = newPerson();
    const { address, ticket, state } = await start(source);
    const page = await providers.inject(new URL(address).pathname + new URL(address).search);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('Test sign-in');
    expect(page.headers['content-security-policy']).toContain("form-action 'self'");
    const answer = answerOf(await choose(address, person));
    expect(answer.get('state')).toBe(state);
    expect(await finish(source, answer, ticket)).toMatchObject({ status: 200, data: { accessToken: expect.any(String) } });
    expect(await accountByEmail(t, person.email)).toMatchObject({ roles: ['Driver'] });
  });

  test('offers each provider people of its own, so that trying one provider does not shut out another', async () => {
    for (const source of ['facebook', 'google', 'apple'] as const) {
      const { address, ticket } = await start(source);
      const page = await providers.inject(new URL(address).pathname + new URL(address).search);
      const [, email = ''] = /name="email" value="(rosa[^"]*)"/.exec(page.body) ?? [];
      const answer = answerOf(await choose(address, { ...newPerson(), email }));
      expect(await finish(source, answer, ticket), source).toMatchObject({ status: 200 });
    }
  });

  test('can report an unverified email, which the product rejects', async () => {
    const { verified: _, ...person } = newPerson();
    for (const source of ['google', 'apple'] as const) {
      const { address, ticket } = await start(source);
      expect((await finish(source, answerOf(await choose(address, person)), ticket)).status).toBe(403);
    }
    expect(await accountByEmail(t, person.email)).toBeUndefined();
  });

  test('as Apple posts its answer, with the name the first time only', async () => {
    const person = newPerson();
    const users = [];
    for (let time = 0; time < 2; time += 1) {
      const response = await choose((await start('apple')).address, person);
      expect(response.body).toContain(`action="${publicUrl}/login/social/form"`);
      users.push(answerOf(response).get('user'));
    }
    expect(JSON.parse(String(users[0]))).toMatchObject({ name: { firstName: 'Rosa', lastName: 'Delgado' } });
    expect(users[1]).toBeNull();
  });

  test('as Facebook returns an access token too, which Graph confirms', async () => {
    const person = newPerson();
    const parameters = {
      client_id: social.facebook?.clientIds[0] ?? '',
      redirect_uri: `${publicUrl}/login/social`,
      response_type: 'token',
    };
    const address = `${social.facebook?.authorizeUrl}?${new URLSearchParams(parameters).toString()}`;
    const token = String(answerOf(await choose(address, person)).get('access_token'));
    const signedIn = await arrive(t, 'facebook', token);
    expect(await signedInAs(t, signedIn)).toMatchObject({ email: person.email, firstName: 'Rosa', roles: ['Driver'] });
    expect((await arrive(t, 'facebook', 'made-up')).status).toBe(401);
  });

  test('answers no address but the product’s own, and no client but the product', async () => {
    const { address } = await start('google');
    for (const [name, value] of [
      ['redirect_uri', 'https://evil.example/login/social'],
      ['redirect_uri', `${publicUrl}/login/social/form`],
      ['client_id', 'another-app'],
      ['response_type', 'code'],
    ] as const) {
      const changed = new URL(address);
      changed.searchParams.set(name, value);
      const response = await choose(changed.href, newPerson());
      expect(response.statusCode).toBe(400);
      expect(response.headers.location).toBeUndefined();
    }
  });

  test('lets a person cancel, and asks again if the input is invalid', async () => {
    const { address, state } = await start('google');
    const cancelled = answerOf(await choose(address, { choice: 'cancel' }));
    expect(Object.fromEntries(cancelled)).toEqual({ error: 'access_denied', state });
    const wrong = await choose(address, { ...newPerson(), email: 'no address' });
    expect(wrong.statusCode).toBe(422);
    expect(wrong.body).toContain('role="alert"');
  });
});

describe('outside the demo', () => {
  test.each([{ isSocialSimulated: false }, { isSocialSimulated: false, production: true, demo: false }])(
    'there is no test provider: %j',
    async (settings) => {
      const none = await startTestApp({ ...settings, social: noProviders });
      for (const path of ['google/authorize', 'google/jwks', 'facebook/graph/me'])
        expect((await none.app.inject(`/test-sign-in/${path}`)).statusCode).toBe(404);
      await none.close();
    },
  );
});
