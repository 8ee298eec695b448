import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { auditLog, sessions, users } from '#drizzle/schema/accounts.ts';
import { makeCompany, makeEmployee } from '#server/demo/builders.ts';
import { type Role, roles } from '#shared/access/access.ts';
import type { OwnSessions } from '#shared/accounts/account.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { credentials, logIn, makeAccount, callFromWeb } from './sign-in.ts';

let t: TestApp;
beforeAll(async () => void (t = await startTestApp()));
afterAll(() => t.close());
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }));
afterEach(() => void vi.useRealTimers());

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
const limits: [string, Role, { idleSeconds: number; max: number }][] = [
  ['a driver', roles.driver, { idleSeconds: 30 * day, max: 90 * day }],
  ['an employer', roles.companyAdmin, { idleSeconds: 12 * hour, max: 7 * day }],
  ['an admin', roles.admin, { idleSeconds: 30 * minute, max: 12 * hour }],
  ['a news contributor', roles.newsContributor, { idleSeconds: 30 * minute, max: 12 * hour }],
];

async function signedIn(userRoles: Role[]) {
  const user = await makeAccount(t, { roles: userRoles });
  return { user, ...(await logIn(t, user.email)).data };
}

async function refresh(refreshToken: string) {
  const { status, body } = await t.callRest('POST', '/auth/refresh', { body: { refresh_token: refreshToken } });
  return { status, ...((body.data ?? {}) as { accessToken: string; refreshToken: string }) };
}

const read = async (token: string) => (await t.callRest('GET', '/user', { token })).status;
const activeSessionsOf = async (userId: string) =>
  t.services.db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt)));

describe.each(limits)('the session of %s', (_, role, { idleSeconds: idle, max }) => {
  test('ends after its time without use, not before', async () => {
    const first = await signedIn([role]);
    pass(idle - 1);
    const second = await refresh(first.refreshToken);
    expect(second.status).toBe(200);
    pass(idle);
    expect((await refresh(second.refreshToken)).status).toBe(401);
  });

  test('ends after its longest time, however often it is used', async () => {
    let { refreshToken } = await signedIn([role]);
    const step = idle / 2;
    for (let elapsed = step; elapsed < max; elapsed += step) {
      pass(step);
      const next = await refresh(refreshToken);
      expect(next.status).toBe(200);
      ({ refreshToken } = next);
    }
    pass(step);
    expect((await refresh(refreshToken)).status).toBe(401);
  });

  test('shows both ends in the list', async () => {
    const { accessToken } = await signedIn([role]);
    const response = await t.app.inject({ url: '/trpc/account.sessions', headers: { authorization: `Bearer ${accessToken}` } });
    const answer: { result: { data: OwnSessions } } = response.json();
    const { items } = answer.result.data;
    const endsAt = new Date(Date.now() + max * 1000).toISOString();
    expect(items).toMatchObject([{ isCurrent: true, idleMinutes: idle / minute, endsAt }]);
  });
});

test('the longest time follows a role that was added later', async () => {
  const { user, refreshToken } = await signedIn([roles.driver]);
  pass(7 * day);
  const next = await refresh(refreshToken);
  expect(next.status).toBe(200);
  await t.services.db
    .update(users)
    .set({ roles: [roles.driver, roles.companyAdmin] })
    .where(eq(users.id, user.id));
  expect(await read(next.accessToken)).toBe(401);
  expect((await refresh(next.refreshToken)).status).toBe(401);
});

describe('the time without use', () => {
  test('of several roles is the shortest of theirs', async () => {
    const { refreshToken } = await signedIn([roles.driver, roles.companyUser]);
    pass(12 * hour);
    expect((await refresh(refreshToken)).status).toBe(401);
  });

  test('follows a role that was added later', async () => {
    const { user, refreshToken } = await signedIn([roles.driver]);
    pass(hour);
    await t.services.db
      .update(users)
      .set({ roles: [roles.driver, roles.adsAdmin] })
      .where(eq(users.id, user.id));
    expect((await refresh(refreshToken)).status).toBe(401);
  });

  test('begins at each request, to the minute for an admin', async () => {
    let { accessToken, refreshToken } = await signedIn([roles.admin]);
    pass(14 * minute);
    expect(await read(accessToken)).toBe(200);
    pass(29 * minute);
    ({ accessToken, refreshToken } = await refresh(refreshToken));
    pass(14 * minute);
    expect(await read(accessToken)).toBe(200);
    pass(30 * minute);
    expect((await refresh(refreshToken)).status).toBe(401);
  });

  /** A request of the web, with or without the header that says when the person last touched the screen. */
  const readOnWeb = async (token: string, idleSeconds?: string) => {
    const idle = idleSeconds === undefined ? {} : { 'x-idle-seconds': idleSeconds };
    const headers = { authorization: `Bearer ${token}`, ...idle };
    return (await t.app.inject({ url: '/trpc/auth.profile', headers })).statusCode;
  };

  async function signedInOnWeb() {
    const user = await makeAccount(t, { roles: [roles.admin] });
    const { cookie, data } = await callFromWeb(t, 'auth.login', {
      email: user.email,
      password: credentials('').password,
      deviceId: 'abcd1234',
    });
    return { cookie, token: String(data?.['accessToken']) };
  }

  const refreshOnWeb = async (cookie: string | null) => {
    const { status, data, ...answer } = await callFromWeb(t, 'auth.refresh', {}, { cookie });
    return { status, cookie: answer.cookie, token: String(data?.['accessToken']) };
  };

  test('runs out while an untouched screen refreshes and sends requests', async () => {
    let { cookie, token } = await signedInOnWeb();
    for (const elapsed of [10, 20]) {
      pass(10 * minute);
      ({ cookie, token } = await refreshOnWeb(cookie));
      expect(await readOnWeb(token, String(elapsed * minute))).toBe(200);
      expect(await readOnWeb(token)).toBe(200);
    }
    pass(10 * minute);
    expect((await refreshOnWeb(cookie)).status).toBe(401);
    expect(await readOnWeb(token, '0')).toBe(401);
  });

  test('begins when the person last touched the screen', async () => {
    let { cookie, token } = await signedInOnWeb();
    pass(14 * minute);
    expect(await readOnWeb(token, String(4 * minute))).toBe(200);
    pass(25 * minute);
    ({ cookie, token } = await refreshOnWeb(cookie));
    expect(await readOnWeb(token, '0')).toBe(200);
    pass(29 * minute);
    expect((await refreshOnWeb(cookie)).status).toBe(200);
  });

  test('is not extended by an invalid header', async () => {
    const { cookie, token } = await signedInOnWeb();
    pass(10 * minute);
    for (const sent of ['-100000', 'soon', '1e400', '']) expect(await readOnWeb(token, sent), sent).toBe(200);
    pass(20 * minute);
    expect((await refreshOnWeb(cookie)).status).toBe(401);
  });

  test('can be set', async () => {
    const short = { maxIdleMs: 5 * minute * 1000, maxAgeMs: hour * 1000 };
    const set = { admin: short, employer: short, driver: short };
    const other = await startTestApp({ sessionLimits: set });
    try {
      const user = await makeAccount(other, { roles: [roles.driver] });
      const { data } = await logIn(other, user.email);
      pass(5 * minute);
      const answer = await other.callRest('POST', '/auth/refresh', { body: { refresh_token: data.refreshToken } });
      expect(answer.status).toBe(401);
    } finally {
      await other.close();
    }
  });
});

