import { eq, type SQL, sql } from 'drizzle-orm';
import { companies } from '#drizzle/schema/companies.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { builtOnce } from '#server/db/built-once.ts';
import { countUpTo } from '#server/db/count.ts';
import type { Database } from '#server/db/open.ts';
import { milesBetween, type Point } from '#server/places/cells.ts';
import type { PageOf } from '#shared/list.ts';
import type { PublicJobCard, SearchPublicJobs } from '#shared/public-job.ts';
import { cardColumns, cardOf } from './public-columns.ts';
import { knownTotals } from './known-totals.ts';
import { seemMoreThan, seemSoonerWalked } from './newest-sample.ts';
import { type PublicFilters, publicFilters } from './public-filters.ts';
import { createSharedReads } from './shared-reads.ts';

/** Up to so many finds are read in whole and sorted. Their total is never kept: beside six jobs nobody is told of seven. */
const few = 500;
/** Where one read of an index is known to find them all soon, more of them are. */
const fewOfRead = 2_500;
/** Finds that a sample must promise before the newest are looked through; it seldom promises so few of more than {@link few}. */
const many = 300;

/**
 * Featured first, boosted next among equals, then the newest. Ids first, then the rows. Where there are few, one read finds,
 * counts and sorts them: reading newest first until a page is full would read everything. Where there are more, the total stops
 * where counting stops (`stack: lists`) and is kept for a minute ({@link knownTotals}): counting is most of the work then, and
 * nobody can tell 4,018 jobs from 4,020. A sample of the newest tells beforehand which it is; where it is wrong, it cost time.
 */
async function readPage(db: Database, input: SearchPublicJobs): Promise<PageOf<PublicJobCard>> {
  const { offset, limit, ...filters } = input;
  const asked = await publicFilters(db, input);
  const { found: where, walked, reads, center } = asked;
  const totals = knownTotals(db);
  const key = JSON.stringify(filters);
  const isWalked = totals.has(key) || (await isSoonerWalked(db, asked, offset + limit));
  const found = isWalked ? null : await findFew(db, where, { offset, limit, most: reads ? fewOfRead : few });
  if (found) return { items: await publicCards(db, found.ids, center), pagination: { offset, limit, total: found.total } };
  const [ids, total] = await Promise.all([
    findIds(db, walked, offset, limit),
    totals.get(key, () => countUpTo(db, jobs, where, Boolean(input.query?.trim()))),
  ]);
  if (total <= few) totals.forget(key);
  // The page that ends the list knows how long it is.
  const end = ids.length > 0 && ids.length < limit ? offset + ids.length : total;
  return { items: await publicCards(db, ids, center), pagination: { offset, limit, total: end } };
}

const ofDatabase = builtOnce((_db, _only: 'searches') => createSharedReads<PageOf<PublicJobCard>>());

/** A page of public jobs: {@link readPage}, which many who ask for the same at once share. */
export async function searchPublicJobs(db: Database, input: SearchPublicJobs): Promise<PageOf<PublicJobCard>> {
  return ofDatabase(db, 'searches')(JSON.stringify(input), () => readPage(db, input));
}

async function isSoonerWalked(db: Database, { sample, reads, walked }: PublicFilters, page: number): Promise<boolean> {
  if (!sample || reads === 'few') return false;
  return reads ? seemSoonerWalked(db, sample, reads, page) : seemMoreThan(db, sample, many, walked);
}

/** The cards of these jobs in this order, with the miles from a place. */
export async function publicCards(db: Database, ids: readonly string[], center: Point | null): Promise<PublicJobCard[]> {
  const rows = ids.length ? await cardsById(db, 'by id').execute({ ids: `{${ids.join(',')}}` }) : [];
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [cardOf(row, center && Math.round(milesBetween(center, row) * 100) / 100)] : [];
  });
}

const cardsById = builtOnce((db, _only: 'by id') =>
  db
    .select(cardColumns)
    .from(jobs)
    .innerJoin(companies, eq(companies.id, jobs.companyId))
    .where(sql`${jobs.id} = any(${sql.placeholder('ids')}::uuid[])`)
    .prepare('cards_by_id'),
);

const isFeatured = sql`coalesce(${jobs.promotedUntil} > now(), false)`;
const isBoosted = sql`coalesce(${jobs.boostUntil} > now(), false)`;

const tier = sql`${isFeatured}::int * 2 + ${isBoosted}::int`;
type Found = { total: number; ids: string[] };

/** All of them, where they are few; else null. */
async function findFew(
  db: Database,
  where: SQL,
  { offset, limit, most }: { offset: number; limit: number; most: number },
): Promise<Found | null> {
  const [row] = await db.execute<{ total: number; ids: string[] | null }>(sql`
    with found as materialized (
      select ${jobs.id} as id, ${jobs.postingDate} as at, ${tier} as tier from ${jobs} where ${where} limit ${most + 1}
    ), counted as (select count(*)::int as total from found)
    select total, case when total <= ${most} then (
      select json_agg(id order by tier desc, at desc, id desc)
      from (select * from found order by tier desc, at desc, id desc limit ${limit} offset ${offset}) page
    ) end as ids from counted`);
  return row && row.total <= most ? { total: row.total, ids: row.ids ?? [] } : null;
}

/**
 * Each kind comes off an index of its own, newest first and only as far as the page needs, so that no page sorts every
 * public job. Of those in front, the boosted are the fewest.
 */
async function findIds(db: Database, where: SQL, offset: number, limit: number): Promise<string[]> {
  const newest = sql`order by ${jobs.postingDate} desc, ${jobs.id} desc limit ${offset + limit}`;
  const columns = sql`${jobs.id} as id, ${jobs.postingDate} as at`;
  const rows = await db.execute<{ id: string }>(sql`
    with boosted as (
      select ${columns}, ${tier} as tier from ${jobs} where ${jobs.boostUntil} > now() and ${where}
    ), featured as (
      select ${columns}, 2 as tier from ${jobs} where ${jobs.promotedUntil} > now() and not ${isBoosted} and ${where} ${newest}
    ), rest as (
      select ${columns}, 0 as tier from ${jobs} where not ${isFeatured} and not ${isBoosted} and ${where} ${newest}
    )
    select id from (select * from boosted union all select * from featured union all select * from rest) page
    order by tier desc, at desc, id desc limit ${limit} offset ${offset}`);
  return rows.map((row) => row.id);
}
