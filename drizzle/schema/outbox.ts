import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, instant, leaseUntil, primaryId } from './columns.ts';

/** Mails, written in the transaction that they tell of and sent by the worker (`architecture: Inside a domain`). */
export const outbox = pgTable(
  'outbox',
  {
    id: primaryId(),
    recipient: text().notNull(),
    /** Name of the template and what it is filled with; the words are made when it is sent. */
    template: text().notNull(),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    createdAt: createdAt(),
    dueAt: instant()
      .notNull()
      .default(sql`now()`),
    attempts: integer().notNull().default(0),
    leaseUntil: leaseUntil(),
    sentAt: instant(),
    failedAt: instant(),
    lastError: text(),
  },
  (t) => [
    index('outbox_due_index')
      .on(t.dueAt)
      .where(sql`sent_at is null and failed_at is null`),
  ],
);
