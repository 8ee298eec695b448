import { and, eq, type SQL, sql } from 'drizzle-orm';
import { companies } from '#drizzle/schema/companies.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { builtOnce } from '#server/db/built-once.ts';
import type { Database } from '#server/db/open.ts';
import { milesBetween, type Point } from '#server/places/cells.ts';
import type { PageOf } from '#shared/list.ts';
import { mostCounted } from '#shared/paging.ts';
import type { PublicJobCard, SearchPublicJobs } from '#shared/public-job.ts';
import { cardColumns, cardOf } from './public-columns.ts';
import { isPublic } from './public-condition.ts';
import { publicFilters } from './public-filters.ts';

/** Up to so many finds are read in whole and sorted; more of them come off the newest-first index, a page's worth. */
const few = 1000;

/**
 * Featured first, boosted next among equals, then the newest. Ids first, then the rows; the total stops at
 * {@link mostCounted} (`stack: lists`). The finds are counted first: reading newest first until a page is full would read
 * everything where there are few or none, and no planner knows that beforehand.
 */
export async function searchPublicJobs(db: Database, input: SearchPublicJobs): Promise<PageOf<PublicJobCard>> {
  const { offset, limit } = input;
  const { conditions, center } = await publicFilters(db, input);
  const where = and(isPublic, ...conditions) ?? isPublic;
  const { total, ids } = await findFew(db, where, offset, limit);
  const page = ids ?? (total > few ? await findIds(db, where, offset, limit) : []);
  return { items: await publicCards(db, page, center), pagination: { offset, limit, total } };
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
type Found = { total: number; ids: string[] | null };

/** How many there are, and where they are few their page. */
async function findFew(db: Database, where: SQL, offset: number, limit: number): Promise<Found> {
  const [row] = await db.execute<Found>(sql`
    with found as materialized (
      select ${jobs.id} as id, ${jobs.postingDate} as at, ${tier} as tier from ${jobs} where ${where} limit ${mostCounted}
    ), counted as (select count(*)::int as total from found)
    select total, case when total <= ${few} then (
      select json_agg(id order by tier desc, at desc, id desc)
      from (select * from found order by tier desc, at desc, id desc limit ${limit} offset ${offset}) page
    ) end as ids from counted`);
  return row ?? { total: 0, ids: null };
}

/**
 * The few lifted jobs come from their own indexes and are sorted; the rest is read off the newest-first index only as
 * far as the page needs, so that no page sorts every public job.
 */
async function findIds(db: Database, where: SQL, offset: number, limit: number): Promise<string[]> {
  const rows = await db.execute<{ id: string }>(sql`
    with lifted as (
      select ${jobs.id} as id, ${jobs.postingDate} as at, ${tier} as tier
      from ${jobs} where (${jobs.promotedUntil} > now() or ${jobs.boostUntil} > now()) and ${where}
    ), rest as (
      select ${jobs.id} as id, ${jobs.postingDate} as at, 0 as tier
      from ${jobs} where not ${isFeatured} and not ${isBoosted} and ${where}
      order by ${jobs.postingDate} desc, ${jobs.id} desc limit ${offset + limit}
    )
    select id from (select * from lifted union all select * from rest) page
    order by tier desc, at desc, id desc limit ${limit} offset ${offset}`);
  return rows.map((row) => row.id);
}
