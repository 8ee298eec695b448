import { type SQL, sql, and, gt, gte, lte } from 'drizzle-orm';
import { jobs, jobSearchDocuments as documents } from '#drizzle/schema/jobs.ts';
import type { Database } from '#server/db/open.ts';
import { unprepared } from '#server/db/prepare.ts';
import { cellsNear, type Point } from '#server/places/cells.ts';
import { toCents } from '#shared/billing/pricing.ts';
import { codes, requiredExperiences } from '#shared/catalogues.ts';
import { expandEndorsements } from '#shared/drivers/driver.ts';
import {
  maxRadius,
  maxSponsoredPlaces,
  type PublicSort,
  type SearchPublicJobs,
  searchPageSize,
} from '#shared/jobs/public-job.ts';
import type { Page } from '#shared/lists/list.ts';
import { maxSearchTotal } from '#shared/lists/paging.ts';
import { stateCode } from '#shared/places/states.ts';
import { joinWithAnd, joinWithOr, toFacetTerm, toSearchWords, wordsExpressions } from './expression.ts';

export type Circle = { center: Point; miles: number };
type Filters = Omit<SearchPublicJobs, 'offset' | 'limit' | 'sort' | 'sponsoredPlaces'>;

/**
 * The condition of all filters except the place (`docs/product/jobs.md#public-search`). The filters describe the driver. A job
 * matches if it requires no other endorsements, no more experience and pays at least the minimum.
 */
function filterCondition(filters: Filters): SQL {
  const { query = '', jobType, homeTime, secondChance, requiredExperience, payMin, endorsements } = filters;
  const words = wordsExpressions(query);
  const expression = joinWithAnd([
    words.others,
    jobType?.length ? joinWithOr(jobType.map((type) => toFacetTerm(`type:${type}`))) : null,
    homeTime?.length ? joinWithOr(homeTime.map((home) => toFacetTerm(`home:${home}`))) : null,
    secondChance ? toFacetTerm('second-chance') : null,
  ]);
  const rank = requiredExperience === undefined ? -1 : codes(requiredExperiences).indexOf(requiredExperience);
  const driverEndorsements = endorsements?.length ? expandEndorsements(endorsements) : null;
  return (
    and(
      gt(documents.expiresAt, sql`now()`),
      expression ? contains(expression) : undefined,
      // `is true` keeps PostgreSQL from looking up these words in the index.
      words.common ? sql`(${contains(words.common)}) is true` : undefined,
      rank >= 0 ? lte(documents.experienceRank, rank) : undefined,
      payMin ? gte(documents.weeklyPay, toCents(payMin)) : undefined,
      driverEndorsements ? sql`${documents.endorsements} <@ ${`{${driverEndorsements.join(',')}}`}::text[]` : undefined,
    ) ?? sql`true`
  );
}

/**
 * Where to search: in a circle, or by the names in the filters if there is no radius or the index does not know the place
 * (`isUnknown`).
 */
type SearchArea = { circle: Circle | null; isUnknown: boolean };

/** Matches jobs at the requested place and nationwide jobs. Null if the search has no place. */
function placeCondition({ city, state, postalCode }: Filters, { circle, isUnknown }: SearchArea): SQL | null {
  if (circle) return sql`(${documents.isNationwide} or ${isInsideCircle(circle)})`;
  const code = state ? stateCode(state) : null;
  const place = joinWithAnd([
    code ? toFacetTerm(`state:${code}`) : null,
    city ? toFacetTerm(`city:${toSearchWords(city).join(' ')}`) : null,
    postalCode ? toFacetTerm(`zip:${postalCode}`) : null,
  ]);
  return place === null ? null : contains(isUnknown ? place : joinWithOr([place, toFacetTerm('nationwide')]));
}

/** Miles from the center of the circle. Null for a nationwide job outside of it. */
function milesWithin(circle: Circle): SQL {
  const miles = milesTo(circle.center);
  return sql`case when ${miles} <= ${circle.miles} then ${miles} end`;
}

