import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { auditLog, sessions, users } from '#drizzle/schema/accounts.ts';
import { employees } from '#drizzle/schema/companies.ts';
import { findForLogin } from '#server/auth/sign-in/login.ts';
import { makeCompany, makeDriver, makeEmployee, makeJob } from '#server/demo/builders.ts';
import { endEverySession, endSession, sweepExpired } from '#server/session/sessions.ts';
import { type Role, roles } from '#shared/access/access.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { logIn, makeAccount } from './sign-in.ts';

let t: TestApp;
beforeAll(async () => void (t = await startTestApp()));
afterAll(() => t.close());
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }));
afterEach(() => void vi.useRealTimers());

const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

type Tokens = { firstName: string; lastName: string; accessToken: string; refreshToken: string };

/** A company with two people, a signed-in administrator, and functions to impersonate. */
async function setUpImpersonation(userRoles: Role[] = [roles.companyAdmin]) {
  const admin = await makeAccount(t, { roles: [roles.admin], firstName: 'Andre' });
  const company = await makeCompany(t.services.db);
  const user = await makeEmployee(t.services.db, company.id, { roles: userRoles });
  const ownLogin = (await logIn(t, admin.email, { role: 'admin' })).data;
  return { admin, company, user, own: ownLogin, token: ownLogin.accessToken };
}

async function actAs(token: string, userId: string, body: object = {}) {
  const answer = await t.callRest('POST', `/auth/login/impersonate?user_id=${userId}`, {
    token,
    body: { user_id: userId, device_id: 'test', role: 'employer', ...body },
  });
  const data = (answer.body.data ?? {}) as Tokens;
  return { status: answer.status, code: answer.body.errors?.[0]?.code, ...data };
}

const isAlive = async (token: string) => (await t.callRest('GET', '/employer', { token })).status === 200;
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as object;

async function logOf(userId: string) {
  const rows = await t.services.db.select().from(auditLog).where(eq(auditLog.impersonatedId, userId)).orderBy(auditLog.id);
  return rows.map(({ action, actorId, companyId, detail }) => ({ action, actorId, companyId, detail }));
}

async function refresh(refreshToken: string) {
  const { status, body } = await t.callRest('POST', '/auth/refresh', { body: { refresh_token: refreshToken } });
  return { status, ...((body.data ?? {}) as { accessToken: string; refreshToken: string }) };
}

describe('acting as a company’s person', () => {
  test('answers the names and tokens, which carry both identities and last 600 seconds', async () => {
    const { admin, user, token } = await setUpImpersonation();
    const answer = await actAs(token, user.id);
    const { firstName, lastName } = user;
    expect(answer).toMatchObject({ status: 200, firstName, lastName, refreshToken: expect.any(String) });
    const claims = claimsOf(answer.accessToken) as { iat: number; exp: number };
    expect(claims).toMatchObject({
      aud: user.id,
      impersonatedId: user.id,
      act: { sub: admin.id },
      rid: 3,
      roles: [roles.companyAdmin],
      deviceId: 'test',
    });
    expect(claims.exp - claims.iat).toBe(600);
  });

  test('takes the id from the query or the body, and sets the fixed device', async () => {
    const { user, token } = await setUpImpersonation();
    expect((await t.callRest('POST', `/auth/login/impersonate?user_id=${user.id}`, { token })).status).toBe(200);
    expect((await t.callRest('POST', '/auth/login/impersonate', { token, body: { user_id: user.id } })).status).toBe(200);
    expect(await actAs(token, user.id, { role: 'admin' })).toMatchObject({ status: 422 });
    expect(await actAs(token, 'anonymous')).toMatchObject({ status: 404 });
  });

  test('sees what the person sees: their own company, and no other', async () => {
    const { user, company, token } = await setUpImpersonation();
    const other = await makeCompany(t.services.db, { companyName: 'Other Freight' });
    const [mine, theirs] = [await makeJob(t.services.db, company.id), await makeJob(t.services.db, other.id)];
    const { accessToken } = await actAs(token, user.id);
    const list = await t.callRest('GET', '/jobs', { token: accessToken });
    expect((list.body.data as { id: string }[]).map(({ id }) => id)).toEqual([mine.id]);
    expect((await t.callRest('GET', `/jobs/${theirs.id}`, { token: accessToken })).status).toBe(404);
    expect((await t.callRest('GET', `/jobs/${theirs.id}`, { token })).status).toBe(200);
    expect((await t.callRest('POST', '/companies/search', { token: accessToken, body: {} })).status).toBe(403);
    expect(await actAs(accessToken, user.id)).toMatchObject({ status: 403, code: 'forbidden' });
  });

  test('acts as an employer only: the driver in the same account stays alone', async () => {
    const { user, token } = await setUpImpersonation([roles.companyUser, roles.driver]);
    const { accessToken } = await actAs(token, user.id);
    expect(claimsOf(accessToken)).toMatchObject({ roles: [roles.companyUser], rid: 3 });
    expect((await t.callRest('GET', '/driver', { token: accessToken })).status).not.toBe(200);
    const me = await t.app.inject({ url: '/trpc/auth.me', headers: { authorization: `Bearer ${accessToken}` } });
    expect(me.json()).toMatchObject({ result: { data: { id: user.id, roles: [roles.companyUser] } } });
  });

  test('is not held where the person must change the password', async () => {
    const { user, token } = await setUpImpersonation();
    await t.services.db.update(users).set({ mustChangePassword: true }).where(eq(users.id, user.id));
    expect(await isAlive((await actAs(token, user.id)).accessToken)).toBe(true);
  });
});

