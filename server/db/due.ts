import { asc, desc, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './open.ts';

/**
 * The rows that a task of the worker has to handle, declared once: the worker looks for them each second, the task claims
 * them, and the metrics say how long they have waited.
 */
export type DueRows = {
  table: PgTable & { id: AnyPgColumn<{ data: string; notNull: true }> };
  /** When a row becomes due; has a partial index over the rows that wait. */
  at: AnyPgColumn;
  when: (now: Date) => SQL | undefined;
  newestFirst?: boolean;
};

/** Part of a condition: no other node works on the row. */
export const isUnleased = (leaseUntil: AnyPgColumn, now: Date | SQL) => or(isNull(leaseUntil), lte(leaseUntil, now));

/**
 * The time of the row that is due the longest, or null. The least of all times, not whether there is a row: mostly nothing
 * is due, and a scan that expects to meet the first row soon then reads the whole table.
 */
export const firstDue = ({ table, at, when }: DueRows, now: Date): SQL =>
  sql`(select min(${at}) from ${table} where ${when(now)})`;

/** Locks rows that are due and returns their ids. Rows that another node has locked are skipped. */
export const claimDue = (tx: Database, { table, at, when, newestFirst }: DueRows, now: Date, limit: number) =>
  tx
    .select({ id: table.id })
    .from(table as PgTable)
    .where(when(now))
    .orderBy(newestFirst ? desc(at) : asc(at))
    .limit(limit)
    .for('update', { skipLocked: true });
