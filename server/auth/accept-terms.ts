import { eq, sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import type { Database } from '#server/db/open.ts';
import { AppError } from '#server/errors.ts';

/** Keeps when the terms were accepted; the first time counts. */
export async function acceptTerms(db: Database, userId: string): Promise<{ termsAcceptedAt: Date }> {
  const [account] = await db
    .update(users)
    .set({ termsAcceptedAt: sql`coalesce(${users.termsAcceptedAt}, ${new Date().toISOString()}::timestamptz)` })
    .where(eq(users.id, userId))
    .returning({ termsAcceptedAt: users.termsAcceptedAt });
  if (!account?.termsAcceptedAt) throw new AppError('unauthenticated', 'Sign in to go on');
  return { termsAcceptedAt: account.termsAcceptedAt };
}
