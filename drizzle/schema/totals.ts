import { integer, pgTable, text } from 'drizzle-orm/pg-core';

/** How many rows a long table has, kept by triggers of `companies` and `channels`, so that nobody counts them. */
export const tableTotals = pgTable('table_totals', {
  name: text().primaryKey(),
  total: integer().notNull(),
});
