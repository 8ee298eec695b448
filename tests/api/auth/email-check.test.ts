import { SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { roles, type Role } from '#shared/access/access.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { logIn, makeAccount } from './sign-in.ts';

const secret = 'shared-with-a-legacy-client';
let t: TestApp;
let legacy: TestApp;
beforeAll(async () => {
  t = await startTestApp();
  legacy = await startTestApp({ emailCheckSecrets: [secret] });
});
afterAll(async () => {
  await t.close();
  await legacy.close();
});
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }));
afterEach(() => void vi.useRealTimers());
const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

let lastAddress = 0;
/** A new caller for each test, so that the tests do not share a rate limit. */
const newAddress = () => `2001:db8:${(++lastAddress).toString(16)}::1`;

async function tokenFor(ip: string, app = t) {
  const response = await app.app.inject({ method: 'POST', url: '/api/1.0/auth/email-check-token', remoteAddress: ip });
  return { status: response.statusCode, token: response.json().data?.token ?? '' };
}

async function check(email: string, token: string, ip: string, app = t) {
  const response = await app.app.inject({
    method: 'POST',
    url: '/api/1.0/auth/validate-employer-email',
    remoteAddress: ip,
    payload: { email },
    headers: { authorization: `Bearer ${token}` },
  });
  return {
    status: response.statusCode,
    ...(response.json() as { data?: object; message?: string; errors?: { code: string }[] }),
  };
}

async function ask(email: string, ip = newAddress()) {
  return check(email, (await tokenFor(ip)).token, ip);
}

describe('what is revealed', () => {
  test('a free address', async () => {
    expect(await ask('free@test.example')).toEqual({ status: 200, data: { emailExists: false, roles: [], missingRole: false } });
  });
  test("a driver's address leads to the fast log-in, whatever its case", async () => {
    const driver = await makeAccount(t, { email: 'Wheels@test.example', roles: [roles.driver] });
    expect((await ask(driver.email.toLowerCase())).data).toEqual({ emailExists: true, roles: ['Driver'], missingRole: false });
  });
  test.each([
    [[roles.companyUser]],
    [[roles.companyAdmin]],
    [[roles.driver, roles.companyUser]],
    [[roles.admin]],
    [[roles.superAdmin]],
    [[roles.newsAdmin]],
    [[roles.adsAdmin]],
    [[roles.driver, roles.admin]],
  ] as [Role[]][])('%j is one class with all others', async (held) => {
    const account = await makeAccount(t, { roles: held });
    expect((await ask(account.email)).data).toEqual({ emailExists: true, roles: [], missingRole: true });
  });
});

describe('the five-second token', () => {
  test('is good once', async () => {
    const ip = newAddress();
    const { token } = await tokenFor(ip);
    expect((await check('free@test.example', token, ip)).status).toBe(200);
    expect((await check('free@test.example', token, ip)).status).toBe(401);
  });
  test('once, however many try in parallel', async () => {
    const ip = newAddress();
    const { token } = await tokenFor(ip);
    const answers = await Promise.all(Array.from({ length: 6 }, () => check('free@test.example', token, ip)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
  test('expires after five seconds', async () => {
    const ip = newAddress();
    const { token } = await tokenFor(ip);
    pass(6);
    expect((await check('free@test.example', token, ip)).status).toBe(401);
  });
  test("is bound to the caller's address", async () => {
    const { token } = await tokenFor(newAddress());
    expect((await check('free@test.example', token, newAddress())).status).toBe(401);
  });
  test('is no access token, and an access token is none of these', async () => {
    const user = await makeAccount(t);
    const { accessToken } = (await logIn(t, user.email)).data;
    const ip = newAddress();
    expect((await check('free@test.example', accessToken, ip)).status).toBe(401);
    expect((await t.callRest('GET', '/user', { token: (await tokenFor(ip)).token })).status).toBe(401);
    expect((await check('free@test.example', '', ip)).status).toBe(401);
  });
});

describe('a legacy client', () => {
  const sign = (seconds: number, key = secret, claims = {}) =>
    new SignJWT({ email: 'free@test.example', ...claims })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuedAt()
      .setExpirationTime(`${seconds}s`)
      .sign(new TextEncoder().encode(key));

  test('signs its own where a secret is set, once each', async () => {
    const token = await sign(5);
    const ip = newAddress();
    expect((await check('free@test.example', token, ip, legacy)).status).toBe(200);
    expect((await check('free@test.example', token, ip, legacy)).status).toBe(401);
    expect((await check('free@test.example', await sign(5), newAddress())).status).toBe(401);
  });
  test.each([
    ['another secret', () => sign(5, 'another-shared-secret')],
    ['a long life', () => sign(3600)],
    ['another address', () => sign(5, secret, { email: 'other@test.example' })],
  ])('not with %s', async (_, make) => {
    expect((await check('free@test.example', await make(), newAddress(), legacy)).status).toBe(401);
  });
});

describe('the rate limits', () => {
  test('20 tokens a minute from one address, then a refusal with a message', async () => {
    const ip = newAddress();
    for (let n = 0; n < 20; n++) expect((await tokenFor(ip)).status).toBe(200);
    expect((await tokenFor(ip)).status).toBe(429);
    pass(61);
    expect((await tokenFor(ip)).status).toBe(200);
  });
  test('60 answers a day from one network', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 70; n++) {
      const ip = `2001:db8:ffff:1::${n + 1}`;
      pass(4);
      statuses.push((await ask(`mixed${n}@test.example`, ip)).status);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    expect(statuses.at(-1)).toBe(429);
    const refusal = await ask('mixed@test.example', '2001:db8:ffff:1::1');
    expect(refusal).toMatchObject({
      status: 429,
      message: expect.stringContaining('Too many attempts'),
      errors: [{ code: 'too_many' }],
    });
  });
  test.each([
    ['at a stroke', 0],
    ['in an hour', 24],
  ])(
    'of 150 checks from one address %s, 60 at most are answered',
    async (_, seconds) => {
      const ip = newAddress();
      const counts = { answered: 0, refused: 0 };
      for (let n = 0; n < 150; n++) {
        const issued = await tokenFor(ip);
        const { status, message } = issued.token
          ? await check(`mixed-${n}@test.example`, issued.token, ip)
          : { status: issued.status };
        if (status === 200) counts.answered++;
        else if (status === 429) counts.refused++;
        if (issued.token && status === 429) expect(message).toContain('Too many attempts');
        pass(seconds);
      }
      expect(counts.answered).toBeLessThanOrEqual(60);
      expect(counts.answered + counts.refused).toBe(150);
    },
    60_000,
  );

  test('a legacy client signing its own has the same 60', async () => {
    const ip = newAddress();
    let answered = 0;
    for (let n = 0; n < 100; n++) {
      const email = `mixed-${n}@test.example`;
      const token = await new SignJWT({ email, n })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuedAt()
        .setExpirationTime('5s')
        .sign(new TextEncoder().encode(secret));
      if ((await check(email, token, ip, legacy)).status === 200) answered++;
    }
    expect(answered).toBe(60);
  });

  test('10 answers an hour about one address', async () => {
    for (let n = 0; n < 10; n++) expect((await ask('asked@test.example')).status).toBe(200);
    expect((await ask('ASKED@test.example')).status).toBe(429);
  });
});
