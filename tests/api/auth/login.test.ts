import { hashSync } from '@node-rs/argon2';
import { eq } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditLog, sessions, users } from '#drizzle/schema/accounts.ts';
import { employees } from '#drizzle/schema/companies.ts';
import { makeCompany, makeDriver, makeEmployee } from '#server/demo/builders.ts';
import { hashPassword } from '#server/session/passwords.ts';
import { roles, type Role } from '#shared/access/access.ts';
import { en } from '#shared/texts/en.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { logIn, makeAccount, password } from './sign-in.ts';

let t: TestApp;
beforeAll(async () => void (t = await startTestApp()));
afterAll(() => t.close());

const wrong = { status: 401, message: 'This email or password is wrong' };

describe('signing in', () => {
  test('answers everything of the contract', async () => {
    const company = await makeCompany(t.services.db);
    const user = await makeEmployee(t.services.db, company.id, {
      passwordHash: await hashPassword(password),
      phone: '4025550142',
    });
    const { status, data } = await logIn(t, user.email.toUpperCase());
    expect(status).toBe(200);
    expect(data).toEqual({
      firstName: 'Dana',
      lastName: 'Whitfield',
      email: user.email,
      phone: '4025550142',
      phoneExtension: null,
      accessToken: expect.any(String),
      refreshToken: expect.any(String),
      termsAcceptedAt: expect.any(String),
      userRoles: [roles.companyAdmin],
      profileComplete: true,
      timezone: 'US/Central',
      ssnLogin: false,
      mustChangePassword: false,
      redirect: '/company/jobs',
    });
    const [session] = await t.services.db.select().from(sessions).where(eq(sessions.userId, user.id));
    expect(session).toMatchObject({ kind: 'rest', deviceId: 'abcd1234', ip: '198.51.100.1' });
    expect(session?.refreshHash).not.toContain(data.refreshToken);
  });

  test.each([
    [roles.newsAdmin, 1],
    [roles.driver, 2],
    [roles.companyUser, 3],
  ] as const)('gives a token with its claims: %s has the role id %i', async (role, rid) => {
    const user = await makeAccount(t, { roles: [role] });
    const { accessToken } = (await logIn(t, user.email)).data;
    const claims = decodeJwt(accessToken);
    expect(claims).toMatchObject({ aud: user.id, rid, roles: [role], deviceId: 'abcd1234', impersonatedId: null });
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(15 * 60);
  });

  test('takes camelCase too, and no device', async () => {
    const user = await makeAccount(t);
    const answer = await t.callRest('POST', '/auth/login', { body: { email: user.email, password } });
    expect(answer.status).toBe(200);
  });

  test('says the same for no account, a wrong password and an account without a password', async () => {
    const user = await makeAccount(t);
    const social = await makeAccount(t, { passwordHash: null });
    const answers = [
      await logIn(t, user.email, { password: 'Wr0ng!Haul7x' }),
      await logIn(t, 'unknown@test.example'),
      await logIn(t, social.email),
    ];
    for (const answer of answers) expect(answer).toMatchObject(wrong);
    expect(new Set(answers.map(({ errors }) => JSON.stringify(errors))).size).toBe(1);
  });

  test.each([
    ['', password, ['email: No email provided']],
    ['x', '', ['email: Needs to be a valid email.', 'password: No password provided']],
    ['nul\u0000@test.example', password, ['email: Remove the invisible characters']],
  ])('asks for what is missing or wrong: %j %j', async (email, given, first) => {
    const { status, errors } = await logIn(t, email, { password: given });
    expect(status).toBe(422);
    expect(errors.map(({ field, message }) => `${field}: ${message}`)).toEqual(expect.arrayContaining(first));
    expect(`${errors[0]?.field}: ${errors[0]?.message}`).toBe(first[0]);
  });
});

