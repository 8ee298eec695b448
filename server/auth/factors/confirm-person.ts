import { and, eq, isNull } from 'drizzle-orm';
import { sessions, users } from '#drizzle/schema/accounts.ts';
import { type ConfirmRequest, confirmedMinutes } from '#shared/accounts/factors.ts';
import { challengeMinutes } from '#shared/accounts/sign-in.ts';
import { text } from '#shared/texts/texts.ts';
import { AppError, invalid } from '#server/errors.ts';
import type { Services } from '#server/services.ts';
import type { Actor } from '#server/session/authenticate.ts';
import { readTicket, signTicket, redeemTicket } from '#server/session/tickets.ts';
import { assertPassword } from '#server/auth/passwords/change-password.ts';
import { checkFactor, findFactorOptions, stepExpired } from './check-factor.ts';

type Person = Pick<Actor, 'userId' | 'sessionId'>;

/** Lists the ways to confirm one's identity (`docs/product/access.md#step-up`). The ticket is for this session only. */
export async function startConfirmation(services: Services, { userId, sessionId }: Person) {
  const { passwordHash } = await findAccount(services, userId);
  const ticket = await signTicket(services.keys, { purpose: 'confirm', subject: sessionId, minutes: challengeMinutes });
  return { ticket: ticket.token, hasPassword: passwordHash !== null, ...(await findFactorOptions(services, userId, ticket)) };
}

/** Confirms the session with the password or a second factor. Only a passkey needs the ticket, for its challenge. */
export async function confirmPerson(
  services: Services,
  { userId, sessionId }: Person,
  { password, ticket: token, ...submitted }: ConfirmRequest,
  ip: string,
): Promise<{ confirmedUntil: Date }> {
  const { db } = services;
  const account = await findAccount(services, userId);
  if (password !== undefined) await assertPassword(db, account, password, 'password');
  else if (submitted.code === undefined && !submitted.passkey) throw invalid('password', text('errors.passwordRequired'));
  else await checkOwnFactor(services, { account, sessionId, token, submitted, ip });
  const confirmedAt = new Date();
  const confirmed = await db
    .update(sessions)
    .set({ confirmedAt })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt)))
    .returning({ id: sessions.id });
  if (confirmed.length === 0) throw new AppError('unauthenticated', text('errors.signInToContinue'));
  return { confirmedUntil: new Date(confirmedAt.getTime() + confirmedMinutes * 60 * 1000) };
}

type PasswordConfirmation = {
  account: Awaited<ReturnType<typeof findAccount>>;
  sessionId: string;
  token: string | undefined;
  submitted: Pick<ConfirmRequest, 'code' | 'passkey'>;
  ip: string;
};

async function checkOwnFactor(
  services: Services,
  { account, sessionId, token, submitted, ip }: PasswordConfirmation,
): Promise<void> {
  if (!submitted.passkey) {
    await checkFactor(services, account, submitted, { id: '' }, { ip });
    return;
  }
  const ticket = token ? await readTicket(services.keys, 'confirm', token) : null;
  if (!ticket || ticket.subject !== sessionId) throw stepExpired();
  await checkFactor(services, account, submitted, ticket, { ip });
  if (!(await redeemTicket(services.db, ticket))) throw stepExpired();
}

async function findAccount({ db }: Services, userId: string) {
  const { id, email, firstName, passwordHash } = users;
  const [account] = await db.select({ id, email, firstName, passwordHash }).from(users).where(eq(id, userId));
  if (!account) throw new AppError('unauthenticated', text('errors.signInToContinue'));
  return account;
}
