import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Filter } from '#shared/list.ts';
import { mostCounted, mostFound } from '#shared/paging.ts';
import type { Database } from './open.ts';

/** How many rows there are, but no more than the lists show (`stack: lists`): the rest is not even read. */
export async function countUpTo(db: Database, table: PgTable, where?: SQL, isSearch = false): Promise<number> {
  const found = where ? sql`${table} where ${where}` : sql`${table}`;
  const [row] = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from (select from ${found} limit ${sql.raw(String(isSearch ? mostFound : mostCounted))}) found`,
  );
  return row?.n ?? 0;
}

/** Whether a filter looks for a text in the rows, which no index counts. */
export function searchesText(filters: Filter | readonly Filter[] | null | undefined): boolean {
  if (!filters) return false;
  if (Array.isArray(filters)) return filters.some(searchesText);
  const filter = filters as Filter;
  if ('and' in filter) return filter.and.some(searchesText);
  if ('or' in filter) return filter.or.some(searchesText);
  return filter.operator === 'ilike' || filter.operator === 'not_ilike';
}
