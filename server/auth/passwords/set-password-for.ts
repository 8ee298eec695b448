import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { proofs, users } from '#drizzle/schema/accounts.ts';
import { audit } from '#server/audit.ts';
import type { Database } from '#server/db/open.ts';
import { mail } from '#server/mail/outbox.ts';
import { hashPassword } from '#server/session/passwords.ts';
import { endEverySession } from '#server/session/sessions.ts';
import type { ActingUser } from '#server/trpc.ts';
import { assertUncommon } from './common-passwords.ts';

type Account = { id: string; email: string; firstName: string; lastName: string; companyId?: string | null };

/**
 * Sets the password of somebody else's account: its owner hears of it, must choose another at the next sign-in, and every
 * session, code and invitation that was out is void (`product: Accounts and sessions`). Who may is the caller's to know.
 */
export async function setPasswordFor(db: Database, actor: ActingUser, account: Account, password: string): Promise<void> {
  const { id, email, firstName, lastName, companyId } = account;
  assertUncommon(password, [email, firstName, lastName], 'password');
  const passwordHash = await hashPassword(password);
  await db.transaction(async (tx) => {
    await tx
      .update(users)
      .set({ passwordHash, mustChangePassword: true, version: sql`${users.version} + 1` })
      .where(eq(users.id, id));
    await tx
      .update(proofs)
      .set({ usedAt: new Date() })
      .where(and(eq(proofs.userId, id), inArray(proofs.kind, ['reset_password', 'join_company']), isNull(proofs.usedAt)));
    await endEverySession(tx, id);
    await mail(tx, email, 'password_set', { firstName, by: await nameOf(tx, actor.userId) });
    await audit(tx, actor, { action: 'password.set', subject: { type: 'user', id }, companyId });
  });
}

/** Whoever does something for somebody else stands in the mail by name. */
export async function nameOf(db: Database, userId: string): Promise<string> {
  const [row] = await db.select({ name: users.fullName }).from(users).where(eq(users.id, userId));
  return row?.name ?? 'An administrator';
}
