import { lte } from 'drizzle-orm';
import { idempotencyKeys } from '#drizzle/schema/billing.ts';
import type { Database } from '#server/db/open.ts';
import { dayMs } from '#shared/days.ts';

/** How long an answer is stored for retries. */
export const keyLifetimeMs = 30 * dayMs;

/** Deletes expired keys. */
export async function sweepIdempotencyKeys(db: Database): Promise<number> {
  await db.delete(idempotencyKeys).where(lte(idempotencyKeys.createdAt, new Date(Date.now() - keyLifetimeMs)));
  return 0;
}
