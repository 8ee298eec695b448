import { and, eq, type SQL, sql } from 'drizzle-orm';
import { identities, users } from '#drizzle/schema/accounts.ts';
import type { Database } from '#server/db/open.ts';
import { voidProofs } from '#server/session/proofs.ts';
import { endEverySession } from '#server/session/sessions.ts';

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
