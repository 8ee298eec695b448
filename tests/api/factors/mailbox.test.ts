import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditLog, factors, recoveryCodes } from '#drizzle/schema/accounts.ts';
import { employees } from '#drizzle/schema/companies.ts';
import { securityEvents } from '#drizzle/schema/security-events.ts';
import { issueResetCodes } from '#server/auth/passwords/reset-password.ts';
import { makeEmployee } from '#server/demo/builders.ts';
import { roles } from '#shared/access/access.ts';
import { logIn, makeAccount } from '#tests/api/auth/sign-in.ts';
import { companyWithPeople, newEmployeeInput, password as initialPassword } from '#tests/api/company/people.ts';
import { accountByEmail, arrive, emailsTo } from '#tests/api/social/arrive.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { startSocialProviders } from '#tests/helpers/social-providers.ts';
import { addApp, answer, challengeFor, codeOf } from './enroll.ts';

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

const chosen = 'N3w!Convoy#42';
const another = 'An0ther!Haul9';

let sequence = 0;
const newEmail = () => `owner-${++sequence}@mail.example`;

const factorsOf = (userId: string) => t.services.db.select().from(factors).where(eq(factors.userId, userId));
const tokenOf = async (email: string, word: string) => (await logIn(t, email, { password: word })).data.accessToken;
const addAppIn = async (token: string, id: string) => addApp(t, { id, roles: [] }, await t.createCallerWithToken(token));

/** Opens the latest verification link of an address, in a session or outside of all sessions. */
async function openLink(email: string, token?: string) {
  const link = (await emailsTo(t, email)).map(({ data }) => data['token']).findLast(Boolean);
  const answered = await t.callRest('POST', '/auth/verify-email', { body: { token: link }, ...(token ? { token } : {}) });
  expect(answered.status).toBe(200);
}

async function changePassword(token: string, from: string, to: string) {
  const body = { old_password: from, new_password: to };
  expect((await t.callRest('POST', '/auth/change-password', { token, body })).status).toBe(200);
}

/** What a reader of the mailbox can do: set a new password with an emailed code. */
async function resetByMail(email: string) {
  await t.callRest('POST', '/auth/token-password', { body: { email } });
  await issueResetCodes(t.services);
  const code = (await emailsTo(t, email)).findLast(({ template }) => template === 'reset_code')?.data['code'];
  const body = { email, code, new_password: another };
  expect((await t.callRest('POST', '/auth/reset-password', { body })).status).toBe(200);
}

async function signUp(role: 'driver' | 'employer') {
  const email = newEmail();
  const body = { ...newEmployeeInput({ email }), role, tn_newsletters: false };
  const { status, body: made } = await t.callRest('POST', '/auth/signup', { body });
  expect(status).toBe(201);
  return { email, id: (made.data as { id: string }).id, token: await tokenOf(email, initialPassword) };
}

async function signInWithGoogle(email: string) {
  return arrive(t, 'google', await p.google.createIdToken({ sub: `google ${email}`, email, email_verified: true }));
}

async function expectFactorAsked(email: string) {
  expect(await logIn(t, email, { password: another })).toMatchObject({
    status: 401,
    errors: [{ code: 'second_factor_required' }],
  });
}

