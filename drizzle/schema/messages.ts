import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { BatchOutcome, MessageChannel, MessageSender } from '#shared/messages/message.ts';
import { users } from './accounts.ts';
import { createdAt, instant, primaryId } from './columns.ts';
import { companies } from './companies.ts';
import { applications } from './drivers.ts';

/** All messages between a company and a driver, about any of the driver's applications (`docs/product/messages.md`). */
export const conversations = pgTable(
  'conversations',
  {
    id: primaryId(),
    companyId: uuid()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    driverId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The application that the latest message of the company was about. */
    applicationId: uuid().references(() => applications.id, { onDelete: 'set null' }),
    lastMessageAt: instant()
      .notNull()
      .default(sql`now()`),
    lastSender: text().$type<MessageSender>().notNull(),
    /** Messages of the driver that no one of the company has opened. */
    companyUnread: integer().notNull().default(0),
    /** Messages of the company that the driver has not opened. */
    driverUnread: integer().notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    unique('conversations_once_key').on(t.companyId, t.driverId),
    index('conversations_company_index').on(t.companyId, t.lastMessageAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('conversations_driver_index').on(t.driverId, t.lastMessageAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
  ],
);

/** One message of a conversation. */
export const messages = pgTable(
  'messages',
  {
    id: primaryId(),
    conversationId: uuid()
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    applicationId: uuid().references(() => applications.id, { onDelete: 'set null' }),
    sender: text().$type<MessageSender>().notNull(),
    /** The employee who wrote it. Null for a driver's message. */
    authorId: uuid().references(() => users.id, { onDelete: 'set null' }),
    channel: text().$type<MessageChannel>().notNull().default('app'),
    body: text().notNull(),
    /** Sending again with the same key returns the first message. */
    key: text(),
    createdAt: createdAt(),
  },
  (t) => [
    index('messages_conversation_index').on(t.conversationId, t.id.desc().nullsFirst()),
    index('messages_application_index').on(t.applicationId),
    uniqueIndex('messages_key')
      .on(t.conversationId, t.key)
      .where(sql`key is not null`),
  ],
);

/** A text with variables that people of a company use again (`docs/product/messages.md#templates`). */
export const messageTemplates = pgTable(
  'message_templates',
  {
    id: primaryId(),
    companyId: uuid()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    body: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [unique('message_templates_name_key').on(t.companyId, t.name)],
);

/** One text to many applicants (`docs/product/messages.md#messages-to-many`). */
export const messageBatches = pgTable(
  'message_batches',
  {
    id: primaryId(),
    companyId: uuid()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    authorId: uuid().references(() => users.id, { onDelete: 'set null' }),
    body: text().notNull(),
    /** Sending again with the same key returns the first batch. */
    key: text().notNull(),
    createdAt: createdAt(),
    sendAt: instant().notNull(),
  },
  (t) => [unique('message_batches_key').on(t.companyId, t.key)],
);

/** A recipient of a batch, with the outcome of the message. The worker handles each in a transaction of its own. */
export const batchRecipients = pgTable(
  'batch_recipients',
  {
    id: primaryId(),
    batchId: uuid()
      .notNull()
      .references(() => messageBatches.id, { onDelete: 'cascade' }),
    applicationId: uuid()
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    outcome: text().$type<BatchOutcome>().notNull().default('waiting'),
    dueAt: instant().notNull(),
  },
  (t) => [
    unique('batch_recipients_once_key').on(t.batchId, t.applicationId),
    index('batch_recipients_application_index').on(t.applicationId),
    index('batch_recipients_due_index')
      .on(t.dueAt)
      .where(sql`outcome = 'waiting'`),
  ],
);
