import { and, asc, eq, gt, isNull, lt, notExists, or, sql } from 'drizzle-orm';
import { jobAlerts, savedSearches, searchMatches } from '#drizzle/schema/searches.ts';
import type { Database } from '#server/db/open.ts';
import { searchesAround } from '#server/jobs/public-search.ts';
import { daysAfter } from '#shared/days.ts';
import { newJobDays } from '#shared/drivers/saved-search.ts';
import type { SearchFilters } from '#shared/jobs/public-job.ts';
import { requirementColumns, type SurroundingsColumns, surroundingsOf } from './compile-search.ts';

const searchesPerRun = 1000;
const restMs = 6 * 60 * 60_000;
const noId = '00000000-0000-0000-0000-000000000000';

/** How far a worker is in compiling the searches again. A new worker starts immediately. */
export type RefreshProgress = { lastId: string; restsUntil: number };
export const newRefresh = (): RefreshProgress => ({ lastId: noId, restsUntil: 0 });

/**
 * Compiles the next saved searches again and writes those that changed, because a release may know other words of the trade. Without
 * it, an alert would differ from the public search. After the last search, it rests for six hours. Returns the number of changed
 * searches.
 */
export async function refreshSavedSearches(db: Database, progress: RefreshProgress): Promise<number> {
  if (Date.now() < progress.restsUntil) return 0;
  const { id, filters, latitude, longitude, endLatitude, endLongitude, miles } = savedSearches;
  const rows = await db
    .select({ id, filters, latitude, longitude, endLatitude, endLongitude, miles })
    .from(savedSearches)
    .where(gt(id, progress.lastId))
    .orderBy(asc(id))
    .limit(searchesPerRun);
  const updated = rows.length === 0 ? 0 : await storeRequirements(db, rows);
  progress.lastId = rows.length < searchesPerRun ? noId : (rows.at(-1)?.id ?? noId);
  if (progress.lastId === noId) progress.restsUntil = Date.now() + restMs;
  return updated;
}

type StoredSearch = SurroundingsColumns & { id: string; filters: SearchFilters };

async function storeRequirements(db: Database, rows: readonly StoredSearch[]): Promise<number> {
  const compiled = rows.map((row) => ({ id: row.id, ...compileAgain(row) }));
  const updated = await db.execute(sql`
    update ${savedSearches} as old
    set words = fresh.words, experience_rank = fresh."experienceRank", weekly_pay = fresh."weeklyPay", endorsements = fresh.endorsements
    from json_to_recordset(${JSON.stringify(compiled)}::json)
      as fresh(id uuid, words tsquery, "experienceRank" integer, "weeklyPay" double precision, endorsements text[])
    where old.id = fresh.id and (old.words, old.experience_rank, old.weekly_pay, old.endorsements)
      is distinct from (fresh.words, fresh."experienceRank", fresh."weeklyPay", fresh.endorsements)
    returning old.id`);
  return updated.length;
}

function compileAgain({ filters, ...columns }: SurroundingsColumns & { filters: SearchFilters }) {
  const around = surroundingsOf(columns);
  return requirementColumns(filters, { around, isUnknown: searchesAround(filters) && !around });
}

const matchesPerStatement = 10_000;
const sweepMs = 2000;

/**
 * Deletes matches that no longer count as new, also those of deleted searches, in short statements and for about two seconds, so
 * that other tasks need not wait. Rows that another transaction uses wait for the next run.
 */
export async function sweepSearchMatches(db: Database): Promise<number> {
  const isOld = lt(searchMatches.foundAt, daysAfter(new Date(), -newJobDays));
  const oldRows = sql`array(select ctid from ${searchMatches} where ${isOld} limit ${matchesPerStatement} for update skip locked)`;
  const endsAt = Date.now() + sweepMs;
  for (let total = 0; ;) {
    const deleted = await db
      .delete(searchMatches)
      .where(sql`ctid = any(${oldRows})`)
      .returning({ searchId: searchMatches.searchId });
    total += deleted.length;
    if (deleted.length < matchesPerStatement || Date.now() > endsAt) return total;
  }
}

/**
 * Deletes the times of messages of drivers without a saved search. One that matching wrote while an account was deleted would stay
 * otherwise. A driver who was just told keeps it, so that the next message is not too soon.
 */
export async function sweepJobAlerts(db: Database): Promise<number> {
  const { dueAt, toldAt, driverId } = jobAlerts;
  const hasSearch = db
    .select({ one: sql`1` })
    .from(savedSearches)
    .where(eq(savedSearches.driverId, driverId));
  const wasToldBefore = or(isNull(toldAt), lt(toldAt, daysAfter(new Date(), -1)));
  const deleted = await db
    .delete(jobAlerts)
    .where(and(isNull(dueAt), wasToldBefore, notExists(hasSearch)))
    .returning({ id: jobAlerts.id });
  return deleted.length;
}
