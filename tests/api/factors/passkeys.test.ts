import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { factors } from '#drizzle/schema/accounts.ts';
import type { PasskeyAnswer } from '#shared/accounts/factors.ts';
import { makeAccount, callFromWeb } from '#tests/api/auth/sign-in.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { addPasskey, answer, challengeFor, siteOf } from './enroll.ts';

let t: TestApp;
beforeAll(async () => void (t = await startTestApp()));
afterAll(() => t.close());

const askPasskey = async (email: string) => {
  const { token, passkey, methods } = await challengeFor(t, email);
  return { token, methods, challenge: passkey?.challenge ?? '', credentials: passkey?.allowCredentials ?? [] };
};
const otherOrigin = { origin: 'https://haulboard.evil.example', rpId: 'localhost' };

describe('a passkey as second factor', () => {
  test('signs in with the challenge of this sign-in', async () => {
    const account = await makeAccount(t);
    const { authenticator, recoveryCodes } = await addPasskey(t, account);
    expect(recoveryCodes).toHaveLength(10);
    const { token, methods, challenge, credentials } = await askPasskey(account.email);
    expect(methods).toEqual(['passkey', 'recovery_code']);
    const passkey = authenticator.get(challenge, siteOf(t));
    expect(credentials).toEqual([{ id: passkey.id, type: 'public-key', transports: ['internal'] }]);
    expect((await answer(t, token, { passkey })).status).toBe(200);
  });

  test('is refused again with the same answer, for another sign-in, from another site and with a lower counter', async () => {
    const account = await makeAccount(t);
    const { authenticator } = await addPasskey(t, account);
    const first = await askPasskey(account.email);
    const other = await askPasskey(account.email);
    const passkey = authenticator.get(first.challenge, siteOf(t));
    expect((await answer(t, other.token, { passkey })).status).toBe(422);
    expect((await answer(t, first.token, { passkey })).status).toBe(200);
    expect([401, 422]).toContain((await answer(t, first.token, { passkey })).status);
    const otherSite = authenticator.get(other.challenge, otherOrigin);
    expect((await answer(t, other.token, { passkey: otherSite })).status).toBe(422);
    const cloned = authenticator.get(other.challenge, siteOf(t), { counter: 1 });
    expect((await answer(t, other.token, { passkey: cloned })).status).toBe(422);
  });

  test('of another account is refused', async () => {
    const account = await makeAccount(t);
    await addPasskey(t, account);
    const { authenticator } = await addPasskey(t, await makeAccount(t));
    const { token, challenge } = await askPasskey(account.email);
    expect((await answer(t, token, { passkey: authenticator.get(challenge, siteOf(t)) })).status).toBe(422);
  });
});

describe('adding a passkey', () => {
  test('takes the answer to its own challenge once, from this site, for its owner', async () => {
    const account = await makeAccount(t);
    const caller = await t.createCallerFor(account);
    const { authenticator } = await addPasskey(t, account, caller);
    const { ticket, options } = await caller.factors.startPasskey();
    expect(options.excludeCredentials).toHaveLength(1);
    const again = authenticator.create(options.challenge, siteOf(t));
    await expect(caller.factors.addPasskey({ ticket, passkey: again, name: 'Again' })).rejects.toThrow('already linked');
    const otherSite = authenticator.create(options.challenge, otherOrigin);
    await expect(caller.factors.addPasskey({ ticket, passkey: otherSite, name: 'Evil' })).rejects.toThrow('couldn’t be added');
    const stranger = await t.createCallerFor(await makeAccount(t));
    await expect(stranger.factors.addPasskey({ ticket, passkey: again, name: 'Mine' })).rejects.toThrow('too long');
    expect(await t.services.db.select().from(factors).where(eq(factors.userId, account.id))).toHaveLength(1);
  });
});

describe('a passkey without a password', () => {
  const start = async () => {
    const { data } = await callFromWeb(t, 'auth.passkeyStart');
    return data as { ticket: string; passkey: { challenge: string; userVerification: string } };
  };
  const finish = (ticket: string, passkey: PasskeyAnswer) =>
    callFromWeb(t, 'auth.passkeyLogin', { ticket, passkey, deviceId: 'abcd1234' });

  test('signs in when the device checked the person, and only then', async () => {
    const account = await makeAccount(t);
    const { authenticator } = await addPasskey(t, account);
    const unchecked = await start();
    expect(unchecked.passkey.userVerification).toBe('required');
    const unverifiedTouch = authenticator.get(unchecked.passkey.challenge, siteOf(t), { isVerified: false });
    expect((await finish(unchecked.ticket, unverifiedTouch)).status).toBe(422);
    const { ticket, passkey } = await start();
    const done = await finish(ticket, authenticator.get(passkey.challenge, siteOf(t)));
    expect(done).toMatchObject({ status: 200, data: { email: account.email, refreshToken: null } });
  });

  test('a ticket works for one try, and an answer for its own ticket', async () => {
    const { authenticator } = await addPasskey(t, await makeAccount(t));
    const [first, second] = [await start(), await start()];
    const signed = authenticator.get(first.passkey.challenge, siteOf(t));
    expect((await finish(second.ticket, signed)).status).toBe(422);
    expect((await finish(second.ticket, authenticator.get(second.passkey.challenge, siteOf(t)))).status).toBe(401);
    expect((await finish(first.ticket, signed)).status).toBe(200);
    expect((await finish(first.ticket, signed)).status).toBe(401);
  });

  test('an unknown passkey is refused', async () => {
    const { authenticator } = await addPasskey(t, await makeAccount(t));
    const { ticket, passkey } = await start();
    const signed = authenticator.get(passkey.challenge, siteOf(t));
    expect((await finish(ticket, { ...signed, id: 'unknown', rawId: 'unknown' })).status).toBe(422);
  });
});
