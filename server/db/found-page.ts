import { and, getTableName, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Order, Page, Search } from '#shared/list.ts';
import { mostCounted, mostFound } from '#shared/paging.ts';
import { countUpTo } from './count.ts';
import { filterSql, type ListFields } from './list.ts';
import type { Database } from './open.ts';
import { keysSql, orderKeys, type OrderKey, reversed } from './order.ts';
import { excludesText, lookedThrough, looksForLetters, missingSql, searchesText } from './text-filters.ts';

type List = {
  table: PgTable;
  id: AnyPgColumn;
  fields: ListFields;
  fallback: readonly Order[];
  /** The orders' indexes do not carry what is filtered by. */
  isNarrow?: boolean;
  /** What the list is of, besides what is filtered. */
  within?: SQL | undefined;
  /** What the list is of is what holds a text. */
  isSearched?: boolean;
  /** How many there are while nothing is filtered, where that is kept. */
  countAll?: () => Promise<number>;
};

/** A page of a long list: which ids are on it (null: none), in which order, and how many there are, up to `mostCounted` or `mostFound`. */
export type FoundPage = { isOnPage: SQL | null; order: SQL[]; total: number };

/**
 * Finds a page of a long list without its wide rows. Where a text is looked for, all that hold it are read first: few are
 * sorted for the page at once; many stand close together in the index of the order, which is walked.
 */
export async function findPage(db: Database, list: List, search: Search & Page): Promise<FoundPage> {
  const { table, id, fields, within } = list;
  const { filters, orders } = search;
  const keys = orderKeys(fields, orders?.length ? orders : list.fallback, id);
  const order = keysSql(keys);
  const filtered = filterSql(fields, filters);
  const where = and(within, filtered);
  if (list.isSearched || (filtered && searchesText(filters))) {
    const { total, ids } = await findFew(db, list, keys, search);
    if (ids) return { isOnPage: ids.length ? sql`${id} = any(${sql.param(ids)}::uuid[])` : null, order, total };
    const met = and(within, filterSql(lookedThrough(fields), filters));
    return { isOnPage: sql`${id} in (${walk(list, met, keys, search)})`, order, total };
  }
  const known = filtered ? undefined : await list.countAll?.();
  const total = known ?? (await countUpTo(db, table, where));
  const isExact = total < mostCounted || known !== undefined;
  if (isExact && search.offset >= total) return { isOnPage: null, order, total };
  const ids = isExact && search.offset > total / 2 ? walkBack(list, where, keys, search, total) : walk(list, where, keys, search);
  return { isOnPage: sql`${id} in (${ids})`, order, total };
}

type Found = { total: number; ids: string[] | null };

/** How many there are, and the page of them unless they are `mostFound` or more. */
async function findFew(db: Database, list: List, keys: OrderKey[], { filters, ...page }: Search & Page): Promise<Found> {
  const { table, fields, within } = list;
  const missing = missingSql(fields, filters);
  if (missing && (await countUpTo(db, table, and(within, missing), true)) === mostFound) return { total: mostFound, ids: null };
  const areNear = looksForLetters(fields, filters) && (await areMany(db, list, filters));
  const where = and(within, filterSql(areNear ? lookedThrough(fields) : fields, filters));
  const isLookedUp = list.isNarrow || areNear || excludesText(filters);
  const { columns, from, order } = isLookedUp ? lookedUp(list, keys) : taken(list, keys);
  const most = sql.raw(String(mostFound));
  const [row] = await db.execute<Found>(sql`
    with found as materialized (select ${columns} from ${table} where ${where} limit ${most})
    select total, case when total < ${most} then to_json(array(
      select id from ${from} order by ${sql.join(order, sql`, `)} limit ${page.limit} offset ${page.offset}
    )) end as ids from (select count(*)::int as total from found) counted`);
  return row ?? { total: 0, ids: [] };
}

/** Whether a sample holds so many that they are met sooner on a walk than an index of grams collects them all. */
async function areMany(db: Database, { table, fields, within }: List, filters: Search['filters']): Promise<boolean> {
  const [all, name] = [within ? sql`${table} where ${within}` : table, sql.identifier(getTableName(table))];
  const where = filterSql(lookedThrough(fields), filters);
  const [row] = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from (select * from ${all} limit ${sql.raw(String(sampled))}) ${name} where ${where}`,
  );
  return (row?.n ?? 0) > sampled / 12;
}

const sampled = 1000;

type Sorting = { columns: SQL; from: SQL; order: SQL[] };

/** What finds are sorted by, taken along as they are found. */
function taken({ id }: List, keys: OrderKey[]): Sorting {
  const names = keys.map((_, n) => sql.raw(`key_${n}`));
  const columns = keys.map(({ by }, n) => sql`${by} as ${names[n]}`);
  return {
    columns: sql`${id} as id, ${sql.join(columns, sql`, `)}`,
    from: sql`found`,
    order: keysSql(keys.map((key, n) => ({ ...key, by: sql`${names[n]}` }))),
  };
}

/** The same, looked up for those that were found: what looks through all rows does so in the narrowest index. */
function lookedUp({ table, id }: List, keys: OrderKey[]): Sorting {
  return { columns: sql`${id} as id`, from: sql`${table} where ${id} in (select id from found)`, order: keysSql(keys) };
}

function walk({ table, id }: List, where: SQL | undefined, keys: OrderKey[], { limit, offset }: Page): SQL {
  const from = where ? sql`${table} where ${where}` : sql`${table}`;
  return sql`select ${id} from ${from} order by ${sql.join(keysSql(keys), sql`, `)} limit ${limit} offset ${offset}`;
}

/** The same page, walked to from the end, which is nearer. */
function walkBack(list: List, where: SQL | undefined, keys: OrderKey[], { limit, offset }: Page, total: number): SQL {
  const length = Math.min(limit, total - offset);
  return walk(list, where, reversed(keys), { limit: length, offset: total - offset - length });
}
