import { type SQL, sql, and, gt } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { jobs, jobSearchDocuments as documents } from '#drizzle/schema/jobs.ts';
import type { Database } from '#server/db/open.ts';
import { unprepared } from '#server/db/prepare.ts';
import { cellsOf, type Point, type Surroundings } from '#server/places/cells.ts';
import { toCents } from '#shared/billing/pricing.ts';
import { codes, type Endorsement, requiredExperiences } from '#shared/catalogues.ts';
import { expandEndorsements } from '#shared/drivers/driver.ts';
import { maxRadius, maxSponsoredPlaces, type PublicSort, type SearchFilters, searchPageSize } from '#shared/jobs/public-job.ts';
import type { Page } from '#shared/lists/list.ts';
import { maxSearchTotal } from '#shared/lists/paging.ts';
import { stateCode } from '#shared/places/states.ts';
import {
  joinWithAnd,
  joinWithOr,
  type Term,
  toFacetTerm,
  toSearchWords,
  type WordMatch,
  wordsExpressions,
} from './expression.ts';

/** A parameter, or a column of a saved search. */
type Value = SQL | AnyPgColumn;

/** What a search without its place requires of a job, compiled for the search documents. Null requires nothing. */
export type JobRequirements = {
  /** Words and facts as a `tsquery` expression. `commonWords` are words of most jobs. */
  words: string | null;
  commonWords: string | null;
  experienceRank: number | null;
  /** Cents. */
  weeklyPay: number | null;
  endorsements: readonly Endorsement[] | null;
};

type MatchedFilters = SearchFilters & { match?: WordMatch };
/** The orders of the search itself. For `best`, see `server/drivers/sort-matches.ts`. */
type SearchSort = Exclude<PublicSort, 'best'>;
type JobsToFind = MatchedFilters & Page & { sort?: SearchSort | undefined; sponsoredPlaces?: boolean | undefined };

/**
 * Compiles all filters except the place (`docs/product/jobs.md#public-search`). The filters describe the driver. A job
 * matches if it requires no other endorsements, no more experience and pays at least the minimum.
 */
export function compileFilters(filters: MatchedFilters): JobRequirements {
  const { query = '', match, jobType, homeTime, secondChance, requiredExperience, payMin, endorsements } = filters;
  const words = wordsExpressions(query, match);
  const rank = requiredExperience === undefined ? -1 : codes(requiredExperiences).indexOf(requiredExperience);
  return {
    words: joinWithAnd([
      words.others,
      jobType?.length ? joinWithOr(jobType.map((type) => toFacetTerm(`type:${type}`))) : null,
      homeTime?.length ? joinWithOr(homeTime.map((home) => toFacetTerm(`home:${home}`))) : null,
      secondChance ? toFacetTerm('second-chance') : null,
    ]),
    commonWords: words.common,
    experienceRank: rank >= 0 ? rank : null,
    weeklyPay: payMin ? toCents(payMin) : null,
    endorsements: endorsements?.length ? expandEndorsements(endorsements) : null,
  };
}

/** How a document meets each requirement. The value is a parameter, or the column of a saved search. */
export const requirementConditions: Readonly<Record<keyof JobRequirements, (value: Value) => SQL>> = {
  words: (value) => sql`${documents.words} @@ ${value}::tsquery`,
  // `is true` keeps PostgreSQL from looking up these words in the index.
  commonWords: (value) => sql`(${documents.words} @@ ${value}::tsquery) is true`,
  experienceRank: (value) => sql`${documents.experienceRank} <= ${value}`,
  weeklyPay: (value) => sql`${documents.weeklyPay} >= ${value}`,
  endorsements: (value) => sql`${documents.endorsements} <@ ${value}::text[]`,
};

/** A document of a job that is still posted. */
export const isUnexpired = gt(documents.expiresAt, sql`now()`);

function filterCondition(filters: MatchedFilters): SQL {
  const { endorsements, ...values } = compileFilters(filters);
  const parameters = { ...values, endorsements: endorsements && `{${endorsements.join(',')}}` };
  const conditions = Object.entries(parameters).flatMap(([name, value]) =>
    value === null ? [] : requirementConditions[name as keyof JobRequirements](sql`${value}`),
  );
  return and(isUnexpired, ...conditions) ?? sql`true`;
}

