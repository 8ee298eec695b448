import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { factors, sessions } from '#drizzle/schema/accounts.ts';
import { roles } from '#shared/access/access.ts';
import { makeCompany, makeDriver, makeEmployee } from '#server/demo/builders.ts';
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
  ])('an employer is asked by %s', async (procedure, input) => {
    const company = await makeCompany(t.services.db);
    const owner = await makeEmployee(t.services.db, company.id);
    expect(await call(await tokenSince(owner, 10), procedure, input)).toMatchObject(refusal);
  });

  test.each([
    ['auth.impersonate', { userId: '0198c0de-0000-7000-8000-000000000000', deviceId: 'test', role: 'employer' }],
    ['admin.resetFactors', { id: '0198c0de-0000-7000-8000-000000000000' }],
    ['admin.endSessions', { id: '0198c0de-0000-7000-8000-000000000000' }],
    ['billing.refund', { id: 'INV-2026-000001', amount: 500.01, reason: 'Posted twice' }],
  ])('an administrator is asked by %s', async (procedure, input) => {
    const admin = await makeAccount(t, { roles: [roles.superAdmin] });
    expect(await call(await tokenSince(admin, 10), procedure, input)).toMatchObject(refusal);
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

describe('confirming', () => {
  test('a session counts as confirmed for ten minutes after its sign-in', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    const account = await makeAccount(t);
    const { accessToken: token } = (await logIn(t, account.email)).data;
    vi.setSystemTime(Date.now() + 10 * minute - 1);
    expect((await t.callRest('POST', '/user/factors/totp/start', { token })).status).toBe(200);
    vi.setSystemTime(Date.now() + 1);
    expect(await codeOfRest(t.callRest('POST', '/user/factors/totp/start', { token }))).toEqual(refusal);
    expect((await t.callRest('POST', '/auth/confirm', { token, body: { password } })).status).toBe(200);
    expect((await t.callRest('POST', '/user/factors/totp/start', { token })).status).toBe(200);
  });

  test('confirms this session and no other', async () => {
    const account = await makeAccount(t);
    const [here, there] = [await t.createToken(account, 'web'), await tokenSince(account, 10)];
    expect((await call(here, 'factors.confirm', { password })).status).toBe(200);
    expect((await call(here, 'factors.startTotp')).status).toBe(200);
    expect(await call(there, 'factors.startTotp')).toMatchObject(refusal);
  });

  test('takes a code of the app once, and no wrong password', async () => {
    const account = await makeAccount(t);
    const { secret } = await addApp(t, account);
    const token = await tokenSince(account, 10);
    expect((await call(token, 'factors.confirm', { password: 'Wr0ng!Haul7x' })).status).toBe(422);
    expect((await call(token, 'factors.confirm', {})).status).toBe(422);
    expect(await call(token, 'factors.startTotp')).toMatchObject(refusal);
    const code = codeOf(secret);
    expect((await call(token, 'factors.confirm', { code })).status).toBe(200);
    expect((await call(token, 'factors.confirm', { code })).status).toBe(422);
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
    expect((await call(here, 'factors.confirm', answer)).status).toBe(200);
    expect([401, 422]).toContain((await call(here, 'factors.confirm', answer)).status);
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
