import { type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, bigint, customType, integer, timestamp, uuid } from 'drizzle-orm/pg-core';
import { v7 as uuidv7 } from 'uuid';

/** Column builders that every table shares. Ids are UUIDs of version 7: made by the app, ordered by time. */
export const newId = (): string => uuidv7();
export const primaryId = () => uuid().primaryKey().$defaultFn(newId);

/** An instant in UTC, read as a Date. */
export const instant = () => timestamp({ withTimezone: true, mode: 'date', precision: 3 });
export const createdAt = () =>
  instant()
    .notNull()
    .default(sql`now()`);
export const updatedAt = () => createdAt().$onUpdate(() => new Date());

/** Whole cents (`product: Money`). */
export const cents = () => integer();
/** Whole cents of what somebody writes: 8 digits of dollars (`spec: work §5`) are more cents than 32 bits hold. */
export const writtenCents = () => bigint({ mode: 'number' });

/** Claimed by a worker until this instant (`architecture: Time`). */
export const leaseUntil = () => instant();

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** For a CHECK: one of the codes of a catalogue. */
export const isOneOf = (column: AnyPgColumn, codes: readonly string[]): SQL =>
  sql`${column} in (${sql.raw(codes.map((code) => `'${code}'`).join(', '))})`;
