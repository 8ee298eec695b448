import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { InboxKind } from '#shared/notifications.ts';
import { users } from './accounts.ts';
import { createdAt, instant, primaryId } from './columns.ts';
import { companies } from './companies.ts';

/** What somebody is told of in the app, in the words of its mail (`spec: work §4 Notification kinds`). */
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
    title: text().notNull(),
    body: text().notNull(),
    /** Where it leads, from the root of the app. */
    path: text().notNull(),
    /** Of new applications: the job that they were sent to, and how many of them this one tells of. */
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
    // One unread line for each reader and job, however many drivers apply.
    uniqueIndex('notifications_applications_key')
      .on(t.userId, t.jobId)
      .where(sql`kind = 'new_application' and read_at is null`),
    index('notifications_age_index').on(t.createdAt),
  ],
);
