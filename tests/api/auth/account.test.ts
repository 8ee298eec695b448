import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditLog, users } from '#drizzle/schema/accounts.ts';
import { companies } from '#drizzle/schema/companies.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { makeCompany, makeEmployee } from '#server/demo/builders.ts';
import { hashPassword } from '#server/session/passwords.ts';
import { roles } from '#shared/access/access.ts';
import { termsVersion } from '#shared/accounts/sign-in.ts';
import { type Language, languages } from '#shared/texts/texts.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { logIn, makeAccount, password, callFromWeb } from './sign-in.ts';

let t: TestApp;
beforeAll(async () => void (t = await startTestApp()));
afterAll(() => t.close());

const newPassword = 'N3wer!Haul7x';
const isAlive = async (token: string) => (await t.callRest('GET', '/user', { token })).status === 200;

describe('changing the password', () => {
  const change = (token: string, body: object) => t.callRest('POST', '/auth/change-password', { token, body });

  test('ends every session, mails a notice and is written down', async () => {
    const user = await makeAccount(t);
    const [one, two] = [(await logIn(t, user.email)).data, (await logIn(t, user.email)).data];
    const answer = await change(one.accessToken, { old_password: password, new_password: newPassword });
    expect(answer).toMatchObject({ status: 200, body: { data: {} } });
    expect(await isAlive(one.accessToken)).toBe(false);
    expect(await isAlive(two.accessToken)).toBe(false);
    expect((await t.callRest('POST', '/auth/refresh', { body: { refresh_token: two.refreshToken } })).status).toBe(401);
    expect((await logIn(t, user.email)).status).toBe(401);
    expect((await logIn(t, user.email, { password: newPassword })).status).toBe(200);
    expect(await t.services.db.select().from(outbox).where(eq(outbox.recipient, user.email))).toMatchObject([
      { template: 'password_changed' },
    ]);
    expect(await t.services.db.select().from(auditLog).where(eq(auditLog.actorId, user.id))).toMatchObject([
      { action: 'password.change' },
    ]);
  });

  test('lets the web continue with a new unrestricted session', async () => {
    const user = await makeAccount(t, { mustChangePassword: true });
    const { data } = await callFromWeb(t, 'auth.login', { email: user.email, password });
    expect(data).toMatchObject({ mustChangePassword: true, redirect: '/change-password' });
    const token = String(data?.['accessToken']);
    const changed = await callFromWeb(t, 'auth.changePassword', { oldPassword: password, newPassword }, { token });
    expect(changed.status).toBe(200);
    const paths = changed.storedCookies.filter(({ value }) => value !== '').map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['/trpc/auth.refresh', '/trpc/auth.logout']));
    expect(await isAlive(token)).toBe(false);
    expect(await isAlive(String(changed.data?.['accessToken']))).toBe(true);
    expect((await logIn(t, user.email, { password: newPassword })).data.mustChangePassword).toBe(false);
  });

  test('asks for the old one, no faster than a log-in', async () => {
    const user = await makeAccount(t);
    const { accessToken } = (await logIn(t, user.email)).data;
    const guess = () => change(accessToken, { old_password: 'Wr0ng!Haul7x', new_password: newPassword });
    expect(await guess()).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'old_password', message: 'Incorrect password' }] },
    });
    for (let n = 0; n < 5; n++) await guess();
    expect(await guess()).toMatchObject({ status: 429 });
    expect(await isAlive(accessToken)).toBe(true);
  });

  test.each([
    [password, 'Choose a password that’s different from your current one'],
    ['Password1!', 'This password is too common. Choose one that’s harder to guess.'],
    ['short', 'Password is too short - It should be at least 8 characters.'],
  ])('refuses %s as the new one', async (chosen, message) => {
    const user = await makeAccount(t);
    const { accessToken } = (await logIn(t, user.email)).data;
    const answer = await change(accessToken, { old_password: password, new_password: chosen });
    expect(answer.status).toBe(422);
    expect(answer.body.errors[0]).toMatchObject({ field: 'new_password', message });
  });
});

describe('who am I', () => {
  test('is refused without a token or with an ended one', async () => {
    expect(await (await t.createCallerFor(null)).auth.me()).toBeNull();
    expect((await t.app.inject({ url: '/trpc/auth.me', headers: { authorization: 'Bearer dead' } })).json()).toEqual({
      result: { data: null },
    });
  });

  test('an employee with company and logo', async () => {
    const company = await makeCompany(t.services.db, { logo: 'abcdefgh1234.png' });
    const user = await makeEmployee(t.services.db, company.id);
    expect(await (await t.createCallerFor(user)).auth.me()).toEqual({
      id: user.id,
      email: user.email,
      firstName: 'Dana',
      lastName: 'Whitfield',
      phone: '4025550142',
      phoneExtension: null,
      profilePicture: null,
      roles: [roles.companyAdmin],
      companyId: company.id,
      companyName: 'Prairie Freight',
      companyLogo: '/media/abcdefgh1234.png',
      companyStatus: 'Active',
      companyColor: null,
      emailVerified: true,
      emailToVerify: null,
      termsAcceptedAt: expect.any(Date),
      mustChangePassword: false,
      mustSetUpFactor: false,
      impersonatorId: null,
      timezone: 'US/Central',
      language: null,
    });
  });
});

