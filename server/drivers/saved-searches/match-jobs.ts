import { and, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { drivers } from '#drizzle/schema/drivers.ts';
import { jobs, jobSearchDocuments as documents } from '#drizzle/schema/jobs.ts';
import { jobAlerts, savedSearches, searchMatches } from '#drizzle/schema/searches.ts';
import type { DueRows } from '#server/db/due.ts';
import type { Database } from '#server/db/open.ts';
import { isInsideOrNationwide, isUnexpired, requirementConditions } from '#server/search/find-jobs.ts';
import { scheduleSooner, type WaitingSearch } from './schedule-alerts.ts';

/** Posted jobs with which no saved search was matched yet. */
export const dueNewJobs: DueRows = {
  table: jobs,
  at: jobs.postingDate,
  when: (now) => and(sql`${jobs.status} = 'POSTED'`, isNull(jobs.searchesMatchedAt), lte(jobs.postingDate, now)),
};

/** A transaction locks its jobs, so it takes only as many as are matched in about a second. */
const jobsPerTransaction = 25;

/**
 * Matches new jobs with all saved searches (`docs/product/drivers.md#job-alerts`). The matches and the mark on the jobs are
 * written in one transaction, so that neither two workers nor a crash can lose a match or find it twice. A run takes up to 25 jobs, so
 * that other tasks need not wait. Returns the number of jobs.
 */
export const matchNewJobs = (db: Database, now = new Date()): Promise<number> => db.transaction((tx) => matchNextJobs(tx, now));

async function matchNextJobs(tx: Database, now: Date): Promise<number> {
  // The weaker lock lets drivers apply to the jobs meanwhile.
  const rows = await tx
    .select({ id: jobs.id })
    .from(jobs)
    .where(dueNewJobs.when(now))
    .orderBy(jobs.postingDate)
    .limit(jobsPerTransaction)
    .for('no key update', { skipLocked: true });
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  const waiting = await storeMatches(tx, ids, now);
  await tx
    .update(jobs)
    .set({ searchesMatchedAt: now, updatedAt: sql`${jobs.updatedAt}` })
    .where(inArray(jobs.id, ids));
  await scheduleSooner(tx, waiting);
  return ids.length;
}

/** The saved searches that can find a job, from the indexes: around its cell, in its state, everywhere, or all for a nationwide job. */
const candidates = sql`lateral (
  select * from ${savedSearches} where ${savedSearches.cells} @> array[${documents.cell}]
  union all select * from ${savedSearches} where ${savedSearches.cells} is null and ${savedSearches.state} is null
  union all select * from ${savedSearches} where ${savedSearches.cells} is null and ${savedSearches.state} = ${documents}.state
  union all select * from ${savedSearches} where ${documents.isNationwide}
    and case when ${savedSearches.cells} is null then ${savedSearches.state} <> ${documents}.state
      else not ${savedSearches.cells} @> array[${documents.cell}] end) as ${savedSearches}`;

/** What a public search with the same filters finds (`server/search/find-jobs.ts`), with the columns of the saved search. */
function isFound(): SQL | undefined {
  const { latitude, longitude, endLatitude, endLongitude, miles, cells } = savedSearches;
  const { words, experienceRank, weeklyPay, endorsements } = savedSearches;
  const end = { latitude: endLatitude, longitude: endLongitude };
  const columns = { words, experienceRank, weeklyPay, endorsements };
  const requirements = Object.entries(columns).map(
    ([name, column]) => sql`(${column} is null or ${requirementConditions[name as keyof typeof columns](column)})`,
  );
  const isAtPlace = sql`(${cells} is null or ${isInsideOrNationwide({ latitude, longitude, end, miles, cells })})`;
  return and(isUnexpired, isAtPlace, ...requirements);
}

/**
 * Stores which saved searches find these jobs. The words of a job are put together once, because PostgreSQL would decompress them
 * for every search. Returns the drivers to tell.
 */
async function storeMatches(tx: Database, jobIds: readonly string[], now: Date): Promise<WaitingSearch[]> {
  const { jobId, words, latitude, longitude, cell, expiresAt, experienceRank, weeklyPay, endorsements, isNationwide } = documents;
  const others = [jobId, latitude, longitude, cell, expiresAt, experienceRank, weeklyPay, endorsements, isNationwide];
  const newDocuments = sql`select ${sql.join(others, sql`, `)}, ${words} || ''::tsvector as words, ${jobs.state} as state
    from ${documents} join ${jobs} on ${jobs.id} = ${jobId} where ${jobId} = any(${`{${jobIds.join(',')}}`}::uuid[])`;
  const at = sql`${now.toISOString()}::timestamptz`;
  const { driverId, frequency } = savedSearches;
  const rows = await tx.execute<WaitingRow>(sql`
    with new_documents as materialized (${newDocuments}),
    found as (
      insert into ${searchMatches} (search_id, job_id, found_at, is_waiting)
      select ${savedSearches.id}, ${jobId}, ${at}, ${frequency} <> 'off'
      from new_documents as ${documents}, ${candidates} where ${isFound()}
      returning search_id, is_waiting
    ),
    waiting as (select distinct search_id from found where is_waiting)
    select distinct ${driverId} as "driverId", ${frequency} as frequency, ${jobAlerts.toldAt} as "toldAt",
      ${drivers.state} as state, ${drivers.postalCode} as "postalCode", ${drivers.latitude} as latitude, ${drivers.longitude} as longitude
    from waiting join ${savedSearches} on ${savedSearches.id} = waiting.search_id
      left join ${jobAlerts} on ${jobAlerts.driverId} = ${driverId}
      left join ${drivers} on ${drivers.userId} = ${driverId}`);
  return rows.map(({ toldAt, ...row }) => ({ ...row, foundAt: now, toldAt: toldAt === null ? null : new Date(toldAt) }));
}

type WaitingRow = Omit<WaitingSearch, 'foundAt' | 'toldAt'> & { toldAt: string | Date | null };
