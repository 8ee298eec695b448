import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditLog, factors, users } from '#drizzle/schema/accounts.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { issueResetCodes } from '#server/auth/passwords/reset-password.ts';
import { readSettings } from '#server/settings/env.ts';
import { roles } from '#shared/access/access.ts';
import { logIn, makeAccount } from '#tests/api/auth/sign-in.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { addApp, challengeFor } from './enroll.ts';

let t: TestApp;
beforeAll(async () => void (t = await startTestApp({ requireSecondFactor: true })));
afterAll(() => t.close());

const factorsOf = (userId: string) => t.services.db.select().from(factors).where(eq(factors.userId, userId));
const mailsTo = (email: string) =>
  t.services.db.select().from(outbox).where(eq(outbox.recipient, email)).orderBy(desc(outbox.id));
const lastMailTo = async (email: string) => (await mailsTo(email))[0];

test('the setting is on in production and off otherwise', () => {
  const required = (source: Record<string, string>) => readSettings(source).requireSecondFactor;
  expect(required({})).toBe(false);
  expect(required({ REQUIRE_SECOND_FACTOR: 'on' })).toBe(true);
  expect(required({ NODE_ENV: 'production', PUBLIC_URL: 'https://jobs.example.com' })).toBe(true);
});

describe('an account of the admin side without a factor', () => {
  test.each(['superAdmin', 'admin', 'internalUser', 'newsAdmin', 'newsContributor', 'adsAdmin'] as const)(
    '%s can only set one up',
    async (role) => {
      const account = await makeAccount(t, { roles: [roles[role]] });
      const caller = await t.createCallerFor(account);
      expect(await caller.auth.me()).toMatchObject({ mustSetUpFactor: true });
      await expect(caller.account.sessions()).rejects.toThrow('Set up two-step verification');
      const { token } = { token: (await logIn(t, account.email)).data.accessToken };
      const { status, body } = await t.callRest('POST', '/lead/invite', {
        token,
        body: { full_name: 'Ann Lee', email: 'ann@lee.example' },
      });
      expect({ status, code: body.errors[0]?.code }).toEqual({ status: 403, code: 'second_factor_setup_required' });
      await addApp(t, account);
      expect(await caller.auth.me()).toMatchObject({ mustSetUpFactor: true });
      expect(await (await t.createCallerFor(account)).auth.me()).toMatchObject({ mustSetUpFactor: false });
      await expect((await t.createCallerFor(account)).account.sessions()).resolves.toMatchObject({ items: expect.any(Array) });
    },
  );

  test('cannot remove the last one', async () => {
    const account = await makeAccount(t, { roles: [roles.admin] });
    await addApp(t, account);
    const [factor] = await factorsOf(account.id);
    await expect((await t.createCallerFor(account)).factors.remove({ id: factor?.id ?? '' })).rejects.toThrow(
      'needs two-step verification',
    );
    expect(await factorsOf(account.id)).toHaveLength(1);
  });

  test('who must choose a new password does that first, because another person knows this one', async () => {
    const account = await makeAccount(t, { roles: [roles.admin], mustChangePassword: true });
    await expect((await t.createCallerFor(account)).factors.startTotp()).rejects.toThrow('Choose a new password');
  });

  test('employers and drivers are not asked', async () => {
    for (const role of [roles.companyAdmin, roles.driver]) {
      const account = await makeAccount(t, { roles: [role] });
      expect(await (await t.createCallerFor(account)).auth.me()).toMatchObject({ mustSetUpFactor: false });
    }
  });
});

