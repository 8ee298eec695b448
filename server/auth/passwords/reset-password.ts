import { and, eq, gt, isNull, sql, inArray } from 'drizzle-orm';
import { proofs, users, resetRequests, sessions, throttles } from '#drizzle/schema/accounts.ts';
import { type Language, text } from '#shared/texts/texts.ts';
import { audit } from '#server/audit.ts';
import { AppError, invalid } from '#server/errors.ts';
import { mail } from '#server/mail/outbox.ts';
import type { Services } from '#server/services.ts';
import { hashPassword, isPasswordOf } from '#server/session/passwords.ts';
import { addressKey, type Bucket, countHit, emailKey, clearCount, isWithin } from '#server/session/throttle.ts';
import { assertUncommon } from './common-passwords.ts';
import { clearWrongLogins, loginDelays } from '#server/auth/sign-in/login-delay.ts';
import { clearFactors } from '#server/auth/factors/update-factor.ts';
import { putPassword } from './put-password.ts';
import { resetCodeMinutes, resetCodeAlphabet, resetCodeLength } from '#shared/accounts/sign-in.ts';
import { claimDue, type DueRows } from '#server/db/due.ts';
import type { Database } from '#server/db/open.ts';
import type { Keys, KeySet } from '#server/session/keys.ts';
import { issueProof } from '#server/session/proofs.ts';
import { createHmac, randomInt } from 'node:crypto';

const hour = 60 * 60;
const asksPerAddress = { maxHits: 500, windowSeconds: hour };
/** Per account and network address. */
const codesPerAddress = { maxHits: 5, windowSeconds: hour };
/**
 * Per account over all network addresses. An address that signed in before is exempt, so that strangers cannot use up the
 * account's codes.
 */
const codesPerEmail = { maxHits: 10, windowSeconds: hour };
const batch = 20;

type From = { ip: string; language: Language };

/**
 * Accepts a request for a new password. The worker looks up the account later, so that neither the answer nor its duration
 * reveals whether there is one.
 */
export async function askForResetCode({ db }: Pick<Services, 'db'>, email: string, { ip, language }: From): Promise<void> {
  await countHit(db, { bucket: 'reset_ask', key: addressKey(ip) }, asksPerAddress);
  await db.insert(resetRequests).values({ email, ip, language });
}

type ResetRequest = { email: string; ip: string | null; language: Language | null };

export const dueResets: DueRows = { table: resetRequests, at: resetRequests.createdAt, when: () => sql`true` };

/** Run by the worker: emails a new code to each address that has an account. Returns the number of requests. */
export async function issueResetCodes({ db, keys }: Pick<Services, 'db' | 'keys'>): Promise<number> {
  return db.transaction(async (tx) => {
    const next = claimDue(tx, dueResets, new Date(), batch);
    const requests = await tx.delete(resetRequests).where(inArray(resetRequests.id, next)).returning({
      email: resetRequests.email,
      ip: resetRequests.ip,
      language: resetRequests.language,
    });
    for (const request of requests) await issue(tx, keys, request);
    return requests.length;
  });
}

/** A new code invalidates the earlier ones and resets the counts of wrong tries. */
async function issue(tx: Database, keys: Keys, { email: enteredEmail, ip, language }: ResetRequest): Promise<void> {
  const email = emailKey(enteredEmail);
  const asker = { bucket: 'reset_codes', key: `${email} ${ip ? addressKey(ip) : ''}` };
  if (!(await isWithin(tx, asker, codesPerAddress))) return;
  const [account] = await tx
    .select({ id: users.id, email: users.email, firstName: users.firstName })
    .from(users)
    .where(sql`lower(${users.email}) = lower(${enteredEmail})`);
  const isWithinAll = await isWithin(tx, { bucket: 'reset_codes_all', key: email }, codesPerEmail);
  if (!isWithinAll && !(account && ip && (await isKnownAddress(tx, account.id, ip)))) return;
  await clearTries(tx, enteredEmail);
  if (!account) return;
  const { id: userId, firstName } = account;
  const code = makeResetCode();
  const hash = hashOfResetCode(keys, code);
  await issueProof(tx, { kind: 'reset_password', userId, email: account.email, hash, hours: resetCodeMinutes / 60 });
  await mail(tx, account.email, 'reset_code', { firstName, code }, language ?? undefined);
  const actor = { userId: null, impersonatorId: null, ip };
  await audit(tx, actor, { action: 'password.ask', subject: { type: 'user', id: userId } });
}

/** Whether the account's owner, and not an impersonating administrator, has signed in from this network address. */
async function isKnownAddress(tx: Database, userId: string, ip: string): Promise<boolean> {
  const [session] = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.ip, ip), isNull(sessions.impersonatorSessionId)))
    .limit(1);
  return session !== undefined;
}

function makeResetCode(): string {
  return Array.from({ length: resetCodeLength }, () => resetCodeAlphabet[randomInt(resetCodeAlphabet.length)]).join('');
}

/** Uses a keyed hash, because a plain hash of eight characters could be reversed by trying all codes. */
function hashOfResetCode({ resetCode }: Pick<KeySet, 'resetCode'>, code: string): string {
  return createHmac('sha256', resetCode).update(code).digest('hex');
}

