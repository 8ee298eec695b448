import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { InboxKind } from '#shared/notifications.ts';
import { users } from './accounts.ts';
import { createdAt, instant, primaryId } from './columns.ts';
import { companies } from './companies.ts';

/**
 * A notification in the app, with the same text as its email (`docs/product/jobs.md#notifications`). The text is written from
 * `data` in the reader's language. Notifications of earlier versions have no data and store their text.
 */
export const notifications = pgTable(
  'notifications',
  {
    id: primaryId(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    companyId: uuid()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    kind: text().$type<InboxKind>().notNull(),
    data: jsonb().$type<Record<string, unknown>>(),
    title: text(),
    body: text(),
    /** The app path that the notification opens. */
    path: text().notNull(),
    /** For new applications: the job, and how many applications this notification covers. */
    jobId: uuid(),
    count: integer().notNull().default(1),
    createdAt: createdAt(),
    readAt: instant(),
  },
  (t) => [
    index('notifications_user_index').on(t.userId, t.id.desc().nullsFirst()),
    index('notifications_unread_index')
      .on(t.userId)
      .where(sql`read_at is null`),
    // One unread notification per reader and job, however many drivers apply.
    uniqueIndex('notifications_applications_key')
      .on(t.userId, t.jobId)
      .where(sql`kind = 'new_application' and read_at is null`),
    index('notifications_age_index').on(t.createdAt),
  ],
);
