import { and, desc, eq, like } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { auditLog, oneTimeTokens, resetRequests, throttles, users } from '#drizzle/schema/accounts.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { issueResetCodes } from '#server/auth/passwords/reset-password.ts';
import { roles } from '#shared/access/access.ts';
import { resetCodeAlphabet } from '#shared/accounts/sign-in.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { readOutbox } from '#tests/helpers/mailbox.ts';
import { isSameAddress } from '#tests/helpers/spellings.ts';
import { logIn, makeAccount, password } from './sign-in.ts';

/** The three calls for a forgotten password (`docs/product/access.md#reset-codes`). */
let t: TestApp;
beforeAll(async () => void (t = await startTestApp()));
afterAll(() => t.close());
afterEach(() => void vi.useRealTimers());

const newPassword = 'N3wer!Haul7x';
const wrongCode = { status: 422, body: { message: 'This code is incorrect or has expired', errors: [{ field: 'code' }] } };

let lastAddress = 0;
/** A new caller for each test, so that the tests do not share a rate limit. */
const newAddress = () => `2001:db8:${(++lastAddress).toString(16)}::1`;

async function post(path: string, payload: object, ip = newAddress()) {
  const response = await t.app.inject({ method: 'POST', url: `/api/1.0/auth/${path}`, payload, remoteAddress: ip });
  const body = response.json() as { data?: object; message?: string; errors?: { field?: string; message: string }[] };
  return { status: response.statusCode, body };
}
const ask = (email: string, ip?: string) => post('token-password', { email }, ip);
const verify = (code: string, email?: string, ip?: string) =>
  post('verify-token-password', { code, ...(email ? { email } : {}) }, ip);
const reset = (code: string, email?: string, chosen = newPassword, ip?: string) =>
  post('reset-password', { code, new_password: chosen, ...(email ? { email } : {}) }, ip);
const emailsTo = (email: string) =>
  t.services.db.select().from(outbox).where(eq(outbox.recipient, email)).orderBy(desc(outbox.id));
const codesTo = async (email: string) =>
  (await emailsTo(email)).filter(({ template }) => template === 'reset_code').map(({ data }) => String(data['code']));

/** Another code of the same form. */
const differentCode = (code: string) => `${code.slice(1)}${code.startsWith('A') ? 'C' : 'A'}`;

async function codeFor(email: string): Promise<string> {
  await ask(email);
  await issueResetCodes(t.services);
  return (await codesTo(email))[0] ?? '';
}

