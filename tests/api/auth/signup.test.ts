import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditLog, oneTimeTokens, users } from '#drizzle/schema/accounts.ts';
import { drivers } from '#drizzle/schema/drivers.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { roles } from '#shared/access/access.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { logIn, makeAccount, password } from './sign-in.ts';

let t: TestApp;
beforeAll(async () => void (t = await startTestApp()));
afterAll(() => t.close());

const person = (email: string, overrides: object = {}) => ({
  email,
  password,
  first_name: 'Dana',
  last_name: 'Whitfield',
  phone: '(402)555-0142',
  role: 'employer',
  tn_newsletters: false,
  ...overrides,
});
const signUp = (email: string, overrides: object = {}) => t.callRest('POST', '/auth/signup', { body: person(email, overrides) });
const find = async (email: string) =>
  (
    await t.services.db
      .select()
      .from(users)
      .where(sql`lower(email) = lower(${email})`)
  )[0];
const emailsTo = (email: string) => t.services.db.select().from(outbox).where(eq(outbox.recipient, email));

describe('signing up', () => {
  test('makes an unverified employer, mails the link, and does not sign in', async () => {
    const { status, body } = await signUp('carrier@test.example');
    expect([status, Object.keys(body.data)]).toEqual([201, ['id']]);
    expect(await find('carrier@test.example')).toMatchObject({
      ...(body.data as { id: string }),
      roles: [roles.companyUser],
      emailVerifiedAt: null,
      phone: '4025550142',
      newsletters: false,
      newslettersConsentAt: null,
      termsAcceptedAt: null,
    });
    expect(await emailsTo('carrier@test.example')).toMatchObject([{ template: 'verify_email' }]);
    expect((await logIn(t, 'carrier@test.example')).data).toMatchObject({ redirect: '/company-info', profileComplete: false });
  });

  test('stores the consent with its time and words', async () => {
    await signUp('consent@test.example', { tn_newsletters: true });
    const row = await find('consent@test.example');
    expect(row).toMatchObject({
      newsletters: true,
      newslettersConsentText: "It's ok to send me emails and SMS/MMS about the product",
    });
    expect(row?.newslettersConsentAt).toBeInstanceOf(Date);
  });

  test('makes a driver with a profile to fill in', async () => {
    await signUp('marcus@test.example', { role: 'driver' });
    const row = await find('marcus@test.example');
    expect(row?.roles).toEqual([roles.driver]);
    expect(
      await t.services.db
        .select()
        .from(drivers)
        .where(eq(drivers.userId, row?.id ?? '')),
    ).toHaveLength(1);
    expect((await logIn(t, 'marcus@test.example', { role: 'member' })).data.redirect).toBe('/members');
  });

  test('is in the audit log, and keeps the proof as a hash only', async () => {
    await signUp('audited@test.example');
    const row = await find('audited@test.example');
    const log = await t.services.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.actorId, row?.id ?? ''));
    expect(log).toMatchObject([{ action: 'account.create' }]);
    const [proof] = await t.services.db
      .select()
      .from(oneTimeTokens)
      .where(eq(oneTimeTokens.userId, row?.id ?? ''));
    const [mail] = await emailsTo('audited@test.example');
    expect(proof).toMatchObject({ kind: 'verify_email', email: 'audited@test.example' });
    expect(proof?.hash).not.toBe(mail?.data['token']);
  });
});

describe('an address that is taken', () => {
  test('is rejected regardless of case, and its owner is emailed once a day', async () => {
    const owner = await makeAccount(t, { email: 'Owner@Test.example' });
    for (let n = 0; n < 3; n++) {
      expect(await signUp('owner@test.example')).toMatchObject({
        status: 409,
        body: { errors: [{ detail: 'Email already exists.', field: 'email', code: 'conflict' }] },
      });
    }
    expect(await emailsTo(owner.email)).toMatchObject([{ template: 'email_taken' }]);
  });

  test('is used once, however many requests come in parallel', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => signUp(n % 2 ? 'race@test.example' : 'RACE@test.example')),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(11);
    expect(
      await t.services.db
        .select()
        .from(users)
        .where(sql`lower(email) = 'race@test.example'`),
    ).toHaveLength(1);
  });
});

describe('errors name the invalid fields', () => {
  test.each([
    ['email', '', 'This is required — you’ll need to enter an email.'],
    ['email', 'a@b.c', 'Needs to be a valid email'],
    ['email', `${'a'.repeat(60)}@b.co`, 'Needs to be a valid email'],
    ['first_name', '', 'You must enter your name'],
    ['first_name', 'D', 'Needs to be a valid name'],
    ['last_name', 'x'.repeat(101), 'Needs to be a valid name'],
    ['password', 'Sh0rt!a', 'Password is too short - It should be at least 8 characters.'],
    ['password', `Aa1!${'x'.repeat(61)}`, 'Password is too long - should be up to 64 chars.'],
    ['password', 'nouppercase1!', 'At least 1 number,1 symbol (@$!#%*?&) and 1 uppercase letter'],
    ['password', 'NoDigits!!', 'At least 1 number,1 symbol (@$!#%*?&) and 1 uppercase letter'],
    ['password', 'NoSymbol11', 'At least 1 number,1 symbol (@$!#%*?&) and 1 uppercase letter'],
    ['password', 'Password1!', 'This password is too common. Choose one that’s harder to guess.'],
    ['password', 'Whitfield1!', 'This password is too close to your name or email. Choose one that’s harder to guess.'],
    ['phone', '', 'No phone provided'],
    ['phone', '(402)555-014', 'Phone numbers should have 10 digits'],
  ])('%s %j', async (field, value, message) => {
    const { status, body } = await signUp('wrong@test.example', { [field]: value });
    expect(status).toBe(422);
    expect(body.errors).toContainEqual(expect.objectContaining({ field, message }));
  });

  test('no one can sign up as an admin', async () => {
    expect(await signUp('boss@test.example', { role: 'admin' })).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'role' }] },
    });
    await signUp('plain@test.example', {
      roles: [roles.superAdmin],
      status: 'Active',
      email_verified_at: new Date().toISOString(),
    });
    expect(await find('plain@test.example')).toMatchObject({ roles: [roles.companyUser], emailVerifiedAt: null });
  });
});
