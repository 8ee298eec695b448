import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid, boolean, check } from 'drizzle-orm/pg-core';
import { type ContactStatus, contactStatuses } from '#shared/companies/contact.ts';
import type { InboxKind } from '#shared/notifications.ts';
import { users } from './accounts.ts';
import { createdAt, instant, primaryId, isOneOf } from './columns.ts';
import { companies } from './companies.ts';
import { jobs } from './jobs.ts';

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

/** A conversation between a company and support about a job (`docs/product/jobs.md#contacting-support-about-a-job`). */
export const contacts = pgTable(
  'contacts',
  {
    id: primaryId(),
    companyId: uuid()
      .notNull()
      .references(() => companies.id),
    jobId: uuid().references(() => jobs.id, { onDelete: 'set null' }),
    /** The account that started the conversation. */
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    subject: text().notNull(),
    status: text().$type<ContactStatus>().notNull().default('Open'),
    createdAt: createdAt(),
    lastMessageAt: instant()
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    index('contacts_newest_index').on(t.lastMessageAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('contacts_status_index').on(t.status, t.lastMessageAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('contacts_company_index').on(t.companyId, t.lastMessageAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('contacts_job_index').on(t.jobId),
    check('contacts_status_check', isOneOf(t.status, contactStatuses)),
  ],
);

/** One message of a conversation. */
export const contactMessages = pgTable(
  'contact_messages',
  {
    id: primaryId(),
    contactId: uuid()
      .notNull()
      .references(() => contacts.id, { onDelete: 'cascade' }),
    authorId: uuid().references(() => users.id, { onDelete: 'set null' }),
    isFromSupport: boolean().notNull(),
    body: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('contact_messages_thread_index').on(t.contactId, t.createdAt, t.id)],
);
