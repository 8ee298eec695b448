import { like } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import type { Database } from '#server/db/open.ts';

/** The seeds whose data a database holds: each names its first company's owner (`generate.ts`). */
export async function usedSeeds(db: Database): Promise<ReadonlySet<number>> {
  const owners = await db.select({ email: users.email }).from(users).where(like(users.email, 'owner-%-0@generated.example'));
  return new Set(owners.map(({ email }) => Number(email.split('-')[1])));
}

/** The lowest from 1 up that is not among them. */
export function nextSeed(used: ReadonlySet<number>): number {
  let seed = 1;
  while (used.has(seed)) seed += 1;
  return seed;
}