describe('the sign-in roles', () => {
  const adminSideRoles: Role[] = [
    roles.superAdmin,
    roles.admin,
    roles.internalUser,
    roles.newsAdmin,
    roles.newsContributor,
    roles.adsAdmin,
  ];
  const others: Role[] = [roles.companyAdmin, roles.companyUser, roles.driver];

  test.each(adminSideRoles)('admin lets %s in', async (role) => {
    const user = await makeAccount(t, { roles: [role] });
    expect(await logIn(t, user.email, { role: 'admin' })).toMatchObject({ status: 200 });
  });
  test.each(others)('admin gives %s the answer of a wrong password', async (role) => {
    const user = await makeAccount(t, { roles: [role] });
    expect(await logIn(t, user.email, { role: 'admin' })).toMatchObject(wrong);
  });
  test('NewsAdmin lets the news roles in only', async () => {
    const news = await makeAccount(t, { roles: [roles.newsContributor] });
    const admin = await makeAccount(t, { roles: [roles.admin] });
    expect(await logIn(t, news.email, { role: 'NewsAdmin' })).toMatchObject({ status: 200, data: { redirect: '/news' } });
    expect(await logIn(t, admin.email, { role: 'NewsAdmin' })).toMatchObject(wrong);
  });
  test.each([...adminSideRoles, ...others])('employer and member let %s in', async (role) => {
    const user = await makeAccount(t, { roles: [role] });
    expect(await logIn(t, user.email, { role: 'employer' })).toMatchObject({ status: 200 });
    expect(await logIn(t, user.email, { role: 'member' })).toMatchObject({ status: 200 });
  });
  test.each([
    [[roles.superAdmin], '/admin/company-list'],
    [[roles.driver, roles.admin], '/admin/company-list'],
    [[roles.newsAdmin], '/news'],
    [[roles.adsAdmin], '/ads'],
    [[roles.internalUser], '/company/jobs'],
    [[roles.companyUser], '/company-info'],
    [[roles.driver, roles.companyUser], '/company-info'],
    [[roles.driver], '/members'],
  ] as [Role[], string][])('%j lands on %s', async (held, redirect) => {
    const user = await makeAccount(t, { roles: held });
    expect((await logIn(t, user.email)).data.redirect).toBe(redirect);
  });
  test('an unknown role is refused', async () => {
    const user = await makeAccount(t);
    expect(await logIn(t, user.email, { role: 'owner' })).toMatchObject({ status: 422, errors: [{ field: 'role' }] });
  });
});

describe('the state of the account', () => {
  test('locked is revealed to the correct password only', async () => {
    const user = await makeAccount(t, { status: 'Locked' });
    expect(await logIn(t, user.email)).toMatchObject({ status: 403, errors: [{ code: 'account_locked' }] });
    expect(await logIn(t, user.email, { password: 'Wr0ng!Haul7x' })).toMatchObject(wrong);
  });

  test('a password set by another person must be changed before anything else, on the web and in REST', async () => {
    const company = await makeCompany(t.services.db);
    const user = await makeEmployee(t.services.db, company.id, {
      passwordHash: await hashPassword(password),
      mustChangePassword: true,
    });
    const { data } = await logIn(t, user.email);
    expect(data).toMatchObject({ mustChangePassword: true, redirect: '/change-password' });
    const required = { status: 403, body: { errors: [{ code: 'password_change_required' }] } };
    expect(await t.callRest('GET', '/user', { token: data.accessToken })).toMatchObject({ status: 200 });
    expect(await t.callRest('GET', '/employer', { token: data.accessToken })).toMatchObject({ status: 200 });
    expect(await t.callRest('GET', '/jobs', { token: data.accessToken })).toMatchObject(required);
    expect(await t.callRest('PATCH', '/user', { token: data.accessToken, body: { first_name: 'Mallory' } })).toMatchObject(
      required,
    );
    const held = await t.createCallerFor({ id: user.id, roles: [roles.companyAdmin] });
    await expect(held.jobs.list({})).rejects.toMatchObject({ cause: { code: 'password_change_required' } });
    expect(await held.auth.me()).toMatchObject({ id: user.id, mustChangePassword: true });
    const body = { old_password: password, new_password: 'N3wer!Haul7x' };
    expect((await t.callRest('POST', '/auth/change-password', { token: data.accessToken, body })).status).toBe(200);
    const after = (await logIn(t, user.email, { password: body.new_password })).data;
    expect(after).toMatchObject({ mustChangePassword: false, redirect: '/company/jobs' });
    expect((await t.callRest('GET', '/jobs', { token: after.accessToken })).status).toBe(200);
  });

  test('terms accepted with the log-in are kept, the first time counts', async () => {
    const user = await makeAccount(t, { termsAcceptedAt: null });
    expect((await logIn(t, user.email)).data.termsAcceptedAt).toBeNull();
    const first = (await logIn(t, user.email, { tn_terms_accepted: true })).data.termsAcceptedAt;
    expect(Date.parse(first ?? '')).toBeGreaterThan(Date.now() - 60_000);
    expect((await logIn(t, user.email, { tn_terms_accepted: true })).data.termsAcceptedAt).toBe(first);
  });

  test('a driver is complete with a profile that can be matched', async () => {
    const passwordHash = await hashPassword(password);
    const complete = await makeDriver(t.services.db, { user: { passwordHash } });
    const incomplete = await makeDriver(t.services.db, { user: { passwordHash }, profile: { cdlStatus: null } });
    expect((await logIn(t, complete.email)).data.profileComplete).toBe(true);
    expect((await logIn(t, incomplete.email)).data.profileComplete).toBe(false);
  });
});