describe('who may impersonate whom', () => {
  test.each([
    [roles.superAdmin, 200],
    [roles.admin, 200],
    [roles.internalUser, 403],
    [roles.newsAdmin, 403],
    [roles.newsContributor, 403],
    [roles.adsAdmin, 403],
    [roles.companyAdmin, 403],
    [roles.companyUser, 403],
    [roles.driver, 403],
  ])('%s: %i', async (role, status) => {
    const { user } = await setUpImpersonation();
    const token = await t.createToken(await makeAccount(t, { roles: [role] }));
    expect(await actAs(token, user.id)).toMatchObject({ status });
  });

  test('nor an administrator who has not confirmed lately, but a running impersonation can be renewed', async () => {
    const { user, token, admin, company } = await setUpImpersonation();
    expect(await actAs(token, user.id)).toMatchObject({ status: 200 });
    await t.services.db
      .update(sessions)
      .set({ confirmedAt: new Date(Date.now() - 600_000) })
      .where(eq(sessions.userId, admin.id));
    pass(600);
    expect(await actAs(token, user.id)).toMatchObject({ status: 200 });
    const another = await makeEmployee(t.services.db, company.id);
    expect(await actAs(token, another.id)).toMatchObject({ status: 403, code: 'step_up_required' });
  });

  test('nor an administrator whose own email address is unverified', async () => {
    const { user } = await setUpImpersonation();
    const token = await t.createToken(await makeAccount(t, { roles: [roles.superAdmin], emailVerifiedAt: null }));
    expect(await actAs(token, user.id)).toMatchObject({ status: 403, code: 'email_unverified' });
  });

  test('nor without a session', async () => {
    const { user } = await setUpImpersonation();
    expect(await t.callRest('POST', '/auth/login/impersonate', { body: { user_id: user.id } })).toMatchObject({ status: 401 });
  });

  test.each([roles.superAdmin, roles.admin, roles.internalUser, roles.newsAdmin, roles.newsContributor, roles.adsAdmin])(
    'never onto %s, also beside an employer role',
    async (role) => {
      const { user, token } = await setUpImpersonation([role, roles.companyAdmin]);
      expect(await actAs(token, user.id)).toMatchObject({ status: 403, code: 'forbidden' });
      expect(await logOf(user.id)).toEqual([]);
    },
  );

  test('nor onto a driver, an employer without a company, a locked or a deactivated one, or an unknown id', async () => {
    const { user, company, token } = await setUpImpersonation();
    const { db } = t.services;
    const driver = await makeDriver(db, {});
    const lone = await makeAccount(t, { roles: [roles.companyUser] });
    const locked = await makeEmployee(db, company.id, { status: 'Locked' });
    await db.update(employees).set({ active: false }).where(eq(employees.userId, user.id));
    for (const id of [driver.id, lone.id, locked.id, user.id])
      expect(await actAs(token, id)).toMatchObject({ status: 403, code: 'forbidden' });
    expect(await actAs(token, '01900000-0000-7000-8000-000000000000')).toMatchObject({ status: 404 });
  });
});

