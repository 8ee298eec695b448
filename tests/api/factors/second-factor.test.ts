import { and, desc, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { auditLog, factors, recoveryCodes, sessions, users } from '#drizzle/schema/accounts.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { acceptAppCode, resealBatch, resealSecrets, unsealSecret } from '#server/auth/factors/totp.ts';
import { openKeys } from '#server/session/keys.ts';
import { roles } from '#shared/access/access.ts';
import { recoveryCodeCount } from '#shared/accounts/factors.ts';
import { credentials, logIn, makeAccount, password, callFromWeb } from '#tests/api/auth/sign-in.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { addApp, answer, challengeFor, codeOf } from './enroll.ts';

let t: TestApp;
beforeAll(async () => void (t = await startTestApp()));
afterAll(() => t.close());
afterEach(() => void vi.useRealTimers());

const stopClock = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
const emailsTo = async (email: string) =>
  (await t.services.db.select().from(outbox).where(eq(outbox.recipient, email)).orderBy(desc(outbox.id))).map(
    ({ template }) => template,
  );
const sessionsOf = (userId: string) => t.services.db.select().from(sessions).where(eq(sessions.userId, userId));

describe('signing in with an authenticator app', () => {
  test('the password alone opens no session and says how to go on', async () => {
    const account = await makeAccount(t);
    await addApp(t, account);
    const before = await sessionsOf(account.id);
    const refusal = await t.callRest('POST', '/auth/login', { body: credentials(account.email) });
    expect(refusal.status).toBe(401);
    expect(refusal.body.errors[0]).toMatchObject({
      code: 'second_factor_required',
      challenge: { token: expect.any(String), methods: ['totp', 'recovery_code'], passkey: null },
    });
    expect(JSON.stringify(refusal.body)).not.toContain('accessToken');
    expect(await sessionsOf(account.id)).toHaveLength(before.length);
  });

  test('the code completes the sign-in with the usual answer', async () => {
    const account = await makeAccount(t);
    const { secret } = await addApp(t, account);
    const { token } = await challengeFor(t, account.email);
    const { status, body } = await answer(t, token, { code: codeOf(secret) });
    expect(status).toBe(200);
    const data = body.data as { accessToken: string; email: string; refreshToken: string };
    expect(data).toMatchObject({ email: account.email, refreshToken: expect.any(String), redirect: '/company-info' });
    expect((await t.callRest('GET', '/user', { token: data.accessToken })).status).toBe(200);
    const [session] = (await sessionsOf(account.id)).filter(({ kind }) => kind === 'rest');
    expect(session).toMatchObject({ deviceId: 'abcd1234' });
  });

  test('the web gets its refresh token in the cookie only', async () => {
    const account = await makeAccount(t);
    const { secret } = await addApp(t, account);
    const first = await t.app.inject({ method: 'POST', url: '/trpc/auth.login', payload: { email: account.email, password } });
    const { error } = first.json<{ error: { data: { code: string; challenge: { token: string } } } }>();
    expect(error.data.code).toBe('second_factor_required');
    const done = await callFromWeb(t, 'auth.secondFactor', { challenge: error.data.challenge.token, code: codeOf(secret) });
    expect(done).toMatchObject({ status: 200, data: { refreshToken: null, redirect: '/company-info' } });
    expect(done.cookie).toEqual(expect.any(String));
  });

  test('an account without a factor signs in as before', async () => {
    const account = await makeAccount(t);
    expect(await logIn(t, account.email)).toMatchObject({ status: 200, data: { accessToken: expect.any(String) } });
  });

  test('the role of an employer is added after the second step only', async () => {
    const account = await makeAccount(t, { roles: [roles.driver] });
    const { secret } = await addApp(t, account);
    const { token } = await challengeFor(t, account.email, { create_role: true });
    const held = async () => (await t.services.db.select().from(users).where(eq(users.id, account.id)))[0]?.roles;
    expect(await held()).toEqual([roles.driver]);
    expect((await answer(t, token, { code: codeOf(secret) })).status).toBe(200);
    expect(await held()).toEqual([roles.driver, roles.companyUser]);
  });

  test('the code works during and after a rotation of the keys', async () => {
    stopClock();
    const account = await makeAccount(t);
    const { secret } = await addApp(t, account);
    const { keys: before } = t.services;
    const after = { ...openKeys({ current: 'x'.repeat(40), previous: undefined }, t.services.settings.dataDir) };
    const [row] = await t.services.db.select().from(factors).where(eq(factors.userId, account.id));
    const sealed = row?.sealedSecret ?? '';
    const rotated = { ...after, previous: before };
    expect(unsealSecret(rotated, sealed, account.id)).toEqual(unsealSecret(before, sealed, account.id));
    expect(await resealSecrets({ db: t.services.db, keys: rotated })).toBeGreaterThan(0);
    expect(await acceptAppCode(t.services.db, after, account.id, codeOf(secret))).toBe(true);
    expect(await resealSecrets({ db: t.services.db, keys: { ...before, previous: after } })).toBeGreaterThan(0);
  });

  test('after a rotation one run of the worker encrypts any number of keys again', async () => {
    const account = await makeAccount(t);
    await addApp(t, account);
    const { db, keys: before, settings } = t.services;
    const [app] = await db.select().from(factors).where(eq(factors.userId, account.id));
    const copy = { userId: account.id, kind: 'totp' as const, name: 'Copy', sealedSecret: app?.sealedSecret };
    await db.insert(factors).values(Array.from({ length: 2 * resealBatch }, () => copy));
    const after = { ...openKeys({ current: 'y'.repeat(40), previous: undefined }, settings.dataDir), previous: before };
    await resealSecrets({ db, keys: after });
    const keyIdsIn = async () => new Set((await db.select().from(factors)).map((row) => row.sealedSecret?.split('.')[0]));
    expect(await keyIdsIn()).toEqual(new Set([after.id]));
    expect(await resealSecrets({ db, keys: { ...after, previous: after } }), 'the same key twice').toBe(0);
    await resealSecrets({ db, keys: { ...before, previous: after } });
    expect(await keyIdsIn()).toEqual(new Set([before.id]));
  });

  test('the key of the app is not in the database', async () => {
    const account = await makeAccount(t);
    const { secret } = await addApp(t, account);
    const [row] = await t.services.db.select().from(factors).where(eq(factors.userId, account.id));
    expect(JSON.stringify(row)).not.toContain(secret);
  });
});

describe('attacks on codes of an app', () => {
  test('a code works once, and no earlier one works after it', async () => {
    stopClock();
    const account = await makeAccount(t);
    const { secret } = await addApp(t, account);
    pass(120);
    const code = codeOf(secret);
    const earlier = codeOf(secret, -1);
    expect((await answer(t, (await challengeFor(t, account.email)).token, { code })).status).toBe(200);
    const { token } = await challengeFor(t, account.email);
    for (const used of [code, earlier])
      expect(await answer(t, token, { code: used })).toMatchObject({ status: 422, body: { errors: [{ field: 'code' }] } });
    expect((await answer(t, token, { code: codeOf(secret, 1) })).status).toBe(200);
  });

  test('of two requests with the same code at the same time, one succeeds', async () => {
    const account = await makeAccount(t);
    const { secret } = await addApp(t, account);
    const tokens = [await challengeFor(t, account.email), await challengeFor(t, account.email)];
    const answers = await Promise.all(tokens.map(({ token }) => answer(t, token, { code: codeOf(secret) })));
    expect(answers.map(({ status }) => `${status}`).toSorted()).toEqual(['200', '422']);
  });

  test('a code of another account does not work', async () => {
    const account = await makeAccount(t);
    await addApp(t, account);
    const other = await addApp(t, await makeAccount(t));
    const { token } = await challengeFor(t, account.email);
    expect((await answer(t, token, { code: codeOf(other.secret) })).status).toBe(422);
    const [code = ''] = other.recoveryCodes;
    expect((await answer(t, token, { code })).status).toBe(422);
  });

  test('guessing is delayed over all challenges and methods, also when all guesses come at the same time', async () => {
    stopClock();
    const account = await makeAccount(t);
    const { secret } = await addApp(t, account);
    const tokens = [await challengeFor(t, account.email), await challengeFor(t, account.email)];
    const guesses = Array.from({ length: 24 }, (_, n) => ({
      code: n % 2 ? '000000' : 'AAAA-AAAA-AAAA-AAAA-AAAA-AAAA',
      ...tokens[n % 2],
    }));
    const statuses = await Promise.all(guesses.map(async ({ code, token = '' }) => (await answer(t, token, { code })).status));
    expect(statuses.filter((status) => status === 422)).toHaveLength(6);
    expect(statuses.filter((status) => status === 429)).toHaveLength(18);
    const { token } = await challengeFor(t, account.email);
    expect((await answer(t, token, { code: codeOf(secret) })).status).toBe(429);
    pass(2);
    expect((await answer(t, token, { code: codeOf(secret) })).status).toBe(200);
  });

  test('a challenge expires, works once, and ends with the sessions of the account', async () => {
    stopClock();
    const account = await makeAccount(t);
    const { secret, recoveryCodes: codes } = await addApp(t, account);
    const late = await challengeFor(t, account.email);
    pass(5 * 60 + 1);
    expect((await answer(t, late.token, { code: codeOf(secret) })).status).toBe(401);
    const { token } = await challengeFor(t, account.email);
    expect((await answer(t, token, { code: codeOf(secret) })).status).toBe(200);
    expect((await answer(t, token, { code: codes[0] })).status).toBe(401);
    const before = await challengeFor(t, account.email);
    await t.services.db.update(users).set({ sessionVersion: 2 }).where(eq(users.id, account.id));
    expect((await answer(t, before.token, { code: codes[1] })).status).toBe(401);
  });

  test('a challenge of REST is refused on the web', async () => {
    const account = await makeAccount(t);
    const { secret } = await addApp(t, account);
    const { token } = await challengeFor(t, account.email);
    expect((await callFromWeb(t, 'auth.secondFactor', { challenge: token, code: codeOf(secret) })).status).toBe(401);
  });

  test('a locked account stays out', async () => {
    const account = await makeAccount(t);
    const { secret } = await addApp(t, account);
    const { token } = await challengeFor(t, account.email);
    await t.services.db.update(users).set({ status: 'Locked' }).where(eq(users.id, account.id));
    expect(await answer(t, token, { code: codeOf(secret) })).toMatchObject({ status: 403 });
  });
});

describe('recovery codes', () => {
  test('each of the ten signs in once, is stored as a hash only, and the owner is emailed', async () => {
    const account = await makeAccount(t);
    const { recoveryCodes: codes } = await addApp(t, account);
    expect(new Set(codes).size).toBe(recoveryCodeCount);
    const stored = await t.services.db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, account.id));
    const kept = JSON.stringify(stored);
    for (const code of codes) expect(kept).not.toContain(code.replaceAll('-', ''));
    const [code = ''] = codes;
    const { token } = await challengeFor(t, account.email);
    expect((await answer(t, token, { code: code.toLowerCase().replaceAll('-', ' ') })).status).toBe(200);
    expect((await answer(t, (await challengeFor(t, account.email)).token, { code })).status).toBe(422);
    expect(await emailsTo(account.email)).toEqual(['recovery_code_used', 'factor_added']);
    const [entry] = await t.services.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.subjectId, account.id), eq(auditLog.action, 'recovery_code.use')));
    expect(entry?.detail).toEqual({ left: recoveryCodeCount - 1 });
  });

  test('a challenge that was used before costs no code, and nobody is told of one', async () => {
    const account = await makeAccount(t);
    const { secret, recoveryCodes: codes } = await addApp(t, account);
    const { token } = await challengeFor(t, account.email);
    expect((await answer(t, token, { code: codeOf(secret) })).status).toBe(200);
    for (const code of codes.slice(0, 2)) expect((await answer(t, token, { code })).status).toBe(401);
    expect(await emailsTo(account.email)).toEqual(['factor_added']);
    const caller = await t.createCallerFor(account);
    expect(await caller.factors.list()).toMatchObject({ recoveryCodesLeft: recoveryCodeCount });
    const entries = await t.services.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.subjectId, account.id), eq(auditLog.action, 'recovery_code.use')));
    expect(entries).toEqual([]);
    expect((await answer(t, (await challengeFor(t, account.email)).token, { code: codes[0] })).status).toBe(200);
  });

  test('of two codes for one challenge at the same time, one is used', async () => {
    const account = await makeAccount(t);
    const { recoveryCodes: codes } = await addApp(t, account);
    const { token } = await challengeFor(t, account.email);
    const answers = await Promise.all(codes.slice(0, 2).map((code) => answer(t, token, { code })));
    expect(answers.map(({ status }) => `${status}`).toSorted()).toEqual(['200', '401']);
    const caller = await t.createCallerFor(account);
    expect(await caller.factors.list()).toMatchObject({ recoveryCodesLeft: recoveryCodeCount - 1 });
  });

  test('new codes replace the old ones', async () => {
    const account = await makeAccount(t);
    const { recoveryCodes: old } = await addApp(t, account);
    const { recoveryCodes: renewed } = await (await t.createCallerFor(account)).factors.renewRecoveryCodes();
    const { token } = await challengeFor(t, account.email);
    expect((await answer(t, token, { code: old[0] })).status).toBe(422);
    expect((await answer(t, token, { code: renewed[0] })).status).toBe(200);
    expect(await emailsTo(account.email)).toContain('recovery_codes_renewed');
  });
});

