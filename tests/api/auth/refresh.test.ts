// @engine both
import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { auditLog, sessions, users } from '#drizzle/schema/accounts.ts';
import { hashRefreshToken, deriveNextToken } from '#server/session/refresh-tokens.ts';
import { refreshSession, findSessionIdByRefreshToken } from '#server/session/refresh.ts';
import { endEverySession } from '#server/session/sessions.ts';
import { roles } from '#shared/access/access.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { credentials, logIn, makeAccount, callFromWeb } from './sign-in.ts';

let t: TestApp;
beforeAll(async () => void (t = await startTestApp()));
afterAll(() => t.close());
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }));
afterEach(() => void vi.useRealTimers());

const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
const unauthenticated = { status: 401 };

async function signedIn(overrides = {}) {
  const user = await makeAccount(t, overrides);
  const { data } = await logIn(t, user.email);
  return { user, ...data };
}

async function refresh(refreshToken: string) {
  const { status, body } = await t.callRest('POST', '/auth/refresh', { body: { refresh_token: refreshToken } });
  return { status, ...((body.data ?? {}) as { accessToken: string; refreshToken: string }) };
}

const isAlive = async (token: string) => (await t.callRest('GET', '/user', { token })).status === 200;

describe('refreshing', () => {
  test('uses up the token and returns new ones', async () => {
    const first = await signedIn();
    pass(60);
    const second = await refresh(first.refreshToken);
    expect(second.status).toBe(200);
    expect(second.refreshToken).not.toBe(first.refreshToken);
    expect(await isAlive(second.accessToken)).toBe(true);
    expect((await refresh(second.refreshToken)).status).toBe(200);
  });

  test('takes the token as the bearer and in camelCase', async () => {
    const { refreshToken } = await signedIn();
    const bearerAnswer = await t.callRest('POST', '/auth/refresh', { token: refreshToken });
    const next = (bearerAnswer.body.data as { refreshToken: string }).refreshToken;
    expect(await t.callRest('POST', '/auth/refresh', { body: { refreshToken: next } })).toMatchObject({ status: 200 });
  });

  test('outlives the access token', async () => {
    const { accessToken, refreshToken } = await signedIn();
    pass(15 * 60 + 1);
    expect(await isAlive(accessToken)).toBe(false);
    expect(await isAlive((await refresh(refreshToken)).accessToken)).toBe(true);
  });

  test.each(['', 'nonsense', 'AaH8f0SfcjqCOg8PGHd9FKonRAcfzBYXoWHBHltw0eX2zaGJ1RfZSFqK8GTZ9IzN'])('refuses %j', async (token) => {
    expect(await refresh(token)).toMatchObject(unauthenticated);
  });

  test('answers 401 to whatever is no refresh token, in the body and as the bearer', async () => {
    const { accessToken } = await signedIn();
    const bodies = [{}, { refresh_token: 7 }, { refresh_token: null }, { refresh_token: ['x'] }, { refresh_token: { a: 1 } }];
    for (const body of [...bodies, { refreshToken: accessToken }, { refresh_token: 'x'.repeat(5000) }])
      expect(await t.callRest('POST', '/auth/refresh', { body }), JSON.stringify(body)).toMatchObject(unauthenticated);
    for (const token of [accessToken, 'nonsense', 'a.b.c'])
      expect(await t.callRest('POST', '/auth/refresh', { token }), token).toMatchObject(unauthenticated);
    expect(await t.callRest('POST', '/auth/refresh')).toMatchObject(unauthenticated);
  });

  test('refuses a locked account and one whose sessions were ended', async () => {
    const locked = await signedIn();
    await t.services.db.update(users).set({ status: 'Locked' }).where(eq(users.id, locked.user.id));
    expect(await refresh(locked.refreshToken)).toMatchObject(unauthenticated);
    expect(await isAlive(locked.accessToken)).toBe(false);
  });
});

