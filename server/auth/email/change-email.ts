import { eq, sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { audit } from '#server/audit/audit.ts';
import { assertKeepsRequiredDomain } from '#server/auth/sign-in/check-provider.ts';
import type { Database } from '#server/db/open.ts';
import { AppError, notFound } from '#server/errors.ts';
import { countHit, toEmailKey, isWithinLimit } from '#server/limits/throttle.ts';
import { mail } from '#server/mail/outbox.ts';
import { assertConfirmed } from '#server/session/authenticate.ts';
import type { ActingUser } from '#server/trpc.ts';
import { type Language, text } from '#shared/texts/texts.ts';
import { sendVerification } from './verification.ts';

const oncePerDay = { maxHits: 1, windowSeconds: 24 * 60 * 60 };

export const emailTakenError = (field = 'email') =>
  new AppError('conflict', text('errors.emailExists'), { field, detail: text('errors.emailExists') });

/** Tells the owner of an address that someone tried to use it, at most once a day. */
export async function notifyOwner(db: Database, email: string, language: Language | null): Promise<void> {
  const [owner] = await db
    .select({ email: users.email, firstName: users.firstName })
    .from(users)
    .where(sql`lower(${users.email}) = lower(${email})`);
  if (!owner || !(await isWithinLimit(db, { bucket: 'email_taken', key: toEmailKey(email) }, oncePerDay))) return;
  await mail(db, owner.email, 'email_taken', { firstName: owner.firstName }, language);
}

const perAccount = { maxHits: 5, windowSeconds: 60 * 60 };
const doNothing = async () => undefined;

/**
 * Prepares a change of the account's own email address. The new address takes effect once it is verified, and the old
 * address gets a notice. Requesting the current address cancels a pending change. This function only checks the request. It
 * returns a function that writes the change in the caller's transaction.
 * @throws conflict if another account has the address, step_up_required without a recent confirmation
 */
export async function prepareEmailChange(
  db: Database,
  actor: ActingUser,
  email: string | undefined,
): Promise<(tx: Database) => Promise<void>> {
  if (email === undefined) return doNothing;
  if (actor.impersonatorId) throw new AppError('impersonating', text('errors.emailChangeWhileImpersonating'));
  const { id, email: oldEmail, firstName, language } = await findAccount(db, actor.userId);
  if (email === oldEmail) return (tx) => setPendingEmail(tx, id, null);
  assertConfirmed(actor);
  await assertKeepsRequiredDomain(db, id, email);
  await countHit(db, { bucket: 'email_change', key: id }, perAccount);
  const [accountWithEmail] = await db
    .select({ id: users.id })
    .from(users)
    .where(sql`lower(${users.email}) = lower(${email})`);
  if (accountWithEmail && accountWithEmail.id !== id) {
    await notifyOwner(db, email, actor.language);
    throw emailTakenError();
  }
  return async (tx) => {
    await setPendingEmail(tx, id, email);
    await sendVerification(tx, { userId: id, email, firstName, isChange: true, language: language ?? actor.language });
    await mail(tx, oldEmail, 'email_change', { firstName, email }, actor.language);
    await audit(tx, actor, { action: 'email.change', subject: { type: 'user', id } });
  };
}

async function findAccount(db: Database, userId: string) {
  const [account] = await db
    .select({ id: users.id, email: users.email, firstName: users.firstName, language: users.language })
    .from(users)
    .where(eq(users.id, userId));
  if (!account) throw notFound(text('errors.accountNotFound'));
  return account;
}

async function setPendingEmail(tx: Database, userId: string, emailToVerify: string | null): Promise<void> {
  await tx.update(users).set({ emailToVerify, updatedAt: new Date() }).where(eq(users.id, userId));
}