describe('a hash that is weaker than those made today', () => {
  const weak = () => hashSync(password, { algorithm: 2, memoryCost: 4096, timeCost: 1, parallelism: 1 });
  const hashOf = async (id: string) => (await t.services.db.select().from(users).where(eq(users.id, id)))[0]?.passwordHash;

  test('is made again with the right password, and only then', async () => {
    const passwordHash = weak();
    const user = await makeAccount(t, { passwordHash });
    expect(await logIn(t, user.email, { password: 'Wr0ng!Haul7x' })).toMatchObject(wrong);
    expect(await hashOf(user.id)).toBe(passwordHash);
    const { data } = await logIn(t, user.email);
    const strong = await hashOf(user.id);
    expect(strong).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await t.callRest('GET', '/user', { token: data.accessToken })).status).toBe(200);
    expect((await logIn(t, user.email)).status).toBe(200);
    expect(await hashOf(user.id)).toBe(strong);
  });

  test('stays when the account is locked', async () => {
    const passwordHash = weak();
    const user = await makeAccount(t, { passwordHash, status: 'Locked' });
    expect((await logIn(t, user.email)).status).toBe(403);
    expect(await hashOf(user.id)).toBe(passwordHash);
  });
});

describe('create_role', () => {
  test('makes a driver an employer too, once, and writes it down', async () => {
    const driver = await makeAccount(t, { roles: [roles.driver] });
    const { data } = await logIn(t, driver.email, { create_role: true });
    expect(data).toMatchObject({
      userRoles: [roles.driver, roles.companyUser],
      redirect: '/company-info',
      profileComplete: false,
    });
    expect((await logIn(t, driver.email, { create_role: true })).data.userRoles).toEqual([roles.driver, roles.companyUser]);
    const log = await t.services.db.select().from(auditLog).where(eq(auditLog.actorId, driver.id));
    expect(log.filter(({ action }) => action === 'role.add')).toHaveLength(1);
  });
  test('asks for the password like any log-in', async () => {
    const driver = await makeAccount(t, { roles: [roles.driver] });
    expect(await logIn(t, driver.email, { create_role: true, password: 'Wr0ng!Haul7x' })).toMatchObject(wrong);
    const [row] = await t.services.db.select().from(users).where(eq(users.id, driver.id));
    expect(row?.roles).toEqual([roles.driver]);
  });
  test('is refused to whom a company deactivated: an account belongs to one at most', async () => {
    const company = await makeCompany(t.services.db);
    const driver = await makeAccount(t, { roles: [roles.driver] });
    await t.services.db
      .insert(employees)
      .values({ userId: driver.id, companyId: company.id, active: false, formerRole: roles.companyUser });
    expect(await logIn(t, driver.email, { create_role: true })).toMatchObject({
      status: 403,
      errors: [{ code: 'account_locked', message: en.errors.deactivated }],
    });
    expect((await logIn(t, driver.email)).data.userRoles).toEqual([roles.driver]);
  });
  test('gives an admin nothing', async () => {
    const admin = await makeAccount(t, { roles: [roles.admin] });
    expect((await logIn(t, admin.email, { create_role: true })).data.userRoles).toEqual([roles.admin]);
  });
});
