import { type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, bigint, customType, integer, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { v7 as uuidv7 } from 'uuid';
import type { Language } from '#shared/texts/texts.ts';

/** Column builders that all tables share. Ids are UUIDs of version 7: the app generates them and they sort by creation time. */
export const newId = (): string => uuidv7();
export const primaryId = () => uuid().primaryKey().$defaultFn(newId);

/** A UTC timestamp, read as a Date. */
export const instant = () => timestamp({ withTimezone: true, mode: 'date', precision: 3 });
export const createdAt = () =>
  instant()
    .notNull()
    .default(sql`now()`);
/**
 * When a row of a worker task is due, immediately by default. Servers compare it with their own clock, so an insert takes the
 * server's time and not the database's (`docs/decisions/0043-clocks.md`).
 */
export const dueAt = () => createdAt().$defaultFn(() => new Date());
export const updatedAt = () => createdAt().$onUpdate(() => new Date());

/** Whole cents (`docs/product/money.md#amounts`). */
export const cents = () => integer();
/**
 * Whole cents of an amount that a person types. Amounts have up to 8 digits of dollars, which do not fit into 32 bits as
 * cents.
 */
export const largeCents = () => bigint({ mode: 'number' });

/**
 * The language of the request that caused the row, for emails about it. Null if the clock caused it
 * (`docs/product/access.md#profiles`).
 */
export const requestLanguage = () => text().$type<Language>();

/** A worker has claimed the row until this time. Another worker may take it afterward. */
export const leaseUntil = () => instant();

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** SQL for a CHECK constraint: the column has one of the codes of a catalogue. */
export const isOneOf = (column: AnyPgColumn, codes: readonly string[]): SQL =>
  sql`${column} in (${sql.raw(codes.map((code) => `'${code}'`).join(', '))})`;
