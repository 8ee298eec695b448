import { and, getTableName, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Page, Search } from '#shared/list.ts';
import { mostFound } from '#shared/paging.ts';
import { countUpTo, searchesText } from './count.ts';
import { filterSql, type ListFields, lookedThrough, orderSql } from './list.ts';
import type { Database } from './open.ts';

type List = {
  table: PgTable;
  id: AnyPgColumn;
  fields: ListFields;
  fallback: readonly SQL[];
  /** What the list is of, besides what is filtered. */
  within?: SQL | undefined;
};

/** A page of a long list: its ids as SQL, in which order, and how many there are, up to `mostCounted` or `mostFound`. */
export type FoundPage = { ids: SQL; order: SQL[]; total: number };

/**
 * Finds a page of a long list without its wide rows. Where a text is looked for, how many rows hold it is known first: of few
 * the page is sorted, which the text's own index found; many stand close together in the index of the order, which is walked.
 * `known` is the number of all, where nothing is filtered and somebody keeps it.
 */
export async function findPage(
  db: Database,
  { table, id, fields, fallback, within }: List,
  { filters, orders, offset, limit }: Search & Page,
  known?: number,
): Promise<FoundPage> {
  const order = orderSql(fields, orders, fallback, id);
  const filtered = filterSql(fields, filters);
  const where = and(within, filtered);
  const isSearch = filtered !== undefined && searchesText(filters);
  const total = known !== undefined && !filtered ? known : await countUpTo(db, table, where, isSearch);
  const pageOf = (from: SQL) =>
    sql`select ${id} from ${from} order by ${sql.join(order, sql`, `)} limit ${limit} offset ${offset}`;
  if (!isSearch) return { ids: pageOf(where ? sql`${table} where ${where}` : sql`${table}`), order, total };
  // The offset keeps the planner from walking the order's index in the hope of finding them early.
  if (total < mostFound)
    return {
      ids: pageOf(sql`(select * from ${table} where ${where} offset 0) ${sql.identifier(getTableName(table))}`),
      order,
      total,
    };
  return { ids: pageOf(sql`${table} where ${and(within, filterSql(lookedThrough(fields), filters))}`), order, total };
}
