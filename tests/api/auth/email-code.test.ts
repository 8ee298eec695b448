import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { auditLog, consents, signInCodes, factors, sessions, throttles, users } from '#drizzle/schema/accounts.ts';
import { drivers } from '#drizzle/schema/drivers.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { sweepExpired } from '#server/session/sessions.ts';
import { roles } from '#shared/access/access.ts';
import { signInCodeLength } from '#shared/accounts/sign-in.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { logIn, makeAccount } from './sign-in.ts';

/** Signing in and up with an emailed code (`docs/product/access.md#codes-by-email`). */
let t: TestApp;
beforeAll(async () => void (t = await startTestApp()));
afterAll(() => t.close());

let sequence = 0;
const newEmail = () => `code-${++sequence}@mail.example`;
/** A new caller for each request, so that tests share no rate limit. */
const newAddress = () => `2001:db8:c0de:${(++sequence).toString(16)}::1`;

type Body = { data: Record<string, unknown>; message: string; errors: { field?: string; code: string }[] };
async function post(path: string, payload: object, ip = newAddress()) {
  const response = await t.app.inject({ method: 'POST', url: `/api/1.0/auth/code${path}`, payload, remoteAddress: ip });
  return { status: response.statusCode, body: response.json<Body>() };
}

const codesTo = async (email: string) =>
  (await t.services.db.select().from(outbox).where(eq(outbox.recipient, email)).orderBy(outbox.id))
    .filter(({ template }) => template === 'sign_in_code')
    .map(({ data }) => String(data['code']));
const templatesTo = async (email: string) =>
  (await t.services.db.select({ template: outbox.template }).from(outbox).where(eq(outbox.recipient, email))).map(
    ({ template }) => template,
  );

type Requested = { email: string; ticket: string; code: string };
/** Requests a code and returns its ticket and the code of the email. */
async function request(email: string, ip?: string): Promise<Requested> {
  const { status, body } = await post('', { email }, ip);
  expect(status, JSON.stringify(body)).toBe(200);
  return { email, ticket: String(body.data['ticket']), code: (await codesTo(email)).at(-1) ?? '' };
}
const check = ({ email, ticket }: Omit<Requested, 'code'>, code: string) => post('/check', { email, ticket, code });
const login = (ticket: string, more: object = {}) => post('/login', { ticket, device_id: 'abcdefgh', ...more });
const person = { first_name: 'Dee', last_name: 'Fort', phone: '4025550143', timezone: 'America/Denver' };
const signup = (ticket: string, more: object = {}) =>
  post('/signup', { ticket, device_id: 'abcdefgh', tn_terms_accepted: true, ...person, ...more });

/** A ticket whose code was entered. */
async function prove(email: string) {
  const requested = await request(email);
  const { status, body } = await check(requested, requested.code);
  expect(status).toBe(200);
  return { ticket: requested.ticket, hasAccount: body.data['has_account'] };
}
const otherCode = (code: string) => String((Number(code) + 1) % 10 ** signInCodeLength).padStart(signInCodeLength, '0');
const accountOf = async (email: string) =>
  (
    await t.services.db
      .select()
      .from(users)
      .where(sql`lower(${users.email}) = lower(${email})`)
  )[0];

