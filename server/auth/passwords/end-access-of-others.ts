import { eq } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { removeEarlyFactors, type ResetActor } from '#server/auth/factors/update-factor.ts';
import type { Database } from '#server/db/open.ts';
import { voidPassword } from './put-password.ts';

/**
 * Ends what another person may have set up in the account before its owner proved the mailbox: the password, sessions, second
 * factors and codes by text message (`docs/product/access.md#whose-account-it-is`). Returns the account's new session version.
 */
export async function endAccessOfOthers(tx: Database, id: string, actor: ResetActor): Promise<number> {
  await removeEarlyFactors(tx, id, actor);
  await tx.update(users).set({ passwordSetByOther: false }).where(eq(users.id, id));
  return voidPassword(tx, id);
}
