import { TOTP } from 'otpauth';
import type { users } from '#drizzle/schema/accounts.ts';
import type { SignInChallenge } from '#shared/accounts/factors.ts';
import { credentials } from '#tests/api/auth/sign-in.ts';
import type { Caller, TestApp } from '#tests/helpers/app.ts';
import { makeAuthenticator } from '#tests/helpers/passkey.ts';

type Account = Pick<typeof users.$inferSelect, 'id' | 'roles'>;

/** The code that the app shows now, or the given number of steps later. */
export const codeOf = (secret: string, step = 0) => new TOTP({ secret }).generate({ timestamp: Date.now() + step * 30_000 });

/** Adds an authenticator app to an account. The code that this uses up is that of the step before the current one. */
export async function addApp(t: TestApp, account: Account, caller?: Caller) {
  const own = caller ?? (await t.createCallerFor(account));
  const { ticket, secret } = await own.factors.startTotp();
  const { recoveryCodes } = await own.factors.addTotp({ ticket, code: codeOf(secret, -1), name: 'My phone' });
  return { secret, recoveryCodes: recoveryCodes ?? [] };
}

export const siteOf = ({ services: { settings } }: TestApp) => ({
  origin: new URL(settings.publicUrl).origin,
  rpId: new URL(settings.publicUrl).hostname,
});

export async function addPasskey(t: TestApp, account: Account, caller?: Caller) {
  const own = caller ?? (await t.createCallerFor(account));
  const authenticator = makeAuthenticator();
  const { ticket, options } = await own.factors.startPasskey();
  const passkey = authenticator.create(options.challenge, siteOf(t));
  const { recoveryCodes } = await own.factors.addPasskey({ ticket, passkey, name: 'Laptop' });
  return { authenticator, recoveryCodes };
}

type Body = { errors: { code: string; message: string; field?: string; challenge?: SignInChallenge }[] };

/** The challenge that a REST sign-in answers for an account with a second factor. */
export async function challengeFor(t: TestApp, email: string, overrides: object = {}): Promise<SignInChallenge> {
  const { body } = await t.callRest('POST', '/auth/login', { body: credentials(email, overrides) });
  const { challenge } = (body as unknown as Body).errors?.[0] ?? {};
  if (!challenge) throw new Error(`The sign-in was not asked for a second factor: ${JSON.stringify(body)}`);
  return challenge;
}

export const answer = (t: TestApp, challenge: string, factor: object) =>
  t.callRest('POST', '/auth/login/second-factor', { body: { challenge, ...factor } });