describe('a new address', () => {
  test('gets a full driver account without a password, verified and signed in', async () => {
    const email = newEmail();
    const { ticket, hasAccount } = await prove(email);
    expect(hasAccount).toBe(false);
    expect(await accountOf(email)).toBeUndefined();
    const { status, body } = await signup(ticket);
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      email,
      firstName: 'Dee',
      lastName: 'Fort',
      userRoles: [roles.driver],
      redirect: '/members',
    });
    const account = await accountOf(email);
    expect(account).toMatchObject({ passwordHash: null, phone: '4025550143', timezone: 'US/Mountain', roles: [roles.driver] });
    expect(account?.emailVerifiedAt).toBeInstanceOf(Date);
    expect(account?.termsAcceptedAt).toBeInstanceOf(Date);
    const { db } = t.services;
    const id = account?.id ?? '';
    expect(await db.select().from(drivers).where(eq(drivers.userId, id))).toHaveLength(1);
    expect(await db.select().from(consents).where(eq(consents.userId, id))).toMatchObject([{ kind: 'terms', isGiven: true }]);
    expect(await db.select().from(auditLog).where(eq(auditLog.actorId, id))).toMatchObject([
      { action: 'account.create', detail: { role: 'driver', proof: 'code' } },
    ]);
    const token = String(body.data['accessToken']);
    expect((await t.callRest('GET', '/member/profile', { token })).status).toBe(200);
    // The address is proved, so no second email asks to verify it.
    expect(await templatesTo(email)).toEqual(['sign_in_code']);
  });

  test('needs a name and a phone number, and a refusal does not use up the ticket', async () => {
    const email = newEmail();
    const { ticket } = await prove(email);
    for (const [field, value] of Object.entries({ first_name: '', last_name: '7', phone: '12' })) {
      const { status, body } = await signup(ticket, { [field]: value });
      expect({ status, field: body.errors[0]?.field }).toEqual({ status: 422, field });
    }
    expect((await signup(ticket)).status).toBe(201);
  });

  test('is created once, also by two calls at the same time', async () => {
    const email = newEmail();
    const { ticket } = await prove(email);
    const answers = await Promise.all([signup(ticket), signup(ticket), signup(ticket)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
    expect((await signup(ticket)).status).toBe(409);
  });

  test('is signed in by the same ticket if the answer was lost: once, and for ten minutes', async () => {
    const [email, late] = [newEmail(), newEmail()];
    const { ticket } = await prove(email);
    expect((await signup(ticket)).status).toBe(201);
    expect((await signup(ticket, { first_name: 'Other' })).status).toBe(409);
    expect(await login(ticket)).toMatchObject({ status: 200, body: { data: { email, firstName: 'Dee' } } });
    expect([(await login(ticket)).status, (await signup(ticket)).status]).toEqual([401, 401]);

    const { ticket: lateTicket } = await prove(late);
    const signedUpAt = Date.now();
    expect((await signup(lateTicket)).status).toBe(201);
    vi.useFakeTimers({ toFake: ['Date'], now: signedUpAt + 11 * 60_000 });
    expect((await login(lateTicket).finally(() => vi.useRealTimers())).status).toBe(401);
  });

  test('that got an account meanwhile is refused, and the ticket signs in to it', async () => {
    const email = newEmail();
    const { ticket } = await prove(email);
    const account = await makeAccount(t, { email, roles: [roles.driver] });
    expect((await signup(ticket)).status).toBe(409);
    const { status, body } = await login(ticket);
    expect({ status, email: body.data['email'] }).toEqual({ status: 200, email: account.email });
  });
});

