import { eq, getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { tableTotals } from '#drizzle/schema/totals.ts';
import type { Database } from './open.ts';

/** How many rows a table has that keeps count of them: companies and channels do. */
export async function tableTotal(db: Database, table: PgTable): Promise<number> {
  const [row] = await db
    .select({ total: tableTotals.total })
    .from(tableTotals)
    .where(eq(tableTotals.name, getTableName(table)));
  return row?.total ?? 0;
}