describe('asking for a code', () => {
  test('is answered alike with and without an account, and writes the same', async () => {
    const { email } = await makeAccount(t);
    const answers = [await ask(email), await ask('unknown@test.example')];
    for (const answer of answers) expect(answer).toEqual({ status: 200, body: { data: {} } });
    expect(await t.services.db.select().from(resetRequests)).toHaveLength(2);
    expect(await emailsTo(email)).toEqual([]);
    expect(await issueResetCodes(t.services)).toBe(2);
    expect(await t.services.db.select().from(resetRequests)).toEqual([]);
    expect(await codesTo(email)).toHaveLength(1);
    expect(await emailsTo('unknown@test.example')).toEqual([]);
  });

  test('mails eight characters without look-alikes, and keeps a hash only', async () => {
    const { id, email } = await makeAccount(t);
    const code = await codeFor(email);
    expect(code).toMatch(/^[2-9A-Y]{8}$/);
    expect(Array.from(code).every((sign) => resetCodeAlphabet.includes(sign))).toBe(true);
    expect(resetCodeAlphabet).not.toMatch(/[01OIL]/);
    const [proof] = await t.services.db.select().from(oneTimeTokens).where(eq(oneTimeTokens.userId, id));
    expect(proof).toMatchObject({ kind: 'reset_password', usedAt: null });
    expect(JSON.stringify(proof)).not.toContain(code);
    await t.worker.runOnce();
    expect(JSON.stringify(await emailsTo(email))).not.toContain(code);
    const mail = (await readOutbox(t.services.settings.dataDir)).find(({ to }) => to === email);
    expect(mail?.text).toContain(code);
    expect(mail?.subject).not.toContain(code);
  });

  test('mails no more codes for other spellings that the database takes for the same address', async ({ skip }) => {
    skip(!(await isSameAddress(t, 'i', '\u0130')), 'it takes none');
    const { email } = await makeAccount(t, { email: 'isidro.infante@inland.example' });
    for (let dots = 0; dots < 8; dots++) {
      let letterIndex = 0;
      const spelling = email.replaceAll('i', (letter) => ((dots >> letterIndex++) & 1 ? '\u0130' : letter));
      for (let n = 0; n < 2; n++) await ask(spelling, '2001:db8:ffff::1');
    }
    while (await issueResetCodes(t.services));
    expect(await codesTo(email)).toHaveLength(5);
  });

  test('ignores the case of the address, and is logged', async () => {
    const { id, email } = await makeAccount(t, { email: 'Mixed@Test.example' });
    await ask('mixed@test.EXAMPLE');
    await issueResetCodes(t.services);
    expect(await codesTo(email)).toHaveLength(1);
    const log = await t.services.db.select().from(auditLog).where(eq(auditLog.subjectId, id));
    expect(log).toMatchObject([{ action: 'password.ask', actorId: null }]);
  });

  test('sends five codes an hour for one network; the answer stays the same', async () => {
    const { email } = await makeAccount(t);
    const ip = newAddress();
    for (let n = 0; n < 7; n++) expect(await ask(email, ip)).toEqual({ status: 200, body: { data: {} } });
    await issueResetCodes(t.services);
    expect(await codesTo(email)).toHaveLength(5);
  });

  test('asked for by strangers never runs out for those who signed in from here before', async () => {
    const { email } = await makeAccount(t);
    expect((await logIn(t, email, {}, '203.0.113.7')).status).toBe(200);
    const requestFrom = async (...addresses: string[]) => {
      await t.services.db.insert(resetRequests).values(addresses.map((ip) => ({ email, ip })));
      while ((await issueResetCodes(t.services)) > 0);
      return (await codesTo(email)).length;
    };
    expect(await requestFrom(...Array.from({ length: 9 }, () => '198.51.100.66'))).toBe(5);
    expect(await requestFrom('198.51.100.67')).toBe(6);
    expect(await requestFrom(...Array.from({ length: 30 }, (_, n) => `192.0.2.${n}`))).toBe(10);
    expect(await requestFrom('203.0.113.7')).toBe(11);
  });

  test.each([
    ['', 'No email provided'],
    ['x', 'Needs to be a valid email.'],
  ])('refuses %j', async (email, message) => {
    const { status, body } = await ask(email);
    expect([status, body.errors?.[0]]).toMatchObject([422, { field: 'email', message }]);
  });
});

