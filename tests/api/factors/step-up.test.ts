import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { factors, sessions } from '#drizzle/schema/accounts.ts';
import { employees } from '#drizzle/schema/companies.ts';
import { makeCompany, makeDriver, makeEmployee } from '#server/demo/builders.ts';
import { roles } from '#shared/access/access.ts';
import { logIn, makeAccount, password, callFromWeb } from '#tests/api/auth/sign-in.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { addApp, addPasskey, challengeFor, codeOf, siteOf } from './enroll.ts';

let t: TestApp;
beforeAll(async () => void (t = await startTestApp()));
afterAll(() => t.close());
afterEach(() => void vi.useRealTimers());

type Account = Parameters<TestApp['createToken']>[0];
const minute = 60_000;

/** A token of a session whose person confirmed their identity the given number of minutes ago. */
async function tokenSince(account: Account, minutes: number): Promise<string> {
  const token = await t.createToken(account, 'web');
  await t.services.db
    .update(sessions)
    .set({ confirmedAt: new Date(Date.now() - minutes * minute) })
    .where(eq(sessions.userId, account.id));
  return token;
}

const refusal = { status: 403, code: 'step_up_required' };
const call = (token: string, procedure: string, input: object = {}) => callFromWeb(t, procedure, input, { token });
const codeOfRest = async (answer: ReturnType<TestApp['callRest']>) => {
  const { status, body } = await answer;
  return { status, code: body?.errors?.[0]?.code };
};

