import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditLog, users } from '#drizzle/schema/accounts.ts';
import { employees } from '#drizzle/schema/companies.ts';
import { drivers } from '#drizzle/schema/drivers.ts';
import { issueResetCodes } from '#server/auth/passwords/reset-password.ts';
import { makeCompany, makeEmployee } from '#server/demo/builders.ts';
import { adminSignInRoles, type Role, roles } from '#shared/access/access.ts';
import { termsVersion } from '#shared/accounts/sign-in.ts';
import { logIn, makeAccount } from '#tests/api/auth/sign-in.ts';
import { companyWithPeople, newEmployeeInput, password as knownPassword } from '#tests/api/company/people.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { startSocialProviders } from '#tests/helpers/social-providers.ts';
import { isSameAddress } from '#tests/helpers/spellings.ts';
import { accountByEmail, arrive, identitiesOf, emailsTo, signedInAs } from './arrive.ts';

let t: TestApp;
let p: Awaited<ReturnType<typeof startSocialProviders>>;
beforeAll(async () => {
  p = await startSocialProviders();
  t = await startTestApp({ social: p.social });
});
afterAll(async () => {
  await t.close();
  await p.stop();
});

let sequence = 0;
const newEmail = () => `person-${++sequence}@mail.example`;
const google = async (sub: string, claims: object = {}, more: object = {}) =>
  arrive(t, 'google', await p.google.createIdToken({ sub, email_verified: true, ...claims }), more);
const apple = async (sub: string, claims: object = {}, more: object = {}) =>
  arrive(t, 'apple', await p.apple.createIdToken({ sub, ...claims }), more);

async function makeCompanyOf(email: string) {
  const { first_name, last_name, phone } = newEmployeeInput();
  const body = {
    company_name: 'Blue Mesa Tankers',
    size: '11-20',
    email: 'ap@bluemesa.example',
    street1: '100 S State St',
    city: 'Salt Lake City',
    state: 'UT',
    postal_code: '84111',
    phone,
    employer: { first_name, last_name, email, phone, password: knownPassword },
  };
  const token = await t.createToken(await makeAccount(t, { roles: [roles.admin] }));
  expect((await t.callRest('POST', '/admin/companies', { token, body })).status).toBe(201);
}