describe('a code', () => {
  test('is valid with its address or alone, typed small and spaced', async () => {
    const { email } = await makeAccount(t);
    const code = await codeFor(email);
    expect(await verify(code, email)).toEqual({ status: 200, body: { data: { valid: true } } });
    expect(await verify(code)).toEqual({ status: 200, body: { data: { valid: true } } });
    const spaced = ` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)} `;
    expect(await verify(spaced, email.toUpperCase())).toMatchObject({ status: 200 });
  });

  test('of another person, of an unknown address and no code at all get one answer', async () => {
    const [one, two] = [await makeAccount(t), await makeAccount(t)];
    const code = await codeFor(one.email);
    expect(await verify(code, two.email)).toMatchObject(wrongCode);
    expect(await verify(code, 'unknown@test.example')).toMatchObject(wrongCode);
    expect(await reset(differentCode(code), one.email)).toMatchObject(wrongCode);
    expect(await verify('', one.email)).toMatchObject({ status: 422, body: { errors: [{ field: 'code' }] } });
  });

  test('lives ten minutes', async () => {
    const { email } = await makeAccount(t);
    const code = await codeFor(email);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 60 * 1000 - 5000 });
    expect(await verify(code, email)).toMatchObject({ status: 200 });
    vi.setSystemTime(Date.now() + 5001);
    expect(await verify(code, email)).toMatchObject(wrongCode);
    expect(await reset(code, email)).toMatchObject(wrongCode);
  });

  test('is void once a new one was sent', async () => {
    const { email } = await makeAccount(t);
    const old = await codeFor(email);
    const code = await codeFor(email);
    expect(await verify(old, email)).toMatchObject(wrongCode);
    expect(await verify(code, email)).toMatchObject({ status: 200 });
  });

  test('is void after five wrong tries of a network; a new one is not', async () => {
    const { email } = await makeAccount(t);
    const code = await codeFor(email);
    const ip = newAddress();
    for (let n = 0; n < 4; n++) expect(await verify(differentCode(code), email, ip)).toMatchObject(wrongCode);
    expect(await verify(code, email, ip)).toMatchObject({ status: 200 });
    for (let n = 0; n < 5; n++) expect(await reset(differentCode(code), email, newPassword, ip)).toMatchObject(wrongCode);
    expect(await verify(code, email, ip)).toMatchObject(wrongCode);
    expect(await reset(code, email, newPassword, ip)).toMatchObject(wrongCode);
    expect(await verify(await codeFor(email), email, ip)).toMatchObject({ status: 200 });
  });

  test('stays void until it expires', async () => {
    const { email } = await makeAccount(t);
    const code = await codeFor(email);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    const ip = newAddress();
    for (let n = 0; n < 5; n++) await verify(differentCode(code), email, ip);
    for (const minutes of [4, 4, 1.9, 0.2]) {
      vi.setSystemTime(Date.now() + minutes * 60 * 1000);
      expect(await verify(code, email, ip)).toMatchObject(wrongCode);
    }
  });

  test('that strangers in other networks guess at stays valid for its owner', async () => {
    const { email } = await makeAccount(t);
    const code = await codeFor(email);
    const strangers = Array.from({ length: 40 }, (_, n) => `198.51.${n % 4}.7`);
    for (const ip of strangers) expect(await reset(differentCode(code), email, newPassword, ip)).toMatchObject(wrongCode);
    expect(await reset(code, email, newPassword, '198.51.0.7')).toMatchObject(wrongCode);
    expect(await verify(code, email)).toMatchObject({ status: 200 });
    expect(await reset(code, email)).toMatchObject({ status: 200 });
  });

  test('is void after ten thousand tries of all networks together', async () => {
    const { email } = await makeAccount(t);
    const code = await codeFor(email);
    await verify(differentCode(code), email);
    const isEmailThrottle = and(eq(throttles.bucket, 'reset_code'), like(throttles.key, '% '));
    await t.services.db.update(throttles).set({ hits: 10_000 }).where(isEmailThrottle);
    expect(await verify(code, email)).toMatchObject(wrongCode);
    expect(await verify(await codeFor(email), email)).toMatchObject({ status: 200 });
  });

  test('can be tried five times at most, however many requests come in parallel', async () => {
    const { email } = await makeAccount(t);
    const code = await codeFor(email);
    const ip = newAddress();
    await Promise.all(Array.from({ length: 5 }, () => verify(differentCode(code), email, ip)));
    const late = await Promise.all(Array.from({ length: 10 }, () => verify(code, email, ip)));
    expect(late.filter(({ status }) => status === 200)).toEqual([]);
  });

  test('alone is tried ten times an hour from one network', async () => {
    const { email } = await makeAccount(t);
    const code = await codeFor(email);
    const host = (n: number) => `2001:db8:ffff:2::${n + 1}`;
    for (let n = 0; n < 10; n++) expect(await verify(differentCode(code), undefined, host(n))).toMatchObject(wrongCode);
    expect(await verify(code, undefined, host(10))).toMatchObject({ status: 429, body: { errors: [{ code: 'too_many' }] } });
    expect(await verify(code, undefined)).toMatchObject({ status: 200 });
  });
});

