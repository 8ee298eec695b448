import { eq, lt, sql } from 'drizzle-orm';
import { companies } from '#drizzle/schema/companies.ts';
import { jobs, jobDays, jobViewers } from '#drizzle/schema/jobs.ts';
import type { Database } from '#server/db/open.ts';
import { buildOncePerDatabase } from '#server/db/prepare.ts';
import { invalid } from '#server/errors.ts';
import { milesFrom, type Point, type Surroundings } from '#server/places/cells.ts';
import { findMetro } from '#server/places/metros.ts';
import { zoneOfPlace, type ZonedPlace } from '#server/places/place-zone.ts';
import { findSearchedPlace, findSearchedRoute, suggestPlaces } from '#server/places/searched-place.ts';
import type { WordMatch } from '#server/search/expression.ts';
import {
  countAround,
  findJobs,
  findNearestPlaces,
  placeSponsored,
  type PlaceWithJobs,
  type SearchArea,
} from '#server/search/find-jobs.ts';
import {
  defaultRadius,
  fewJobs,
  maxRadius,
  type PublicJobCard,
  routeName,
  type SearchFilters,
  type SearchPublicJobs,
  searchRadii,
} from '#shared/jobs/public-job.ts';
import type { PageOf } from '#shared/lists/list.ts';
import { maxSearchTotal } from '#shared/lists/paging.ts';
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

/** A page of jobs, and how the searched words and place were understood. */
export type PublicSearchResult = PageOf<PublicJobCard> & {
  /** The jobs of the page that are in a sponsored place. */
  sponsoredIds: string[];
  /** How the words were matched. */
  match: WordMatch;
  /** `Omaha, NE` if the name of the place was completed or corrected. */
  correctedTo: string | null;
  /** Whether jobs around a place were requested that the index does not know. */
  isUnknownPlace: boolean;
  /** Places that the visitor may have meant instead, such as `Springfield, MO`. */
  alternatives: string[];
  /** If no job was found: the nearest places with matching jobs farther away. */
  nearestPlaces: PlaceWithJobs[];
  /** Where the jobs were searched, unless by the names of the place or everywhere. */
  around: Surroundings | null;
};

type FoundPlace = Pick<PublicSearchResult, 'around' | 'correctedTo' | 'alternatives' | 'isUnknownPlace'>;
const noPlace: FoundPlace = { around: null, correctedTo: null, alternatives: [], isUnknownPlace: false };

/** Whether a search is for jobs around a place: one with a radius, a route, or an area such as `DFW`. */
export const searchesAround = ({ radius, city, postalCode, destination }: SearchFilters): boolean =>
  Boolean(city || postalCode) &&
  (radius !== undefined || destination !== undefined || (city !== undefined && findMetro(city) !== null));

/**
 * Where to search. A radius applies only around a city or ZIP code in the place index. An area such as `DFW` and a route have
 * one always, and that of an area is measured from its cities.
 * @throws 422 for a place outside the fifty states and DC, because a place of the same name would be a wrong answer
 */
export async function findPlace(db: Database, input: SearchFilters): Promise<FoundPlace> {
  const { radius, city, postalCode, destination } = input;
  if (city && outsidePlaceOf(city)) throw invalid('city', text('errors.addressOutsideStates'));
  if (postalCode && outsidePlaceOf(postalCode)) throw invalid('postalCode', text('errors.addressOutsideStates'));
  if (destination && outsidePlaceOf(destination)) throw invalid('destination', text('errors.addressOutsideStates'));
  if (destination && !city && !postalCode) throw invalid('destination', text('places.routeNeedsAStart'));
  if (!searchesAround(input)) return noPlace;
  if (destination) return findRoute(db, { ...input, destination });
  const place = await findSearchedPlace(db, input);
  if (!place) {
    const meantPlaces = city ? await suggestPlaces(db, city) : [];
    return { ...noPlace, isUnknownPlace: true, alternatives: meantPlaces.map(({ name }) => name) };
  }
  const miles = Math.min(maxRadius, (radius ?? defaultRadius) + place.spread);
  const { correctedTo, alternatives } = place;
  return { ...noPlace, around: { center: place, end: null, miles }, correctedTo, alternatives };
}

async function findRoute(db: Database, input: SearchFilters & { destination: string }): Promise<FoundPlace> {
  const { city, state, postalCode, destination, radius = defaultRadius } = input;
  const route = await findSearchedRoute(db, input);
  if (!route) return { ...noPlace, isUnknownPlace: true };
  const { start, end } = route;
  const startName = postalCode ?? [city, state].filter(Boolean).join(', ');
  const isCorrected = start.correctedTo !== null || end.correctedTo !== null;
  return {
    ...noPlace,
    around: { center: start, end, miles: radius },
    correctedTo: isCorrected ? routeName(start.correctedTo ?? startName, end.correctedTo ?? destination) : null,
  };
}

