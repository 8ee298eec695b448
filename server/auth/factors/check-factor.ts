import { createHash, randomInt } from 'node:crypto';
import { eq, sql, and, count, isNull } from 'drizzle-orm';
import { factors, users, recoveryCodes } from '#drizzle/schema/accounts.ts';
import { audit } from '#server/audit/audit.ts';
import type { Database } from '#server/db/open.ts';
import { invalid, AppError } from '#server/errors.ts';
import { countFailure, findCounters, clearCounter, tooMany } from '#server/limits/throttle.ts';
import { mail } from '#server/mail/outbox.ts';
import type { Services } from '#server/services.ts';
import type { Client, SessionOrigin } from '#server/session/sessions.ts';
import { deriveChallenge, type Ticket, readTicket, redeemTicket, signTicket } from '#server/session/tickets.ts';
import type { LoginRequest } from '#shared/accounts/auth.ts';
import {
  type SubmittedFactor,
  type FactorMethod,
  isAppCode,
  recoveryCodeAlphabet,
  recoveryCodeCount,
  recoveryCodeLength,
  formatRecoveryCode,
} from '#shared/accounts/factors.ts';
import { challengeMinutes } from '#shared/accounts/sign-in.ts';
import type { Language } from '#shared/texts/texts.ts';
import { text } from '#shared/texts/texts.ts';
import { findPasskey, listPasskeys, passkeyRequest, acceptPasskey } from './passkeys.ts';
import { acceptAppCode } from './totp.ts';

/** SQL that is true for an account with a second factor. */
export const hasFactor = sql<boolean>`exists (select 1 from ${factors} where ${factors.userId} = ${users.id})`;

export async function hasSecondFactor(db: Database, userId: string): Promise<boolean> {
  const [one] = await db.select({ id: factors.id }).from(factors).where(eq(factors.userId, userId)).limit(1);
  return one !== undefined;
}

/**
 * Growing delays per account, up to an hour. Someone who knows the password can try fewer than 30 codes a day, and each has
 * a three-in-a-million chance of being right.
 */
const delay = { freeFailures: 5, forgetSeconds: 24 * 60 * 60, maxDelaySeconds: 60 * 60 };

export type RequestSource = { ip: string; language: Language };
type Account = { id: string; email: string; firstName: string };

/** The factors that the account can sign in with, and the options that the browser needs for a passkey. */
export async function findFactorOptions({ db, settings }: Services, userId: string, ticket: Pick<Ticket, 'id'>) {
  const kinds = await db.selectDistinct({ kind: factors.kind }).from(factors).where(eq(factors.userId, userId));
  const passkeys = await listPasskeys(db, userId);
  const methods: FactorMethod[] = kinds
    .map(({ kind }) => kind)
    .toSorted()
    .toReversed();
  if (methods.length > 0 && (await countRecoveryCodes(db, userId)) > 0) methods.push('recovery_code');
  const challenge = deriveChallenge(ticket);
  return {
    methods,
    passkey: passkeys.length > 0 ? passkeyRequest(settings, { challenge, passkeys, isOnlyFactor: false }) : null,
  };
}

/**
 * Checks a second factor. Each attempt is counted before it is checked, so that parallel attempts are delayed like successive
 * ones. A correct factor clears the count. It uses up the step's ticket in the same transaction, so that a ticket that was used
 * before costs no recovery code. A confirmation with a code has no ticket.
 * @throws invalid if the factor is wrong, unauthenticated if the ticket was used before, too_many while a delay applies
 */
export async function checkFactor(
  { db, keys, settings }: Services,
  account: Account,
  { code, passkey }: SubmittedFactor,
  ticket: Ticket | null,
  { ip, language }: RequestSource,
): Promise<FactorMethod> {
  const counter = { bucket: 'second_factor', key: account.id };
  if (!(await countFailure(db, counter, delay))) {
    const [activeDelay] = await findCounters(db, [counter]);
    throw tooMany(activeDelay?.remainingSeconds ?? 1);
  }
  const method: FactorMethod = passkey ? 'passkey' : isAppCode(code ?? '') ? 'totp' : 'recovery_code';
  const isCorrect = await db.transaction(async (tx) => {
    const isAccepted = await acceptFactor(tx);
    if (isAccepted && ticket && !(await redeemTicket(tx, ticket))) throw stepExpired();
    return isAccepted;
  });
  if (!isCorrect) throw invalid(passkey ? 'passkey' : 'code', text(passkey ? 'errors.passkeyWrong' : 'errors.factorCodeWrong'));
  await clearCounter(db, counter);
  return method;

  function acceptFactor(tx: Database): Promise<boolean> {
    if (passkey) return isPasskeyOf(tx, passkey);
    return method === 'totp' ? acceptAppCode(tx, keys, account.id, code ?? '') : acceptRecoveryCode(tx);
  }

  async function isPasskeyOf(tx: Database, answer: NonNullable<typeof passkey>): Promise<boolean> {
    const storedPasskey = await findPasskey(tx, answer.id);
    if (!ticket || storedPasskey?.userId !== account.id) return false;
    return acceptPasskey(tx, settings, storedPasskey, { answer, challenge: deriveChallenge(ticket), isOnlyFactor: false });
  }

  async function acceptRecoveryCode(tx: Database): Promise<boolean> {
    if (!(await redeemRecoveryCode(tx, account.id, code ?? ''))) return false;
    const remainingCodes = await countRecoveryCodes(tx, account.id);
    await mail(tx, account.email, 'recovery_code_used', { firstName: account.firstName, left: remainingCodes }, language);
    const actor = { userId: account.id, impersonatorId: null, ip };
    await audit(tx, actor, {
      action: 'recovery_code.use',
      subject: { type: 'user', id: account.id },
      detail: { left: remainingCodes },
    });
    return true;
  }
}

