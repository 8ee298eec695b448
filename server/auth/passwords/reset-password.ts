import { createHmac, randomInt } from 'node:crypto';
import { and, eq, gt, isNull, sql, inArray } from 'drizzle-orm';
import { oneTimeTokens, users, resetRequests, sessions, throttles } from '#drizzle/schema/accounts.ts';
import { audit } from '#server/audit/audit.ts';
import { removeEarlyFactors } from '#server/auth/factors/update-factor.ts';
import { clearWrongLogins, getLoginBuckets } from '#server/auth/sign-in/login-delay.ts';
import { claimDue, type DueRows } from '#server/db/due.ts';
import type { Database } from '#server/db/open.ts';
import { AppError, invalid } from '#server/errors.ts';
import { toAddressKey, type Bucket, countHit, toEmailKey, clearCounter, isWithinLimit } from '#server/limits/throttle.ts';
import { mail } from '#server/mail/outbox.ts';
import type { Services } from '#server/services.ts';
import type { Keys, KeySet } from '#server/session/keys.ts';
import { issueOneTimeToken } from '#server/session/one-time-tokens.ts';
import { hashPassword, verifyPassword } from '#server/session/passwords.ts';
import { resetCodeMinutes, resetCodeAlphabet, resetCodeLength } from '#shared/accounts/sign-in.ts';
import { type Language, text } from '#shared/texts/texts.ts';
import { assertUncommon } from './common-passwords.ts';
import { putPassword } from './put-password.ts';

const hour = 60 * 60;
const requestsPerAddress = { maxHits: 500, windowSeconds: hour };
/** Counted per account and network address. */
const codesPerAddress = { maxHits: 5, windowSeconds: hour };
/**
 * Counted per account over all network addresses. A network address that signed in before is exempt, so that strangers
 * cannot use up the owner's codes.
 */
const codesPerEmail = { maxHits: 10, windowSeconds: hour };
const batchSize = 20;

type RequestSource = { ip: string; language: Language };

/**
 * Accepts a request for a reset code. The worker looks up the account later, so that neither the answer nor its timing
 * reveals whether the address has an account.
 */
export async function requestResetCode(
  { db }: Pick<Services, 'db'>,
  email: string,
  { ip, language }: RequestSource,
): Promise<void> {
  await countHit(db, { bucket: 'reset_ask', key: toAddressKey(ip) }, requestsPerAddress);
  await db.insert(resetRequests).values({ email, ip, language });
}

type ResetRequest = { email: string; ip: string | null; language: Language | null };

export const dueResets: DueRows = { table: resetRequests, at: resetRequests.createdAt, when: () => sql`true` };

/** The worker runs this. It emails a new code to each address that has an account and returns the number of requests. */
export async function issueResetCodes({ db, keys }: Pick<Services, 'db' | 'keys'>): Promise<number> {
  return db.transaction(async (tx) => {
    const dueIds = claimDue(tx, dueResets, new Date(), batchSize);
    const requests = await tx.delete(resetRequests).where(inArray(resetRequests.id, dueIds)).returning({
      email: resetRequests.email,
      ip: resetRequests.ip,
      language: resetRequests.language,
    });
    for (const request of requests) await issueResetCode(tx, keys, request);
    return requests.length;
  });
}