describe('a session that was not confirmed in the last ten minutes', () => {
  test.each([
    ['auth.updateProfile', { email: 'elsewhere@test.example' }],
    ['auth.updateEmployer', { email: 'elsewhere@test.example' }],
    ['account.endSession', { id: '0198c0de-0000-7000-8000-000000000000' }],
    ['account.endOtherSessions', {}],
    ['account.exportData', {}],
    ['deletion.deleteAccount', {}],
    ['deletion.closeCompany', { name: 'Prairie Freight' }],
    ['companySignIn.checkDomain', {}],
    ['companySignIn.remove', {}],
    ['factors.startTotp', {}],
    ['factors.addTotp', { ticket: 'unknown', code: '000000', name: 'App' }],
    ['factors.startPasskey', {}],
    ['factors.remove', { id: '0198c0de-0000-7000-8000-000000000000' }],
    ['factors.renewRecoveryCodes', {}],
    ['billing.saveCard', { token: 'tok' }],
    ['billing.removeCard', {}],
    ['employees.add', {}],
    ['employees.setPassword', {}],
  ])('an employer is asked by %s', async (procedure, input) => {
    const company = await makeCompany(t.services.db);
    const owner = await makeEmployee(t.services.db, company.id, { roles: [roles.companyAdmin] });
    expect(await call(await tokenSince(owner, 10), procedure, input)).toMatchObject(refusal);
  });

  test.each([
    ['auth.impersonate', { userId: '0198c0de-0000-7000-8000-000000000000', deviceId: 'test', role: 'employer' }],
    ['admin.resetFactors', { id: '0198c0de-0000-7000-8000-000000000000' }],
    ['admin.endSessions', { id: '0198c0de-0000-7000-8000-000000000000' }],
    ['billing.refund', { id: 'INV-2026-000001', amount: 500.01, reason: 'Posted twice' }],
    ['admin.createAdmin', {}],
    ['admin.setEmployerPassword', {}],
    ['admin.setAccountStatus', {}],
    ['companies.create', {}],
  ])('an administrator is asked by %s', async (procedure, input) => {
    const admin = await makeAccount(t, { roles: [roles.superAdmin] });
    expect(await call(await tokenSince(admin, 10), procedure, input)).toMatchObject(refusal);
  });

  test.each([
    ['is made a company admin', { role: roles.companyUser, active: true }, { role: roles.companyAdmin }],
    ['is deactivated', { role: roles.companyUser, active: true }, { active: false }],
    ['is reactivated', { role: roles.companyUser, active: false }, { active: true }],
  ])('a company admin is asked before an employee %s', async (_, { role, active }, change) => {
    const company = await makeCompany(t.services.db);
    const token = await tokenSince(await makeEmployee(t.services.db, company.id, { roles: [roles.companyAdmin] }), 10);
    const { id } = await makeEmployee(t.services.db, company.id, { roles: active ? [role] : [] });
    if (!active) await t.services.db.update(employees).set({ active, formerRole: role }).where(eq(employees.userId, id));
    expect(await call(token, 'employees.update', { id, ...change })).toMatchObject(refusal);
    const [row] = await t.services.db.select({ active: employees.active }).from(employees).where(eq(employees.userId, id));
    expect(row?.active).toBe(active);
  });

  test('an administrator is asked before a role or another person’s address changes, and not before a new name', async () => {
    const admin = await makeAccount(t, { roles: [roles.superAdmin] });
    const token = await tokenSince(admin, 10);
    const staff = await makeAccount(t, { roles: [roles.newsContributor] });
    const employer = await makeEmployee(t.services.db, (await makeCompany(t.services.db)).id);
    expect(await call(token, 'admin.updateAdmin', { id: staff.id, role: roles.superAdmin })).toMatchObject(refusal);
    expect(await call(token, 'admin.editEmployer', { id: employer.id, email: 'moved@test.example' })).toMatchObject(refusal);
    expect((await call(token, 'admin.updateAdmin', { id: staff.id, firstName: 'Dana' })).status).toBe(200);
    expect((await call(token, 'admin.editEmployer', { id: employer.id, firstName: 'Dana' })).status).toBe(200);
  });

  test('a company admin is asked before an employee is deactivated, and not before another change', async () => {
    const company = await makeCompany(t.services.db);
    const token = await tokenSince(await makeEmployee(t.services.db, company.id, { roles: [roles.companyAdmin] }), 10);
    const { id } = await makeEmployee(t.services.db, company.id, { roles: [roles.companyUser] });
    expect(await call(token, 'employees.update', { id, active: false })).toMatchObject(refusal);
    expect(await codeOfRest(t.callRest('PATCH', `/employees/${id}`, { token, body: { active: false } }))).toEqual(refusal);
    expect((await call(token, 'employees.update', { id, firstName: 'Dana' })).status).toBe(200);
    expect((await call(token, 'employees.update', { id, active: true })).status).toBe(200);
    await t.services.db.update(sessions).set({ confirmedAt: new Date() });
    expect(await call(token, 'employees.update', { id, active: false })).toMatchObject({ status: 200 });
  });

  test('a driver is asked before the account is deleted, through REST too', async () => {
    const driver = await makeDriver(t.services.db);
    const token = await t.createToken(driver, 'rest');
    await t.services.db
      .update(sessions)
      .set({ confirmedAt: new Date(Date.now() - 10 * minute) })
      .where(eq(sessions.userId, driver.id));
    expect(await codeOfRest(t.callRest('DELETE', '/member', { token }))).toEqual(refusal);
    expect((await t.callRest('GET', '/user', { token })).status).toBe(200);
  });

  test('a batch does not get past it: each call is asked', async () => {
    const account = await makeAccount(t);
    const token = await tokenSince(account, 10);
    const response = await t.app.inject({
      method: 'POST',
      url: '/trpc/auth.acceptTerms,account.endOtherSessions?batch=1',
      payload: { 0: {}, 1: {} },
      headers: { authorization: `Bearer ${token}` },
    });
    const [first, second] = response.json<{ error?: { data: { code: string } } }[]>();
    expect([first?.error, second?.error?.data.code]).toEqual([undefined, 'step_up_required']);
  });

  test('a small refund, the person’s name and address need no confirmation', async () => {
    const admin = await makeAccount(t, { roles: [roles.superAdmin] });
    const token = await tokenSince(admin, 60);
    const small = { id: 'INV-2026-000001', amount: 500, reason: 'Posted twice' };
    expect((await call(token, 'billing.refund', small)).status).toBe(404);
    expect((await call(token, 'auth.updateProfile', { firstName: 'Dana', email: admin.email })).status).toBe(200);
  });

  test('refreshing its token does not confirm it', async () => {
    const account = await makeAccount(t);
    const { refreshToken } = (await logIn(t, account.email)).data;
    await t.services.db
      .update(sessions)
      .set({ confirmedAt: new Date(Date.now() - 10 * minute) })
      .where(eq(sessions.userId, account.id));
    const { body } = await t.callRest('POST', '/auth/refresh', { body: { refresh_token: refreshToken } });
    const { accessToken: token } = body.data as { accessToken: string };
    expect(await codeOfRest(t.callRest('POST', '/user/factors/totp/start', { token }))).toEqual(refusal);
  });
});

