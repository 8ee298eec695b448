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
  /** What the account must still be; whoever asks has judged it before a hash was made. */
  only?: SQL;
};
type Put = { sessionVersion: number; voided: string[] };

/**
 * A new password, whoever chose it and why. What the old one opened is closed with it: every session, codes and invitations
 * that are out, links to social accounts, and a change of address that was waiting, which may have been somebody else's
 * doing (`product: Accounts and sessions`). Null, and nothing done, for an account that is no longer what `only` says.
 */
export async function putPassword(tx: Database, { userId, passwordHash, mustChange, only }: NewPassword): Promise<Put | null> {
  const change = { passwordHash, mustChangePassword: mustChange, emailToVerify: null, version: sql`${users.version} + 1` };
  const put = await tx
    .update(users)
    .set(change)
    .where(and(eq(users.id, userId), only))
    .returning({ id: users.id });
  if (put.length === 0) return null;
  const voided = await voidProofs(tx, userId, ['reset_password', 'join_company']);
  await tx.delete(identities).where(eq(identities.userId, userId));
  return { sessionVersion: await endEverySession(tx, userId), voided };
}
