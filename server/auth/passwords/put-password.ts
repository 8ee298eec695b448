import { and, eq, type SQL, sql } from 'drizzle-orm';
import { identities, users } from '#drizzle/schema/accounts.ts';
import type { Database } from '#server/db/open.ts';
import { voidProofs } from '#server/session/proofs.ts';
import { endEverySession } from '#server/session/sessions.ts';
import type { Role } from '#shared/access/access.ts';
import { messages } from '#shared/messages.ts';
import { audit } from '#server/audit.ts';
import { conflict } from '#server/errors.ts';
import { mail } from '#server/mail/outbox.ts';
import { hashPassword } from '#server/session/passwords.ts';
import type { ActingUser } from '#server/trpc.ts';
import { assertUncommon } from './common-passwords.ts';

type NewPassword = {
  userId: string;
  passwordHash: string;
  /** Somebody else chose it. */
  mustChange: boolean;
  /** Omitted by a change that does not prove ownership of the email address; the stored value then stays. */
  setByOther?: boolean;
  /** What the account must still be; whoever asks has judged it before a hash was made. */
  only?: SQL;
};
type Put = { sessionVersion: number; voided: string[] };

/**
 * Takes away a password that somebody else set, and closes what it opened, for an owner who has come in another way. Returns
 * the account's new session version.
 */
export async function voidPassword(tx: Database, userId: string): Promise<number> {
  const change = {
    passwordHash: null,
    mustChangePassword: false,
    passwordSetByOther: false,
    emailToVerify: null,
    version: sql`${users.version} + 1`,
  };
  await tx.update(users).set(change).where(eq(users.id, userId));
  return closeWaysIn(tx, userId).then(({ sessionVersion }) => sessionVersion);
}

/**
 * A new password, whoever chose it and why. What the old one opened is closed with it: every session, codes and invitations
 * that are out, links to social accounts, and a change of address that was waiting, which may have been somebody else's
 * doing (`product: Accounts and sessions`). Null, and nothing done, for an account that is no longer what `only` says.
 */
export async function putPassword(
  tx: Database,
  { userId, passwordHash, mustChange, setByOther, only }: NewPassword,
): Promise<Put | null> {
  const change = {
    passwordHash,
    mustChangePassword: mustChange,
    passwordSetByOther: setByOther,
    emailToVerify: null,
    version: sql`${users.version} + 1`,
  };
  const put = await tx
    .update(users)
    .set(change)
    .where(and(eq(users.id, userId), only))
    .returning({ id: users.id });
  return put.length === 0 ? null : closeWaysIn(tx, userId);
}

async function closeWaysIn(tx: Database, userId: string): Promise<Put> {
  const voided = await voidProofs(tx, userId, ['reset_password', 'join_company']);
  await tx.delete(identities).where(eq(identities.userId, userId));
  return { sessionVersion: await endEverySession(tx, userId), voided };
}

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
