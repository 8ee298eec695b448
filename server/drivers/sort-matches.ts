import { sql } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs.ts';
import type { Database } from '#server/db/open.ts';
import type { BestFirst } from '#server/jobs/public-search.ts';
import { milesBetween } from '#server/places/cells.ts';
import type { Actor } from '#server/session/authenticate.ts';
import { roles } from '#shared/access/access.ts';
import { matchScoreFor } from '#shared/matching/matching.ts';
import { matchColumns, type MatchRow, toDollarsOrNull, toMatchJob } from './matching-jobs.ts';
import { readDriver } from './update-profile.ts';

/**
 * Sorts jobs by their match score for a driver (`docs/product/applicants-and-matching.md#match-score`), the highest first. Jobs for
 * which the driver does not meet the hard requirements come last, and equal ones keep their order.
 */
async function sortByMatch(db: Database, driverId: string, ids: string[]): Promise<string[]> {
  const { latitude, longitude, expectedPayCents, ...profile } = await readDriver(db, driverId);
  const home = latitude !== null && longitude !== null ? { latitude, longitude } : null;
  const rows = await db.execute<MatchRow>(
    sql`select ${matchColumns} from ${jobs} where ${jobs.id} = any(${`{${ids.join(',')}}`}::uuid[])`,
  );
  const scores = new Map(
    rows.map((row) => {
      const distance = home && milesBetween(home, row);
      const driver = { ...profile, expectedPay: toDollarsOrNull(expectedPayCents), distance };
      return [row.id, matchScoreFor(toMatchJob(row), driver) ?? -1];
    }),
  );
  const scoreOf = (id: string) => scores.get(id) ?? -1;
  return ids.toSorted((a, b) => scoreOf(b) - scoreOf(a));
}

/** The order `best` of the public search. Null for everyone but drivers. */
export function bestFirstFor(db: Database, actor: Actor | null): BestFirst | null {
  return actor?.roles.includes(roles.driver) ? (ids) => sortByMatch(db, actor.userId, ids) : null;
}