describe('the token just replaced', () => {
  test('gets the same successor for ten seconds: two tabs refresh in parallel', async () => {
    const { refreshToken } = await signedIn();
    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(refreshToken)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect(new Set(answers.map((answer) => answer.refreshToken)).size).toBe(1);
    for (const { accessToken } of answers) expect(await isAlive(accessToken)).toBe(true);
    pass(9);
    expect((await refresh(refreshToken)).refreshToken).toBe(answers[0]?.refreshToken);
    expect((await refresh(answers[0]?.refreshToken ?? '')).status).toBe(200);
  });

  test.each(['rest', 'web'])('50 refreshes of one token in parallel leave one living session (%s)', async (transport) => {
    const user = await makeAccount(t);
    const loginInput = { email: user.email, password: credentials('').password, deviceId: 'abcd1234' };
    const start =
      transport === 'web'
        ? (await callFromWeb(t, 'auth.login', loginInput)).cookie
        : (await logIn(t, user.email)).data.refreshToken;
    const renewed = async (token: string) => {
      if (transport === 'rest') return refresh(token);
      const { status, cookie, data } = await callFromWeb(t, 'auth.refresh', {}, { cookie: token });
      return { status, refreshToken: cookie ?? '', accessToken: String(data?.['accessToken']) };
    };
    const answers = await Promise.all(Array.from({ length: 50 }, () => renewed(start ?? '')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const [successor, ...others] = new Set(answers.map(({ refreshToken }) => refreshToken));
    expect(others).toEqual([]);
    for (const { accessToken } of answers) expect(await isAlive(accessToken)).toBe(true);
    const activeSessions = await t.services.db.select().from(sessions).where(eq(sessions.userId, user.id));
    expect(activeSessions).toMatchObject([{ endedAt: null }]);
    const next = await renewed(successor ?? '');
    expect(next.status).toBe(200);
    expect((await renewed(next.refreshToken)).status).toBe(200);
  });

  test('50 parallel refreshes of a token used long ago end the family once', async () => {
    const { refreshToken, user } = await signedIn();
    const second = await refresh(refreshToken);
    pass(11);
    const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(refreshToken)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
    expect(await refresh(second.refreshToken)).toMatchObject(unauthenticated);
    const log = await t.services.db.select().from(auditLog).where(eq(auditLog.actorId, user.id));
    expect(log).toHaveLength(1);
  });

  test('is accepted until the last millisecond of the ten seconds and not after', async () => {
    const { refreshToken } = await signedIn();
    await refresh(refreshToken);
    vi.setSystemTime(Date.now() + 9_999);
    expect((await refresh(refreshToken)).status).toBe(200);
    vi.setSystemTime(Date.now() + 1);
    expect(await refresh(refreshToken)).toMatchObject(unauthenticated);
  });

  test('is not given new life by being asked for: the ten seconds run from its replacement', async () => {
    const { refreshToken } = await signedIn();
    await refresh(refreshToken);
    for (let n = 0; n < 4; n++) {
      pass(2.4);
      expect((await refresh(refreshToken)).status).toBe(200);
    }
    pass(0.5);
    expect(await refresh(refreshToken)).toMatchObject(unauthenticated);
  });

  test('ends the family afterwards, and that is written down', async () => {
    const { refreshToken, user } = await signedIn();
    const second = await refresh(refreshToken);
    pass(10);
    expect(await refresh(refreshToken)).toMatchObject(unauthenticated);
    expect(await refresh(second.refreshToken)).toMatchObject(unauthenticated);
    expect(await isAlive(second.accessToken)).toBe(false);
    const log = await t.services.db.select().from(auditLog).where(eq(auditLog.actorId, user.id));
    expect(log).toMatchObject([{ action: 'session.reuse', subjectType: 'session' }]);
  });

  test('reaches one step back only', async () => {
    const { refreshToken } = await signedIn();
    const second = await refresh(refreshToken);
    const third = await refresh(second.refreshToken);
    expect(await refresh(refreshToken)).toMatchObject(unauthenticated);
    expect(await refresh(third.refreshToken)).toMatchObject(unauthenticated);
  });

  test('ends the family from any distance', async () => {
    const { refreshToken } = await signedIn();
    let current = refreshToken;
    for (let n = 0; n < 10; n++) {
      pass(900);
      current = (await refresh(current)).refreshToken;
    }
    expect(await refresh(refreshToken)).toMatchObject(unauthenticated);
    expect(await refresh(current)).toMatchObject(unauthenticated);
  });

  test('of one device ends that device only', async () => {
    const { user, refreshToken } = await signedIn();
    const other = (await logIn(t, user.email, { device_id: 'zzzz9999' })).data;
    await refresh(refreshToken);
    pass(11);
    await refresh(refreshToken);
    expect((await refresh(other.refreshToken)).status).toBe(200);
  });
});

describe('a token used thousands of refreshes ago', () => {
  /** Counts the hashes of the chain, because each one blocks the main thread. */
  function counted() {
    const hashes = { made: 0 };
    const { refreshChain, ...keys } = t.services.keys;
    const get = () => (hashes.made++, refreshChain);
    return { hashes, keys: Object.defineProperty({ ...keys, refreshChain }, 'refreshChain', { get }) };
  }

  async function longAgo() {
    const { user, refreshToken } = await signedIn();
    let current = refreshToken;
    for (let step = 0; step < 3000; step++) current = deriveNextToken(t.services.keys, current);
    const refreshHash = hashRefreshToken(current);
    await t.services.db.update(sessions).set({ refreshHash }).where(eq(sessions.userId, user.id));
    return { refreshToken, user };
  }

  test('names its session without all those between being made again', async () => {
    const { refreshToken, user } = await longAgo();
    const { hashes, keys } = counted();
    const id = await findSessionIdByRefreshToken(t.services.db, keys, refreshToken);
    expect(await t.services.db.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, user.id))).toEqual([{ id }]);
    expect(hashes.made).toBeLessThan(10);
  });

  test('ends its family as cheaply', async () => {
    const { refreshToken, user } = await longAgo();
    const { hashes, keys } = counted();
    expect(
      await refreshSession({ ...t.services, keys }, refreshToken, { kind: 'rest', ip: '127.0.0.1', usedAt: new Date() }),
    ).toBeNull();
    expect(hashes.made).toBeLessThan(10);
    const log = await t.services.db.select().from(auditLog).where(eq(auditLog.actorId, user.id));
    expect(log).toMatchObject([{ action: 'session.reuse' }]);
  });
});

