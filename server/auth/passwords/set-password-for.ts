import { eq } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import type { Role } from '#shared/access/access.ts';
import { messages } from '#shared/messages.ts';
import { audit } from '#server/audit.ts';
import type { Database } from '#server/db/open.ts';
import { conflict } from '#server/errors.ts';
import { mail } from '#server/mail/outbox.ts';
import { hashPassword } from '#server/session/passwords.ts';
import type { ActingUser } from '#server/trpc.ts';
import { assertUncommon } from './common-passwords.ts';
import { putPassword } from './put-password.ts';

type Account = {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  /** Those by which it was decided that the actor may. */
  roles: Role[];
  companyId?: string | null;
};

/**
 * Sets the password of somebody else's account: its owner hears of it, must choose another at the next sign-in
 * (`product: Accounts and sessions`). Who may is the caller's to know.
 * @throws conflict when the account has other roles by now
 */
export async function setPasswordFor(db: Database, actor: ActingUser, account: Account, password: string): Promise<void> {
  const { id, email, firstName, lastName, roles, companyId } = account;
  assertUncommon(password, [email, firstName, lastName], 'password');
  const passwordHash = await hashPassword(password);
  await db.transaction(async (tx) => {
    const put = await putPassword(tx, {
      userId: id,
      passwordHash,
      mustChange: true,
      setByOther: true,
      only: eq(users.roles, roles),
    });
    if (!put) throw conflict(messages.changedMeanwhile);
    await mail(tx, email, 'password_set', { firstName, by: await nameOf(tx, actor.userId) });
    await audit(tx, actor, { action: 'password.set', subject: { type: 'user', id }, companyId });
  });
}

/** Whoever does something for somebody else stands in the mail by name. */
export async function nameOf(db: Database, userId: string): Promise<string> {
  const [row] = await db.select({ name: users.fullName }).from(users).where(eq(users.id, userId));
  return row?.name ?? 'An administrator';
}