const minute = 60;
/**
 * The limits per code, for one network and for all. A stranger who guesses does not use up the tries of the owner, who is in
 * another network. The window is longer than the lifetime of any code that was issued before its first try.
 */
const wrongTriesPerAddress = { maxHits: 5, windowSeconds: 15 * minute };
const wrongTriesPerEmail = { maxHits: 10_000, windowSeconds: 15 * minute };
const alonePerAddress = { maxHits: 10, windowSeconds: 60 * minute };

/**
 * Counts tries by the address that was typed and not by the account, so that an address without an account takes the same
 * time.
 */
const triesFromAddress = (email: string, ip: string): Bucket => ({
  bucket: 'reset_code',
  key: `${emailKey(email)} ${addressKey(ip)}`,
});
const triesForEmail = (email: string): Bucket => ({ bucket: 'reset_code', key: `${emailKey(email)} ` });

/** Of all networks. */
export const clearTries = async (tx: Database, email: string): Promise<unknown> =>
  tx
    .delete(throttles)
    .where(and(eq(throttles.bucket, 'reset_code'), sql`starts_with(${throttles.key}, ${triesForEmail(email).key})`));

type SubmittedCode = { code: string; email?: string | undefined };
type Proof = { id: string; userId: string; email: string };

const wrong = () => new AppError('invalid', text('errors.resetCodeWrong'), { field: 'code' });

/** @throws invalid unless the code would be accepted now */
export async function verifyResetCode(services: Services, presented: SubmittedCode, ip: string): Promise<void> {
  await checkCode(services, presented, ip);
}

/**
 * Sets a new password with an emailed code, which works once and for ten minutes
 * (`docs/product/access.md#reset-codes`). Every session ends and the owner is told. The code also verifies the address,
 * because it was sent there.
 */
export async function resetPassword(
  services: Services,
  { newPassword, ...presented }: SubmittedCode & { newPassword: string },
  { ip, language }: From,
): Promise<void> {
  const { db } = services;
  const proof = await checkCode(services, presented, ip);
  const [account] = await db
    .select({
      firstName: users.firstName,
      lastName: users.lastName,
      passwordHash: users.passwordHash,
      isOwnersAccount: sql<boolean>`${users.emailVerifiedAt} is not null and not ${users.passwordSetByOther}`,
    })
    .from(users)
    .where(eq(users.id, proof.userId));
  if (!account) throw wrong();
  const { firstName, lastName, passwordHash: oldHash } = account;
  assertUncommon(newPassword, [proof.email, firstName, lastName], 'newPassword');
  if (oldHash && (await isPasswordOf(oldHash, newPassword))) throw invalid('newPassword', text('errors.passwordUsed'));
  const passwordHash = await hashPassword(newPassword);
  await db.transaction(async (tx) => {
    const only = eq(users.email, proof.email);
    const storedPassword = await putPassword(tx, {
      userId: proof.userId,
      passwordHash,
      mustChange: false,
      setByOther: false,
      only,
    });
    if (!storedPassword?.voided.includes(proof.id)) throw wrong();
    // Until now, someone else may have used the account and added factors that would keep the address's owner out.
    if (!account.isOwnersAccount) await clearFactors(tx, proof.userId);
    await tx
      .update(users)
      .set({ emailVerifiedAt: new Date() })
      .where(and(eq(users.id, proof.userId), isNull(users.emailVerifiedAt)));
    await mail(tx, proof.email, 'password_changed', { firstName }, language);
    const by = { userId: proof.userId, impersonatorId: null, ip };
    await audit(tx, by, { action: 'password.reset', subject: { type: 'user', id: proof.userId } });
  });
  await clearWrongLogins(db, loginDelays(proof.email, ip));
}

/**
 * Counts the try, then looks up a valid code by its hash. A wrong code, an account without a code and an unknown address
 * all take the same lookup.
 */
async function checkCode({ db, keys }: Services, { code, email }: SubmittedCode, ip: string): Promise<Proof> {
  if (email === undefined) await countHit(db, { bucket: 'reset_code_alone', key: addressKey(ip) }, alonePerAddress);
  else if (
    !(await isWithin(db, triesFromAddress(email, ip), wrongTriesPerAddress)) ||
    !(await isWithin(db, triesForEmail(email), wrongTriesPerEmail))
  )
    throw wrong();
  const found = await db
    .select({ id: proofs.id, userId: proofs.userId, email: proofs.email })
    .from(proofs)
    .where(
      and(
        eq(proofs.kind, 'reset_password'),
        inArray(
          proofs.hash,
          [keys, keys.previous].flatMap((one) => (one ? [hashOfResetCode(one, code)] : [])),
        ),
        isNull(proofs.usedAt),
        gt(proofs.expiresAt, new Date()),
        email === undefined ? undefined : sql`lower(${proofs.email}) = lower(${email})`,
      ),
    )
    .limit(2);
  const [proof] = found;
  /** Two accounts can have the same code by chance. Without an address, such a code identifies neither. */
  if (!proof || found.length > 1) throw wrong();
  if (email !== undefined) await clearCount(db, triesFromAddress(email, ip));
  return proof;
}
