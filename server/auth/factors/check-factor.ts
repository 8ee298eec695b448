import { eq, sql } from 'drizzle-orm';
import { factors, users } from '#drizzle/schema/accounts.ts';
import type { PresentedFactor } from '#shared/accounts/factors.ts';
import { type FactorMethod, isAppCode } from '#shared/accounts/sign-in.ts';
import { text } from '#shared/texts/texts.ts';
import { audit } from '#server/audit.ts';
import type { Database } from '#server/db/open.ts';
import { invalid } from '#server/errors.ts';
import { mail } from '#server/mail/outbox.ts';
import type { Services } from '#server/services.ts';
import { countFailure, countersOf, forget, tooMany } from '#server/session/throttle.ts';
import { challengeOf, type Ticket } from '#server/session/tickets.ts';
import { findPasskey, listPasskeys, passkeyRequest, acceptPasskey } from './passkeys.ts';
import { countRecoveryCodes, spendRecoveryCode } from './recovery-codes.ts';
import { acceptAppCode } from './totp.ts';

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
const delay = { free: 5, forgetSeconds: 24 * 60 * 60, mostSeconds: 60 * 60 };

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
 * Checks a second factor. Each try counts before it is checked, so that many tries at the same time are delayed like tries
 * one after another, and a right one clears the count.
 * @throws invalid when it is wrong, too_many while a delay applies
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
  await forget(db, counter);
  return method;

  async function isPasskeyOf(answer: NonNullable<typeof passkey>): Promise<boolean> {
    const known = await findPasskey(db, answer.id);
    if (known?.userId !== account.id) return false;
    return acceptPasskey(db, settings, known, { answer, challenge: challengeOf(ticket), isAlone: false });
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