/** The cells use an index, so the exact distance is computed only for jobs in them. */
function isInsideCircle({ center, miles }: Circle): SQL {
  const cells = `{${cellsNear(center.latitude, center.longitude, miles).join(',')}}`;
  return sql`(${documents.cell} = any(${cells}::int[]) and ${milesTo(center)} <= ${miles})`;
}

const milesTo = ({ latitude, longitude }: Point): SQL =>
  sql`miles_between(${documents.latitude}, ${documents.longitude}, ${latitude}::float8, ${longitude}::float8)`;

const contains = (expression: string): SQL => sql`${documents.words} @@ ${expression}::tsquery`;

/** More hundredths of a mile than there are between any two places on earth. */
const farthestKey = sql.raw('10000000::float8');

const isPromoted = sql`coalesce(${documents.promotedUntil} > now(), false)`;
const isBoosted = sql`coalesce(${documents.boostUntil} > now(), false)`;

/** The columns that {@link resultOrder} and {@link sponsoredOrder} compare. */
function sortColumns(sort: PublicSort, miles: SQL | null): SQL {
  return sql`${documents.jobId} as id, ${isPromoted} as promoted, ${isPromoted} or ${isBoosted} as sponsored,
    ${sortKey(sort, miles)} as key, ${documents.postedAt} as posted_at`;
}

/** The sort key. Distances are in hundredths of a mile, and nationwide jobs outside the circle come last. */
function sortKey(sort: PublicSort, miles: SQL | null): SQL {
  if (sort === 'nearest' && miles) return sql`coalesce(floor(${miles} * 100 + 0.5), ${farthestKey})`;
  return sort === 'pay' ? sql`-${documents.weeklyPay}` : sql`0`;
}

/** The chosen order: the lowest key, then the newest. What an employer paid does not change it. */
const resultOrder = sql`key, posted_at desc, id desc`;
/** The order of the jobs for the sponsored places. */
const sponsoredOrder = sql`promoted desc, ${resultOrder}`;

/** The chosen order for jobs with equal keys. Each one has an index. */
const indexOrder: Record<Exclude<PublicSort, 'nearest'>, SQL> = {
  newest: sql`${documents.postedAt} desc, ${documents.jobId} desc`,
  pay: sql`${documents.weeklyPay} desc, ${documents.postedAt} desc, ${documents.jobId} desc`,
};

/** The ids of one page in order, and those in a sponsored place. A total of {@link maxSearchTotal} means "at least". */
type IdPage = { ids: string[]; sponsoredIds: string[]; total: number };
/** The ids in the chosen order, and those of sponsored jobs in theirs. */
type SortedIds = { sorted: readonly string[]; sponsored: readonly string[] };
type Search = { filters: SQL; place: SQL | null; circle: Circle | null; sort: PublicSort; page: Page };

/**
 * One page of the public jobs that match a search. Up to {@link maxSearchTotal} matches are collected and sorted. If there
 * are more, only the sponsored jobs are sorted. The others are read in the order of an index, or in growing circles around the
 * center, until the page is full.
 */
export async function findJobs(
  db: Database,
  { offset, limit, sort: requestedSort, sponsoredPlaces = true, ...filters }: SearchPublicJobs,
  area: SearchArea,
): Promise<IdPage> {
  const { circle } = area;
  const search: Search = {
    filters: filterCondition(filters),
    place: placeCondition(filters, area),
    circle,
    sort: requestedSort ?? (circle ? 'nearest' : 'newest'),
    page: { offset, limit },
  };
  const collected = await collectMatches(db, search);
  const place = ({ sorted, sponsored }: SortedIds) =>
    placeSponsored({ sorted, sponsored: sponsoredPlaces ? sponsored : [] }, search.page);
  if (collected) return { ...place(collected), total: collected.total };
  const sponsored = sponsoredPlaces ? await sortedIds(db, selectSponsored(search), sponsoredOrder, offset + limit) : [];
  const page = place({ sorted: await readSorted(db, search, offset + limit), sponsored });
  const isLastPage = page.ids.length > 0 && page.ids.length < limit;
  return { ...page, total: isLastPage ? offset + page.ids.length : maxSearchTotal };
}