const newTokenOf = ({ data }: Awaited<ReturnType<typeof call>>) => (data as { accessToken: string }).accessToken;
type Confirmed = { access_token: string; refresh_token: string };

describe('confirming', () => {
  test('a session counts as confirmed for ten minutes after its sign-in', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    const account = await makeAccount(t);
    const { accessToken: token } = (await logIn(t, account.email)).data;
    vi.setSystemTime(Date.now() + 10 * minute - 1);
    expect((await t.callRest('POST', '/user/factors/totp/start', { token })).status).toBe(200);
    vi.setSystemTime(Date.now() + 1);
    expect(await codeOfRest(t.callRest('POST', '/user/factors/totp/start', { token }))).toEqual(refusal);
    const confirmed = await t.callRest('POST', '/auth/confirm', { token, body: { password } });
    const { access_token: newToken } = confirmed.body.data as Confirmed;
    expect((await t.callRest('POST', '/user/factors/totp/start', { token: newToken })).status).toBe(200);
  });

  test('replaces the session’s tokens, and the ones from before stop working', async () => {
    const account = await makeAccount(t);
    const before = (await logIn(t, account.email)).data;
    const answer = await t.callRest('POST', '/auth/confirm', { token: before.accessToken, body: { password } });
    const after = answer.body.data as Confirmed;
    const read = async (token: string) => (await t.callRest('GET', '/user', { token })).status;
    const refresh = async (token: string) =>
      (await t.callRest('POST', '/auth/refresh', { body: { refresh_token: token } })).status;
    expect([await read(before.accessToken), await read(after.access_token)]).toEqual([401, 200]);
    expect([await refresh(before.refreshToken), await refresh(after.refresh_token)]).toEqual([401, 200]);
  });

  test('keeps the device and the end of the session', async () => {
    const account = await makeAccount(t);
    const { accessToken: token } = (await logIn(t, account.email, { device_id: 'cab-tablet' })).data;
    const findSession = async () =>
      (
        await t.services.db
          .select()
          .from(sessions)
          .where(and(eq(sessions.userId, account.id), isNull(sessions.endedAt)))
      )[0];
    const { id: oldId, ...before } = (await findSession()) ?? { id: '' };
    await t.callRest('POST', '/auth/confirm', { token, body: { password } });
    const { deviceId, createdAt, expiresAt, kind } = (await findSession()) ?? {};
    expect(before).toMatchObject({ deviceId, createdAt, expiresAt, kind });
    expect((await findSession())?.id).not.toBe(oldId);
  });

  test('gives the web a new cookie and no refresh token in the answer', async () => {
    const account = await makeAccount(t);
    const answer = await call(await t.createToken(account, 'web'), 'factors.confirm', { password });
    expect(answer).toMatchObject({ status: 200, data: { refreshToken: null, accessToken: expect.any(String) } });
    expect(answer.cookie).toEqual(expect.any(String));
  });

  test('two at once leave one session', async () => {
    const account = await makeAccount(t);
    const token = await t.createToken(account, 'web');
    const answers = await Promise.all([password, password].map((one) => call(token, 'factors.confirm', { password: one })));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 401]);
    const open = await t.services.db
      .select({ id: sessions.id })
      .from(sessions)
      .where(and(eq(sessions.userId, account.id), isNull(sessions.endedAt)));
    expect(open).toHaveLength(1);
  });

  test('confirms this session and no other', async () => {
    const account = await makeAccount(t);
    const [here, there] = [await t.createToken(account, 'web'), await tokenSince(account, 10)];
    const confirmed = await call(here, 'factors.confirm', { password });
    expect(confirmed.status).toBe(200);
    expect((await call(newTokenOf(confirmed), 'factors.startTotp')).status).toBe(200);
    expect(await call(there, 'factors.startTotp')).toMatchObject(refusal);
  });

  test('takes the password of an account without a second factor, and no wrong one', async () => {
    const account = await makeAccount(t);
    const token = await tokenSince(account, 10);
    expect((await call(token, 'factors.confirm', { password: 'Wr0ng!Haul7x' })).status).toBe(422);
    expect((await call(token, 'factors.confirm', {})).status).toBe(422);
    expect(await call(token, 'factors.startTotp')).toMatchObject(refusal);
    expect((await call(token, 'factors.confirm', { password })).status).toBe(200);
  });

  test('takes the second factor of an account that has one, once, and not the password', async () => {
    const account = await makeAccount(t);
    const { secret } = await addApp(t, account);
    const token = await tokenSince(account, 10);
    expect((await call(token, 'factors.startConfirm')).data).toMatchObject({
      hasPassword: false,
      methods: ['totp', 'recovery_code'],
    });
    expect((await call(token, 'factors.confirm', { password })).status).toBe(422);
    expect(await call(token, 'factors.startTotp')).toMatchObject(refusal);
    const code = codeOf(secret);
    const confirmed = await call(token, 'factors.confirm', { code, password });
    expect(confirmed.status).toBe(200);
    expect((await call(newTokenOf(confirmed), 'factors.confirm', { code })).status).toBe(422);
  });

  test('guessing the password is delayed', async () => {
    const account = await makeAccount(t);
    const token = await tokenSince(account, 10);
    const guesses = Array.from({ length: 8 }, () => 'Wr0ng!Haul7x');
    const statuses: number[] = [];
    for (const guess of guesses) statuses.push((await call(token, 'factors.confirm', { password: guess })).status);
    expect(statuses).toEqual([422, 422, 422, 422, 422, 422, 429, 429]);
    expect((await call(token, 'factors.confirm', { password })).status).toBe(429);
  });

  test('takes a passkey for the ticket of this session only, once', async () => {
    const account = await makeAccount(t);
    const { authenticator } = await addPasskey(t, account);
    const [here, there] = [await t.createToken(account, 'web'), await tokenSince(account, 10)];
    const { data } = await call(here, 'factors.startConfirm');
    const { ticket, passkey: asked } = data as { ticket: string; passkey: { challenge: string } };
    const answer = { ticket, passkey: authenticator.get(asked.challenge, siteOf(t)) };
    expect((await call(there, 'factors.confirm', answer)).status).toBe(401);
    const confirmed = await call(here, 'factors.confirm', answer);
    expect(confirmed.status).toBe(200);
    expect([401, 422]).toContain((await call(newTokenOf(confirmed), 'factors.confirm', answer)).status);
  });
});