describe('the 600 seconds', () => {
  test('are enforced by the server; refreshing brings no later end', async () => {
    const { user, token } = await setUpImpersonation();
    const first = await actAs(token, user.id);
    pass(400);
    const second = await refresh(first.refreshToken);
    expect(second.status).toBe(200);
    expect(claimsOf(second.accessToken)).toMatchObject({ exp: (claimsOf(first.accessToken) as { exp: number }).exp });
    expect(claimsOf(second.accessToken)).toMatchObject({ aud: user.id, act: claimsOf(first.accessToken)['act' as never] });
    pass(199);
    expect(await isAlive(second.accessToken)).toBe(true);
    pass(2);
    expect(await isAlive(first.accessToken)).toBe(false);
    expect(await isAlive(second.accessToken)).toBe(false);
    expect(await refresh(second.refreshToken)).toMatchObject({ status: 401 });
  });

  test('begin again with Renew, before the end and after it', async () => {
    const { user, token, admin, company } = await setUpImpersonation();
    const first = await actAs(token, user.id, { reason: 'Asked on the phone' });
    pass(590);
    const second = await actAs(token, user.id);
    expect(await refresh(first.refreshToken)).toMatchObject({ status: 401 });
    const third = await actAs(token, user.id);
    pass(599);
    expect(await isAlive(third.accessToken)).toBe(true);
    expect(await isAlive(second.accessToken)).toBe(true);
    pass(30);
    expect(await isAlive(third.accessToken)).toBe(false);
    const ownLogin = (await logIn(t, admin.email, { role: 'admin' })).data.accessToken;
    expect(await isAlive((await actAs(ownLogin, user.id)).accessToken)).toBe(true);
    const names = { actorId: admin.id, companyId: company.id };
    expect(await logOf(user.id)).toEqual([
      { action: 'impersonation.start', ...names, detail: { reason: 'Asked on the phone' } },
      { action: 'impersonation.renew', ...names, detail: null },
      { action: 'impersonation.renew', ...names, detail: null },
      { action: 'impersonation.start', ...names, detail: null },
    ]);
  });

  test('over without a word are written down as ended, when they ended, once', async () => {
    const { user, token, admin, company } = await setUpImpersonation();
    await actAs(token, user.id);
    const end = new Date(Date.now() + 600_000).toISOString();
    pass(21 * 60);
    await sweepExpired(t.services.db);
    pass(21 * 60);
    await sweepExpired(t.services.db);
    expect((await logOf(user.id)).slice(1)).toEqual([
      {
        action: 'impersonation.end',
        actorId: admin.id,
        companyId: company.id,
        detail: { reason: 'time', endedAt: expect.stringMatching(new RegExp(`^${end.slice(0, 17)}`)) },
      },
    ]);
  });
});

describe('an impersonation ends', () => {
  const startScene = async () => {
    const s = await setUpImpersonation();
    return { ...s, acting: await actAs(s.token, s.user.id) };
  };
  const expectEnded = async ({ user, acting }: Awaited<ReturnType<typeof startScene>>, reason: string) => {
    expect(await isAlive(acting.accessToken)).toBe(false);
    expect(await refresh(acting.refreshToken)).toMatchObject({ status: 401 });
    const ends = (await logOf(user.id)).filter(({ action }) => action === 'impersonation.end');
    expect(ends).toMatchObject([{ detail: { reason } }]);
  };

  test('when it is logged out; the admin’s own session continues', async () => {
    const s = await startScene();
    expect(await t.callRest('POST', '/auth/logout', { token: s.acting.accessToken })).toMatchObject({ status: 200 });
    await expectEnded(s, 'left');
    expect((await t.callRest('GET', '/user', { token: s.token })).status).toBe(200);
    expect((await logOf(s.user.id)).map(({ action }) => action)).toEqual(['impersonation.start', 'impersonation.end']);
  });

  test('when the admin logs out', async () => {
    const s = await startScene();
    await t.callRest('POST', '/auth/logout', { token: s.token });
    await expectEnded(s, 'left');
  });

  test('when the admin’s session is ended, or every one of them', async () => {
    const one = await startScene();
    const [own] = await t.services.db.select().from(sessions).where(eq(sessions.userId, one.admin.id));
    await endSession(t.services.db, own?.id ?? '');
    await expectEnded(one, 'session');
    const all = await startScene();
    await endEverySession(t.services.db, all.admin.id);
    await expectEnded(all, 'session');
  });

  test('when every session of the person is ended', async () => {
    const s = await startScene();
    await endEverySession(t.services.db, s.user.id);
    await expectEnded(s, 'session');
    expect((await t.callRest('GET', '/user', { token: s.token })).status).toBe(200);
  });

  test.each([
    ['the admin is locked', 'admin', { status: 'Locked' }],
    ['the admin loses the role', 'admin', { roles: [roles.internalUser] }],
    ['the admin’s session version rises', 'admin', { sessionVersion: 7 }],
    ['the person is locked', 'user', { status: 'Locked' }],
    ['the person becomes an admin', 'user', { roles: [roles.companyAdmin, roles.admin] }],
    ['the person’s session version rises', 'user', { sessionVersion: 7 }],
  ] as const)('at the next request when %s', async (_, label, change) => {
    const s = await startScene();
    expect(await isAlive(s.acting.accessToken)).toBe(true);
    const set = change as Partial<typeof users.$inferInsert>;
    await t.services.db.update(users).set(set).where(eq(users.id, s[label].id));
    expect(await isAlive(s.acting.accessToken)).toBe(false);
  });

  test('at the next request when the person is deactivated', async () => {
    const s = await startScene();
    await t.services.db.update(employees).set({ active: false }).where(eq(employees.userId, s.user.id));
    expect(await isAlive(s.acting.accessToken)).toBe(false);
  });

  test('without touching the person’s own sessions', async () => {
    const s = await startScene();
    const userToken = await t.createToken(s.user);
    await t.callRest('POST', '/auth/logout', { token: s.acting.accessToken });
    expect(await isAlive(userToken)).toBe(true);
  });
});