/**
 * Where to search: around a place or route, or by the names in the filters if there is no radius or the index does not know the
 * place (`isUnknown`).
 */
export type SearchArea = { around: Surroundings | null; isUnknown: boolean };

/** Matches jobs at the requested place and nationwide jobs. Null if the search has no place. */
function placeCondition(filters: SearchFilters, area: SearchArea): SQL | null {
  const { around } = area;
  if (around) return isInsideOrNationwide(valuesOf(around));
  const place = compilePlaceNames(filters, area);
  return place === null ? null : contains(place);
}

/** The expression for the names of the place and nationwide jobs, for a search without a radius. Null if it has no place. */
export function compilePlaceNames({ city, state, postalCode }: SearchFilters, { isUnknown }: SearchArea): string | null {
  const code = state ? stateCode(state) : null;
  const place = joinWithAnd([
    code ? toFacetTerm(`state:${code}`) : null,
    city ? toFacetTerm(`city:${toSearchWords(city).join(' ')}`) : null,
    postalCode ? toFacetTerm(`zip:${postalCode}`) : null,
  ]);
  return place === null || isUnknown ? place : joinWithOr([place, toFacetTerm('nationwide')]);
}

/** Miles from the place, or that a route gets longer. Null for a nationwide job outside. */
function milesWithin(around: Surroundings): SQL {
  const miles = milesTo(around);
  return sql`case when ${miles} <= ${around.miles} then ${miles} end`;
}

/** {@link Surroundings} with the cells that they touch, as parameters or as columns of a saved search. */
export type SurroundingsValues = Record<'latitude' | 'longitude' | 'miles' | 'cells', Value> & {
  /** The other end of a route. Its columns are null for a circle. */
  end: Record<'latitude' | 'longitude', Value> | null;
};

function valuesOf(around: Surroundings): SurroundingsValues {
  const cells = `{${cellsOf(around).join(',')}}`;
  const { center, end, miles } = around;
  return {
    ...pointValues(center),
    end: end && pointValues(end),
    miles: sql`${miles}::float8`,
    cells: sql`${cells}::int[]`,
  };
}

const pointValues = ({ latitude, longitude }: Point) => ({
  latitude: sql`${latitude}::float8`,
  longitude: sql`${longitude}::float8`,
});

/** Matches jobs around the place or route, and nationwide jobs. */
export const isInsideOrNationwide = (around: SurroundingsValues): SQL =>
  sql`(${documents.isNationwide} or ${isInsideValues(around)})`;

/** The cells use an index, so the exact distance is computed only for jobs in them. */
const isInsideValues = (around: SurroundingsValues): SQL =>
  sql`(${documents.cell} = any(${around.cells}) and ${milesToValues(around)} <= ${around.miles})`;

const isInside = (around: Surroundings): SQL => isInsideValues(valuesOf(around));

/** The same as `milesFrom` in `server/places/cells.ts`. */
function milesToValues({ latitude, longitude, end }: Omit<SurroundingsValues, 'miles' | 'cells'>): SQL {
  const miles = sql`miles_between(${documents.latitude}, ${documents.longitude}, ${latitude}, ${longitude})`;
  if (!end) return miles;
  const milesToEnd = sql`miles_between(${documents.latitude}, ${documents.longitude}, ${end.latitude}, ${end.longitude})`;
  const length = sql`miles_between(${latitude}, ${longitude}, ${end.latitude}, ${end.longitude})`;
  return sql`case when ${end.latitude} is null then ${miles} else greatest(0, ${miles} + ${milesToEnd} - ${length}) end`;
}

const milesTo = ({ center, end }: Surroundings): SQL => milesToValues({ ...pointValues(center), end: end && pointValues(end) });

const contains = (expression: string): SQL => sql`${documents.words} @@ ${expression}::tsquery`;

/** More hundredths of a mile than there are between any two places on earth. */
const farthestKey = sql.raw('10000000::float8');

const isPromoted = sql`coalesce(${documents.promotedUntil} > now(), false)`;
const isBoosted = sql`coalesce(${documents.boostUntil} > now(), false)`;

