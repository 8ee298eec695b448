import { eq, sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { audit } from '#server/audit.ts';
import type { Database } from '#server/db/open.ts';
import { AppError, notFound } from '#server/errors.ts';
import { mail } from '#server/mail/outbox.ts';
import { countHit } from '#server/session/throttle.ts';
import type { ActingUser } from '#server/trpc.ts';
import { emailTaken, tellOwner } from './email-taken.ts';
import { sendVerification } from './verification.ts';

const perAccount = { most: 5, windowSeconds: 60 * 60 };
const nothing = async () => undefined;

/**
 * A new address for the own account: it waits until it is verified, and the old one hears of it. Asking for the present
 * address takes a waiting change back. Checked here; what is returned writes it, in the caller's transaction.
 * @throws conflict when the address has an account already
 */
export async function emailChange(
  db: Database,
  actor: ActingUser,
  email: string | undefined,
): Promise<(tx: Database) => Promise<void>> {
  if (email === undefined) return nothing;
  if (actor.impersonatorId) throw new AppError('impersonating', 'Only the account owner can change the email');
  const { id, email: oldEmail, firstName } = await findAccount(db, actor.userId);
  if (email === oldEmail) return (tx) => wait(tx, id, null);
  await countHit(db, { bucket: 'email_change', key: id }, perAccount);
  const [holder] = await db
    .select({ id: users.id })
    .from(users)
    .where(sql`lower(${users.email}) = lower(${email})`);
  if (holder && holder.id !== id) {
    await tellOwner(db, email);
    throw emailTaken();
  }
  return async (tx) => {
    await wait(tx, id, email);
    await sendVerification(tx, { userId: id, email, firstName, isChange: true });
    await mail(tx, oldEmail, 'email_change', { firstName, email });
    await audit(tx, actor, { action: 'email.change', subject: { type: 'user', id } });
  };
}

async function findAccount(db: Database, userId: string) {
  const [account] = await db
    .select({ id: users.id, email: users.email, firstName: users.firstName })
    .from(users)
    .where(eq(users.id, userId));
  if (!account) throw notFound('This account');
  return account;
}

async function wait(tx: Database, userId: string, emailToVerify: string | null): Promise<void> {
  await tx.update(users).set({ emailToVerify, updatedAt: new Date() }).where(eq(users.id, userId));
}