describe('what is done while impersonating', () => {
  test('is in the log under both names, with the company that reads it', async () => {
    const { admin, user, company, token } = await setUpImpersonation();
    const job = await makeJob(t.services.db, company.id);
    const { accessToken } = await actAs(token, user.id);
    await t.callRest('PATCH', `/companies/${company.id}`, { token: accessToken, body: { phone: '4025550177' } });
    await t.callRest('PATCH', '/employer', { token: accessToken, body: { phone: '4025550177' } });
    await t.callRest('GET', `/jobs/${job.id}`, { token: accessToken });
    await t.callRest('PATCH', '/employer', { token: accessToken, body: { phone: 'wrong' } });
    const rows = await t.services.db.select().from(auditLog).where(eq(auditLog.companyId, company.id)).orderBy(auditLog.id);
    const names = { actorId: admin.id, impersonatedId: user.id };
    expect(rows).toMatchObject([
      { action: 'impersonation.start', ...names },
      { action: 'company.update', ...names },
      { action: 'impersonation.act', ...names, subjectType: 'call', subjectId: 'auth.updateEmployer' },
    ]);
  });

  test('leaves no line for what only looks, nor two for what has its own', async () => {
    const { user, company, token } = await setUpImpersonation();
    const { accessToken } = await actAs(token, user.id);
    await t.callRest('GET', '/company', { token: accessToken });
    await t.callRest('PATCH', `/companies/${company.id}`, { token: accessToken, body: { phone: '4025550178' } });
    expect((await logOf(user.id)).map(({ action }) => action)).toEqual(['impersonation.start', 'company.update']);
  });

  test.each([
    ['POST', '/auth/change-password', { old_password: 'Str0ng!Haul7x', new_password: 'Longer#Haul2026' }],
    ['PATCH', '/employer', { email: 'someone@else.example' }],
    ['POST', '/auth/resend-verification', {}],
    ['POST', '/auth/accept-terms', {}],
  ] as const)('refuses %s %s with a code', async (method, path, body) => {
    const { user, token } = await setUpImpersonation();
    const { accessToken } = await actAs(token, user.id);
    const refusal = await t.callRest(method, path, { token: accessToken, body });
    expect(refusal).toMatchObject({ status: 403, body: { errors: [{ code: 'impersonating' }] } });
    expect(await isAlive(accessToken)).toBe(true);
  });

  test('refuses a new address for the company', async () => {
    const { user, company, token } = await setUpImpersonation();
    const { accessToken } = await actAs(token, user.id);
    const change = (email: string) => t.callRest('PATCH', `/companies/${company.id}`, { token: accessToken, body: { email } });
    expect(await change('new@office.example')).toMatchObject({ status: 403, body: { errors: [{ code: 'impersonating' }] } });
    expect((await change(company.email)).status).toBe(200);
  });

  test('does not make the address a known one for the person', async () => {
    const { user, token } = await setUpImpersonation();
    await actAs(token, user.id);
    const rows = await t.services.db.select().from(sessions).where(eq(sessions.userId, user.id));
    expect(rows).toMatchObject([{ impersonatorSessionId: expect.any(String) }]);
    const from = { ip: rows[0]?.ip ?? '', deviceId: 'testtest' };
    expect(await findForLogin(t.services.db, user.email, from)).toMatchObject({ isKnownAddress: false });
  });
});