/** The columns that {@link resultOrder} and {@link sponsoredOrder} compare. */
function sortColumns(search: Search): SQL {
  return sql`${documents.jobId} as id, ${isPromoted} as promoted, ${isPromoted} or ${isBoosted} as sponsored,
    ${sortKey(search)} as key, ${documents.postedAt} as posted_at`;
}

/**
 * The sort key. Distances are in hundredths of a mile, and nationwide jobs outside come last. If only some words of the search
 * have to match, the jobs that match them best come first in every order.
 */
function sortKey({ sort, around, someTerms }: Search): SQL {
  const miles = around && milesWithin(around);
  if (someTerms.length > 0)
    return sql`-(${sql.join(
      someTerms.map(({ expression, weight }) => sql`(${contains(expression)})::int * ${weight}::int`),
      sql` + `,
    )})`;
  if (sort === 'nearest' && miles) return sql`coalesce(floor(${miles} * 100 + 0.5), ${farthestKey})`;
  return sort === 'pay' ? sql`-${documents.weeklyPay}` : sql`0`;
}

/** The chosen order: the lowest key, then the newest. What an employer paid does not change it. */
const resultOrder = sql`key, posted_at desc, id desc`;
/** The order of the jobs for the sponsored places. */
const sponsoredOrder = sql`promoted desc, ${resultOrder}`;

/** The chosen order for jobs with equal keys. Each one has an index. */
const indexOrder: Record<Exclude<SearchSort, 'nearest'>, SQL> = {
  newest: sql`${documents.postedAt} desc, ${documents.jobId} desc`,
  pay: sql`${documents.weeklyPay} desc, ${documents.postedAt} desc, ${documents.jobId} desc`,
};

/** The ids of one page in order, and those in a sponsored place. A total of {@link maxSearchTotal} means "at least". */
type IdPage = { ids: string[]; sponsoredIds: string[]; total: number };
/** The ids in the chosen order, and those of sponsored jobs in theirs. */
type SortedIds = { sorted: readonly string[]; sponsored: readonly string[] };
type Search = {
  filters: SQL;
  place: SQL | null;
  around: Surroundings | null;
  sort: SearchSort;
  page: Page;
  /** The words of the search, if only some of them have to match. */
  someTerms: readonly Term[];
};

/**
 * One page of the public jobs that match a search. Up to {@link maxSearchTotal} matches are collected and sorted. If there
 * are more, only the sponsored jobs are sorted. The others are read in the order of an index, or in growing circles around the
 * place, until the page is full.
 */
