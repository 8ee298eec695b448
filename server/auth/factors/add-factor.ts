import { eq } from 'drizzle-orm';
import { factors, users } from '#drizzle/schema/accounts.ts';
import { audit } from '#server/audit/audit.ts';
import type { Database } from '#server/db/open.ts';
import { AppError, conflict, invalid, notFound, violatedConstraint } from '#server/errors.ts';
import { mail } from '#server/mail/outbox.ts';
import type { Services } from '#server/services.ts';
import { deriveChallenge, readTicket, signTicket, redeemTicket, type Ticket } from '#server/session/tickets.ts';
import type { ActingUser } from '#server/trpc.ts';
import type { AddPasskey, AddTotp, FactorKind } from '#shared/accounts/factors.ts';
import { challengeMinutes } from '#shared/accounts/sign-in.ts';
import { fullName } from '#shared/format.ts';
import { text } from '#shared/texts/texts.ts';
import { countRecoveryCodes, replaceRecoveryCodes } from './check-factor.ts';
import { listPasskeys, readNewPasskey, registrationOptions } from './passkeys.ts';
import { makeSecret, sealSecret, shownSecret, findTimeStep, unsealSecret } from './totp.ts';

/** The maximum number of factors: enough for every device, and few enough to review on one screen. */
const maxFactors = 10;
/** This leaves time to install an authenticator app and scan the code. */
const setupMinutes = 15;

const setupExpired = () => new AppError('invalid', text('errors.factorSetupExpired'), { field: 'ticket' });

/** Creates a secret for an authenticator app. It is stored only after a correct code proves that the app has it. */
export async function startTotp({ db, keys }: Services, userId: string) {
  const { email } = await findOwner(db, userId);
  const secret = makeSecret();
  const claims = { secret: sealSecret(keys, secret, userId) };
  const { token } = await signTicket(keys, { purpose: 'add-app', subject: userId, minutes: setupMinutes, claims });
  return { ticket: token, ...shownSecret(secret, email) };
}

type Added = { recoveryCodes: string[] | null };

/** Adds an authenticator app. The first factor of an account also creates its recovery codes. */
export async function addTotp(services: Services, actor: ActingUser, { ticket: token, code, name }: AddTotp): Promise<Added> {
  const { db, keys } = services;
  const ticket = await readTicket(keys, 'add-app', token);
  if (!ticket || ticket.subject !== actor.userId) throw setupExpired();
  const secret = unsealSecret(keys, String(ticket.claims['secret']), actor.userId);
  const step = findTimeStep(secret, code);
  if (step === null) throw invalid('code', text('errors.factorCodeWrong'));
  const sealedSecret = sealSecret(keys, secret, actor.userId);
  return db.transaction((tx) => add(tx, actor, ticket, { kind: 'totp', name, sealedSecret, lastStep: step }));
}

/** Returns the options that the browser needs to create a passkey. */
export async function startPasskey({ db, keys, settings }: Services, userId: string) {
  const owner = await findOwner(db, userId);
  const ticket = await signTicket(keys, { purpose: 'add-passkey', subject: userId, minutes: challengeMinutes });
  const account = { id: userId, email: owner.email, name: fullName(owner) };
  const challenge = deriveChallenge(ticket);
  const passkeys = await listPasskeys(db, userId);
  return { ticket: ticket.token, options: registrationOptions(settings, account, { challenge, passkeys }) };
}

export async function addPasskey(
  services: Services,
  actor: ActingUser,
  { ticket: token, passkey, name }: AddPasskey,
): Promise<Added> {
  const { db, keys, settings } = services;
  const ticket = await readTicket(keys, 'add-passkey', token);
  if (!ticket || ticket.subject !== actor.userId) throw setupExpired();
  const newPasskey = await readNewPasskey(settings, passkey, deriveChallenge(ticket));
  if (!newPasskey) throw invalid('passkey', text('errors.passkeyNotAdded'));
  try {
    return await db.transaction((tx) => add(tx, actor, ticket, { kind: 'passkey', name, ...newPasskey }));
  } catch (error) {
    if (violatedConstraint(error) === 'factors_credential_key') throw conflict(text('errors.passkeyKnown'));
    throw error;
  }
}

type NewFactor = Omit<typeof factors.$inferInsert, 'userId'> & { kind: FactorKind };

async function add(tx: Database, actor: ActingUser, ticket: Ticket, factor: NewFactor): Promise<Added> {
  const { userId } = actor;
  const { email, firstName } = await findOwner(tx, userId, 'lock');
  if (!(await redeemTicket(tx, ticket))) throw setupExpired();
  const existingFactors = await tx.select({ id: factors.id }).from(factors).where(eq(factors.userId, userId));
  if (existingFactors.length >= maxFactors) throw conflict(text('errors.tooManyFactors', { count: maxFactors }));
  const [added] = await tx
    .insert(factors)
    .values({ ...factor, userId })
    .returning({ id: factors.id });
  const { name, kind } = factor;
  await audit(tx, actor, { action: 'factor.add', subject: { type: 'user', id: userId }, detail: { kind, factor: added?.id } });
  await mail(tx, email, 'factor_added', { firstName, name, kind }, actor.language);
  const needsRecoveryCodes = existingFactors.length === 0 || (await countRecoveryCodes(tx, userId)) === 0;
  return { recoveryCodes: needsRecoveryCodes ? await replaceRecoveryCodes(tx, userId) : null };
}

/** Finds the account's owner. Changes of factors lock the row, so that two at the same time run one after the other. */
export async function findOwner(tx: Database, userId: string, mode: 'read' | 'lock' = 'read') {
  const query = tx
    .select({
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      roles: users.roles,
      emailVerifiedAt: users.emailVerifiedAt,
      passwordSetByOther: users.passwordSetByOther,
    })
    .from(users)
    .where(eq(users.id, userId));
  const [owner] = await (mode === 'lock' ? query.for('update') : query);
  if (!owner) throw notFound(text('errors.accountNotFound'));
  return owner;
}