/** Issues a code. It invalidates earlier codes and resets the counts of wrong attempts. */
async function issueResetCode(tx: Database, keys: Keys, { email: enteredEmail, ip, language }: ResetRequest): Promise<void> {
  const email = toEmailKey(enteredEmail);
  const requesterBucket = { bucket: 'reset_codes', key: `${email} ${ip ? toAddressKey(ip) : ''}` };
  if (!(await isWithinLimit(tx, requesterBucket, codesPerAddress))) return;
  const [account] = await tx
    .select({ id: users.id, email: users.email, firstName: users.firstName })
    .from(users)
    .where(sql`lower(${users.email}) = lower(${enteredEmail})`);
  const isWithinAll = await isWithinLimit(tx, { bucket: 'reset_codes_all', key: email }, codesPerEmail);
  if (!isWithinAll && !(account && ip && (await isKnownAddress(tx, account.id, ip)))) return;
  await clearTries(tx, enteredEmail);
  if (!account) return;
  const { id: userId, firstName } = account;
  const code = makeResetCode();
  const hash = hashResetCode(keys, code);
  await issueOneTimeToken(tx, {
    kind: 'reset_password',
    userId,
    email: account.email,
    hash,
    lifetimeHours: resetCodeMinutes / 60,
  });
  await mail(tx, account.email, 'reset_code', { firstName, code }, language);
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
function hashResetCode({ resetCode }: Pick<KeySet, 'resetCode'>, code: string): string {
  return createHmac('sha256', resetCode).update(code).digest('hex');
}

const minute = 60;
/**
 * Limits for guessing a code, from one network address and from all of them. A stranger's guesses do not use up the attempts
 * of the owner, who has another network address. The window is longer than a code is valid.
 */
const wrongTriesPerAddress = { maxHits: 5, windowSeconds: 15 * minute };
const wrongTriesPerEmail = { maxHits: 10_000, windowSeconds: 15 * minute };
const standaloneTriesPerAddress = { maxHits: 10, windowSeconds: 60 * minute };

/**
 * Attempts are counted by the email address that was typed and not by the account, so that an address without an account
 * takes the same time.
 */
const addressBucket = (email: string, ip: string): Bucket => ({
  bucket: 'reset_code',
  key: `${toEmailKey(email)} ${toAddressKey(ip)}`,
});
const emailBucket = (email: string): Bucket => ({ bucket: 'reset_code', key: `${toEmailKey(email)} ` });

/** Clears the attempts from all network addresses. */
export const clearTries = async (tx: Database, email: string): Promise<unknown> =>
  tx
    .delete(throttles)
    .where(and(eq(throttles.bucket, 'reset_code'), sql`starts_with(${throttles.key}, ${emailBucket(email).key})`));

type SubmittedCode = { code: string; email?: string | undefined };
type Proof = { id: string; userId: string; email: string };

const wrongCodeError = () => new AppError('invalid', text('errors.resetCodeWrong'), { field: 'code' });

/** @throws invalid unless the code would be accepted now */
export async function verifyResetCode(services: Services, submitted: SubmittedCode, ip: string): Promise<void> {
  await checkCode(services, submitted, ip);
}

/**
 * Sets a new password with an emailed code, which works once and for ten minutes
 * (`docs/product/access.md#reset-codes`). Every session ends and the owner gets an email. The code also verifies the
 * address, because it was sent there.
 */
export async function resetPassword(
  services: Services,
  { newPassword, ...submitted }: SubmittedCode & { newPassword: string },
  { ip, language }: RequestSource,
): Promise<void> {
  const { db } = services;
  const proof = await checkCode(services, submitted, ip);
  const [account] = await db
    .select({
      firstName: users.firstName,
      lastName: users.lastName,
      passwordHash: users.passwordHash,
    })
    .from(users)
    .where(eq(users.id, proof.userId));
  if (!account) throw wrongCodeError();
  const { firstName, lastName, passwordHash: oldHash } = account;
  assertUncommon(newPassword, [proof.email, firstName, lastName], 'newPassword');
  if (oldHash && (await verifyPassword(oldHash, newPassword))) throw invalid('newPassword', text('errors.passwordUsed'));
  const passwordHash = await hashPassword(newPassword);
  await db.transaction(async (tx) => {
    const auditActor = { userId: proof.userId, impersonatorId: null, ip };
    await removeEarlyFactors(tx, proof.userId, { ...auditActor, language });
    const emailIsUnchanged = eq(users.email, proof.email);
    const storedPassword = await putPassword(tx, {
      userId: proof.userId,
      passwordHash,
      mustChange: false,
      isSetByOther: false,
      condition: emailIsUnchanged,
    });
    if (!storedPassword?.voided.includes(proof.id)) throw wrongCodeError();
    await tx
      .update(users)
      .set({ emailVerifiedAt: new Date() })
      .where(and(eq(users.id, proof.userId), isNull(users.emailVerifiedAt)));
    await mail(tx, proof.email, 'password_changed', { firstName }, language);
    await audit(tx, auditActor, { action: 'password.reset', subject: { type: 'user', id: proof.userId } });
  });
  await clearWrongLogins(db, getLoginBuckets(proof.email, ip));
}

/**
 * Counts the attempt, then looks up a valid code by its hash. A wrong code, an account without a code and an unknown address
 * all take the same time.
 */
async function checkCode({ db, keys }: Services, { code, email }: SubmittedCode, ip: string): Promise<Proof> {
  if (email === undefined) await countHit(db, { bucket: 'reset_code_alone', key: toAddressKey(ip) }, standaloneTriesPerAddress);
  else if (
    !(await isWithinLimit(db, addressBucket(email, ip), wrongTriesPerAddress)) ||
    !(await isWithinLimit(db, emailBucket(email), wrongTriesPerEmail))
  )
    throw wrongCodeError();
  const matchingProofs = await db
    .select({ id: oneTimeTokens.id, userId: oneTimeTokens.userId, email: oneTimeTokens.email })
    .from(oneTimeTokens)
    .where(
      and(
        eq(oneTimeTokens.kind, 'reset_password'),
        inArray(
          oneTimeTokens.hash,
          [keys, keys.previous].flatMap((one) => (one ? [hashResetCode(one, code)] : [])),
        ),
        isNull(oneTimeTokens.usedAt),
        gt(oneTimeTokens.expiresAt, new Date()),
        email === undefined ? undefined : sql`lower(${oneTimeTokens.email}) = lower(${email})`,
      ),
    )
    .limit(2);
  const [proof] = matchingProofs;
  // Two accounts can have the same code by chance. Without an email address, such a code identifies neither account.
  if (!proof || matchingProofs.length > 1) throw wrongCodeError();
  if (email !== undefined) await clearCounter(db, addressBucket(email, ip));
  return proof;
}