describe('a mailbox alone does not get past a second factor that the owner added', () => {
  test('of an administrator whom another administrator created', async () => {
    const boss = await t.createCallerFor(await makeAccount(t, { roles: [roles.superAdmin] }));
    const email = newEmail();
    const made = { email, firstName: 'Ada', lastName: 'Ruiz', password: initialPassword, role: roles.admin };
    const { id } = await boss.admin.createAdmin(made);
    await changePassword(await tokenOf(email, initialPassword), initialPassword, chosen);
    const token = await tokenOf(email, chosen);
    await openLink(email, token);
    await addAppIn(token, id);
    await resetByMail(email);
    await expectFactorAsked(email);
  });

  test('of an administrator who has not verified the address, because another administrator resets these', async () => {
    const account = await makeAccount(t, { roles: [roles.newsAdmin, roles.driver], email: newEmail(), emailVerifiedAt: null });
    await addApp(t, account);
    await resetByMail(account.email);
    await expectFactorAsked(account.email);
  });

  test.each([['with the first password'], ['after changing the password']])(
    'of a person who opened the link in a mail app, %s',
    async (way) => {
      const { email, id, token } = await signUp('employer');
      await openLink(email);
      if (way === 'after changing the password') await changePassword(token, initialPassword, chosen);
      const session = way === 'after changing the password' ? await tokenOf(email, chosen) : token;
      await addAppIn(session, id);
      await resetByMail(email);
      await expectFactorAsked(email);
    },
  );

  test('of a person who added it first, and opened the link in the same session', async () => {
    const { email, id, token } = await signUp('driver');
    await addAppIn(token, id);
    await openLink(email, token);
    await resetByMail(email);
    await expectFactorAsked(email);
  });

  test('of a driver who opened the link in a mail app and signs in with Google later', async () => {
    const { email, id, token } = await signUp('driver');
    await openLink(email);
    const { secret } = await addAppIn(token, id);
    const asked = await signInWithGoogle(email);
    expect(asked).toMatchObject({ status: 401, errors: [{ code: 'second_factor_required' }] });
    const { challenge } = asked.errors[0] as unknown as { challenge: { token: string } };
    expect((await answer(t, challenge.token, { code: codeOf(secret) })).status).toBe(200);
    expect(await factorsOf(id)).toHaveLength(1);
  });

  test('after a company admin has set the password of that colleague', async () => {
    const { company, token } = await companyWithPeople(t);
    const colleague = await makeEmployee(t.services.db, company.id, { roles: [roles.companyUser], email: newEmail() });
    await addApp(t, colleague);
    const body = { employeeId: colleague.id, password: initialPassword };
    expect((await t.callRest('POST', '/employees/password', { token, body })).status).toBe(200);
    await resetByMail(colleague.email);
    await expectFactorAsked(colleague.email);
  });

  describe('of a person who added it, then proved the mailbox and the password', () => {
    const added = async () => {
      const person = await signUp('employer');
      await addAppIn(person.token, person.id);
      return person;
    };
    const join = async ({ id }: { id: string }) => {
      const { company, token } = await companyWithPeople(t);
      await t.services.db.insert(employees).values({ userId: id, companyId: company.id });
      return token;
    };
    const setPassword = async (token: string, employeeId: string) => {
      const body = { employeeId, password: initialPassword };
      expect((await t.callRest('POST', '/employees/password', { token, body })).status).toBe(200);
    };

    test('after a company admin has set the password', async () => {
      const person = await added();
      await openLink(person.email, person.token);
      await setPassword(await join(person), person.id);
      await resetByMail(person.email);
      await expectFactorAsked(person.email);
    });

    test('after the address has changed and the new link was opened in a mail app', async () => {
      const person = await added();
      await openLink(person.email, person.token);
      const email = newEmail();
      expect((await t.callRest('PATCH', '/employer', { token: person.token, body: { email } })).status).toBe(200);
      await openLink(email);
      expect(await accountByEmail(t, email)).toMatchObject({ passwordSetByOther: true });
      await resetByMail(email);
      await expectFactorAsked(email);
    });

    test('by accepting an invitation in the own session, after a company admin has set the password', async () => {
      const person = await added();
      const { token } = await companyWithPeople(t);
      const body = newEmployeeInput({ email: person.email, password: undefined, invite: true });
      expect((await t.callRest('POST', '/employees', { token, body })).status).toBe(201);
      const link = (await emailsTo(t, person.email)).findLast(({ template }) => template === 'join_company')?.data['token'];
      await (await t.createCallerWithToken(person.token)).employees.accept({ token: String(link) });
      await setPassword(token, person.id);
      await resetByMail(person.email);
      await expectFactorAsked(person.email);
    });
  });

  test('after the address has changed, even if the new link was opened in a mail app', async () => {
    const account = await makeAccount(t, { email: newEmail(), roles: [roles.companyUser] });
    const email = newEmail();
    const token = await t.createToken(account);
    await addAppIn(token, account.id);
    expect((await t.callRest('PATCH', '/employer', { token, body: { email } })).status).toBe(200);
    await openLink(email);
    await resetByMail(email);
    await expectFactorAsked(email);
  });
});