describe('an attacker who guesses', () => {
  test('who knows the session but no secret ends nothing, and learns nothing', async () => {
    const { accessToken, refreshToken } = await signedIn();
    const bytes = Buffer.from(refreshToken, 'base64url');
    const guess = Buffer.concat([bytes.subarray(0, 16), randomBytes(32)]).toString('base64url');
    expect(await refresh(guess)).toMatchObject(unauthenticated);
    const flipped = Buffer.from(bytes);
    flipped[47] = (flipped[47] ?? 0) ^ 1;
    expect(await refresh(flipped.toString('base64url'))).toMatchObject(unauthenticated);
    for (const text of [`${refreshToken}A`, ` ${refreshToken}`, refreshToken.slice(1), `${refreshToken}=`]) {
      expect([401, 422]).toContain((await refresh(text)).status);
    }
    expect(await isAlive(accessToken)).toBe(true);
    expect((await refresh(refreshToken)).status).toBe(200);
  });

  test('cannot log anyone out with it either', async () => {
    const { accessToken, refreshToken } = await signedIn();
    const bytes = Buffer.from(refreshToken, 'base64url');
    const guess = Buffer.concat([bytes.subarray(0, 16), randomBytes(32)]).toString('base64url');
    expect((await t.callRest('POST', '/auth/logout', { body: { refresh_token: guess } })).status).toBe(401);
    expect(await isAlive(accessToken)).toBe(true);
  });
});

describe('an account that changes', () => {
  test.each<[string, (id: string) => Promise<unknown>]>([
    ['locked', (id) => t.services.db.update(users).set({ status: 'Locked' }).where(eq(users.id, id))],
    ['deleted', (id) => t.services.db.delete(users).where(eq(users.id, id))],
    ['with every session ended', (id) => endEverySession(t.services.db, id)],
  ])('%s loses access at its next request, over both transports, and cannot refresh', async (_, change) => {
    const { user, accessToken, refreshToken } = await signedIn();
    expect(await isAlive(accessToken)).toBe(true);
    await change(user.id);
    expect(await isAlive(accessToken)).toBe(false);
    const headers = { authorization: `Bearer ${accessToken}` };
    expect((await t.app.inject({ url: '/trpc/auth.profile', headers })).statusCode).toBe(401);
    expect(await refresh(refreshToken)).toMatchObject(unauthenticated);
  });

  test('in its roles is judged by the new ones at its next request', async () => {
    const { user, accessToken } = await signedIn({ roles: [roles.admin] });
    const search = async () => (await t.callRest('POST', '/companies/search', { token: accessToken, body: {} })).status;
    expect(await search()).toBe(200);
    await t.services.db
      .update(users)
      .set({ roles: [roles.driver] })
      .where(eq(users.id, user.id));
    expect(await search()).toBe(403);
  });
});

