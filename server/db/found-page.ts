import { and, getTableName, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Order, Page, Search } from '#shared/list.ts';
import { mostCounted, mostFound } from '#shared/paging.ts';
import { countUpTo } from './count.ts';
import { findFew, lookedUp, taken } from './found-few.ts';
import { knowLacking } from './lacking-texts.ts';
import { fieldOf, filterSql, type ListField, type ListFields } from './list.ts';
import type { Database } from './open.ts';
import { keysSql, orderKeys, type OrderKey, reversed } from './order.ts';
import { excludedTexts, excludesText, lookedThrough, looksForLetters, missingSql, searchesText } from './text-filters.ts';

type List = {
  table: PgTable;
  id: AnyPgColumn;
  fields: ListFields;
  fallback: readonly Order[];
  /** The orders' indexes do not carry what is filtered by. */
  isNarrow?: boolean;
  /** What the list is of, besides what is filtered. */
  within?: SQL | undefined;
  /** Holds the text that is looked for besides what is filtered. */
  text?: SQL | undefined;
  /** How many there are while nothing is filtered, where that is kept. */
  countAll?: () => Promise<number>;
};

/** A page of a long list: which ids are on it (null: none), in which order, and how many there are, up to `mostCounted` or `mostFound`. */
export type FoundPage = { isOnPage: SQL | null; order: SQL[]; total: number | Promise<number> };

/**
 * Finds a page of a long list without its wide rows. Where a text is looked for, all that hold it are read first: few are
 * sorted for the page at once; many stand close together in the index of the order, which is walked.
 */
export async function findPage(db: Database, list: List, search: Search & Page): Promise<FoundPage> {
  const { table, id, fields, within, text } = list;
  const { filters, orders } = search;
  const keys = orderKeys(fields, orders?.length ? orders : list.fallback, id);
  const order = keysSql(keys);
  const filtered = filterSql(fields, filters);
  if (text || (filtered && searchesText(filters))) return { ...(await findText(db, list, keys, search)), order };
  const where = and(within, filtered);
  const known = filtered ? undefined : await list.countAll?.();
  const total = known ?? (await countUpTo(db, table, where));
  const isExact = total < mostCounted || known !== undefined;
  if (isExact && search.offset >= total) return { isOnPage: null, order, total };
  const ids = isExact && search.offset > total / 2 ? walkBack(list, where, keys, search, total) : walk(list, where, keys, search);
  return { isOnPage: sql`${id} in (${ids})`, order, total };
}

/** Where a sample tells that they are many, they are counted beside the page. */
async function findText(db: Database, list: List, keys: OrderKey[], search: Search & Page): Promise<Omit<FoundPage, 'order'>> {
  const { table, id, fields, within, text } = list;
  const { filters } = search;
  const metBy = (known: ListFields) => and(within, text, filterSql(lookedThrough(known), filters));
  const walkedBy = (known: ListFields) => sql`${id} in (${walk(list, metBy(known), keys, search)})`;
  const missing = missingSql(fields, filters);
  if (missing && (await countUpTo(db, table, and(within, text, missing), true)) === mostFound) {
    // What has no text stands behind all that have one, where these are sorted by it.
    const known = isSortedByExcluded(fields, search) ? await knowLacking(db, list, filters) : fields;
    return { isOnPage: walkedBy(known), total: mostFound };
  }
  const share = manyIf(list, filters);
  if (share && (await areMany(db, list, filters, share)))
    return { isOnPage: walkedBy(fields), total: countUpTo(db, table, metBy(fields), true) };
  const known = await knowLacking(db, list, filters);
  const where = and(within, text, filterSql(known, filters));
  const sorting = list.isNarrow || excludesText(filters) ? lookedUp(list, keysSql(keys)) : taken(list, keys);
  const { total, ids } = await findFew(db, table, { where, sorting, page: search });
  if (ids) return { isOnPage: ids.length ? sql`${id} = any(${sql.param(ids)}::uuid[])` : null, total };
  return { isOnPage: walkedBy(known), total };
}

function isSortedByExcluded(fields: ListFields, { filters, orders }: Search): boolean {
  const sorted = orders?.[0] && fieldOf(fields, orders[0].field);
  return excludedTexts(fields, filters).some(({ field }) => field === sorted);
}

/** Which part of a sample makes finds many: more of what no index carries, whose rows are dear. Undefined: they are collected. */
function manyIf({ fields, text }: List, filters: Search['filters']): number | undefined {
  const isCarried = ({ order }: ListField) => order !== null;
  if (text || excludesText(filters) || looksForLetters(fields, filters, isCarried)) return 1 / 25;
  return looksForLetters(fields, filters, () => true) ? 1 / 2 : undefined;
}

/** Whether the first rows of the usual order hold so many that they are met sooner on a walk than an index collects them all. */
async function areMany(db: Database, list: List, filters: Search['filters'], share: number): Promise<boolean> {
  const { table, id, fields, within, text } = list;
  const from = within ? sql`${table} where ${within}` : table;
  const order = sql.join(keysSql(orderKeys(fields, list.fallback, id)), sql`, `);
  const sample = sql`(select * from ${from} order by ${order} limit ${sql.raw(String(sampled))}) ${sql.identifier(getTableName(table))}`;
  const where = and(text, filterSql(lookedThrough(fields), filters));
  const [row] = await db.execute<{ areMany: boolean }>(
    sql`select (count(*) > ${sql.raw(String(sampled * share))}) as "areMany" from ${sample} where ${where}`,
  );
  return row?.areMany ?? false;
}

const sampled = 300;

function walk({ table, id }: List, where: SQL | undefined, keys: OrderKey[], { limit, offset }: Page): SQL {
  const from = where ? sql`${table} where ${where}` : sql`${table}`;
  return sql`select ${id} from ${from} order by ${sql.join(keysSql(keys), sql`, `)} limit ${limit} offset ${offset}`;
}

/** The same page, walked to from the end, which is nearer. */
function walkBack(list: List, where: SQL | undefined, keys: OrderKey[], { limit, offset }: Page, total: number): SQL {
  const length = Math.min(limit, total - offset);
  return walk(list, where, reversed(keys), { limit: length, offset: total - offset - length });
}
