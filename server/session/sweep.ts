import { lte } from 'drizzle-orm';
import { proofs, sessions, throttles, usedTokens } from '#drizzle/schema/accounts.ts';
import type { Database } from '#server/db/open.ts';
import { dayMs } from '#shared/days.ts';
import { endImpersonations, timedOut } from './end-impersonation.ts';

/** The clocks of nodes differ. */
const spareMs = 10 * 60 * 1000;
/** Sessions and proofs are kept for a while: they say what happened. */
const keepMs = 30 * dayMs;

/**
 * Removes what time has made meaningless: counters, used tokens, and sessions and proofs long over; writes down the end of
 * impersonations that ran out.
 */
export async function sweepExpired(db: Database): Promise<number> {
  const now = Date.now();
  await db.transaction((tx) => endImpersonations(tx, timedOut(), { reason: 'time' }));
  await db.delete(throttles).where(lte(throttles.windowEndsAt, new Date(now - spareMs)));
  await db.delete(usedTokens).where(lte(usedTokens.expiresAt, new Date(now - spareMs)));
  await db.delete(sessions).where(lte(sessions.expiresAt, new Date(now - keepMs)));
  await db.delete(proofs).where(lte(proofs.expiresAt, new Date(now - keepMs)));
  return 0;
}
