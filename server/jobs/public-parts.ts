import { type SQL, sql } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs.ts';
import { countUpTo } from '#server/db/count.ts';
import type { Database } from '#server/db/open.ts';
import type { Page } from '#shared/list.ts';
import type { SearchPublicJobs } from '#shared/public-job.ts';
import { knownTotals } from './known-totals.ts';
import { seemMoreThan, seemSoonerWalked } from './newest-sample.ts';
import type { PublicFilters } from './public-filters.ts';
import {
  compareOrdered,
  inOrder,
  isBoosted,
  isFeatured,
  orderedColumns,
  type OrderedRow,
  type PublicOrder,
} from './public-order.ts';

/** Up to so many finds are read in whole and sorted. Their total is never kept: beside six jobs nobody is told of seven. */
const few = 500;
/** Where one read of an index is known to find them all soon, more of them are. */
const fewOfRead = 2_500;
/** Finds that a sample must promise before an index is walked; it seldom promises so few of more than {@link few}. */
const many = 300;

type Filters = Omit<SearchPublicJobs, 'offset' | 'limit' | 'sort'>;
/** The rows of a page in their order, and how many there are in all. */
export type PagePart = { rows: OrderedRow[]; total: number };
type Read = { asked: Filters; order: PublicOrder; page: Page };

/**
 * What a search finds where it looks. Where there are few, one read finds, counts and sorts them: walking an index in the
 * order of the search until a page is full would read everything. Where there are more, the total stops where counting stops
 * and is kept for a minute ({@link knownTotals}): counting is most of the work then, and nobody can tell 4,018 jobs from
 * 4,020. A sample of the newest tells beforehand which it is; where it is wrong, it cost time.
 */
export async function readHere(
  db: Database,
  { asked, filters, order, page }: Read & { filters: PublicFilters },
): Promise<PagePart> {
  const { found: where, walked, reads, radius, within } = filters;
  const totals = knownTotals(db);
  const key = JSON.stringify(asked);
  const isWalked = totals.has(key) || (await isSoonerWalked(db, filters, page.offset + page.limit));
  const read = isWalked ? null : await findFew(db, { where, key: order.key, page, most: reads ? fewOfRead : few });
  if (read) return read;
  const walk =
    order.sort === 'nearest' && within && radius
      ? findNearest(db, { where: walked, order, page, within, radius })
      : findWalked(db, { where: walked, order, page });
  const [rows, total] = await Promise.all([
    walk,
    totals.get(key, () => countUpTo(db, jobs, where, Boolean(asked.query?.trim()))),
  ]);
  if (total <= few) totals.forget(key);
  return { rows, total: endOf(rows, page, total) };
}

/** Jobs that hire nationwide and are not in the place that is searched: found everywhere, behind what is near. */
export async function readElsewhere(
  db: Database,
  { asked, elsewhere, order, page }: Read & { elsewhere: SQL },
): Promise<PagePart> {
  const here = { ...order, key: order.keyElsewhere, walk: order.sort === 'nearest' ? newestFirst : order.walk };
  const read = await findFew(db, { where: elsewhere, key: here.key, page, most: few });
  if (read) return read;
  const key = `elsewhere ${JSON.stringify(asked)}`;
  const [rows, total] = await Promise.all([
    findWalked(db, { where: elsewhere, order: here, page }),
    knownTotals(db).get(key, () => countUpTo(db, jobs, elsewhere, Boolean(asked.query?.trim()))),
  ]);
  return { rows, total: endOf(rows, page, total) };
}

const newestFirst = sql`${jobs.postingDate} desc, ${jobs.id} desc`;

/** The page that ends the list knows how long it is. */
const endOf = (rows: readonly OrderedRow[], { offset, limit }: Page, total: number) =>
  rows.length > 0 && rows.length < limit ? offset + rows.length : total;

async function isSoonerWalked(db: Database, { sample, reads, walked }: PublicFilters, page: number): Promise<boolean> {
  if (!sample || reads === 'few') return false;
  return reads ? seemSoonerWalked(db, sample, reads, page) : seemMoreThan(db, sample, many, walked);
}

type Few = { where: SQL; key: SQL; page: Page; most: number };

/** All of them, where they are few; else null. */
async function findFew(db: Database, { where, key, page: { offset, limit }, most }: Few): Promise<PagePart | null> {
  const [row] = await db.execute<{ total: number; rows: OrderedRow[] | null }>(sql`
    with found as materialized (
      select ${orderedColumns(key)} from ${jobs} where ${where} limit ${most + 1}
    ), counted as (select count(*)::int as total from found)
    select total, case when total <= ${most} then (
      select json_agg(page order by ${inOrder})
      from (select * from found order by ${inOrder} limit ${limit} offset ${offset}) page
    ) end as rows from counted`);
  return row && row.total <= most ? { total: row.total, rows: row.rows ?? [] } : null;
}

type Walk = { where: SQL; order: PublicOrder; page: Page };

/** What was paid to stand in front, each kind off an index of its own. Of these, the boosted are the fewest. */
const paidPlaces = (columns: SQL, where: SQL, end: SQL) => sql`
    boosted as (
      select ${columns} from ${jobs} where ${jobs.boostUntil} > now() and ${where}
    ), featured as (
      select ${columns} from ${jobs} where ${jobs.promotedUntil} > now() and not ${isBoosted} and ${where} ${end}
    )`;

/** Each kind comes off an index in the order of the search, only as far as the page needs, so that no page sorts every public job. */
async function findWalked(db: Database, { where, order, page: { offset, limit } }: Walk): Promise<OrderedRow[]> {
  const columns = orderedColumns(order.key);
  const end = sql`order by ${order.walk} limit ${offset + limit}`;
  // The featured are few: they are sorted, and not looked for in the index of all pay.
  const endOfFeatured =
    order.sort === 'pay' ? sql`order by ${jobs.weeklyPay} + 0 desc, ${newestFirst} limit ${offset + limit}` : end;
  return db.execute<OrderedRow>(sql`
    with ${paidPlaces(columns, where, endOfFeatured)}, rest as (
      select ${columns} from ${jobs} where not ${isFeatured} and not ${isBoosted} and ${where} ${end}
    )
    select * from (select * from boosted union all select * from featured union all select * from rest) page
    order by ${inOrder} limit ${limit} offset ${offset}`);
}

/** Miles of the first circle that is read for the nearest; each further one is twice as wide. */
const firstMiles = 5;

type Nearest = Walk & { within: (miles: number) => SQL; radius: number };

/** The nearest jobs are read in circles that grow until they fill the page, so that no page measures the way to every job. */
async function findNearest(db: Database, { where, order, page, within, radius }: Nearest): Promise<OrderedRow[]> {
  const wanted = page.offset + page.limit;
  const columns = orderedColumns(order.key);
  const end = sql`order by ${inOrder} limit ${wanted}`;
  const paid = db.execute<OrderedRow>(sql`
    with ${paidPlaces(columns, where, end)}
    select * from (select * from boosted union all select * from featured) page order by ${inOrder} limit ${wanted}`);
  const rest = async (): Promise<OrderedRow[]> => {
    for (let miles = firstMiles; ; miles *= 2) {
      const isWhole = miles >= radius;
      const rows = await db.execute<OrderedRow>(sql`
        select ${columns} from ${jobs}
        where not ${isFeatured} and not ${isBoosted} and ${within(isWhole ? radius : miles)} ${end}`);
      if (isWhole || rows.length === wanted) return rows;
    }
  };
  const [front, others] = await Promise.all([paid, rest()]);
  return [...front, ...others].toSorted(compareOrdered).slice(page.offset, wanted);
}
