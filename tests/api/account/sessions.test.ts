import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditLog, sessions } from '#drizzle/schema/accounts.ts';
import { newId } from '#drizzle/schema/columns.ts';
import { daysFromNow, makeCompany, makeEmployee } from '#server/demo/builders.ts';
import { roles } from '#shared/access/access.ts';
import type { OwnSessions } from '#shared/accounts/account.ts';
import { logIn, makeAccount, callFromWeb } from '#tests/api/auth/sign-in.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

let t: TestApp;
beforeAll(async () => void (t = await startTestApp()));
afterAll(() => t.close());

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const isAlive = async (token: string) => (await t.callRest('GET', '/user', { token })).status === 200;

/** The list as the owner's browser reads it. */
async function list(token: string): Promise<OwnSessions> {
  const response = await t.app.inject({ url: '/trpc/account.sessions', headers: { authorization: `Bearer ${token}` } });
  return response.json().result.data;
}

async function signedInTwice() {
  const user = await makeAccount(t);
  const currentLogin = (await logIn(t, user.email)).data;
  const there = (await logIn(t, user.email, { device_id: 'zzzz9999' }, '203.0.113.9')).data;
  return { user, here: currentLogin, there };
}

describe('the list of own sessions', () => {
  test('describes each one, this one first', async () => {
    const { user, here } = await signedInTwice();
    await t.services.db.update(sessions).set({ userAgent: firefox }).where(eq(sessions.userId, user.id));
    const { items, total } = await list(here.accessToken);
    expect(total).toBe(2);
    expect(items).toMatchObject([
      { browser: 'Firefox on Linux', device: 'computer', kind: 'rest', ip: '198.51.100.1', isCurrent: true },
      { browser: 'Firefox on Linux', device: 'computer', kind: 'rest', ip: '203.0.113.9', isCurrent: false },
    ]);
    expect(JSON.stringify(items)).not.toContain('Mozilla');
  });

  test('leaves out sessions that no longer work: ended, expired, an impersonation, another person’s', async () => {
    const { user, here, there } = await signedInTwice();
    const admin = await makeAccount(t, { roles: [roles.admin] });
    await logIn(t, admin.email);
    const [adminSession] = await t.services.db.select().from(sessions).where(eq(sessions.userId, admin.id));
    await t.callRest('POST', '/auth/logout', { token: there.accessToken });
    const row = { userId: user.id, deviceId: 'x', kind: 'web' as const };
    await t.services.db.insert(sessions).values([
      { ...row, refreshHash: newId(), expiresAt: daysFromNow(-1) },
      { ...row, refreshHash: newId(), expiresAt: daysFromNow(1), impersonatorSessionId: adminSession!.id },
    ]);
    expect(await list(here.accessToken)).toMatchObject({ total: 1, items: [{ isCurrent: true }] });
  });

  test('lists fifty and counts all', async () => {
    const { user, here } = await signedInTwice();
    const more = Array.from({ length: 60 }, () => ({
      userId: user.id,
      deviceId: 'x',
      kind: 'web' as const,
      refreshHash: newId(),
      expiresAt: daysFromNow(1),
    }));
    await t.services.db.insert(sessions).values(more);
    const { items, total } = await list(here.accessToken);
    expect([items.length, total, items[0]?.isCurrent]).toEqual([50, 62, true]);
  });
});

describe('ending sessions', () => {
  test('one: its access and refresh token stop working immediately, the other sessions continue', async () => {
    const { user, here, there } = await signedInTwice();
    const other = (await list(here.accessToken)).items.find(({ isCurrent }) => !isCurrent);
    const answer = await callFromWeb(t, 'account.endSession', { id: other?.id }, { token: here.accessToken });
    expect(answer).toMatchObject({ status: 200, data: { ended: 1 } });
    expect(await isAlive(there.accessToken)).toBe(false);
    expect((await t.callRest('POST', '/auth/refresh', { body: { refresh_token: there.refreshToken } })).status).toBe(401);
    expect(await isAlive(here.accessToken)).toBe(true);
    const log = await t.services.db.select().from(auditLog).where(eq(auditLog.actorId, user.id));
    expect(log).toMatchObject([{ action: 'session.end', subjectType: 'session', subjectId: other?.id }]);
    expect((await callFromWeb(t, 'account.endSession', { id: other?.id }, { token: here.accessToken })).status).toBe(404);
  });

  test('another person’s is not there', async () => {
    const { here } = await signedInTwice();
    const stranger = await signedInTwice();
    const otherSession = (await list(stranger.here.accessToken)).items[0];
    expect((await callFromWeb(t, 'account.endSession', { id: otherSession?.id }, { token: here.accessToken })).status).toBe(404);
    expect(await isAlive(stranger.here.accessToken)).toBe(true);
  });

  test('all others leaves this one', async () => {
    const { user, here, there } = await signedInTwice();
    const third = (await logIn(t, user.email)).data;
    const answer = await callFromWeb(t, 'account.endOtherSessions', {}, { token: here.accessToken });
    expect(answer).toMatchObject({ status: 200, data: { ended: 2 } });
    expect(await Promise.all([here, there, third].map(({ accessToken }) => isAlive(accessToken)))).toEqual([true, false, false]);
    expect(await list(here.accessToken)).toMatchObject({ total: 1 });
    expect((await callFromWeb(t, 'account.endOtherSessions', {}, { token: here.accessToken })).data).toEqual({ ended: 0 });
  });

  test('an admin’s, from another session: impersonations started in it end immediately, and the log records it', async () => {
    const company = await makeCompany(t.services.db);
    const person = await makeEmployee(t.services.db, company.id);
    const admin = await makeAccount(t, { roles: [roles.admin] });
    const currentLogin = (await logIn(t, admin.email)).data;
    const acting = await t.createImpersonationToken(admin, person);
    await callFromWeb(t, 'account.endOtherSessions', {}, { token: currentLogin.accessToken });
    expect(await isAlive(acting)).toBe(false);
    const log = await t.services.db.select().from(auditLog).where(eq(auditLog.action, 'impersonation.end'));
    expect(log).toMatchObject([{ actorId: admin.id, impersonatedId: person.id, companyId: company.id }]);
  });
});
