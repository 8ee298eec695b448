import { eq, sql, and, count, isNull } from 'drizzle-orm';
import { factors, users, recoveryCodes } from '#drizzle/schema/accounts.ts';
import {
  type PresentedFactor,
  type FactorMethod,
  isAppCode,
  recoveryCodeAlphabet,
  recoveryCodeCount,
  recoveryCodeLength,
  shownRecoveryCode,
} from '#shared/accounts/factors.ts';
import { challengeMinutes } from '#shared/accounts/sign-in.ts';
import { text } from '#shared/texts/texts.ts';
import { audit } from '#server/audit.ts';
import type { Database } from '#server/db/open.ts';
import { invalid, AppError } from '#server/errors.ts';
import { mail } from '#server/mail/outbox.ts';
import type { Services } from '#server/services.ts';
import { countFailure, countersOf, clearCount, tooMany } from '#server/session/throttle.ts';
import { challengeOf, type Ticket, readTicket, signTicket } from '#server/session/tickets.ts';
import { findPasskey, listPasskeys, passkeyRequest, acceptPasskey } from './passkeys.ts';
import { acceptAppCode } from './totp.ts';
import { createHash, randomInt } from 'node:crypto';
import type { LoginRequest } from '#shared/accounts/auth.ts';
import type { Client } from '#server/session/sessions.ts';

/** SQL that is true for an account with a second factor. */
export const hasFactor = sql<boolean>`exists (select 1 from ${factors} where ${factors.userId} = ${users.id})`;

export async function isFactorSet(db: Database, userId: string): Promise<boolean> {
  const [one] = await db.select({ id: factors.id }).from(factors).where(eq(factors.userId, userId)).limit(1);
  return one !== undefined;
}

/**
 * Growing delays per account, up to an hour. Someone who knows the password can try fewer than 30 codes a day, each right
 * with a chance of three in a million.
 */
const delay = { free: 5, forgetSeconds: 24 * 60 * 60, maxSeconds: 60 * 60 };

type From = { ip: string };
type Account = { id: string; email: string; firstName: string };

/** What a person can answer with, and what the browser needs for a passkey. */
export async function factorsToAsk({ db, settings }: Services, userId: string, ticket: Pick<Ticket, 'id'>) {
  const kinds = await db.selectDistinct({ kind: factors.kind }).from(factors).where(eq(factors.userId, userId));
  const passkeys = await listPasskeys(db, userId);
  const methods: FactorMethod[] = kinds
    .map(({ kind }) => kind)
    .toSorted()
    .toReversed();
  if (methods.length > 0 && (await countRecoveryCodes(db, userId)) > 0) methods.push('recovery_code');
  const challenge = challengeOf(ticket);
  return { methods, passkey: passkeys.length > 0 ? passkeyRequest(settings, { challenge, passkeys, isAlone: false }) : null };
}

/**
 * Checks a second factor. Each try counts before it is checked, so that parallel tries are delayed like successive ones. A
 * correct factor clears the count.
 * @throws invalid if the factor is wrong, too_many while a delay applies
 */
