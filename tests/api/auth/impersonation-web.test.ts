import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { auditLog, sessions } from '#drizzle/schema/accounts.ts';
import { makeCompany, makeEmployee } from '#server/demo/builders.ts';
import { roles } from '#shared/access/access.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { makeAccount, password } from './sign-in.ts';

let t: TestApp;
beforeAll(async () => void (t = await startTestApp()));
afterAll(() => t.close());
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }));
afterEach(() => void vi.useRealTimers());

const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

/** A browser that stores cookies by name and path, and sends each only to its path. */
function browser() {
  const jar = new Map<string, { name: string; value: string; path: string }>();
  return {
    kept: (name: string) => [...jar.values()].find((cookie) => cookie.name === name)?.value ?? null,
    call: async (procedure: string, input: object = {}, token?: string) => {
      const url = `/trpc/${procedure}`;
      const sent = [...jar.values()].filter(({ path }) => path === url).map(({ name, value }) => `${name}=${value}`);
      const response = await t.app.inject({
        method: 'POST',
        url,
        payload: input,
        headers: { cookie: sent.join('; '), ...(token ? { authorization: `Bearer ${token}` } : {}) },
      });
      for (const { name, value, path = '/' } of response.cookies) {
        if (value) jar.set(name + path, { name, value, path });
        else jar.delete(name + path);
      }
      const body = response.json() as { result?: { data: { accessToken: string; refreshToken: string | null } } };
      return { status: response.statusCode, token: body.result?.data.accessToken ?? '', data: body.result?.data };
    },
  };
}

async function scene() {
  const { db } = t.services;
  const admin = await makeAccount(t, { roles: [roles.superAdmin] });
  const company = await makeCompany(db);
  const [user, other] = [await makeEmployee(db, company.id), await makeEmployee(db, company.id)];
  const b = browser();
  const adminLogin = await b.call('auth.login', { email: admin.email, password, deviceId: 'abcd1234', role: 'admin' });
  return { admin, user, other, own: adminLogin.token, ownCookie: b.kept('refreshToken'), ...b };
}

const isAlive = async (token: string) => (await t.callRest('GET', '/user', { token })).status === 200;

async function endsOf(userId: string) {
  const rows = await t.services.db.select().from(auditLog).where(eq(auditLog.impersonatedId, userId)).orderBy(auditLog.id);
  return rows.map(({ action }) => action.split('.')[1]);
}

test('the admin’s cookie is set aside once, and the impersonation’s replaces it', async () => {
  const { user, other, own, ownCookie, call, kept } = await scene();
  const acting = await call('auth.impersonate', { userId: user.id }, own);
  expect(acting).toMatchObject({ status: 200, data: { refreshToken: null } });
  expect(kept('adminRefreshToken')).toBe(ownCookie);
  const first = kept('refreshToken');
  expect(first).not.toBe(ownCookie);
  await call('auth.impersonate', { userId: other.id }, own);
  expect(kept('adminRefreshToken')).toBe(ownCookie);
  expect(kept('refreshToken')).not.toBe(first);
});

test('another person in the same browser ends the one before', async () => {
  const { user, other, own, call } = await scene();
  const first = await call('auth.impersonate', { userId: user.id }, own);
  const second = await call('auth.impersonate', { userId: other.id }, own);
  expect([await isAlive(first.token), await isAlive(second.token)]).toEqual([false, true]);
  expect(await endsOf(user.id)).toEqual(['start', 'end']);
  expect(await endsOf(other.id)).toEqual(['start']);
});

test('each of the two cookies is refreshed under its own name', async () => {
  const { user, admin, own, ownCookie, call, kept } = await scene();
  await call('auth.impersonate', { userId: user.id }, own);
  const acting = kept('refreshToken');
  const ownRefresh = await call('auth.refresh', { admin: true });
  expect(ownRefresh.status).toBe(200);
  expect(JSON.parse(Buffer.from(ownRefresh.token.split('.')[1] ?? '', 'base64url').toString())).toMatchObject({ aud: admin.id });
  expect(kept('adminRefreshToken')).not.toBe(ownCookie);
  expect(kept('refreshToken')).toBe(acting);
  const refreshed = await call('auth.refresh');
  expect(JSON.parse(Buffer.from(refreshed.token.split('.')[1] ?? '', 'base64url').toString())).toMatchObject({ aud: user.id });
});

test('leaving gives the admin’s cookie back, also after the time ran out', async () => {
  for (const seconds of [1, 700]) {
    const { user, admin, own, ownCookie, call, kept } = await scene();
    const acting = await call('auth.impersonate', { userId: user.id }, own);
    pass(seconds);
    expect((await call('auth.leave', {}, acting.token)).status).toBe(200);
    expect([kept('refreshToken'), kept('adminRefreshToken')]).toEqual([ownCookie, null]);
    expect(await isAlive(acting.token)).toBe(false);
    expect(await endsOf(user.id)).toEqual(['start', 'end']);
    const again = await call('auth.refresh');
    expect(JSON.parse(Buffer.from(again.token.split('.')[1] ?? '', 'base64url').toString())).toMatchObject({ aud: admin.id });
  }
});

test('leaving without an impersonation ends nothing', async () => {
  const { own, ownCookie, call, kept } = await scene();
  expect((await call('auth.leave', {}, own)).status).toBe(200);
  expect(kept('refreshToken')).toBe(ownCookie);
  expect(await isAlive(own)).toBe(true);
  expect((await browser().call('auth.leave')).status).toBe(200);
});

test('logging out while impersonating ends both sessions and clears both cookies', async () => {
  const { user, admin, own, call, kept } = await scene();
  const acting = await call('auth.impersonate', { userId: user.id }, own);
  expect((await call('auth.logout', {}, acting.token)).status).toBe(200);
  expect([await isAlive(acting.token), await isAlive(own)]).toEqual([false, false]);
  expect([kept('refreshToken'), kept('adminRefreshToken')]).toEqual([null, null]);
  expect(await endsOf(user.id)).toEqual(['start', 'end']);
  const left = await t.services.db.select().from(sessions).where(eq(sessions.userId, admin.id));
  expect(left.every(({ endedAt }) => endedAt !== null)).toBe(true);
});

test('an old admin’s cookie is not taken for the present one’s', async () => {
  const { user, own, call } = await scene();
  await call('auth.impersonate', { userId: user.id }, own);
  const later = await makeAccount(t, { roles: [roles.admin] });
  const now = await call('auth.login', { email: later.email, password, deviceId: 'abcd1234', role: 'admin' });
  const acting = await call('auth.impersonate', { userId: user.id }, now.token);
  expect((await call('auth.leave', {}, acting.token)).status).toBe(200);
  const ownRefresh = await call('auth.refresh');
  expect(JSON.parse(Buffer.from(ownRefresh.token.split('.')[1] ?? '', 'base64url').toString())).toMatchObject({ aud: later.id });
});
