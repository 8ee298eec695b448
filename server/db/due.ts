import { asc, desc, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './open.ts';

/**
 * The rows that a worker task has to handle. The worker looks for due rows every second, the task claims them, and the metrics
 * report how long they have waited.
 */
export type DueRows = {
  table: PgTable & { id: AnyPgColumn<{ data: string; notNull: true }> };
  /** When a row is due. It has a partial index over the waiting rows. */
  at: AnyPgColumn;
  when: (now: Date) => SQL | undefined;
  newestFirst?: boolean;
};

/** The condition that no other server is working on the row. */
export const isUnleased = (leaseUntil: AnyPgColumn, now: Date | SQL) => or(isNull(leaseUntil), lte(leaseUntil, now));

/**
 * The due time of the row that has waited the longest, or null. The query takes a minimum instead of the first row. When
 * nothing is due, a plan that expects an early hit would read the whole table.
 */
export const oldestDueTime = ({ table, at, when }: DueRows, now: Date): SQL =>
  sql`(select min(${at}) from ${table} where ${when(now)})`;

/** Locks due rows and returns their ids. Rows locked by another server are skipped. */
export const claimDue = (tx: Database, { table, at, when, newestFirst }: DueRows, now: Date, limit: number) =>
  tx
    .select({ id: table.id })
    .from(table)
    .where(when(now))
    .orderBy(newestFirst ? desc(at) : asc(at))
    .limit(limit)
    .for('update', { skipLocked: true });