export async function findJobs(
  db: Database,
  { offset, limit, sort: requestedSort, sponsoredPlaces = true, ...filters }: JobsToFind,
  area: SearchArea,
): Promise<IdPage> {
  const { around } = area;
  const search: Search = {
    filters: filterCondition(filters),
    place: placeCondition(filters, area),
    around,
    sort: requestedSort ?? (around ? 'nearest' : 'newest'),
    page: { offset, limit },
    someTerms: filters.match === 'some' ? wordsExpressions(filters.query ?? '', 'some').terms : [],
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
 * Splits the condition into parts that have no job in common. Around a place, nationwide jobs are a separate part, because
 * with an `or` PostgreSQL reads every job near it before it applies the limit.
 */
function splitCondition(search: Search): SQL[] {
  const { filters, around } = search;
  if (!around) return [conditionOf(search)];
  const isNear = isInside(around);
  return [sql`${filters} and ${isNear}`, sql`${filters} and ${documents.isNationwide} and not ${isNear}`];
}

/** The ids up to the end of the page in both orders, and the exact total. Null if more than {@link maxSearchTotal} jobs match. */
async function collectMatches(db: Database, search: Search) {
  const end = search.page.offset + search.page.limit;
  const [row] = await db.execute<{ total: number; sorted: string[] | null; sponsored: string[] | null }>(sql`${unprepared}
    with found as materialized (${matchesOf(search)})
    select (select count(*)::int from found) as total,
      array(select id from found order by ${resultOrder} limit ${end}) as sorted,
      array(select id from found where sponsored order by ${sponsoredOrder} limit ${end}) as sponsored`);
  return row && row.total <= maxSearchTotal
    ? { sorted: row.sorted ?? [], sponsored: row.sponsored ?? [], total: row.total }
    : null;
}

/**
 * One more than {@link maxSearchTotal} of the matching jobs. If only some words have to match, these may be most of the jobs, so the
 * newest ones are compared.
 */
function matchesOf(search: Search): SQL {
  if (search.someTerms.length > 0)
    return sql`select ${sortColumns(search)} from (select * from ${documents} where ${conditionOf(search)}
      order by ${indexOrder.newest} limit ${maxSearchTotal}) as ${documents}`;
  return sql.join(
    splitCondition(search).map(
      (where) => sql`(select ${sortColumns(search)} from ${documents} where ${where} limit ${maxSearchTotal + 1})`,
    ),
    sql` union all `,
  );
}

/** The index finds the jobs that were ever promoted or boosted. */
function selectSponsored(search: Search): SQL {
  const wasSponsored = contains(joinWithOr([toFacetTerm('promoted'), toFacetTerm('boosted')]));
  return sql`select ${sortColumns(search)} from ${documents}
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
  for (const part of partsOf(search, count)) {
    const ids = await sortedIds(db, part.rows, resultOrder, count);
    if (part.isComplete || ids.length === count) return ids;
  }
  return [];
}

type Part = { rows: SQL; isComplete: boolean };

const partsOf = (search: Search, count: number): Iterable<Part> =>
  search.sort === 'nearest' && search.around ? growingSurroundings(search, search.around, count) : indexPrefixAndRest(search);

const allMatches = (search: Search): Part => ({
  rows: sql`select ${sortColumns(search)} from ${documents} where ${conditionOf(search)}`,
  isComplete: true,
});

/**
 * Growing circles, or strips along a route. The first one has enough jobs if the whole circle has {@link maxSearchTotal} and they are spread
 * evenly. Each has twice the radius of the previous one, and the last one includes nationwide jobs.
 */
function* growingSurroundings(search: Search, around: Surroundings, count: number): Iterable<Part> {
  for (let miles = around.miles * Math.sqrt(count / maxSearchTotal); miles < around.miles; miles *= 2)
    yield {
      rows: sql`select ${sortColumns(search)} from ${documents} where ${search.filters} and ${isInside({ ...around, miles })}`,
      isComplete: false,
    };
  yield allMatches(search);
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
  const newestOrBestPaid = sql`(select * from ${documents} order by ${order} limit ${prefixSize}) as ${documents}`;
  yield {
    rows: sql`select ${sortColumns(search)} from ${newestOrBestPaid} where ${conditionOf(search)}`,
    isComplete: false,
  };
  yield allMatches(search);
}

/** How many matching jobs are around the place or route, up to a maximum. Nationwide jobs elsewhere do not count. */
export async function countAround(
  db: Database,
  filters: MatchedFilters,
  around: Surroundings,
  max = maxSearchTotal,
): Promise<number> {
  const [row] = await db.execute<{ count: number }>(sql`${unprepared} select count(*)::int as count from (
    select 1 from ${documents} where ${filterCondition(filters)} and ${isInside(around)} limit ${max}) found`);
  return row?.count ?? 0;
}

/** A city with jobs near a place that has none. */
export type PlaceWithJobs = { name: string; count: number; miles: number };

const maxNearestPlaces = 3;
/** The nearest jobs are enough to name the nearest cities. A higher count would read every job in a wide circle. */
const maxNearestJobs = 200;

/** The nearest cities with matching jobs farther away. Each step searches twice as far. */
export async function findNearestPlaces(db: Database, filters: SearchFilters, around: Surroundings): Promise<PlaceWithJobs[]> {
  const { miles } = around;
  const where = filterCondition(filters);
  for (let radius = Math.min(miles * 2, maxRadius); radius > miles; radius = Math.min(radius * 2, maxRadius)) {
    const places = await db.execute<PlaceWithJobs>(sql`${unprepared}
      select ${jobs.city} || ', ' || ${jobs.state} as name, count(*)::int as count, min(nearest.miles) as miles
      from (select ${documents.jobId} as id, ${milesTo(around)} as miles from ${documents}
        where ${where} and ${isInside({ ...around, miles: radius })} order by 2 limit ${maxNearestJobs}) nearest
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
