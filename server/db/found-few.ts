import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Page } from '#shared/list.ts';
import { mostFound } from '#shared/paging.ts';
import type { Database } from './open.ts';
import { keysSql, type OrderKey } from './order.ts';

export type FewFound = { total: number; ids: string[] | null };

/** How finds are sorted: what is read of each, and where a page of them comes from. */
type Sorting = { columns: SQL; from: SQL; order: SQL[] };
type Listed = { table: PgTable; id: AnyPgColumn };
/** `readBy`: the order in which rows are looked through, where not the database's choice. */
type Few = { where: SQL | undefined; sorting: Sorting; page: Page; readBy?: SQL };

/** How many there are, and the page of them unless they are `mostFound` or more: in one read. */
export async function findFew(db: Database, table: PgTable, { where, sorting, page, readBy }: Few): Promise<FewFound> {
  const { columns, from, order } = sorting;
  const most = sql.raw(String(mostFound));
  const [row] = await db.execute<FewFound>(sql`
    with found as materialized (select ${columns} from ${table} where ${where} ${readBy && sql`order by ${readBy}`} limit ${most})
    select total, case when total < ${most} then to_json(array(
      select id from ${from} order by ${sql.join(order, sql`, `)} limit ${page.limit} offset ${page.offset}
    )) end as ids from (select count(*)::int as total from found) counted`);
  return row ?? { total: 0, ids: [] };
}

/** What finds are sorted by, taken along as they are found. */
export function taken({ id }: Listed, keys: readonly OrderKey[]): Sorting {
  const names = keys.map((_, n) => sql.raw(`key_${n}`));
  const columns = keys.map(({ by }, n) => sql`${by} as ${names[n]}`);
  return {
    columns: sql`${id} as id, ${sql.join(columns, sql`, `)}`,
    from: sql`found`,
    order: keysSql(keys.map((key, n) => ({ ...key, by: sql`${names[n]}` }))),
  };
}

/** The same, looked up for those that were found: what looks through all rows does so in the narrowest index. */
export function lookedUp({ table, id }: Listed, order: SQL[]): Sorting {
  return { columns: sql`${id} as id`, from: sql`${table} where ${id} in (select id from found)`, order };
}
