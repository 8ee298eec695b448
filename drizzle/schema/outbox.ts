import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { Language } from '#shared/texts/texts.ts';
import { createdAt, dueAt, instant, leaseUntil, primaryId } from './columns.ts';

/**
 * Emails to send. A row is written in the transaction that causes the email, so an email is sent exactly when the change is
 * committed. The worker sends it.
 */
export const outbox = pgTable(
  'outbox',
  {
    id: primaryId(),
    recipient: text().notNull(),
    /** The template and its parameters. The text is rendered when the email is sent. */
    template: text().notNull(),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    /** The language for a recipient who has no account or has not chosen a language. */
    language: text().$type<Language>(),
    createdAt: createdAt(),
    dueAt: dueAt(),
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