/**
 * Puts up to {@link maxSponsoredPlaces} sponsored jobs on top of each page of {@link searchPageSize}, and the others below in
 * the chosen order. A job that an earlier page has shown is not repeated, so a sponsored job is never below its own place in the
 * chosen order (`docs/product/jobs.md#public-search`). Both lists start with the first page.
 */
export function placeSponsored({ sorted, sponsored }: SortedIds, { offset, limit }: Page): Pick<IdPage, 'ids' | 'sponsoredIds'> {
  const shown = new Set<string>();
  const inSponsoredPlaces = new Set<string>();
  const addFrom = (list: Iterator<string>, max: number, onAdd?: (id: string) => void) => {
    for (let added = 0; added < max;) {
      const { value, done } = list.next();
      if (done) return;
      if (shown.has(value)) continue;
      shown.add(value);
      onAdd?.(value);
      added += 1;
    }
  };
  const [sortedIds, sponsoredIds] = [sorted.values(), sponsored.values()];
  for (let size = -1; shown.size > size && shown.size < offset + limit;) {
    size = shown.size;
    addFrom(sponsoredIds, maxSponsoredPlaces, (id) => inSponsoredPlaces.add(id));
    addFrom(sortedIds, searchPageSize - (shown.size - size));
  }
  const ids = [...shown].slice(offset, offset + limit);
  return { ids, sponsoredIds: ids.filter((id) => inSponsoredPlaces.has(id)) };
}

const conditionOf = ({ filters, place }: Search): SQL => (place ? sql`${filters} and ${place}` : filters);

/**
 * Splits the condition into parts that have no job in common. In a circle, nationwide jobs are a separate part, because with
 * an `or` PostgreSQL reads every job in the circle before it applies the limit.
 */
function splitCondition(search: Search): SQL[] {
  const { filters, circle } = search;
  if (!circle) return [conditionOf(search)];
  const isInCircle = isInsideCircle(circle);
  return [sql`${filters} and ${isInCircle}`, sql`${filters} and ${documents.isNationwide} and not ${isInCircle}`];
}

const columnsOf = ({ sort, circle }: Search): SQL => sortColumns(sort, circle && milesWithin(circle));

/** The ids up to the end of the page in both orders, and the exact total. Null if more than {@link maxSearchTotal} jobs match. */
async function collectMatches(db: Database, search: Search) {
  const end = search.page.offset + search.page.limit;
  const [row] = await db.execute<{ total: number; sorted: string[] | null; sponsored: string[] | null }>(sql`${unprepared}
    with found as materialized (${sql.join(
      splitCondition(search).map(
        (where) => sql`(select ${columnsOf(search)} from ${documents} where ${where} limit ${maxSearchTotal + 1})`,
      ),
      sql` union all `,
    )})
    select (select count(*)::int from found) as total,
      array(select id from found order by ${resultOrder} limit ${end}) as sorted,
      array(select id from found where sponsored order by ${sponsoredOrder} limit ${end}) as sponsored`);
  return row && row.total <= maxSearchTotal
    ? { sorted: row.sorted ?? [], sponsored: row.sponsored ?? [], total: row.total }
    : null;
}

/** The index finds the jobs that were ever promoted or boosted. */
function selectSponsored(search: Search): SQL {
  const wasSponsored = contains(joinWithOr([toFacetTerm('promoted'), toFacetTerm('boosted')]));
  return sql`select ${columnsOf(search)} from ${documents}
    where ${wasSponsored} and (${isPromoted} or ${isBoosted}) and ${conditionOf(search)}`;
}

async function sortedIds(db: Database, rows: SQL, order: SQL, limit: number): Promise<string[]> {
  const idRows = await db.execute<{ id: string }>(
    sql`${unprepared} select id from (${rows}) found order by ${order} limit ${limit}`,
  );
  return idRows.map(({ id }) => id);
}

/**
 * The first jobs in the chosen order. Each step reads a larger part of the jobs until enough are found, so that a search with
 * many matches does not sort all of them.
 */