describe('the list of methods', () => {
  test('names and removes; the last one turns the second step off', async () => {
    const account = await makeAccount(t);
    await addApp(t, account);
    const caller = await t.createCallerFor(account);
    const { items, recoveryCodesLeft, isRequired } = await caller.factors.list();
    expect(items).toEqual([expect.objectContaining({ kind: 'totp', name: 'My phone' })]);
    expect({ recoveryCodesLeft, isRequired }).toEqual({ recoveryCodesLeft: recoveryCodeCount, isRequired: false });
    const [{ id } = { id: '' }] = items;
    await caller.factors.rename({ id, name: 'Old phone' });
    expect((await caller.factors.list()).items[0]?.name).toBe('Old phone');
    const stranger = await t.createCallerFor(await makeAccount(t));
    await expect(stranger.factors.rename({ id, name: 'Mine' })).rejects.toThrow('was not found');
    await expect(stranger.factors.remove({ id })).rejects.toThrow('was not found');
    await caller.factors.remove({ id });
    expect(await caller.factors.list()).toMatchObject({ items: [], recoveryCodesLeft: 0 });
    expect((await logIn(t, account.email)).status).toBe(200);
    expect(await emailsTo(account.email)).toEqual(['factor_removed', 'factor_added']);
  });

  test('a key is added with a code of the app only, once, and by its owner only', async () => {
    const account = await makeAccount(t);
    const caller = await t.createCallerFor(account);
    const { ticket, secret, uri } = await caller.factors.startTotp();
    expect(uri).toContain(`secret=${secret}`);
    await expect(caller.factors.addTotp({ ticket, code: '000000', name: 'App' })).rejects.toThrow('wrong');
    const stranger = await t.createCallerFor(await makeAccount(t));
    await expect(stranger.factors.addTotp({ ticket, code: codeOf(secret), name: 'App' })).rejects.toThrow('too long');
    await caller.factors.addTotp({ ticket, code: codeOf(secret), name: 'App' });
    await expect(caller.factors.addTotp({ ticket, code: codeOf(secret, 1), name: 'App' })).rejects.toThrow('too long');
  });
});