describe('the profile', () => {
  test('has the language that the person chose', async () => {
    const api = await t.createCallerFor(await makeAccount(t, { roles: [roles.driver] }));
    const [language] = languages;
    await api.auth.updateProfile({ language });
    expect(await api.auth.me()).toMatchObject({ language });
    await expect(api.auth.updateProfile({ language: 'xx' as Language })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(await api.auth.me()).toMatchObject({ language });
  });

  test('is read and changed in camelCase', async () => {
    const user = await makeAccount(t, { roles: [roles.driver] });
    const token = await t.createToken(user);
    const body = {
      first_name: 'Rainé',
      timezone: 'US/Pacific',
      profile_picture: '/media/abcdefgh1234.png',
      roles: [roles.superAdmin],
    };
    const expected = {
      id: user.id,
      firstName: 'Rainé',
      lastName: 'Whitfield',
      email: user.email,
      timezone: 'US/Pacific',
      profilePicture: '/media/abcdefgh1234.png',
      roles: [roles.driver],
    };
    expect((await t.callRest('PATCH', '/user', { token, body })).body.data).toEqual(expected);
    expect((await t.callRest('GET', '/user', { token })).body.data).toEqual(expected);
    expect((await t.callRest('PATCH', '/user', { token, body: {} })).body.data).toEqual(expected);
    expect((await t.callRest('PATCH', '/user', { token, body: { profile_picture: null } })).body.data).toMatchObject({
      profilePicture: null,
    });
  });

  test.each([
    ['timezone', 'Europe/Oslo'],
    ['first_name', 'X'],
    ['profile_picture', 'javascript:alert(1)'],
    ['profile_picture', 'https://a.example/a.png'],
    ['profile_picture', '/media/../etc/passwd'],
  ])('refuses %s %s', async (field, value) => {
    const token = await t.createToken(await makeAccount(t));
    expect(await t.callRest('PATCH', '/user', { token, body: { [field]: value } })).toMatchObject({
      status: 422,
      body: { errors: [{ field }] },
    });
  });

  test('belongs to its owner only', async () => {
    expect((await t.callRest('GET', '/user')).status).toBe(401);
    expect((await t.callRest('PATCH', '/user', { body: { first_name: 'Dana' } })).status).toBe(401);
  });
});

describe('the employer profile', () => {
  test('is read and changed, before there is a company too', async () => {
    const user = await makeAccount(t, { roles: [roles.companyUser] });
    const token = await t.createToken(user);
    expect((await t.callRest('GET', '/employer', { token })).body.data).toEqual({
      id: user.id,
      company_id: null,
      first_name: 'Dana',
      last_name: 'Whitfield',
      email: user.email,
      phone: '4025550142',
      phone_extension: null,
      email_to_verify: null,
      email_verified: true,
    });
    const body = { last_name: 'Oyelaran', phone: '+1 (402) 555-0177' };
    expect((await t.callRest('PATCH', '/employer', { token, body })).body.data).toMatchObject({
      last_name: 'Oyelaran',
      phone: '4025550177',
    });
  });

  test('stays reachable when the company is cancelled', async () => {
    const company = await makeCompany(t.services.db);
    const user = await makeEmployee(t.services.db, company.id, { passwordHash: await hashPassword(password) });
    await t.services.db.update(companies).set({ status: 'Cancelled' }).where(eq(companies.id, company.id));
    const token = await t.createToken(user);
    expect((await t.callRest('GET', '/employer', { token })).body.data).toMatchObject({ company_id: company.id });
    expect((await logIn(t, user.email)).status).toBe(200);
  });

  test.each([roles.driver, roles.admin, roles.newsAdmin])('is not for %s', async (role) => {
    const token = await t.createToken(await makeAccount(t, { roles: [role] }));
    expect(await t.callRest('GET', '/employer', { token })).toMatchObject({
      status: 403,
      body: { errors: [{ code: 'forbidden' }] },
    });
  });
});

test('terms are accepted once', async () => {
  const token = await t.createToken(await makeAccount(t, { termsAcceptedAt: null }));
  const first = (await t.callRest('POST', '/auth/accept-terms', { token })).body.data as { terms_accepted_at: string };
  expect(Date.parse(first.terms_accepted_at)).toBeGreaterThan(Date.now() - 60_000);
  expect((await t.callRest('POST', '/auth/accept-terms', { token })).body.data).toEqual(first);
});

test('accepted terms are stored with their version, and must be accepted again when they change', async () => {
  const user = await makeAccount(t, { termsAcceptedAt: null, termsVersion: null });
  const storedUser = async () => (await t.services.db.select().from(users).where(eq(users.id, user.id)))[0];
  await logIn(t, user.email, { tn_terms_accepted: true });
  expect(await storedUser()).toMatchObject({ termsVersion, termsAcceptedAt: expect.any(Date) });
  const longAgo = new Date('2020-01-01T00:00:00Z');
  const old = { termsVersion: '2020-01-01', termsAcceptedAt: longAgo };
  const makeOld = () => t.services.db.update(users).set(old).where(eq(users.id, user.id));
  await makeOld();
  const { accessToken } = (await logIn(t, user.email)).data;
  expect(await storedUser()).toMatchObject(old);
  await logIn(t, user.email, { tn_terms_accepted: true });
  expect((await storedUser())?.termsAcceptedAt?.getTime()).toBeGreaterThan(longAgo.getTime());
  await makeOld();
  await t.callRest('POST', '/auth/accept-terms', { token: accessToken });
  expect(await storedUser()).toMatchObject({ termsVersion });
  expect((await storedUser())?.termsAcceptedAt?.getTime()).toBeGreaterThan(longAgo.getTime());
});