async function readSorted(db: Database, search: Search, count: number): Promise<string[]> {
  for (const part of search.sort === 'nearest' && search.circle
    ? growingCircles(search, search.circle, count)
    : indexPrefixAndRest(search)) {
    const ids = await sortedIds(db, part.rows, resultOrder, count);
    if (part.isComplete || ids.length === count) return ids;
  }
  return [];
}

type Part = { rows: SQL; isComplete: boolean };

/**
 * Circles around the center. The first one has enough jobs if the whole circle has {@link maxSearchTotal} and they are spread
 * evenly. Each has twice the radius of the previous one, and the last one includes nationwide jobs.
 */
function* growingCircles(search: Search, circle: Circle, count: number): Iterable<Part> {
  const select = (place: SQL) => sql`select ${columnsOf(search)} from ${documents} where ${search.filters} and ${place}`;
  for (let miles = circle.miles * Math.sqrt(count / maxSearchTotal); miles < circle.miles; miles *= 2)
    yield { rows: select(isInsideCircle({ ...circle, miles })), isComplete: false };
  yield { rows: select(search.place ?? sql`true`), isComplete: true };
}

/** How many jobs a search reads in the order of an index, before it collects every match through the word index. */
const prefixSize = 1_000;

/**
 * The first step reads the beginning of the sort order. The inner limit makes PostgreSQL read the index of that order, whatever
 * plan it would choose for the conditions. If the page is not full, matches are rare, so the second step collects and sorts all
 * of them.
 */
function* indexPrefixAndRest(search: Search): Iterable<Part> {
  const order = indexOrder[search.sort === 'pay' ? 'pay' : 'newest'];
  const select = (from: SQL) => sql`select ${columnsOf(search)} from ${from} where ${conditionOf(search)}`;
  yield {
    rows: select(sql`(select * from ${documents} order by ${order} limit ${prefixSize}) as ${documents}`),
    isComplete: false,
  };
  yield { rows: select(sql`${documents}`), isComplete: true };
}

/** How many matching jobs are in the circle, up to a maximum. Nationwide jobs elsewhere do not count. */
export async function countInCircle(db: Database, filters: Filters, circle: Circle, max = maxSearchTotal): Promise<number> {
  const [row] = await db.execute<{ count: number }>(sql`${unprepared} select count(*)::int as count from (
    select 1 from ${documents} where ${filterCondition(filters)} and ${isInsideCircle(circle)} limit ${max}) found`);
  return row?.count ?? 0;
}

/** A city with jobs near a place that has none. */
export type PlaceWithJobs = { name: string; count: number; miles: number };

const maxNearestPlaces = 3;
/** The nearest jobs are enough to name the nearest cities. A higher count would read every job in a wide circle. */
const maxNearestJobs = 200;

/** The nearest cities with matching jobs outside the circle. Each step searches a circle of twice the radius. */
export async function findNearestPlaces(db: Database, filters: Filters, { center, miles }: Circle): Promise<PlaceWithJobs[]> {
  const where = filterCondition(filters);
  for (let radius = Math.min(miles * 2, maxRadius); radius > miles; radius = Math.min(radius * 2, maxRadius)) {
    const places = await db.execute<PlaceWithJobs>(sql`${unprepared}
      select ${jobs.city} || ', ' || ${jobs.state} as name, count(*)::int as count, min(nearest.miles) as miles
      from (select ${documents.jobId} as id, ${milesTo(center)} as miles from ${documents}
        where ${where} and ${isInsideCircle({ center, miles: radius })} order by 2 limit ${maxNearestJobs}) nearest
      join ${jobs} on ${jobs.id} = nearest.id group by 1 order by 3 limit ${maxNearestPlaces}`);
    if (places.length > 0 || radius === maxRadius) return [...places];
  }
  return [];
}

/**
 * Rebuilds the search document of every posted job with the SQL function that triggers call for each change
 * (`refresh_job_search_documents`). Only needed after rows were changed while triggers were disabled.
 */
export async function rebuildSearchDocuments(db: Database): Promise<void> {
  await db.execute(sql`select refresh_job_search_documents(array(
    select id from jobs where status = 'POSTED' union select job_id from job_search_documents))`);
}
