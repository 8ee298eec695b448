import { eq, lt, sql } from 'drizzle-orm';
import { companies } from '#drizzle/schema/companies.ts';
import { jobs, jobDays, jobViewers } from '#drizzle/schema/jobs.ts';
import type { Database } from '#server/db/open.ts';
import { buildOncePerDatabase } from '#server/db/prepare.ts';
import { invalid } from '#server/errors.ts';
import { milesBetween, type Point } from '#server/places/cells.ts';
import { zoneOfPlace, type ZonedPlace } from '#server/places/place-zone.ts';
import { findSearchedPlace, suggestPlaces } from '#server/places/searched-place.ts';
import { type Circle, countInCircle, findJobs, findNearestPlaces, type PlaceWithJobs } from '#server/search/find-jobs.ts';
import { fewJobs, type PublicJobCard, type SearchPublicJobs, searchRadii } from '#shared/jobs/public-job.ts';
import type { PageOf } from '#shared/lists/list.ts';
import { outsidePlaceOf } from '#shared/places/outside-states.ts';
import { text } from '#shared/texts/texts.ts';
import { lastZone, localDay } from '#shared/time-zone.ts';
import { cardColumns, toJobCard } from './public-columns.ts';

type Counter = 'views' | 'applications' | 'hyperlinkClicks';

/** A job with the fields that determine its time zone. */
type JobWithPlace = { id: string } & ZonedPlace;
const todayAtJob = (job: JobWithPlace) => localDay(zoneOfPlace(job), Date.now());

/** Adds one to a counter of the current day in the job's time zone. */
export async function incrementDayCounter(db: Database, job: JobWithPlace, counter: Counter): Promise<void> {
  await db
    .insert(jobDays)
    .values({ jobId: job.id, day: todayAtJob(job), [counter]: 1 })
    .onConflictDoUpdate({ target: [jobDays.jobId, jobDays.day], set: { [counter]: sql`${jobDays[counter]} + 1` } });
}

/**
 * Counts a view once per viewer and day. Recording the viewer and counting are one statement, so parallel requests count
 * once.
 */
export async function countView(db: Database, job: JobWithPlace, viewer: string): Promise<void> {
  const day = sql`${todayAtJob(job)}::date`;
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
export type PublicSearchResult = PageOf<PublicJobCard> & {
  /** The jobs of the page that are in a sponsored place. */
  sponsoredIds: string[];
  /** `Omaha, NE` if the name of the place was completed or corrected. */
  correctedTo: string | null;
  /** Whether a radius was requested around a place that the index does not know. */
  isUnknownPlace: boolean;
  /** Places that the visitor may have meant instead, such as `Springfield, MO`. */
  alternatives: string[];
  /** If no job was found: the nearest places with matching jobs outside the radius. */
  nearestPlaces: PlaceWithJobs[];
  /** Where the jobs were searched, unless by the names of the place or everywhere. */
  circle: Circle | null;
};

/**
 * A page of public jobs in the order of `findJobs`. A radius applies only around a city or ZIP code in the place index.
 * @throws 422 for a place outside the fifty states and DC, because a place of the same name would be a wrong answer
 */
export async function searchPublicJobs(db: Database, input: SearchPublicJobs): Promise<PublicSearchResult> {
  const { offset, limit, radius, city, postalCode, sort } = input;
  const hasPlace = radius !== undefined && Boolean(city || postalCode);
  if (city && outsidePlaceOf(city)) throw invalid('city', text('errors.addressOutsideStates'));
  if (postalCode && outsidePlaceOf(postalCode)) throw invalid('postalCode', text('errors.addressOutsideStates'));
  if (sort === 'nearest' && !hasPlace) throw invalid('sort', text('errors.sortNeedsAPlace'));
  const place = hasPlace ? await findSearchedPlace(db, input) : null;
  const circle = place && radius ? { center: place, miles: radius } : null;
  const isUnknownPlace = hasPlace && !place;
  const { ids, sponsoredIds, total } = await findJobs(db, input, { circle, isUnknown: isUnknownPlace });
  const meantPlaces = isUnknownPlace && city ? (await suggestPlaces(db, city)).map(({ name }) => name) : [];
  return {
    items: await publicCards(db, ids, place, radius ?? null),
    pagination: { offset, limit, total },
    sponsoredIds,
    correctedTo: place?.correctedTo ?? null,
    isUnknownPlace,
    alternatives: place?.alternatives ?? meantPlaces,
    nearestPlaces: total === 0 && circle ? await findNearestPlaces(db, input, circle) : [],
    circle,
  };
}

/** A larger distance and the number of jobs inside it. */
export type WiderSearch = { radius: number; count: number };

/**
 * If a search finds few jobs inside its circle: the first larger distance with at least {@link fewJobs} jobs, or else the one with
 * the most. Nationwide jobs from elsewhere do not count, because every distance finds them. They are the only ones of the found
 * `items` without a distance, so if enough of these have one, nothing has to be counted.
 */
export async function findWider(
  db: Database,
  input: SearchPublicJobs,
  { circle, items }: { circle: Circle; items: readonly PublicJobCard[] },
): Promise<WiderSearch | null> {
  if (items.filter(({ distance }) => distance !== null).length >= fewJobs) return null;
  const count = await countInCircle(db, input, circle, fewJobs);
  let wider: WiderSearch | null = null;
  if (count >= fewJobs) return wider;
  for (const radius of searchRadii.filter((one) => one > circle.miles)) {
    const widerCount = await countInCircle(db, input, { ...circle, miles: radius });
    if (widerCount > (wider?.count ?? count)) wider = { radius, count: widerCount };
    if (widerCount >= fewJobs) break;
  }
  return wider;
}

/** The ids are one array, so that the statement is the same for any number of them. */
const cardsQuery = buildOncePerDatabase((db) =>
  db
    .select(cardColumns)
    .from(jobs)
    .innerJoin(companies, eq(companies.id, jobs.companyId))
    .where(sql`${jobs.id} = any(${sql.placeholder('ids')}::uuid[])`)
    .prepare('public_job_cards'),
);

/** The cards of these jobs in the given order, with distances in miles. A nationwide job beyond the radius has no distance. */
export async function publicCards(
  db: Database,
  ids: string[],
  center: Point | null,
  radius: number | null = null,
): Promise<PublicJobCard[]> {
  const milesTo = (job: Point & { isGlobal: boolean }) => {
    const miles = center && milesBetween(center, job);
    const isOutsideRadius = job.isGlobal && radius !== null && miles !== null && miles > radius;
    return miles === null || isOutsideRadius ? null : Math.round(miles * 100) / 100;
  };
  if (ids.length === 0) return [];
  const rows = await cardsQuery(db).execute({ ids: `{${ids.join(',')}}` });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [toJobCard(row, milesTo(row))] : [];
  });
}