describe('an impersonation', () => {
  test('counts as use of the administrator’s own session, and ends with it', async () => {
    const { id: companyId } = await makeCompany(t.services.db);
    const employee = await makeEmployee(t.services.db, companyId);
    const admin = await signedIn([roles.superAdmin]);
    const target = { user_id: employee.id, device_id: 'test', role: 'employer' };
    const started = await t.callRest('POST', '/auth/login/impersonate', { token: admin.accessToken, body: target });
    const { accessToken, refreshToken } = started.body.data as unknown as { accessToken: string; refreshToken: string };
    pass(9 * minute);
    expect(await read(accessToken)).toBe(200);
    pass(25 * minute);
    const adminRefresh = await refresh(admin.refreshToken);
    expect(adminRefresh.status).toBe(200);
    pass(30 * minute);
    expect((await refresh(adminRefresh.refreshToken)).status).toBe(401);
    expect((await refresh(refreshToken)).status).toBe(401);
  });
});

describe('a new sign-in', () => {
  const signInOnWeb = (email: string, cookie: string | null = null) =>
    callFromWeb(t, 'auth.login', { email, password: credentials('').password, deviceId: 'abcd1234' }, { cookie });

  test('ends the session that the browser had, also another person’s', async () => {
    const [one, other] = [await makeAccount(t), await makeAccount(t)];
    const first = await signInOnWeb(one.email);
    const second = await signInOnWeb(one.email, first.cookie);
    expect(await read(String(first.data?.['accessToken']))).toBe(401);
    expect(await read(String(second.data?.['accessToken']))).toBe(200);
    const third = await signInOnWeb(other.email, second.cookie);
    expect(await read(String(second.data?.['accessToken']))).toBe(401);
    expect(await activeSessionsOf(one.id)).toEqual([]);
    expect(await read(String(third.data?.['accessToken']))).toBe(200);
  });

  test('that fails ends nothing', async () => {
    const user = await makeAccount(t);
    const first = await signInOnWeb(user.email);
    const input = { email: user.email, password: 'Wrong#Haul7x', deviceId: 'abcd1234' };
    expect((await callFromWeb(t, 'auth.login', input, { cookie: first.cookie })).status).toBe(401);
    expect(await read(String(first.data?.['accessToken']))).toBe(200);
  });

  test('with a cookie that is not ours ends nothing and works', async () => {
    const user = await makeAccount(t);
    expect((await signInOnWeb(user.email, 'nonsense')).status).toBe(200);
    expect(await activeSessionsOf(user.id)).toHaveLength(1);
  });

  test('in another browser, or through REST, ends nothing', async () => {
    const user = await makeAccount(t);
    const first = await signInOnWeb(user.email);
    await signInOnWeb(user.email);
    await logIn(t, user.email);
    expect(await read(String(first.data?.['accessToken']))).toBe(200);
    expect(await activeSessionsOf(user.id)).toHaveLength(3);
  });

  test('beyond fifty ends the session that was unused the longest', async () => {
    const user = await makeAccount(t);
    const tokens: string[] = [];
    for (let n = 0; n < 51; n++) {
      tokens.push((await logIn(t, user.email)).data.accessToken);
      pass(1);
    }
    expect(await activeSessionsOf(user.id)).toHaveLength(50);
    expect(await read(tokens[0] ?? '')).toBe(401);
    expect(await read(tokens[1] ?? '')).toBe(200);
    expect(await t.services.db.select().from(auditLog).where(eq(auditLog.actorId, user.id))).toEqual([]);
  });
});
