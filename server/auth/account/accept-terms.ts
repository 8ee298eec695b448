import { eq, sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { termsVersion } from '#shared/accounts/terms.ts';
import type { Database } from '#server/db/open.ts';
import { AppError } from '#server/errors.ts';

/** Keeps when which words were accepted; of the same words the first time counts. */
export async function acceptTerms(db: Database, userId: string): Promise<{ termsAcceptedAt: Date }> {
  const now = sql`${new Date().toISOString()}::timestamptz`;
  const isSame = sql`${users.termsVersion} = ${termsVersion}`;
  const [account] = await db
    .update(users)
    .set({
      termsAcceptedAt: sql`case when ${isSame} then coalesce(${users.termsAcceptedAt}, ${now}) else ${now} end`,
      termsVersion,
    })
    .where(eq(users.id, userId))
    .returning({ termsAcceptedAt: users.termsAcceptedAt });
  if (!account?.termsAcceptedAt) throw new AppError('unauthenticated', 'Sign in to continue');
  return { termsAcceptedAt: account.termsAcceptedAt };
}
