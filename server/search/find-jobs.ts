import { type SQL, sql, and, gt, gte, lte } from 'drizzle-orm';
import { jobSearchDocuments as documents } from '#drizzle/schema/jobs.ts';
import type { Database } from '#server/db/open.ts';
import { type Point, boxAround } from '#server/places/cells.ts';
import { toCents } from '#shared/billing/pricing.ts';
import { codes, requiredExperiences } from '#shared/catalogues.ts';
import { coveredEndorsements } from '#shared/drivers/driver.ts';
import type { PublicSort, SearchPublicJobs } from '#shared/jobs/public-job.ts';
import type { Page } from '#shared/lists/list.ts';
import { maxSearchTotal } from '#shared/lists/paging.ts';
import { stateCode } from '#shared/places/states.ts';
import { joinWithAnd, anyOf, facet, searchWords, wordsExpression } from './expression.ts';

type Circle = { center: Point; miles: number };
type Filters = Omit<SearchPublicJobs, 'offset' | 'limit' | 'sort'>;

/**
 * The condition of all filters except the place (`docs/product/jobs.md#public-search`). Filters describe the driver:
 * endorsements held, maximum required experience, minimum pay.
 */
function filterCondition(filters: Filters): SQL {
  const { query = '', jobType, homeTime, secondChance, requiredExperience, payMin, endorsements } = filters;
  const expression = joinWithAnd([
    wordsExpression(query),
    jobType?.length ? anyOf(jobType.map((type) => facet(`type:${type}`))) : null,
    homeTime?.length ? anyOf(homeTime.map((home) => facet(`home:${home}`))) : null,
    secondChance ? facet('second-chance') : null,
  ]);
  const rank = requiredExperience === undefined ? -1 : codes(requiredExperiences).indexOf(requiredExperience);
  const driverEndorsements = endorsements?.length ? coveredEndorsements(endorsements) : null;
  return (
    and(
      gt(documents.expiresAt, sql`now()`),
      expression ? contains(expression) : undefined,
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
type Place = { circle: Circle | null; isUnknown: boolean };

/** Jobs at the named place and nationwide jobs. Null if no place was named. */
function placeCondition({ city, state, postalCode }: Filters, { circle, isUnknown }: Place): SQL | null {
  if (circle) return sql`(${documents.isNationwide} or ${isWithin(circle)})`;
  const code = state ? stateCode(state) : null;
  const place = joinWithAnd([
    code ? facet(`state:${code}`) : null,
    city ? facet(`city:${searchWords(city).join(' ')}`) : null,
    postalCode ? facet(`zip:${postalCode}`) : null,
  ]);
  return place === null ? null : contains(isUnknown ? place : anyOf([place, facet('nationwide')]));
}

/** Miles from the center of the circle. Null for a nationwide job outside of it. */
function milesWithin(circle: Circle): SQL {
  const miles = milesTo(circle.center);
  return sql`case when ${miles} <= ${circle.miles} then ${miles} end`;
}

/** An index answers the box, and the exact distance is measured only inside it. */
function isWithin({ center, miles }: Circle): SQL {
  const { south, north, west, east } = boxAround(center, miles);
  const position = sql`point(${documents.longitude}, ${documents.latitude})`;
  const box = sql`box(point(${east}::float8, ${north}::float8), point(${west}::float8, ${south}::float8))`;
  return sql`(${position} <@ ${box} and ${milesTo(center)} <= ${miles})`;
}

const milesTo = ({ latitude, longitude }: Point): SQL =>
  sql`miles_between(${documents.latitude}, ${documents.longitude}, ${latitude}::float8, ${longitude}::float8)`;

const contains = (expression: string): SQL => sql`${documents.words} @@ ${expression}::tsquery`;

/** Farther than any two places on earth, in hundredths of a mile. */
const farthest = sql.raw('10000000::float8');

const isPromoted = sql`coalesce(${documents.promotedUntil} > now(), false)`;
const isBoosted = sql`coalesce(${documents.boostUntil} > now(), false)`;

/**
 * The sort order: promoted jobs first, then the lowest key, then boosted jobs among equal keys, then the newest. Under
 * "newest" all keys are equal, so boosted jobs come first. Screens label promoted and boosted jobs as sponsored.
 */
function sortColumns(sort: PublicSort, miles: SQL | null): SQL {
  return sql`${documents.jobId} as id, ${isPromoted} as promoted, ${isBoosted} as boosted, ${keyOf(sort, miles)} as key,
    ${documents.postedAt} as posted_at`;
}

/** Hundredths of a mile. Nationwide jobs outside the circle come last. */
function keyOf(sort: PublicSort, miles: SQL | null): SQL {
  if (sort === 'nearest' && miles) return sql`coalesce(floor(${miles} * 100 + 0.5), ${farthest})`;
  return sort === 'pay' ? sql`-${documents.weeklyPay}` : sql`0`;
}

/** The order of rows with {@link sortColumns}. */
const inOrder = sql`promoted desc, key, boosted desc, posted_at desc, id desc`;

/** The same order for jobs that are neither promoted nor boosted, as the index has it. */
const indexOrder: Record<Exclude<PublicSort, 'nearest'>, SQL> = {
  newest: sql`${documents.postedAt} desc, ${documents.jobId} desc`,
  pay: sql`${documents.weeklyPay} desc, ${documents.postedAt} desc, ${documents.jobId} desc`,
};

/** The ids of one page in order. A total of {@link maxSearchTotal} means "at least". */
type FoundIds = { ids: string[]; total: number };
type Search = { filters: SQL; place: SQL | null; circle: Circle | null; sort: PublicSort; page: Page };

/**
 * One page of the public jobs that match a search. Up to {@link maxSearchTotal} matches are collected and sorted. If there
 * are more, promoted jobs are sorted and the others are read until the page is full, in the order of an index or in growing
 * circles around the center.
 */
export async function findJobs(
  db: Database,
  { offset, limit, sort: requestedSort, ...filters }: SearchPublicJobs,
  where: Place,
): Promise<FoundIds> {
  const { circle } = where;
  const search: Search = {
    filters: filterCondition(filters),
    place: placeCondition(filters, where),
    circle,
    sort: requestedSort ?? (circle ? 'nearest' : 'newest'),
    page: { offset, limit },
  };
  const collected = await collect(db, search);
  if (collected) return collected;
  const first = await sortedIds(db, matching(search, sql`${documents.promotedUntil} > now()`), offset + limit);
  const missing = offset + limit - first.length;
  const others = missing > 0 ? await readOthers(db, search, missing) : [];
  const ids = [...first, ...others].slice(offset);
  const isEnd = ids.length > 0 && ids.length < limit;
  return { ids, total: isEnd ? offset + ids.length : maxSearchTotal };
}

const conditionOf = ({ filters, place }: Search): SQL => (place ? sql`${filters} and ${place}` : filters);

/**
 * Splits the condition into parts that share no job. Around a place, nationwide jobs are a separate part, because with an
 * `or` PostgreSQL reads every job in the circle before it stops at a limit.
 */
function partsOf(search: Search): SQL[] {
  const { filters, circle } = search;
  if (!circle) return [conditionOf(search)];
  const isInCircle = isWithin(circle);
  return [sql`${filters} and ${isInCircle}`, sql`${filters} and ${documents.isNationwide} and not ${isInCircle}`];
}

const columnsOf = ({ sort, circle }: Search): SQL => sortColumns(sort, circle && milesWithin(circle));

/** The page and the exact total. Null if more than {@link maxSearchTotal} jobs match. */
async function collect(db: Database, search: Search): Promise<FoundIds | null> {
  const { offset, limit } = search.page;
  const [row] = await db.execute<{ total: number; ids: string[] | null }>(sql`
    with found as materialized (${sql.join(
      partsOf(search).map(
        (where) => sql`(select ${columnsOf(search)} from ${documents} where ${where} limit ${maxSearchTotal + 1})`,
      ),
      sql` union all `,
    )})
    select (select count(*)::int from found) as total,
      array(select id from found order by ${inOrder} limit ${limit} offset ${offset}) as ids`);
  return row && row.total <= maxSearchTotal ? { ids: row.ids ?? [], total: row.total } : null;
}

/** `is true` keeps the planner from first collecting every match through another index. */
function matching(search: Search, which: SQL): SQL {
  return sql`select ${columnsOf(search)} from ${documents} where ${which} and (${conditionOf(search)}) is true`;
}

async function sortedIds(db: Database, rows: SQL, max: number): Promise<string[]> {
  const found = await db.execute<{ id: string }>(sql`select id from (${rows}) found order by ${inOrder} limit ${max}`);
  return found.map(({ id }) => id);
}

/**
 * The first jobs that are not promoted. Every step reads a larger part of the jobs, so that a full page neither sorts nor
 * tests all of them.
 */
async function readOthers(db: Database, search: Search, missing: number): Promise<string[]> {
  for (const part of search.sort === 'nearest' && search.circle ? circles(search, search.circle) : beginnings(search)) {
    const ids = await sortedIds(db, part.rows, missing);
    if (part.isWhole || ids.length === missing) return ids;
  }
  return [];
}

type Part = { rows: SQL; isWhole: boolean };

/** The first circle's share of the whole radius. */
const firstCircleShare = 1 / 16;

/** Circles around the center, each of twice the radius of the one before. The last one includes nationwide jobs. */
function* circles(search: Search, circle: Circle): Iterable<Part> {
  const select = (place: SQL) =>
    sql`select ${columnsOf(search)} from ${documents} where ${isPromoted} is not true and ${search.filters} and ${place}`;
  for (let miles = circle.miles * firstCircleShare; miles < circle.miles; miles *= 2)
    yield { rows: select(isWithin({ ...circle, miles })), isWhole: false };
  yield { rows: select(search.place ?? sql`true`), isWhole: true };
}

/** How many jobs a search tests, in the order of an index, before it tests more. */
const beginningSizes = [1_000, 8_000, 64_000];

/**
 * All boosted jobs, and the other jobs from the beginning of the sort order. The limit inside makes PostgreSQL read the
 * index of that order, whatever it expects of the conditions.
 */
function* beginnings(search: Search): Iterable<Part> {
  const boosted = matching(search, sql`${documents.boostUntil} > now() and ${isPromoted} is not true`);
  const isLifted = sql`(${documents.promotedUntil} > now() or ${documents.boostUntil} > now())`;
  const order = indexOrder[search.sort === 'pay' ? 'pay' : 'newest'];
  const others = (from: SQL) =>
    sql`select ${columnsOf(search)} from ${from} where ${isLifted} is not true and (${conditionOf(search)}) is true`;
  for (const size of beginningSizes) {
    const first = sql`(select * from ${documents} order by ${order} limit ${size}) as ${documents}`;
    yield { rows: sql`${boosted} union all ${others(first)}`, isWhole: false };
  }
  yield { rows: sql`${boosted} union all ${others(sql`${documents}`)}`, isWhole: true };
}

/**
 * Rebuilds the search document of every posted job, with the SQL function that triggers call for each change
 * (`refresh_job_search_documents`). Needed only after rows were changed while triggers were off.
 */
export async function rebuildSearchDocuments(db: Database): Promise<void> {
  await db.execute(sql`select refresh_job_search_documents(array(
    select id from jobs where status = 'POSTED' union select job_id from job_search_documents))`);
}
