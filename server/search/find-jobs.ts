import { type SQL, sql } from 'drizzle-orm';
import { jobSearchDocuments as documents } from '#drizzle/schema/job-search-documents.ts';
import type { Database } from '#server/db/open.ts';
import type { Page } from '#shared/list.ts';
import { maxSearchTotal } from '#shared/paging.ts';
import type { PublicSort, SearchPublicJobs } from '#shared/public-job.ts';
import { type Circle, filterCondition, isWithin, milesWithin, type Place, placeCondition } from './conditions.ts';
import { indexOrder, inOrder, isPromoted, sortColumns } from './order.ts';

/** The ids of one page in order. A total of {@link maxSearchTotal} means "at least". */
type FoundIds = { ids: string[]; total: number };
type Search = { filters: SQL; place: SQL | null; circle: Circle | null; sort: PublicSort; page: Page };

/**
 * One page of the public jobs that match a search. Up to {@link maxSearchTotal} matches are collected and sorted. When there
 * are more, the page is read in the order of an index, or in growing circles around the center.
 */
export async function findJobs(
  db: Database,
  { offset, limit, sort: wanted, ...filters }: SearchPublicJobs,
  where: Place,
): Promise<FoundIds> {
  const { circle } = where;
  const search: Search = {
    filters: filterCondition(filters),
    place: placeCondition(filters, where),
    circle,
    sort: wanted ?? (circle ? 'nearest' : 'newest'),
    page: { offset, limit },
  };
  const collected = await collect(db, search);
  if (collected) return collected;
  const ids = await (search.sort === 'nearest' && circle ? readNearest(db, search, circle) : readIndex(db, search));
  const isEnd = ids.length > 0 && ids.length < limit;
  return { ids, total: isEnd ? offset + ids.length : maxSearchTotal };
}

const conditionOf = ({ filters, place }: Search): SQL => (place ? sql`${filters} and ${place}` : filters);

const columnsOf = ({ sort, circle }: Search): SQL => sortColumns(sort, circle && milesWithin(circle));

/** The page and the exact total; null when more than {@link maxSearchTotal} jobs match. */
async function collect(db: Database, search: Search): Promise<FoundIds | null> {
  const { offset, limit } = search.page;
  const [row] = await db.execute<{ total: number; ids: string[] | null }>(sql`
    with found as materialized (
      select ${columnsOf(search)} from ${documents} where ${conditionOf(search)} limit ${maxSearchTotal + 1}
    )
    select (select count(*)::int from found) as total,
      array(select id from found order by ${inOrder} limit ${limit} offset ${offset}) as ids`);
  return row && row.total <= maxSearchTotal ? { ids: row.ids ?? [], total: row.total } : null;
}

/**
 * Promoted and boosted jobs are few and are sorted. All others come from the index of the sort: `is true` keeps the planner
 * from collecting every match by another index first.
 */
async function readIndex(db: Database, search: Search): Promise<string[]> {
  const { offset, limit } = search.page;
  const matches = sql`(${conditionOf(search)}) is true`;
  const columns = columnsOf(search);
  const isLifted = sql`(${documents.promotedUntil} > now() or ${documents.boostUntil} > now())`;
  const rows = await db.execute<{ id: string }>(sql`
    with lifted as (
      select ${columns} from ${documents} where ${isLifted} and ${matches}
    ), others as (
      select ${columns} from ${documents} where ${isLifted} is not true and ${matches}
      order by ${indexOrder[search.sort === 'pay' ? 'pay' : 'newest']} limit ${offset + limit}
    )
    select id from (select * from lifted union all select * from others) page
    order by ${inOrder} limit ${limit} offset ${offset}`);
  return rows.map(({ id }) => id);
}

const firstMiles = 5;

/** The circle doubles until it fills the page, so that a page does not sort every job of a wide circle. */
async function readNearest(db: Database, search: Search, circle: Circle): Promise<string[]> {
  const { offset, limit } = search.page;
  const end = offset + limit;
  const columns = columnsOf(search);
  for (let miles = firstMiles; ; miles *= 2) {
    const isWhole = miles >= circle.miles;
    const place = isWhole ? (search.place ?? sql`true`) : isWithin({ ...circle, miles });
    const rows = await db.execute<{ id: string }>(sql`
      with promoted as (
        select ${columns} from ${documents} where ${documents.promotedUntil} > now() and (${conditionOf(search)}) is true
      ), others as (
        select ${columns} from ${documents} where not ${isPromoted} and ${search.filters} and ${place}
      )
      select id from (select * from promoted union all select * from others) page order by ${inOrder} limit ${end}`);
    if (isWhole || rows.length === end) return rows.slice(offset).map(({ id }) => id);
  }
}