describe('someone who signed up with another person’s address and added a factor', () => {
  const sawRemoval = async (id: string, email: string) => {
    const { db } = t.services;
    expect(await factorsOf(id)).toEqual([]);
    expect(await db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, id))).toEqual([]);
    expect((await emailsTo(t, email)).map(({ template }) => template)).toContain('early_factors_removed');
    const entries = await db.select().from(auditLog).where(eq(auditLog.subjectId, id));
    expect(entries).toContainEqual(expect.objectContaining({ action: 'factor.reset', actorId: id }));
    const events = await db.select().from(securityEvents).where(eq(securityEvents.userId, id));
    expect(events).toContainEqual(expect.objectContaining({ event: 'factor.reset' }));
  };

  test.each([['never opened the link'], ['opened the link in a mail app']])(
    'does not lock out the owner, who %s and resets the password',
    async (way) => {
      const { email, id, token } = await signUp('employer');
      await addAppIn(token, id);
      if (way === 'opened the link in a mail app') await openLink(email);
      await resetByMail(email);
      expect((await logIn(t, email, { password: another })).status).toBe(200);
      await sawRemoval(id, email);
    },
  );

  test('does not lock out the owner, who signs in with Google', async () => {
    const { email, id, token } = await signUp('driver');
    await addAppIn(token, id);
    await openLink(email);
    expect((await signInWithGoogle(email)).status).toBe(200);
    await sawRemoval(id, email);
    expect((await t.callRest('GET', '/user', { token })).status).toBe(401);
  });

  test('loses the recovery codes too, while a later factor of the owner stays', async () => {
    const { email, id, token } = await signUp('employer');
    const { secret } = await addAppIn(token, id);
    await openLink(email);
    const challenge = await challengeFor(t, email, { password: initialPassword });
    const { body } = await answer(t, challenge.token, { code: codeOf(secret) });
    await addAppIn((body.data as { accessToken: string }).accessToken, id);
    await resetByMail(email);
    expect(await factorsOf(id)).toHaveLength(1);
    expect(await challengeFor(t, email, { password: another })).toMatchObject({ methods: ['totp'] });
  });
});

describe('whose password it is', () => {
  async function addedEmployee() {
    const { token } = await companyWithPeople(t);
    const email = newEmail();
    expect((await t.callRest('POST', '/employees', { token, body: newEmployeeInput({ email }) })).status).toBe(201);
    return email;
  }

  test('an employee who chose one and opens the link in her session keeps it when Google is linked', async () => {
    const email = await addedEmployee();
    await changePassword(await tokenOf(email, initialPassword), initialPassword, chosen);
    const token = await tokenOf(email, chosen);
    await openLink(email, token);
    expect(await accountByEmail(t, email)).toMatchObject({ passwordSetByOther: false });
    expect((await signInWithGoogle(email)).status).toBe(200);
    expect((await t.callRest('GET', '/user', { token })).status).toBe(200);
    expect((await logIn(t, email, { password: chosen })).status).toBe(200);
  });

  test('one who opens the link before choosing a password does not: another person still knows the first one', async () => {
    const email = await addedEmployee();
    const token = await tokenOf(email, initialPassword);
    await openLink(email, token);
    expect(await accountByEmail(t, email)).toMatchObject({ passwordSetByOther: true });
    await changePassword(token, initialPassword, chosen);
    expect((await signInWithGoogle(email)).status).toBe(200);
    expect((await logIn(t, email, { password: chosen })).status).toBe(401);
  });
});