/** Sorts the ids of jobs, the best for a driver first. */
export type BestFirst = (ids: string[]) => Promise<string[]>;

type SearchOptions = {
  match?: WordMatch;
  /** Null if no driver is signed in. */
  bestFirst?: BestFirst | null;
};

/**
 * A page of public jobs in the order of `findJobs`. If no job has all words of the search in one of their forms, those that begin
 * with them are searched, unless `match` says how to match.
 * @throws 422 for a place outside the fifty states and DC, and for an order that needs a place or a driver
 */
export async function searchPublicJobs(
  db: Database,
  input: SearchPublicJobs,
  { match = 'all', bestFirst = null }: SearchOptions = {},
): Promise<PublicSearchResult> {
  const { offset, limit, sort } = input;
  if (sort === 'best' && !bestFirst) throw invalid('sort', text('driver.sortNeedsADriver'));
  const place = await findPlace(db, input);
  const { around, isUnknownPlace: isUnknown } = place;
  if (sort === 'nearest' && !around && !isUnknown) throw invalid('sort', text('errors.sortNeedsAPlace'));
  const area: SearchArea = { around, isUnknown };
  const find = (wordMatch: WordMatch) =>
    sort === 'best' && bestFirst
      ? findBest(db, { ...input, match: wordMatch }, area, bestFirst)
      : findJobs(db, { ...input, sort: sort === 'best' ? undefined : sort, match: wordMatch }, area);
  let usedMatch = match;
  let { ids, sponsoredIds, total } = await find(match);
  if (total === 0 && input.query && match === 'all') {
    usedMatch = 'beginnings';
    ({ ids, sponsoredIds, total } = await find(usedMatch));
  }
  return {
    ...place,
    items: await publicCards(db, ids, around),
    pagination: { offset, limit, total },
    sponsoredIds,
    match: usedMatch,
    nearestPlaces: total === 0 && around ? await findNearestPlaces(db, input, around) : [],
  };
}

/** Sorts the first {@link maxSearchTotal} jobs in the default order for the driver. The sponsored places stay. */
async function findBest(
  db: Database,
  { offset, limit, ...input }: Omit<Parameters<typeof findJobs>[1], 'sort'> & { sort?: unknown },
  area: Parameters<typeof findJobs>[2],
  bestFirst: BestFirst,
): ReturnType<typeof findJobs> {
  const found = await findJobs(db, { ...input, sort: undefined, offset: 0, limit: maxSearchTotal }, area);
  const page = placeSponsored({ sorted: await bestFirst(found.ids), sponsored: found.sponsoredIds }, { offset, limit });
  return { ...page, total: found.total };
}

/** A larger distance and the number of jobs inside it. */
export type WiderSearch = { radius: number; count: number };

/**
 * If a search finds few jobs around a place: the first larger distance with at least {@link fewJobs} jobs, or else the one with
 * the most. Nationwide jobs from elsewhere do not count, because every distance finds them. They are the only ones of the found
 * `items` without a distance, so if enough of these have one, nothing has to be counted.
 */
export async function findWider(
  db: Database,
  input: SearchPublicJobs,
  { around, items, match }: Pick<PublicSearchResult, 'items' | 'match'> & { around: Surroundings },
): Promise<WiderSearch | null> {
  if (items.filter(({ distance }) => distance !== null).length >= fewJobs) return null;
  const { radius = defaultRadius } = input;
  const countWithin = (miles: number, max?: number) =>
    countAround(db, { ...input, match }, { ...around, miles: around.miles + miles - radius }, max);
  const count = await countWithin(radius, fewJobs);
  let wider: WiderSearch | null = null;
  if (count >= fewJobs) return wider;
  for (const widerRadius of searchRadii.filter((one) => one > radius)) {
    const widerCount = await countWithin(widerRadius);
    if (widerCount > (wider?.count ?? count)) wider = { radius: widerRadius, count: widerCount };
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

/**
 * The cards of these jobs in the given order, with distances in miles from the place or route. A nationwide job outside has no
 * distance.
 */
export async function publicCards(db: Database, ids: string[], around: Surroundings | null): Promise<PublicJobCard[]> {
  const distanceOf = (job: Point & { isGlobal: boolean }) => {
    const miles = around && milesFrom(around, job);
    const isOutside = job.isGlobal && around !== null && miles !== null && miles > around.miles;
    return miles === null || isOutside ? null : Math.round(miles * 100) / 100;
  };
  if (ids.length === 0) return [];
  const rows = await cardsQuery(db).execute({ ids: `{${ids.join(',')}}` });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [toJobCard(row, distanceOf(row))] : [];
  });
}