describe('a known address', () => {
  test('signs in with the code, in any spelling, and keeps its password', async () => {
    const { email, passwordHash } = await makeAccount(t, { email: newEmail(), roles: [roles.driver] });
    const { ticket, hasAccount } = await prove(email.replace('code', 'CODE'));
    expect(hasAccount).toBe(true);
    const { status, body } = await login(ticket, { tn_terms_accepted: true });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ email, userRoles: [roles.driver] });
    expect(await accountOf(email)).toMatchObject({ passwordHash });
    expect((await login(ticket)).status).toBe(401);
  });

  test.each([
    ['is not verified', { emailVerifiedAt: null }],
    ['has a password that another person set', { passwordSetByOther: true, mustChangePassword: true }],
  ])('that %s ends the password and sessions of whoever made them', async (_name, overrides) => {
    const email = newEmail();
    const { id } = await makeAccount(t, { email, roles: [roles.driver], ...overrides });
    await logIn(t, email);
    await t.services.db
      .insert(factors)
      .values({ userId: id, kind: 'totp', name: 'Theirs', sealedSecret: 'x', createdAt: new Date(0) });
    const { ticket } = await prove(email);
    const { status, body } = await login(ticket);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.data['mustChangePassword']).toBe(false);
    const account = await accountOf(email);
    expect(account).toMatchObject({ passwordHash: null, passwordSetByOther: false });
    expect(account?.emailVerifiedAt).toBeInstanceOf(Date);
    const open = await t.services.db.select().from(sessions).where(eq(sessions.userId, id));
    expect(open.filter(({ endedAt }) => endedAt === null)).toHaveLength(1);
    expect(await templatesTo(email)).toContain('password_removed');
    expect((await logIn(t, email)).status).toBe(401);
  });

  test('asks for the second factor', async () => {
    const email = newEmail();
    const { id } = await makeAccount(t, { email, roles: [roles.driver] });
    await t.services.db.insert(factors).values({ userId: id, kind: 'totp', name: 'Phone', sealedSecret: 'x' });
    const { ticket } = await prove(email);
    expect(await login(ticket)).toMatchObject({ status: 401, body: { errors: [{ code: 'second_factor_required' }] } });
  });

  test.each([
    ['staff', { roles: [roles.admin] }],
    ['a locked account', { roles: [roles.driver], status: 'Locked' as const }],
    ['a deactivated person', { roles: [] }],
    ['someone who was invited and has not joined', { roles: [roles.companyAdmin], passwordHash: null }],
  ])('of %s cannot sign in, and nothing changes', async (_name, overrides) => {
    const { email, id } = await makeAccount(t, { email: newEmail(), emailVerifiedAt: null, ...overrides });
    const before = await accountOf(email);
    const { ticket } = await prove(email);
    expect((await login(ticket)).status).toBe(403);
    expect(await accountOf(email)).toEqual(before);
    expect(await templatesTo(email)).toEqual(['sign_in_code']);
    expect(await t.services.db.select().from(sessions).where(eq(sessions.userId, id))).toEqual([]);
  });

  test('whose owner added a second factor keeps everything until that step', async () => {
    const email = newEmail();
    const emailVerifiedAt = new Date(Date.now() - 60_000);
    const { id } = await makeAccount(t, { email, emailVerifiedAt, roles: [roles.driver], passwordSetByOther: true });
    await t.services.db.insert(factors).values({ userId: id, kind: 'totp', name: 'Phone', sealedSecret: 'x' });
    const before = await accountOf(email);
    const { ticket } = await prove(email);
    expect(await login(ticket)).toMatchObject({ status: 401, body: { errors: [{ code: 'second_factor_required' }] } });
    expect(await accountOf(email)).toEqual(before);
    expect(await templatesTo(email)).toEqual(['sign_in_code']);
  });

  test('is not opened by an address of another mailbox that the database lowercases to the same', async () => {
    const { email } = await makeAccount(t, { email: `kim-diana-${++sequence}@mail.example`, roles: [roles.driver] });
    const similar = email.replace('diana', 'dİana');
    const requested = await request(similar);
    const { status, body } = await check(requested, requested.code);
    expect({ status, code: body.errors[0]?.code }).toEqual({ status: 403, code: 'email_unverified' });
    expect((await login(requested.ticket)).status).toBe(403);
    expect((await signup(requested.ticket)).status).toBe(409);
  });
});

describe('what others learn', () => {
  test('the answer and the email are the same with and without an account', async () => {
    const { email } = await makeAccount(t, { email: newEmail(), roles: [roles.driver] });
    for (const address of [email, newEmail()]) {
      const { status, body } = await post('', { email: address });
      expect({ status, keys: Object.keys(body.data) }).toEqual({ status: 200, keys: ['ticket'] });
      const [sent] = await t.services.db.select().from(outbox).where(eq(outbox.recipient, address));
      expect(sent?.template).toBe('sign_in_code');
      expect(Object.keys(sent?.data ?? {})).toEqual(['code']);
      const wrong = await check({ email: address, ticket: String(body.data['ticket']) }, '000000x');
      expect(wrong).toMatchObject({ status: 422, body: { errors: [{ field: 'code' }] } });
    }
  });

  test('the ticket alone opens nothing', async () => {
    const { ticket } = await request(newEmail());
    expect([(await login(ticket)).status, (await signup(ticket)).status]).toEqual([401, 401]);
    const unknown = { email: newEmail(), ticket: 'unknown' };
    expect([(await login('unknown')).status, (await check(unknown, '123456')).status]).toEqual([401, 422]);
  });

  test('only hashes are stored, and they go with the hour', async () => {
    const email = newEmail();
    const { ticket, code } = await request(email);
    const { db } = t.services;
    const [row] = await db.select().from(signInCodes).where(eq(signInCodes.email, email));
    expect(JSON.stringify(row)).not.toContain(ticket);
    expect(row?.codeHash).not.toContain(code);
    await db
      .update(signInCodes)
      .set({ expiresAt: new Date(0) })
      .where(eq(signInCodes.email, email));
    await sweepExpired(db);
    expect(await db.select().from(signInCodes).where(eq(signInCodes.email, email))).toEqual([]);
  });
});

