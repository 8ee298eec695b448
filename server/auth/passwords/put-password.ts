import { and, eq, type SQL, sql } from 'drizzle-orm';
import { identities, users } from '#drizzle/schema/accounts.ts';
import { productName } from '#shared/brand.ts';
import { clearFactors } from '#server/auth/factors/update-factor.ts';
import type { Database } from '#server/db/open.ts';
import { voidProofs } from '#server/session/proofs.ts';
import { endEverySession } from '#server/session/sessions.ts';
import type { Role } from '#shared/access/access.ts';
import { text } from '#shared/texts/texts.ts';
import { audit } from '#server/audit.ts';
import { conflict } from '#server/errors.ts';
import { mail } from '#server/mail/outbox.ts';
import { hashPassword } from '#server/session/passwords.ts';
import type { ActingUser } from '#server/trpc.ts';
import { assertUncommon } from './common-passwords.ts';

type NewPassword = {
  userId: string;
  passwordHash: string;
  /** True if another person chose the password, so that the owner has to change it. */
  mustChange: boolean;
  /** Omitted by a change that does not prove ownership of the email address. The stored value then stays. */
  setByOther?: boolean;
  /** A condition that the account must still meet. It was checked before the password was hashed, which takes a while. */
  only?: SQL;
};
type StoredPassword = { sessionVersion: number; voided: string[] };

/**
 * Removes a password that another person set, and ends what it gave access to, for an owner who signed in another way. The
 * second factors may be that person's too.
 * Returns the account's new session version.
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
  await clearFactors(tx, userId);
  return closeWaysIn(tx, userId).then(({ sessionVersion }) => sessionVersion);
}

/**
 * Sets a password. Everything that the old one gave access to ends with it: sessions, unused codes and invitations, social
 * sign-ins, and a pending change of address, which someone else may have requested (`docs/product/access.md#passwords`).
 * Returns null without a change if the account no longer meets `only`.
 */
export async function putPassword(
  tx: Database,
  { userId, passwordHash, mustChange, setByOther, only }: NewPassword,
): Promise<StoredPassword | null> {
  const change = {
    passwordHash,
    mustChangePassword: mustChange,
    passwordSetByOther: setByOther,
    emailToVerify: null,
    version: sql`${users.version} + 1`,
  };
  const updated = await tx
    .update(users)
    .set(change)
    .where(and(eq(users.id, userId), only))
    .returning({ id: users.id });
  return updated.length === 0 ? null : closeWaysIn(tx, userId);
}

async function closeWaysIn(tx: Database, userId: string): Promise<StoredPassword> {
  const voided = await voidProofs(tx, userId, ['reset_password', 'join_company']);
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
 * @throws conflict when the account's roles have changed since
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
      setByOther: true,
      only: eq(users.roles, roles),
    });
    if (!storedPassword) throw conflict(text('errors.changedMeanwhile'));
    await mail(tx, email, 'password_set', { firstName, by: await nameOf(tx, actor.userId) }, actor.language);
    await audit(tx, actor, { action: 'password.set', subject: { type: 'user', id }, companyId });
  });
}

/** The person's name for an email about something they did for someone else. */
export async function nameOf(db: Database, userId: string): Promise<string> {
  const [row] = await db.select({ name: users.fullName }).from(users).where(eq(users.id, userId));
  return row?.name ?? productName;
}