export async function checkFactor(
  { db, keys, settings }: Services,
  account: Account,
  { code, passkey }: PresentedFactor,
  ticket: Pick<Ticket, 'id'>,
  { ip }: From,
): Promise<FactorMethod> {
  const counter = { bucket: 'second_factor', key: account.id };
  if (!(await countFailure(db, counter, delay))) {
    const [running] = await countersOf(db, [counter]);
    throw tooMany(running?.delayed ?? 1);
  }
  const method: FactorMethod = passkey ? 'passkey' : isAppCode(code ?? '') ? 'totp' : 'recovery_code';
  const isRight = passkey
    ? await isPasskeyOf(passkey)
    : method === 'totp'
      ? await acceptAppCode(db, keys, account.id, code ?? '')
      : await db.transaction((tx) => recover(tx));
  if (!isRight) throw invalid(passkey ? 'passkey' : 'code', text(passkey ? 'errors.passkeyWrong' : 'errors.factorCodeWrong'));
  await clearCount(db, counter);
  return method;

  async function isPasskeyOf(answer: NonNullable<typeof passkey>): Promise<boolean> {
    const storedPasskey = await findPasskey(db, answer.id);
    if (storedPasskey?.userId !== account.id) return false;
    return acceptPasskey(db, settings, storedPasskey, { answer, challenge: challengeOf(ticket), isAlone: false });
  }

  async function recover(tx: Database): Promise<boolean> {
    if (!(await spendRecoveryCode(tx, account.id, code ?? ''))) return false;
    const left = await countRecoveryCodes(tx, account.id);
    await mail(tx, account.email, 'recovery_code_used', { firstName: account.firstName, left });
    const actor = { userId: account.id, impersonatorId: null, ip };
    await audit(tx, actor, { action: 'recovery_code.use', subject: { type: 'user', id: account.id }, detail: { left } });
    return true;
  }
}

/** The codes have 118 bits, too many to try, so a plain hash is enough (OWASP ASVS 6.5.2). */
function hashOf(userId: string, code: string): string {
  return createHash('sha256').update(`${userId} ${code}`).digest('hex');
}

function makeCode(): string {
  const sign = () => recoveryCodeAlphabet[randomInt(recoveryCodeAlphabet.length)];
  return Array.from({ length: recoveryCodeLength }, sign).join('');
}

/** Replaces the account's recovery codes and returns the new ones as they are shown, which is possible only now. */
export async function replaceRecoveryCodes(tx: Database, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, makeCode);
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ userId, hash: hashOf(userId, code) })));
  return codes.map(shownRecoveryCode);
}

/** Uses up a recovery code. Returns false if the code does not exist or was used before. */
async function spendRecoveryCode(tx: Database, userId: string, code: string): Promise<boolean> {
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

/** What the first step of a sign-in asked for. It is done only after the second step. */
export type FirstStep = Pick<LoginRequest, 'deviceId' | 'createRole' | 'tnTermsAccepted'>;
type ChallengedAccount = { id: string; sessionVersion: number };
type Kind = Pick<Client, 'kind'>;

export const stepExpired = (): AppError => new AppError('unauthenticated', text('errors.signInStepExpired'));

/**
 * The error that asks for the second factor. Its ticket can only complete this sign-in, and it becomes invalid when the
 * account's sessions end, such as after a password change (`docs/product/access.md#second-factor`).
 */
export async function secondFactorRequired(
  services: Services,
  { id, sessionVersion }: ChallengedAccount,
  { deviceId, createRole, tnTermsAccepted }: FirstStep,
  { kind }: Kind,
): Promise<AppError> {
  const claims = { sv: sessionVersion, kind, deviceId, createRole, tnTermsAccepted };
  const ticket = await signTicket(services.keys, { purpose: 'sign-in', subject: id, minutes: challengeMinutes, claims });
  const challenge = { token: ticket.token, ...(await factorsToAsk(services, id, ticket)) };
  return new AppError('second_factor_required', text('errors.secondFactorRequired'), { challenge });
}

type Challenge = { ticket: Ticket; userId: string; sessionVersion: number; first: FirstStep };

/** @throws unauthenticated for a challenge that is not ours, has expired, or was given to the web and comes from REST */
export async function readChallenge({ keys }: Services, token: string, { kind }: Kind): Promise<Challenge> {
  const ticket = await readTicket(keys, 'sign-in', token);
  if (!ticket || ticket.claims['kind'] !== kind) throw stepExpired();
  const { sv, deviceId, createRole, tnTermsAccepted } = ticket.claims;
  const first = {
    deviceId: typeof deviceId === 'string' ? deviceId : '',
    createRole: createRole === true,
    tnTermsAccepted: tnTermsAccepted === true,
  };
  return { ticket, userId: ticket.subject, sessionVersion: Number(sv), first };
}
