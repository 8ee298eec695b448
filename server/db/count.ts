import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
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
