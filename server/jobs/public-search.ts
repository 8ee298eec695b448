import { and, eq, type SQL, sql } from 'drizzle-orm';
import { companies } from '#drizzle/schema/companies.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { builtOnce } from '#server/db/built-once.ts';
import type { Database } from '#server/db/open.ts';
import { milesBetween, type Point } from '#server/places/cells.ts';
import type { PageOf } from '#shared/list.ts';
import { mostCounted, type PublicJobCard, type SearchPublicJobs } from '#shared/public-job.ts';
import { cardColumns, cardOf } from './public-columns.ts';
import { isPublic } from './public-condition.ts';
import { publicFilters } from './public-filters.ts';

/**
 * Featured first, boosted next among equals, then the newest. Ids first, then the rows; the total stops at
 * {@link mostCounted} (`stack: lists`).
 */
export async function searchPublicJobs(db: Database, input: SearchPublicJobs): Promise<PageOf<PublicJobCard>> {
  const { offset, limit } = input;
  const { conditions, center } = await publicFilters(db, input);
  const where = and(isPublic, ...conditions) ?? isPublic;
  const [ids, total] = await Promise.all([findIds(db, where, offset, limit), count(db, where)]);
  return { items: await publicCards(db, ids, center), pagination: { offset, limit, total } };
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

/**
 * The few lifted jobs come from their own indexes and are sorted; the rest is read off the newest-first index only as
 * far as the page needs, so that no page sorts every public job.
 */
async function findIds(db: Database, where: SQL, offset: number, limit: number): Promise<string[]> {
  const rows = await db.execute<{ id: string }>(sql`
    with lifted as (
      select ${jobs.id} as id, ${jobs.postingDate} as at, ${isFeatured}::int * 2 + ${isBoosted}::int as tier
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

async function count(db: Database, where: SQL): Promise<number> {
  const [row] = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from (select 1 from ${jobs} where ${where} limit ${mostCounted}) counted`,
  );
  return row?.total ?? 0;
}