describe('tickets of the steps', () => {
  test('none works for another step, as a bearer or to refresh', async () => {
    const account = await makeAccount(t);
    const { secret } = await addApp(t, account);
    const token = await t.createToken(account, 'web');
    const ticketOf = async (procedure: string) => ((await call(token, procedure)).data as { ticket: string }).ticket;
    const tickets: Record<string, string> = {
      'sign-in': (await challengeFor(t, account.email)).token,
      'passkey-sign-in': ((await callFromWeb(t, 'auth.passkeyStart')).data as { ticket: string }).ticket,
      'add-app': await ticketOf('factors.startTotp'),
      'add-passkey': await ticketOf('factors.startPasskey'),
      confirm: await ticketOf('factors.startConfirm'),
      access: token,
      stream: (await (await t.createCallerWithToken(token)).auth.streamTicket()).ticket,
    };
    for (const [kind, ticket] of Object.entries(tickets)) {
      const code = codeOf(secret);
      if (kind !== 'access') expect((await t.callRest('GET', '/user', { token: ticket })).status, kind).toBe(401);
      expect((await t.callRest('POST', '/auth/refresh', { body: { refresh_token: ticket } })).status, kind).toBe(401);
      if (kind !== 'sign-in')
        expect((await t.callRest('POST', '/auth/login/second-factor', { body: { challenge: ticket, code } })).status, kind).toBe(
          401,
        );
      if (kind !== 'add-app')
        expect((await call(token, 'factors.addTotp', { ticket, code, name: 'App' })).status, kind).toBe(422);
    }
    expect(await t.services.db.select().from(factors).where(eq(factors.userId, account.id))).toHaveLength(1);
  });
});
