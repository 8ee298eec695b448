import { and, eq, type SQL, sql } from 'drizzle-orm';
import { identities, users } from '#drizzle/schema/accounts.ts';
import { audit } from '#server/audit/audit.ts';
import type { Database } from '#server/db/open.ts';
import { conflict } from '#server/errors.ts';
import { mail } from '#server/mail/outbox.ts';
import { voidOneTimeTokens } from '#server/session/one-time-tokens.ts';
import { hashPassword } from '#server/session/passwords.ts';
import { endEverySession } from '#server/session/sessions.ts';
import type { ActingUser } from '#server/trpc.ts';
import type { Role } from '#shared/access/access.ts';
import { productName } from '#shared/brand.ts';
import { text } from '#shared/texts/texts.ts';
import { assertUncommon } from './common-passwords.ts';

type NewPassword = {
  userId: string;
  passwordHash: string;
  /** True if another person chose the password, so that the owner has to change it. */
  mustChange: boolean;
  /** Omitted if the change does not prove who owns the email address. The stored value then stays. */
  isSetByOther?: boolean;
  /** A condition that the account must still meet. Hashing is slow, so the account may have changed since the first check. */
  condition?: SQL;
};
type StoredPassword = { sessionVersion: number; voided: string[] };

/**
 * Removes a password that another person set, for an owner who signed in another way. Everything that the password gave
 * access to ends. Returns the account's new session version.
 */
export async function voidPassword(tx: Database, userId: string): Promise<number> {
  const change = {
    passwordHash: null,
    mustChangePassword: false,
    emailToVerify: null,
    version: sql`${users.version} + 1`,
  };
  await tx.update(users).set(change).where(eq(users.id, userId));
  return revokeAccess(tx, userId).then(({ sessionVersion }) => sessionVersion);
}

/**
 * Sets a password. Everything that the old one gave access to ends with it: sessions, unused codes and invitations, social
 * sign-ins, and a pending change of address, which someone else may have requested (`docs/product/access.md#passwords`).
 * Returns null and changes nothing if the account no longer meets `condition`.
 */
export async function putPassword(
  tx: Database,
  { userId, passwordHash, mustChange, isSetByOther, condition }: NewPassword,
): Promise<StoredPassword | null> {
  const change = {
    passwordHash,
    mustChangePassword: mustChange,
    passwordSetByOther: isSetByOther,
    emailToVerify: null,
    version: sql`${users.version} + 1`,
  };
  const updated = await tx
    .update(users)
    .set(change)
    .where(and(eq(users.id, userId), condition))
    .returning({ id: users.id });
  return updated.length === 0 ? null : revokeAccess(tx, userId);
}

async function revokeAccess(tx: Database, userId: string): Promise<StoredPassword> {
  const voided = await voidOneTimeTokens(tx, userId, ['reset_password', 'join_company']);
  await tx.delete(identities).where(eq(identities.userId, userId));
  return { sessionVersion: await endEverySession(tx, userId), voided };
}

type Account = {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  /** The account's roles when the permission was checked. */
  roles: Role[];
  companyId?: string | null;
};

/**
 * Sets the password of another person's account. The owner gets an email and must change it at the next sign-in
 * (`docs/product/access.md#passwords`). The caller has checked the permission.
 * @throws conflict if the account's roles have changed since then
 */
export async function setPasswordFor(db: Database, actor: ActingUser, account: Account, password: string): Promise<void> {
  const { id, email, firstName, lastName, roles, companyId } = account;
  assertUncommon(password, [email, firstName, lastName], 'password');
  const passwordHash = await hashPassword(password);
  await db.transaction(async (tx) => {
    const storedPassword = await putPassword(tx, {
      userId: id,
      passwordHash,
      mustChange: true,
      isSetByOther: true,
      condition: eq(users.roles, roles),
    });
    if (!storedPassword) throw conflict(text('errors.changedMeanwhile'));
    await mail(tx, email, 'password_set', { firstName, by: await findUserName(tx, actor.userId) }, actor.language);
    await audit(tx, actor, { action: 'password.set', subject: { type: 'user', id }, companyId });
  });
}

/** Finds the person's name, for an email about something they did to another account. */
export async function findUserName(db: Database, userId: string): Promise<string> {
  const [row] = await db.select({ name: users.fullName }).from(users).where(eq(users.id, userId));
  return row?.name ?? productName;
}