describe('guessing', () => {
  test('a code stops working after five wrong tries, also when they come at once', async () => {
    const requested = await request(newEmail());
    const tries = await Promise.all(Array.from({ length: 20 }, () => check(requested, otherCode(requested.code))));
    for (const { status } of tries) expect(status).toBe(422);
    expect((await check(requested, requested.code)).status).toBe(422);
  });

  test('a right code works after three wrong ones, and again for a client that lost the answer, until the ticket is used', async () => {
    const requested = await request(newEmail());
    const { code } = requested;
    for (let n = 0; n < 3; n++) expect((await check(requested, otherCode(code))).status).toBe(422);
    for (const status of [200, 200, 422]) expect((await check(requested, code)).status).toBe(status);
    const used = await request(newEmail());
    await check(used, used.code);
    await signup(used.ticket);
    await login(used.ticket);
    expect((await check(used, used.code)).status).toBe(422);
  });

  test('a code works only with its own ticket and address', async () => {
    const [first, second] = [newEmail(), newEmail()];
    const a = await request(first);
    const b = await request(second);
    const again = await request(first);
    if (a.code !== b.code) expect((await check(b, a.code)).status).toBe(422);
    if (a.code !== again.code) expect((await check(again, a.code)).status).toBe(422);
    expect((await check({ ...a, email: second }, a.code)).status).toBe(422);
    expect((await check(a, a.code)).status).toBe(200);
  });

  test('a code expires', async () => {
    const email = newEmail();
    const requested = await request(email);
    await t.services.db.update(signInCodes).set({ expiresAt: new Date() }).where(eq(signInCodes.email, email));
    expect((await check(requested, requested.code)).status).toBe(422);
  });

  test('a ticket expires', async () => {
    const email = newEmail();
    const { ticket } = await prove(email);
    await t.services.db.update(signInCodes).set({ expiresAt: new Date() }).where(eq(signInCodes.email, email));
    expect((await signup(ticket)).status).toBe(401);
  });
});

describe('resending', () => {
  test('is limited for one caller, an hour and a day', async () => {
    const email = newEmail();
    const ip = newAddress();
    for (const round of [1, 2, 3]) {
      for (let n = 0; n < 5; n++) await request(email, ip);
      expect((await post('', { email }, ip)).status).toBe(429);
      expect(await codesTo(email)).toHaveLength(5 * round);
      await endHour();
    }
    expect((await post('', { email }, ip)).status).toBe(429);
  });

  test('is limited for one address, and a refused request does not count for the day', async () => {
    const email = newEmail();
    for (let n = 0; n < 10; n++) await request(email);
    for (let n = 0; n < 25; n++) expect((await post('', { email })).status).toBe(429);
    await endHour();
    await request(email);
  });

  test('strangers cannot use up the codes of an owner on a device that signed in before', async () => {
    const email = newEmail();
    await makeAccount(t, { email, roles: [roles.driver] });
    await logIn(t, email, { device_id: 'ownphone' });
    for (let n = 0; n < 10; n++) await request(email);
    expect((await post('', { email, device_id: 'stranger' })).status).toBe(429);
    expect((await post('', { email, device_id: 'ownphone' })).status).toBe(200);
  });

  /** Ends the windows of an hour, and not those of a day. */
  const endHour = () =>
    t.services.db
      .update(throttles)
      .set({ windowEndsAt: new Date(0) })
      .where(inArray(throttles.bucket, ['sign_in_code', 'sign_in_codes']));
});

test('a refused address is named', async () => {
  const { status, body } = await post('', { email: 'nobody' });
  expect({ status, errors: body.errors }).toMatchObject({ status: 422, errors: [{ field: 'email' }] });
});