describe('setting the new password', () => {
  test('works once, ends every session, emails the owner and is logged', async () => {
    const user = await makeAccount(t);
    const [rest, other] = [(await logIn(t, user.email)).data, (await logIn(t, user.email)).data];
    const webToken = await t.createToken(user, 'web');
    const code = await codeFor(user.email);
    expect(await reset(code, user.email)).toEqual({ status: 200, body: { data: {} } });
    for (const token of [rest.accessToken, webToken]) expect((await t.callRest('GET', '/user', { token })).status).toBe(401);
    expect((await post('refresh', { refresh_token: other.refreshToken })).status).toBe(401);
    expect((await logIn(t, user.email)).status).toBe(401);
    expect((await logIn(t, user.email, { password: newPassword })).status).toBe(200);
    expect((await emailsTo(user.email))[0]).toMatchObject({ template: 'password_changed' });
    const log = await t.services.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.actorId, user.id), eq(auditLog.action, 'password.reset')));
    expect(log).toHaveLength(1);
    expect(await reset(code, user.email, 'An0ther!Haul7x')).toMatchObject(wrongCode);
  });

  test('works with the code alone, for a legacy client', async () => {
    const { email } = await makeAccount(t);
    expect(await reset(await codeFor(email))).toEqual({ status: 200, body: { data: {} } });
    expect((await logIn(t, email, { password: newPassword })).status).toBe(200);
  });

  test('happens once, however many requests send the code in parallel', async () => {
    const { id, email } = await makeAccount(t);
    const code = await codeFor(email);
    const answers = await Promise.all(Array.from({ length: 4 }, (_, n) => reset(code, email, `N3wer!Haul${n}x`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await t.services.db.select().from(users).where(eq(users.id, id)))[0]?.sessionVersion).toBe(2);
  });

  test.each([
    ['short', 'Password is too short - It should be at least 8 characters.'],
    ['nouppercase1!', 'At least 1 number,1 symbol (@$!#%*?&) and 1 uppercase letter'],
    ['Password1!', 'This password is too common. Choose one that’s harder to guess.'],
    [password, 'Choose a password that’s different from your current one'],
  ])('refuses %s, and the code stays good', async (chosen, message) => {
    const { email } = await makeAccount(t);
    const code = await codeFor(email);
    const { status, body } = await reset(code, email, chosen);
    expect([status, body.errors?.[0]]).toMatchObject([422, { field: 'new_password', message }]);
    expect(await reset(code, email)).toMatchObject({ status: 200 });
  });

  test('verifies the address, lifts the restriction after a password set by another person, and cancels a pending address', async () => {
    const user = await makeAccount(t, {
      roles: [roles.companyUser],
      emailVerifiedAt: null,
      mustChangePassword: true,
      emailToVerify: 'thief@test.example',
    });
    await reset(await codeFor(user.email), user.email);
    const [row] = await t.services.db.select().from(users).where(eq(users.id, user.id));
    expect(row).toMatchObject({ mustChangePassword: false, emailToVerify: null, emailVerifiedAt: expect.any(Date) });
  });

  test('gives an account that never had one its password', async () => {
    const { email } = await makeAccount(t, { passwordHash: null });
    await reset(await codeFor(email), email);
    expect((await logIn(t, email, { password: newPassword })).status).toBe(200);
  });

  test('leaves a locked account locked', async () => {
    const { email } = await makeAccount(t, { status: 'Locked' });
    await reset(await codeFor(email), email);
    expect(await logIn(t, email, { password: newPassword })).toMatchObject({ status: 403, errors: [{ code: 'account_locked' }] });
  });

  test('ends the delay caused by wrong passwords', async () => {
    const { email } = await makeAccount(t);
    for (let n = 0; n < 7; n++) await logIn(t, email, { password: 'Wr0ng!Haul7x' }, '198.51.100.7');
    expect((await logIn(t, email, {}, '198.51.100.7')).status).toBe(429);
    const code = await codeFor(email);
    await post('reset-password', { code, email, new_password: newPassword }, '198.51.100.7');
    expect((await logIn(t, email, { password: newPassword }, '198.51.100.7')).status).toBe(200);
  });

  test('is refused when the address has changed since', async () => {
    const user = await makeAccount(t);
    const code = await codeFor(user.email);
    await t.services.db.update(users).set({ email: 'moved-away@test.example' }).where(eq(users.id, user.id));
    expect(await reset(code, user.email)).toMatchObject(wrongCode);
  });
});
