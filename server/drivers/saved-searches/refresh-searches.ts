import { asc, gt, lt, sql } from 'drizzle-orm';
import { savedSearches, searchMatches } from '#drizzle/schema/searches.ts';
import type { Database } from '#server/db/open.ts';
import { daysAfter } from '#shared/days.ts';
import { newJobDays } from '#shared/drivers/saved-search.ts';
import type { SearchFilters } from '#shared/jobs/public-job.ts';
import { requirementColumns, type SurroundingsColumns, surroundingsOf } from './compile-search.ts';

const searchesPerStatement = 1000;
const noId = '00000000-0000-0000-0000-000000000000';

/**
 * Compiles every saved search again and writes those that changed, because a release may know other words of the trade. Without it, an
 * alert would differ from the public search. Returns the number of changed searches.
 */
export async function refreshSavedSearches(db: Database): Promise<number> {
  const { id, filters, latitude, longitude, endLatitude, endLongitude, miles } = savedSearches;
  let changed = 0;
  for (let last = noId; ;) {
    const rows = await db
      .select({ id, filters, latitude, longitude, endLatitude, endLongitude, miles })
      .from(savedSearches)
      .where(gt(id, last))
      .orderBy(asc(id))
      .limit(searchesPerStatement);
    const compiled = rows.map((row) => ({ id: row.id, words: compileAgain(row) }));
    const updated = await db.execute(sql`
      update ${savedSearches} set words = fresh.words::tsquery
      from json_to_recordset(${JSON.stringify(compiled)}::json) as fresh(id uuid, words text)
      where ${id} = fresh.id and ${savedSearches.words} is distinct from fresh.words::tsquery
      returning ${id}`);
    changed += updated.length;
    const lastRow = rows.at(-1);
    if (!lastRow || rows.length < searchesPerStatement) return changed;
    last = lastRow.id;
  }
}

function compileAgain({ filters, ...columns }: SurroundingsColumns & { filters: SearchFilters }): string | null {
  const around = surroundingsOf(columns);
  const hasPlace = (filters.radius ?? filters.destination) !== undefined && Boolean(filters.city ?? filters.postalCode);
  return requirementColumns(filters, { around, isUnknown: hasPlace && !around }).words;
}

const matchesPerStatement = 10_000;

/** Deletes matches that no longer count as new, in short statements. */
export async function sweepSearchMatches(db: Database): Promise<number> {
  const isOld = lt(searchMatches.foundAt, daysAfter(new Date(), -newJobDays));
  const oldRows = sql`array(select ctid from ${searchMatches} where ${isOld} limit ${matchesPerStatement})`;
  for (let total = 0; ;) {
    const [row] = await db.execute<{ count: number }>(sql`
      with deleted as (delete from ${searchMatches} where ctid = any(${oldRows}) returning 1)
      select count(*)::int as count from deleted`);
    const count = row?.count ?? 0;
    total += count;
    if (count < matchesPerStatement) return total;
  }
}