describe('a first sign-in', () => {
  test('makes a verified driver without a password', async () => {
    const email = newEmail();
    const answer = await google('first', { email, given_name: 'Rosa', family_name: 'Delgado' });
    expect(await signedInAs(t, answer)).toMatchObject({ email, firstName: 'Rosa', lastName: 'Delgado', roles: [roles.driver] });
    const account = await accountByEmail(t, email);
    expect(account).toMatchObject({ passwordHash: null, termsAcceptedAt: null, newsletters: false, newslettersConsentAt: null });
    expect(account?.emailVerifiedAt).toBeInstanceOf(Date);
    const id = account?.id ?? '';
    expect(await t.services.db.select().from(drivers).where(eq(drivers.userId, id))).toHaveLength(1);
    expect(await t.services.db.select().from(auditLog).where(eq(auditLog.subjectId, id))).toMatchObject([
      { action: 'account.create', detail: { provider: 'google' } },
    ]);
    expect((await t.callRest('GET', '/member/profile', { token: answer.data.accessToken })).status).toBe(200);
    expect((await logIn(t, email)).status).toBe(401);
  });
  test('keeps the terms that were accepted before', async () => {
    const email = newEmail();
    await google('terms', { email }, { tn_terms_accepted: true });
    expect(await accountByEmail(t, email)).toMatchObject({ termsAcceptedAt: expect.any(Date), termsVersion });
  });
  test('does without a name, and with one that is none', async () => {
    const [nameless, odd] = [newEmail(), newEmail()];
    await google('nameless', { email: nameless });
    await google('odd', { email: odd, given_name: '<b>\u202e', family_name: 'Delgado' });
    expect(await accountByEmail(t, nameless)).toMatchObject({ firstName: 'New', lastName: 'Driver' });
    expect(await accountByEmail(t, odd)).toMatchObject({ firstName: 'New', lastName: 'Delgado' });
  });
  test('does without a first and last name that look like our name together', async () => {
    const email = newEmail();
    await google('reserved', { email, given_name: 'Haul', family_name: 'Board Support' });
    expect(await accountByEmail(t, email)).toMatchObject({ firstName: 'New', lastName: 'Driver' });
  });
  test('creates one account, however many tokens of a person come in parallel', async () => {
    const email = newEmail();
    const answers = await Promise.all(Array.from({ length: 5 }, () => google('at-once', { email })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const ids = await Promise.all(answers.map(async (answer) => (await signedInAs(t, answer)).id));
    expect(new Set(ids).size).toBe(1);
  });
  test.each([
    ['no address', {}],
    ['an address that is none', { email: 'rosa' }],
    ['an address that is too long', { email: `${'r'.repeat(80)}@mail.example` }],
  ])('with %s is told what to do', async (_, claims) => {
    expect(await google('without', claims)).toMatchObject({
      status: 422,
      errors: [
        { message: 'Google didn’t share your email address. Allow it in your Google settings, or sign up with your email.' },
      ],
    });
  });
  test.each([[false], ['false'], [undefined], [1]])(
    'with an unverified address (%j) makes and finds nothing',
    async (email_verified) => {
      const email = newEmail();
      const refusal = { status: 403, errors: [{ code: 'email_unverified' }] };
      expect(await google('unverified', { email, email_verified })).toMatchObject(refusal);
      expect(await accountByEmail(t, email)).toBeUndefined();
      const driver = await makeAccount(t, { email, roles: [roles.driver] });
      expect(await google('unverified', { email, email_verified })).toMatchObject(refusal);
      expect(await identitiesOf(t, driver.id)).toEqual([]);
    },
  );
});

describe('an address that has an account', () => {
  test('of a driver, verified: signs in to it, links it and emails its owner', async () => {
    const driver = await makeAccount(t, { email: newEmail(), roles: [roles.driver] });
    const answer = await google('has-account', { email: driver.email.toUpperCase(), given_name: 'Other' });
    expect(await signedInAs(t, answer)).toMatchObject({ id: driver.id, firstName: driver.firstName });
    expect(await emailsTo(t, driver.email)).toMatchObject([{ template: 'social_linked', data: { provider: 'Google' } }]);
    expect(await identitiesOf(t, driver.id)).toMatchObject([{ provider: 'google', subject: 'has-account' }]);
    expect((await logIn(t, driver.email)).status).toBe(200);
    await t.worker.runOnce();
    expect(await emailsTo(t, driver.email)).toMatchObject([{ sentAt: expect.any(Date) }]);
  });
  test('of an employer, verified: the account becomes a driver too', async () => {
    const employer = await makeAccount(t, { email: newEmail(), roles: [roles.companyUser] });
    const answer = await google('employer', { email: employer.email });
    expect((await signedInAs(t, answer)).roles).toEqual([roles.companyUser, roles.driver]);
    expect((await t.callRest('GET', '/member/profile', { token: answer.data.accessToken })).status).toBe(200);
  });
  test.each([
    ['an i with a dot above', 'iris@lake.example', '\u0130ris@lake.example'],
    ['the sign of kelvins', 'kim@lake.example', '\u212Aim@lake.example'],
    ['letters of full width', 'lena@lake.example', 'ｌｅｎａ@lake.example'],
    ['an invisible sign', 'mia@lake.example', 'mi\u200ba@lake.example'],
  ])('is not one that the database takes for it: %s', async (what, email, other) => {
    const isSame = /[\uff01-\uff5e\u200b]/.test(other) || (await isSameAddress(t, email, other));
    if (!isSame) return expect((await google(what, { email: other })).status).toBe(200);
    const owner = await makeAccount(t, { email, roles: [roles.driver] });
    expect(await google(what, { email: other })).toMatchObject({ status: 403, errors: [{ code: 'email_unverified' }] });
    expect(await identitiesOf(t, owner.id)).toEqual([]);
    const itself = await google(`${what}, itself`, { email: email.toUpperCase() });
    expect((await signedInAs(t, itself)).id).toBe(owner.id);
  });
  test('of a host that looks like another one: each mailbox has its own account', async () => {
    const owner = await makeAccount(t, { email: 'noah@island.example', roles: [roles.driver] });
    const answer = await google('noah of the other host', { email: 'noah@\u0130sland.example' });
    expect((await signedInAs(t, answer)).id).not.toBe(owner.id);
    expect(await identitiesOf(t, owner.id)).toEqual([]);
  });
  test('that it has not verified is never taken over', async () => {
    const unverifiedAccount = await makeAccount(t, { email: newEmail(), roles: [roles.driver], emailVerifiedAt: null });
    expect(await google('owner', { email: unverifiedAccount.email })).toMatchObject({
      status: 403,
      errors: [{ code: 'email_unverified' }],
    });
    expect(await identitiesOf(t, unverifiedAccount.id)).toEqual([]);
  });
  test('whose password another person set: that password and its sessions end with the link', async () => {
    const company = await makeCompany(t.services.db);
    const held = await makeAccount(t, {
      email: newEmail(),
      roles: [roles.companyUser],
      mustChangePassword: true,
      passwordSetByOther: true,
    });
    await t.services.db.insert(employees).values({ userId: held.id, companyId: company.id });
    const session = (await logIn(t, held.email)).data;
    const answer = await google('rightful-owner', { email: held.email });
    expect((await signedInAs(t, answer)).id).toBe(held.id);
    expect((await t.callRest('GET', '/member/profile', { token: answer.data.accessToken })).status).toBe(200);
    expect((await t.callRest('GET', '/user', { token: session.accessToken })).status).toBe(401);
    expect((await t.callRest('POST', '/auth/refresh', { body: { refresh_token: session.refreshToken } })).status).toBe(401);
    expect((await logIn(t, held.email)).status).toBe(401);
    expect(await accountByEmail(t, held.email)).toMatchObject({ passwordHash: null, mustChangePassword: false });
    expect(await emailsTo(t, held.email)).toMatchObject([{ template: 'social_linked', data: { isPasswordVoid: true } }]);
    const boss = await t.createToken(await makeEmployee(t.services.db, company.id));
    expect((await t.callRest('GET', `/employees/${held.id}`, { token: boss })).body.data).toMatchObject({ invited: false });
  });
  test.each([['added with a password'], ['given a password later'], ['made with a company']])(
    'of a person %s: linking locks out anyone who knew the password and changed it',
    async (way) => {
      const { token, user } = await companyWithPeople(t);
      const email = newEmail();
      if (way === 'made with a company') await makeCompanyOf(email);
      else if (way === 'added with a password')
        await t.callRest('POST', '/employees', { token, body: newEmployeeInput({ email }) });
      else {
        await t.services.db.update(users).set({ email, emailVerifiedAt: null }).where(eq(users.id, user.id));
        const body = { employeeId: user.id, password: knownPassword };
        expect((await t.callRest('POST', '/employees/password', { token, body })).status).toBe(200);
      }
      const stranger = await logIn(t, email, { password: knownPassword });
      const chosen = 'N3w!Convoy#42';
      const change = { old_password: knownPassword, new_password: chosen };
      const changed = await t.callRest('POST', '/auth/change-password', { token: stranger.data.accessToken, body: change });
      expect(changed.status).toBe(200);
      const session = (await logIn(t, email, { password: chosen })).data;
      await t.callRest('POST', '/auth/resend-verification', { token: session.accessToken });
      const link = (await emailsTo(t, email)).map(({ data }) => data['token']).findLast(Boolean);
      expect((await t.callRest('POST', '/auth/verify-email', { body: { token: link } })).status).toBe(200);
      expect((await google(`owner, ${way}`, { email })).status).toBe(200);
      expect((await t.callRest('GET', '/user', { token: session.accessToken })).status).toBe(401);
      expect((await t.callRest('POST', '/auth/refresh', { body: { refresh_token: session.refreshToken } })).status).toBe(401);
      expect((await logIn(t, email, { password: chosen })).status).toBe(401);
      expect(await accountByEmail(t, email)).toMatchObject({ passwordHash: null, passwordSetByOther: false });
    },
  );
  describe('of an unverified sign-up', () => {
    /** An account created with someone else's address, the link emailed to the owner of the address, and a session. */
    const signedUp = async () => {
      const email = newEmail();
      const body = { ...newEmployeeInput({ email }), role: 'driver', tn_newsletters: false };
      expect((await t.callRest('POST', '/auth/signup', { body })).status).toBe(201);
      const session = (await logIn(t, email, { password: knownPassword })).data;
      const link = (await emailsTo(t, email)).map(({ data }) => data['token']).find(Boolean);
      const open = (token?: string) =>
        t.callRest('POST', '/auth/verify-email', { body: { token: link }, ...(token === undefined ? {} : { token }) });
      const statuses = async () => [
        (await t.callRest('GET', '/user', { token: session.accessToken })).status,
        (await t.callRest('POST', '/auth/refresh', { body: { refresh_token: session.refreshToken } })).status,
        (await logIn(t, email, { password: knownPassword })).status,
      ];
      return { email, session, open, statuses };
    };
    test('and never verified: is not linked, and its owner gets it with a mailed code, alone', async () => {
      const { email, statuses } = await signedUp();
      expect(await google('never verified', { email })).toMatchObject({ status: 403, errors: [{ code: 'email_unverified' }] });
      await t.callRest('POST', '/auth/token-password', { body: { email } });
      await issueResetCodes(t.services);
      const code = (await emailsTo(t, email)).find(({ template }) => template === 'reset_code')?.data['code'];
      const body = { email, code, new_password: 'N3w!Convoy#42' };
      expect((await t.callRest('POST', '/auth/reset-password', { body })).status).toBe(200);
      expect(await statuses()).toEqual([401, 401, 401]);
      expect((await google('never verified', { email })).status).toBe(200);
    });
    test('and whose link was opened outside its sessions: the password and the sessions end with the link', async () => {
      const { email, open, statuses } = await signedUp();
      expect((await open()).status).toBe(200);
      expect((await google('curious owner', { email })).status).toBe(200);
      expect(await statuses()).toEqual([401, 401, 401]);
      expect(await emailsTo(t, email)).toContainEqual(
        expect.objectContaining({ template: 'social_linked', data: expect.objectContaining({ isPasswordVoid: true }) }),
      );
    });
    test('and whose link was opened in a session of another account: the same', async () => {
      const [{ email, open, statuses }, owner] = [await signedUp(), await makeAccount(t, { roles: [roles.driver] })];
      expect((await open(await t.createToken(owner))).status).toBe(200);
      expect((await google('owner of two', { email })).status).toBe(200);
      expect(await statuses()).toEqual([401, 401, 401]);
    });
    test('and whose link was opened in its own session: everything stays', async () => {
      const { email, session, open, statuses } = await signedUp();
      expect((await open(session.accessToken)).status).toBe(200);
      expect((await google('same person', { email })).status).toBe(200);
      expect(await statuses()).toEqual([200, 200, 200]);
    });
  });
  test('that someone made through Facebook, and whose link was opened elsewhere: Facebook and its session end with the link', async () => {
    const email = newEmail();
    const me = { id: '77001', email };
    const facebook = async (name: string) => arrive(t, 'facebook', p.graph.issueToken(name, { me }));
    const stranger = await facebook('stranger');
    expect(stranger.status).toBe(200);
    const token = (await emailsTo(t, email)).map(({ data }) => data['token']).find(Boolean);
    expect((await t.callRest('POST', '/auth/verify-email', { body: { token } })).status).toBe(200);
    expect((await google('owner of the address', { email })).status).toBe(200);
    expect((await t.callRest('GET', '/user', { token: stranger.data.accessToken })).status).toBe(401);
    expect((await facebook('stranger again')).status).toBe(403);
  });
  test('whose owner has reset the password that another person set: the owner’s password stays', async () => {
    const { email } = await makeAccount(t, { email: newEmail(), mustChangePassword: true, passwordSetByOther: true });
    await t.callRest('POST', '/auth/token-password', { body: { email } });
    await issueResetCodes(t.services);
    const code = (await emailsTo(t, email)).find(({ template }) => template === 'reset_code')?.data['code'];
    const body = { email, code, new_password: 'N3w!Convoy#42' };
    expect((await t.callRest('POST', '/auth/reset-password', { body })).status).toBe(200);
    expect((await google('owner who reset', { email })).status).toBe(200);
    expect((await logIn(t, email, { password: body.new_password })).status).toBe(200);
  });
  test.each(adminSignInRoles.map((role) => [role]))('of the role %s is never entered', async (role: Role) => {
    const account = await makeAccount(t, { email: newEmail(), roles: [role, roles.driver] });
    expect(await google(`admin-${role}`, { email: account.email })).toMatchObject({
      status: 403,
      errors: [{ code: 'forbidden' }],
    });
    expect(await identitiesOf(t, account.id)).toEqual([]);
  });
  test('that is locked stays locked', async () => {
    const account = await makeAccount(t, { email: newEmail(), roles: [roles.driver], status: 'Locked' });
    expect(await google('locked', { email: account.email })).toMatchObject({ status: 403, errors: [{ code: 'account_locked' }] });
  });
  test('and a link of that provider takes no second one: addresses change hands', async () => {
    const email = newEmail();
    await google('first-owner', { email });
    expect(await google('second-owner', { email })).toMatchObject({ status: 409, errors: [{ code: 'conflict' }] });
  });
  test('takes one of each provider', async () => {
    const email = newEmail();
    const first = await google('both', { email });
    const second = await apple('both', { email, email_verified: 'true' });
    expect((await signedInAs(t, second)).id).toBe((await signedInAs(t, first)).id);
  });
});

describe('a returning person', () => {
  test('is known by the subject, whatever the address is now', async () => {
    const [email, changed] = [newEmail(), newEmail()];
    const { id } = await signedInAs(t, await google('again', { email }));
    const other = await makeAccount(t, { email: changed, roles: [roles.driver] });
    const again = await signedInAs(t, await google('again', { email: changed }));
    expect(again).toMatchObject({ id, email });
    expect(await identitiesOf(t, other.id)).toEqual([]);
    expect((await google('again', { email: changed, email_verified: false })).status).toBe(200);
    expect((await google('again')).status).toBe(200);
  });
  test('one subject of two providers is two people', async () => {
    const one = await signedInAs(t, await google('same-sub', { email: newEmail() }));
    const two = await signedInAs(t, await apple('same-sub', { email: newEmail(), email_verified: true }));
    expect(two.id).not.toBe(one.id);
  });
  test('Apple sends address and name the first time only', async () => {
    const email = `${++sequence}abc@privaterelay.appleid.com`;
    const claims = { email, email_verified: 'true', is_private_email: 'true' };
    const first = await apple('apple', claims, { first_name: 'Ana', last_name: 'Reyes' });
    expect(await signedInAs(t, first)).toMatchObject({ email, firstName: 'Ana', lastName: 'Reyes' });
    expect(await signedInAs(t, await apple('apple'))).toMatchObject({ email });
    expect(await apple('apple-unknown')).toMatchObject({ status: 422, message: expect.stringContaining('Apple didn’t share') });
  });
  test('who has become an administrator, or was locked, comes in no more', async () => {
    const email = newEmail();
    const { id } = await signedInAs(t, await google('promoted', { email }));
    await t.services.db
      .update(users)
      .set({ roles: [roles.driver, roles.newsAdmin] })
      .where(eq(users.id, id));
    expect((await google('promoted', { email })).status).toBe(403);
    await t.services.db
      .update(users)
      .set({ roles: [roles.driver], status: 'Locked' })
      .where(eq(users.id, id));
    expect(await google('promoted', { email })).toMatchObject({ status: 403, errors: [{ code: 'account_locked' }] });
  });
  test('whose account was deleted gets a new one', async () => {
    const email = newEmail();
    const { id } = await signedInAs(t, await google('gone', { email }));
    await t.services.db.delete(users).where(eq(users.id, id));
    const again = await signedInAs(t, await google('gone', { email }));
    expect(again).toMatchObject({ email });
    expect(again.id).not.toBe(id);
  });
});

describe('a password', () => {
  test('can be set by the forgotten-password mail, which ends every link', async () => {
    const email = newEmail();
    const { id } = await signedInAs(t, await google('forgot', { email }));
    await t.callRest('POST', '/auth/token-password', { body: { email } });
    await issueResetCodes(t.services);
    const code = (await emailsTo(t, email)).find(({ template }) => template === 'reset_code')?.data['code'];
    const body = { email, code, new_password: 'Str0ng!Haul7x' };
    expect((await t.callRest('POST', '/auth/reset-password', { body })).status).toBe(200);
    expect((await logIn(t, email)).status).toBe(200);
    expect(await identitiesOf(t, id)).toEqual([]);
    expect((await signedInAs(t, await google('forgot', { email }))).id).toBe(id);
  });
});