describe('the web', () => {
  const start = async () => {
    const user = await makeAccount(t);
    const answer = await callFromWeb(t, 'auth.login', {
      email: user.email,
      password: credentials('').password,
      deviceId: 'abcd1234',
    });
    return { user, ...answer };
  };

  test('gets the refresh token in cookies that script, other sites and other calls never see', async () => {
    const { data, storedCookies: kept } = await start();
    expect(data).toMatchObject({ refreshToken: null, accessToken: expect.any(String) });
    expect(kept.map(({ path }) => path)).toEqual([
      ...['refresh', 'logout', 'impersonate', 'leave', 'login', 'secondFactor', 'passkeyLogin', 'socialLogin'].map(
        (call) => `/trpc/auth.${call}`,
      ),
      '/trpc/companySignIn.finish',
      '/media',
    ]);
    for (const cookie of kept) expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', maxAge: 90 * 24 * 60 * 60 });
  });

  test('refreshes by the cookie, and only by it', async () => {
    const { cookie } = await start();
    const next = await callFromWeb(t, 'auth.refresh', {}, { cookie });
    expect(next).toMatchObject({ status: 200, data: { refreshToken: null, accessToken: expect.any(String) } });
    expect(next.cookie).not.toBe(cookie);
    expect(await callFromWeb(t, 'auth.refresh', { refreshToken: next.cookie ?? '' })).toMatchObject({
      status: 401,
      code: 'unauthenticated',
    });
    expect((await callFromWeb(t, 'auth.refresh', {}, { cookie: next.cookie })).status).toBe(200);
  });

  test('cannot use its cookie at the REST API, nor a REST token here', async () => {
    const { cookie } = await start();
    expect(await refresh(cookie ?? '')).toMatchObject(unauthenticated);
    const { refreshToken } = await signedIn();
    expect(await callFromWeb(t, 'auth.refresh', {}, { cookie: refreshToken })).toMatchObject(unauthenticated);
  });

  test('loses the cookie of a session that has ended', async () => {
    const { user, cookie } = await start();
    await t.services.db.update(sessions).set({ endedAt: new Date() }).where(eq(sessions.userId, user.id));
    const refusal = await callFromWeb(t, 'auth.refresh', {}, { cookie });
    expect(refusal.status).toBe(401);
    expect(new Set(refusal.storedCookies.map(({ value }) => value))).toEqual(new Set(['']));
  });

  test.each(['same-site', 'cross-site'])('has its cookie neither used nor set by a page that is %s', async (site) => {
    const { user, cookie } = await start();
    const ask = (procedure: string, payload: object, from = site) =>
      t.app.inject({
        method: 'POST',
        url: `/trpc/${procedure}`,
        payload,
        headers: { cookie: `refreshToken=${cookie}`, 'sec-fetch-site': from },
      });
    expect((await ask('auth.refresh', {})).statusCode).toBe(401);
    await ask('auth.logout', {});
    const entered = await ask('auth.login', { email: user.email, password: credentials('').password });
    expect(entered.cookies).toEqual([]);
    expect((await ask('auth.refresh', {}, 'same-origin')).statusCode).toBe(200);
  });

  test('keeps the cookie to https where the address is', async () => {
    const secure = await startTestApp({ publicUrl: 'https://haulboard.example' });
    try {
      const user = await makeAccount(secure);
      const { storedCookies } = await callFromWeb(secure, 'auth.login', {
        email: user.email,
        password: credentials('').password,
      });
      expect(storedCookies.every((cookie) => cookie.secure === true)).toBe(true);
    } finally {
      await secure.close();
    }
  });
});

describe('logging out', () => {
  test('ends the session immediately, its access token included', async () => {
    const { accessToken, refreshToken, user } = await signedIn();
    const other = (await logIn(t, user.email)).data;
    expect(await t.callRest('POST', '/auth/logout', { token: accessToken })).toMatchObject({ status: 200, body: { data: {} } });
    expect(await isAlive(accessToken)).toBe(false);
    expect(await refresh(refreshToken)).toMatchObject(unauthenticated);
    expect(await isAlive(other.accessToken)).toBe(true);
    expect(await t.callRest('POST', '/auth/logout', { token: accessToken })).toMatchObject(unauthenticated);
    expect(await t.callRest('POST', '/auth/logout')).toMatchObject(unauthenticated);
  });

  test('works on the web by the cookie alone, after the access token has run out', async () => {
    const user = await makeAccount(t);
    const { cookie, data } = await callFromWeb(t, 'auth.login', { email: user.email, password: credentials('').password });
    const left = await callFromWeb(t, 'auth.logout', {}, { cookie });
    expect(left.status).toBe(200);
    expect(new Set(left.storedCookies.map(({ value }) => value))).toEqual(new Set(['']));
    expect(await callFromWeb(t, 'auth.refresh', {}, { cookie })).toMatchObject(unauthenticated);
    expect(await isAlive(String(data?.['accessToken']))).toBe(false);
    expect((await callFromWeb(t, 'auth.logout', {})).status).toBe(200);
  });
});
