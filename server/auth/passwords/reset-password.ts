import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { proofs, users } from '#drizzle/schema/accounts.ts';
import { messages } from '#shared/messages.ts';
import { audit } from '#server/audit.ts';
import { AppError, invalid } from '#server/errors.ts';
import { mail } from '#server/mail/outbox.ts';
import type { Services } from '#server/services.ts';
import { hashPassword, isPasswordOf } from '#server/session/passwords.ts';
import { addressKey, type Bucket, countHit, emailKey, forget, isWithin } from '#server/session/throttle.ts';
import { assertUncommon } from './common-passwords.ts';
import { forgetWrongLogins, loginDelays } from '#server/auth/entrance/login-delay.ts';
import { putPassword } from './put-password.ts';
import { hashOfResetCode } from './reset-code.ts';

const minute = 60;
/** Of one code; the window outlasts every code that was issued before its first try. */
const wrongTries = { most: 5, windowSeconds: 15 * minute };
const alonePerAddress = { most: 10, windowSeconds: 60 * minute };

/**
 * Tries of the code of an address, counted by what was typed and not on the proof: an address without an account is counted
 * like any other, in the same time.
 */
export const triesOf = (email: string): Bucket => ({ bucket: 'reset_code', key: emailKey(email) });

type Presented = { code: string; email?: string | undefined };
type Proof = { id: string; userId: string; email: string };

const wrong = () => new AppError('invalid', messages.resetCodeWrong, { field: 'code' });

/** @throws invalid unless the code is one that would be taken now */
export async function verifyResetCode(services: Services, presented: Presented, ip: string): Promise<void> {
  await judge(services, presented, ip);
}

/**
 * Sets the password that a mailed code allows: once, within its fifteen minutes. Every session ends, the owner is told, and
 * who holds the mailbox has proved the address by it (`product: Accounts and sessions`).
 */
export async function resetPassword(
  services: Services,
  { newPassword, ...presented }: Presented & { newPassword: string },
  ip: string,
): Promise<void> {
  const { db } = services;
  const proof = await judge(services, presented, ip);
  const [account] = await db
    .select({ firstName: users.firstName, lastName: users.lastName, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, proof.userId));
  if (!account) throw wrong();
  const { firstName, lastName, passwordHash: oldHash } = account;
  assertUncommon(newPassword, [proof.email, firstName, lastName], 'newPassword');
  if (oldHash && (await isPasswordOf(oldHash, newPassword))) throw invalid('newPassword', messages.passwordUsed);
  const passwordHash = await hashPassword(newPassword);
  await db.transaction(async (tx) => {
    const only = eq(users.email, proof.email);
    const put = await putPassword(tx, { userId: proof.userId, passwordHash, mustChange: false, setByOther: false, only });
    if (!put?.voided.includes(proof.id)) throw wrong();
    await tx
      .update(users)
      .set({ emailVerifiedAt: new Date() })
      .where(and(eq(users.id, proof.userId), isNull(users.emailVerifiedAt)));
    await mail(tx, proof.email, 'password_changed', { firstName });
    const by = { userId: proof.userId, impersonatorId: null, ip };
    await audit(tx, by, { action: 'password.reset', subject: { type: 'user', id: proof.userId } });
  });
  await forgetWrongLogins(db, loginDelays(proof.email, ip));
}

/**
 * Counts the try, then looks for a living code. It is looked up by its hash, so that a wrong code of an account, of one
 * without a code and of nobody are one and the same look-up.
 */
async function judge({ db, keys }: Services, { code, email }: Presented, ip: string): Promise<Proof> {
  if (email === undefined) await countHit(db, { bucket: 'reset_code_alone', key: addressKey(ip) }, alonePerAddress);
  else if (!(await isWithin(db, triesOf(email), wrongTries))) throw wrong();
  const found = await db
    .select({ id: proofs.id, userId: proofs.userId, email: proofs.email })
    .from(proofs)
    .where(
      and(
        eq(proofs.kind, 'reset_password'),
        eq(proofs.hash, hashOfResetCode(keys, code)),
        isNull(proofs.usedAt),
        gt(proofs.expiresAt, new Date()),
        email === undefined ? undefined : sql`lower(${proofs.email}) = lower(${email})`,
      ),
    )
    .limit(2);
  const [proof] = found;
  /** Two living codes may be the same by chance; alone such a one names nobody. */
  if (!proof || found.length > 1) throw wrong();
  if (email !== undefined) await forget(db, triesOf(email));
  return proof;
}