describe('resetting the factors of another person', () => {
  test('ends the sessions, emails the owner, is logged, and the password alone opens the setup', async () => {
    const admin = await makeAccount(t, { roles: [roles.superAdmin] });
    await addApp(t, admin);
    const account = await makeAccount(t, { roles: [roles.admin] });
    await addApp(t, account);
    const token = await t.createToken(account);
    await (await t.createCallerFor(admin)).admin.resetFactors({ id: account.id });
    expect((await t.callRest('GET', '/user', { token })).status).toBe(401);
    expect((await logIn(t, account.email)).status).toBe(200);
    expect(await lastMailTo(account.email)).toMatchObject({ template: 'factors_reset' });
    const entries = await t.services.db.select().from(auditLog).where(eq(auditLog.subjectId, account.id));
    expect(entries.map(({ action, actorId }) => ({ action, actorId }))).toContainEqual({
      action: 'factor.reset',
      actorId: admin.id,
    });
    await expect((await t.createCallerFor(admin)).admin.resetFactors({ id: account.id })).rejects.toThrow(
      'no two-step verification',
    );
  });

  test('needs authority over the account, and refuses the actor’s account', async () => {
    const [boss, admin] = [await makeAccount(t, { roles: [roles.superAdmin] }), await makeAccount(t, { roles: [roles.admin] })];
    await addApp(t, boss);
    await addApp(t, admin);
    const caller = await t.createCallerFor(admin);
    await expect(caller.admin.resetFactors({ id: boss.id })).rejects.toThrow('Only a super admin');
    await expect(caller.admin.resetFactors({ id: admin.id })).rejects.toThrow('your own');
    expect(await factorsOf(boss.id)).toHaveLength(1);
  });
});

describe('resetting the password by email', () => {
  const reset = async (email: string) => {
    await t.callRest('POST', '/auth/token-password', { body: { email } });
    await issueResetCodes(t.services);
    const code = String((await mailsTo(email)).find(({ template }) => template === 'reset_code')?.data['code']);
    return t.callRest('POST', '/auth/reset-password', { body: { email, code, new_password: 'An0ther!Haul9' } });
  };

  test('keeps the factors of an owner who set them', async () => {
    const account = await makeAccount(t);
    await addApp(t, account);
    expect((await reset(account.email)).status).toBe(200);
    expect((await challengeFor(t, account.email, { password: 'An0ther!Haul9' })).methods).toContain('totp');
  });

  test('keeps the factor of a super admin whom another one created, and asks for it', async () => {
    const boss = await makeAccount(t, { roles: [roles.superAdmin] });
    await addApp(t, boss);
    const email = 'second@haulboard.example';
    const made = { email, firstName: 'Ada', lastName: 'Ruiz', password: 'F1rst!Convoy#42', role: roles.superAdmin };
    const { id } = await (await t.createCallerFor(boss)).admin.createAdmin(made);
    const first = (await logIn(t, email, { password: made.password })).data.accessToken;
    const change = { old_password: made.password, new_password: 'N3w!Convoy#42' };
    expect((await t.callRest('POST', '/auth/change-password', { token: first, body: change })).status).toBe(200);
    const token = (await logIn(t, email, { password: change.new_password })).data.accessToken;
    const link = (await mailsTo(email)).map(({ data }) => data['token']).find(Boolean);
    expect((await t.callRest('POST', '/auth/verify-email', { token, body: { token: link } })).status).toBe(200);
    await addApp(t, { id, roles: [roles.superAdmin] }, await t.createCallerWithToken(token));
    expect((await reset(email)).status).toBe(200);
    expect((await challengeFor(t, email, { password: 'An0ther!Haul9' })).methods).toContain('totp');
    expect(await factorsOf(id)).toHaveLength(1);
  });

  test.each([
    ['the address was never proved', () => ({ emailVerifiedAt: null })],
    ['the address was proved later, by someone else', () => ({ passwordSetByOther: true, emailVerifiedAt: new Date() })],
  ])('removes factors that someone else may have added: %s', async (_, doubt) => {
    const account = await makeAccount(t);
    await addApp(t, account);
    await t.services.db.update(users).set(doubt()).where(eq(users.id, account.id));
    expect((await reset(account.email)).status).toBe(200);
    expect((await logIn(t, account.email, { password: 'An0ther!Haul9' })).status).toBe(200);
  });
});
