import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { type ContactStatus, contactStatuses } from '#shared/companies/contact.ts';
import { users } from './accounts.ts';
import { createdAt, instant, isOneOf, primaryId } from './columns.ts';
import { companies } from './companies.ts';
import { jobs } from './jobs.ts';

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
