import { eq, inArray, lt, sql } from 'drizzle-orm';
import { companies } from '#drizzle/schema/companies.ts';
import { jobs, jobDays, jobViewers } from '#drizzle/schema/jobs.ts';
import type { Database } from '#server/db/open.ts';
import { invalid } from '#server/errors.ts';
import { cardColumns, cardOf } from './public-columns.ts';
import { milesBetween, type Point } from '#server/places/cells.ts';
import { findSearchedPlace } from '#server/places/index-geocoder.ts';
import type { PageOf } from '#shared/lists/list.ts';
import type { PublicJobCard, SearchPublicJobs } from '#shared/jobs/public-job.ts';
import { findJobs } from '#server/search/find-jobs.ts';
import { lastZone, zoneOfPlace } from '#shared/places/place-zone.ts';
import { localDay } from '#shared/time-zone.ts';
import { text } from '#shared/texts/texts.ts';

type Counter = 'views' | 'applications' | 'hyperlinkClicks';

/** Needed to count by day in the job's time zone. */
type CountedJob = { id: string; state: string; postalCode: string | null };
const todayOf = (job: CountedJob) => localDay(zoneOfPlace(job), Date.now());

/** Increments a counter for the current day in the job's time zone. */
export async function countDay(db: Database, job: CountedJob, counter: Counter): Promise<void> {
  await db
    .insert(jobDays)
    .values({ jobId: job.id, day: todayOf(job), [counter]: 1 })
    .onConflictDoUpdate({ target: [jobDays.jobId, jobDays.day], set: { [counter]: sql`${jobDays[counter]} + 1` } });
}

/**
 * Counts a view once per viewer and day. Recording the viewer and counting are one statement, so parallel requests count
 * once.
 */
export async function countView(db: Database, job: CountedJob, viewer: string): Promise<void> {
  const day = sql`${todayOf(job)}::date`;
  await db.execute(sql`
    with claimed as (
      insert into job_viewers (job_id, day, viewer) values (${job.id}::uuid, ${day}, ${viewer})
      on conflict do nothing returning job_id, day
    )
    insert into job_days (job_id, day, views) select job_id, day, 1 from claimed
    on conflict (job_id, day) do update set views = job_days.views + 1`);
}

/** Deletes the viewers of days that have ended in every US time zone. */
export async function sweepJobViewers(db: Database): Promise<number> {
  const deletedViewers = await db
    .delete(jobViewers)
    .where(lt(jobViewers.day, localDay(lastZone, Date.now())))
    .returning({ jobId: jobViewers.jobId });
  return deletedViewers.length;
}

/** A page of jobs, and how the searched place was resolved. */
export type FoundJobs = PageOf<PublicJobCard> & {
  /** `Omaha, NE` if the name of the place was completed or corrected. */
  correctedTo: string | null;
  /** A radius was requested around a place that the index does not know. */
  isUnknownPlace: boolean;
};

/** A page of public jobs, see `findJobs`. A radius needs a city or ZIP code that the place index knows. */
export async function searchPublicJobs(db: Database, input: SearchPublicJobs): Promise<FoundJobs> {
  const { offset, limit, radius, city, postalCode, sort } = input;
  const hasPlace = radius !== undefined && Boolean(city || postalCode);
  if (sort === 'nearest' && !hasPlace) throw invalid('sort', text('errors.sortNeedsAPlace'));
  const place = hasPlace ? await findSearchedPlace(db, input) : null;
  const circle = place && radius ? { center: place, miles: radius } : null;
  const isUnknownPlace = hasPlace && !place;
  const { ids, total } = await findJobs(db, input, { circle, isUnknown: isUnknownPlace });
  return {
    items: await publicCards(db, ids, place, radius ?? null),
    pagination: { offset, limit, total },
    correctedTo: place?.correctedTo ?? null,
    isUnknownPlace,
  };
}

/** The cards of these jobs in this order, with the miles from a place. A nationwide job beyond the radius has no distance. */
export async function publicCards(
  db: Database,
  ids: string[],
  center: Point | null,
  radius: number | null = null,
): Promise<PublicJobCard[]> {
  const milesTo = (job: Point & { isGlobal: boolean }) => {
    const miles = center && milesBetween(center, job);
    const isElsewhere = job.isGlobal && radius !== null && miles !== null && miles > radius;
    return miles === null || isElsewhere ? null : Math.round(miles * 100) / 100;
  };
  if (ids.length === 0) return [];
  const rows = await db
    .select(cardColumns)
    .from(jobs)
    .innerJoin(companies, eq(companies.id, jobs.companyId))
    .where(inArray(jobs.id, ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [cardOf(row, milesTo(row))] : [];
  });
}