/** Recovery codes have 118 bits and cannot be guessed, so a plain hash is enough (OWASP ASVS 6.5.2). */
function hashOf(userId: string, code: string): string {
  return createHash('sha256').update(`${userId} ${code}`).digest('hex');
}

function makeCode(): string {
  const randomCharacter = () => recoveryCodeAlphabet[randomInt(recoveryCodeAlphabet.length)];
  return Array.from({ length: recoveryCodeLength }, randomCharacter).join('');
}

/** Replaces the account's recovery codes and returns the new ones formatted for display. Later only their hashes exist. */
export async function replaceRecoveryCodes(tx: Database, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, makeCode);
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ userId, hash: hashOf(userId, code) })));
  return codes.map(formatRecoveryCode);
}

/** Uses up a recovery code. Returns false if the code does not exist or was used before. */
async function redeemRecoveryCode(tx: Database, userId: string, code: string): Promise<boolean> {
  const used = await tx
    .update(recoveryCodes)
    .set({ usedAt: new Date() })
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.hash, hashOf(userId, code)), isNull(recoveryCodes.usedAt)))
    .returning({ hash: recoveryCodes.hash });
  return used.length > 0;
}

export async function countRecoveryCodes(db: Database, userId: string): Promise<number> {
  const [row] = await db
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
  return row?.left ?? 0;
}

/** What the sign-in form requested in the first step, and how that step was done. It is applied only after the second step. */
export type SignInRequest = Pick<LoginRequest, 'deviceId' | 'createRole' | 'tnTermsAccepted'> &
  Pick<SessionOrigin, 'providerCompanyId'>;
type ChallengedAccount = { id: string; sessionVersion: number };
type Kind = Pick<Client, 'kind'>;

export const stepExpired = (): AppError => new AppError('unauthenticated', text('errors.signInStepExpired'));

/**
 * Creates the error that asks for the second factor. Its ticket can only complete this sign-in. It becomes invalid when the
 * account's sessions end, such as after a password change (`docs/product/access.md#second-factor`).
 */
export async function secondFactorRequired(
  services: Services,
  { id, sessionVersion }: ChallengedAccount,
  { deviceId, createRole, tnTermsAccepted, providerCompanyId }: SignInRequest,
  { kind }: Kind,
): Promise<AppError> {
  const claims = { sv: sessionVersion, kind, deviceId, createRole, tnTermsAccepted, providerCompanyId };
  const ticket = await signTicket(services.keys, { purpose: 'sign-in', subject: id, minutes: challengeMinutes, claims });
  const challenge = { token: ticket.token, ...(await findFactorOptions(services, id, ticket)) };
  return new AppError('second_factor_required', text('errors.secondFactorRequired'), { challenge });
}

type Challenge = { ticket: Ticket; userId: string; sessionVersion: number; signInRequest: SignInRequest };

/** @throws unauthenticated for a challenge that is forged or expired, or that was issued to the web and comes from REST */
export async function readChallenge({ keys }: Services, token: string, { kind }: Kind): Promise<Challenge> {
  const ticket = await readTicket(keys, 'sign-in', token);
  if (!ticket || ticket.claims['kind'] !== kind) throw stepExpired();
  const { sv, deviceId, createRole, tnTermsAccepted, providerCompanyId } = ticket.claims;
  const signInRequest = {
    deviceId: typeof deviceId === 'string' ? deviceId : '',
    createRole: createRole === true,
    tnTermsAccepted: tnTermsAccepted === true,
    providerCompanyId: typeof providerCompanyId === 'string' ? providerCompanyId : null,
  };
  return { ticket, userId: ticket.subject, sessionVersion: Number(sv), signInRequest };
}
