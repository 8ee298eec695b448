import { and, eq, sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { roles } from '#shared/access/access.ts';
import type { Database } from '#server/db/open.ts';
import { AppError } from '#server/errors.ts';

/**
 * Holds the account as a driver's until the transaction ends: what is written about it cannot slip in behind a deletion.
 * @throws unauthenticated when it was deleted meanwhile
 */
export async function assertStillDriver(tx: Database, userId: string): Promise<void> {
  const [account] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), sql`${users.roles} @> array[${roles.driver}]`))
    .for('share');
  if (!account) throw new AppError('unauthenticated', 'Sign in to continue');
}
