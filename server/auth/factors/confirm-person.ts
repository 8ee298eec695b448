import { eq } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { assertPassword } from '#server/auth/passwords/change-password.ts';
import { AppError, invalid } from '#server/errors.ts';
import type { Services } from '#server/services.ts';
import type { Actor } from '#server/session/authenticate.ts';
import { replaceSession } from '#server/session/sessions.ts';
import { readTicket, signTicket } from '#server/session/tickets.ts';
import { type Confirmed, type ConfirmRequest, confirmedMinutes } from '#shared/accounts/factors.ts';
import { challengeMinutes } from '#shared/accounts/sign-in.ts';
import { text } from '#shared/texts/texts.ts';
import { checkFactor, findFactorOptions, hasSecondFactor, stepExpired, type RequestSource } from './check-factor.ts';

type Person = Pick<Actor, 'userId' | 'sessionId'>;

/** Lists the ways to confirm one's identity (`docs/product/access.md#step-up`). The ticket is for this session only. */
export async function startConfirmation(services: Services, { userId, sessionId }: Person) {
  const { passwordHash } = await findAccount(services, userId);
  const ticket = await signTicket(services.keys, { purpose: 'confirm', subject: sessionId, minutes: challengeMinutes });
  const options = await findFactorOptions(services, userId, ticket);
  return { ticket: ticket.token, hasPassword: passwordHash !== null && options.methods.length === 0, ...options };
}

/**
 * Confirms that the caller is the account's owner: with a second factor if the account has one, otherwise with the password.
 * The session gets new tokens, and its former ones stop working. Only a passkey needs the ticket, for its challenge.
 */
export async function confirmPerson(
  services: Services,
  { userId, sessionId }: Person,
  { password, ticket: token, ...submitted }: ConfirmRequest,
  source: RequestSource,
): Promise<Confirmed> {
  const { db } = services;
  const account = await findAccount(services, userId);
  if (submitted.code !== undefined || submitted.passkey)
    await checkOwnFactor(services, { account, sessionId, token, submitted, source });
  // Someone who has a session and the password must not be able to remove the second factor, which protects against both.
  else if (await hasSecondFactor(db, userId)) throw invalid('code', text('errors.confirmWithFactor'));
  else if (password === undefined) throw invalid('password', text('errors.passwordRequired'));
  else await assertPassword(db, account, password, 'password');
  const confirmedAt = new Date();
  const tokens = await db.transaction((tx) => replaceSession(tx, services, { sessionId, account }, confirmedAt));
  return { ...tokens, confirmedUntil: new Date(confirmedAt.getTime() + confirmedMinutes * 60 * 1000) };
}

type PasswordConfirmation = {
  account: Awaited<ReturnType<typeof findAccount>>;
  sessionId: string;
  token: string | undefined;
  submitted: Pick<ConfirmRequest, 'code' | 'passkey'>;
  source: RequestSource;
};

async function checkOwnFactor(
  services: Services,
  { account, sessionId, token, submitted, source }: PasswordConfirmation,
): Promise<void> {
  if (!submitted.passkey) {
    await checkFactor(services, account, submitted, null, source);
    return;
  }
  const ticket = token ? await readTicket(services.keys, 'confirm', token) : null;
  if (!ticket || ticket.subject !== sessionId) throw stepExpired();
  await checkFactor(services, account, submitted, ticket, source);
}

async function findAccount({ db }: Services, userId: string) {
  const { id, email, firstName, passwordHash, roles, sessionVersion } = users;
  const columns = { id, email, firstName, passwordHash, roles, sessionVersion };
  const [account] = await db.select(columns).from(users).where(eq(id, userId));
  if (!account) throw new AppError('unauthenticated', text('errors.signInRequired'));
  return account;
}
