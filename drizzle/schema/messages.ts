import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { AttachmentRefusal } from '#shared/messages/attachment.ts';
import type { BatchOutcome, MessageChannel, MessageSender, OutgoingChannel } from '#shared/messages/message.ts';
import type { TextState } from '#shared/messages/text-message.ts';
import { users } from './accounts.ts';
import { createdAt, instant, leaseUntil, primaryId, requestLanguage } from './columns.ts';
import { companies } from './companies.ts';
import { applications } from './drivers.ts';
import { interviews } from './hiring.ts';
import { media } from './media.ts';

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
    /** The application that the company's latest message was about. */
    applicationId: uuid().references(() => applications.id, { onDelete: 'set null' }),
    lastMessageAt: instant()
      .notNull()
      .default(sql`now()`),
    /** The side that wrote last to the other one alone. A message to many does not change it, because it answers nobody. */
    lastSender: text().$type<MessageSender>().notNull(),
    /** The time of the driver's first unanswered message. Null if the company wrote last. */
    waitingSince: instant(),
    /** The number of the driver's messages that no one at the company has read. */
    companyUnread: integer().notNull().default(0),
    /** The number of the company's messages that the driver has not read. */
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
    /** Sending again with the same key returns the first message. Each side has its own keys, so neither can use up the other's. */
    key: text(),
    createdAt: createdAt(),
  },
  (t) => [
    index('messages_conversation_index').on(t.conversationId, t.id.desc().nullsFirst()),
    index('messages_application_index').on(t.applicationId),
    uniqueIndex('messages_key')
      .on(t.conversationId, t.sender, t.key)
      .where(sql`key is not null`),
  ],
);

/**
 * The files of a driver's reply by email, in their order in the email, also those that were refused
 * (`docs/product/messages.md#attachments`).
 */
export const messageAttachments = pgTable(
  'message_attachments',
  {
    id: primaryId(),
    messageId: uuid()
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    /** The stored file. Null if it was refused. */
    mediaId: uuid().references(() => media.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** Null if the email provider sent only the name. */
    bytes: bigint({ mode: 'number' }),
    /** Why the file was refused. Null if it was accepted. */
    reason: text().$type<AttachmentRefusal>(),
  },
  (t) => [
    index('message_attachments_message_index').on(t.messageId),
    unique('message_attachments_media_key').on(t.mediaId),
    check('message_attachments_file_check', sql`num_nonnulls(${t.mediaId}, ${t.reason}) = 1`),
  ],
);

/** A message text with variables that the people of a company can reuse (`docs/product/messages.md#templates`). */
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

/** One message to many applicants (`docs/product/messages.md#messages-to-many`). */
export const messageBatches = pgTable(
  'message_batches',
  {
    id: primaryId(),
    companyId: uuid()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    authorId: uuid().references(() => users.id, { onDelete: 'set null' }),
    language: requestLanguage(),
    body: text().notNull(),
    channel: text().$type<OutgoingChannel>().notNull().default('app'),
    /** Sending again with the same key returns the first batch. */
    key: text().notNull(),
    /** A hash of the text, the channel and the chosen recipients. The same key with another hash is refused. */
    requestHash: text().notNull().default(''),
    /** Whether the message also moves new and reviewed applicants to Contacted. */
    movesToContacted: boolean().notNull().default(false),
    /** Whether applicants who are Not a fit when the message goes out get it too. */
    includesNotAFit: boolean().notNull().default(false),
    createdAt: createdAt(),
    sendAt: instant().notNull(),
  },
  (t) => [unique('message_batches_key').on(t.companyId, t.key)],
);

/** A recipient of a batch, with the outcome of the message. The worker handles each recipient in a separate transaction. */
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

/**
 * Text messages to send: a company's message, or a reminder of an interview. A row is written in the transaction of its
 * message or reminder, and the worker sends it (`docs/product/messages.md#text-messages`).
 */
export const textMessages = pgTable(
  'text_messages',
  {
    id: primaryId(),
    messageId: uuid().references(() => messages.id, { onDelete: 'cascade' }),
    interviewId: uuid().references(() => interviews.id, { onDelete: 'cascade' }),
    /** The time that a reminder is about. The reminder is not sent after it, or if the interview was moved or canceled. */
    interviewAt: instant(),
    driverId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The ten-digit number for which the driver had given consent when the message was written. */
    phone: text().notNull(),
    /** The text that the phone shows: the company's name, the message, and in the first one how to stop. */
    body: text().notNull(),
    state: text().$type<TextState>().notNull().default('waiting'),
    dueAt: instant().notNull(),
    attempts: integer().notNull().default(0),
    leaseUntil: leaseUntil(),
    /** The id that the text message service gave the message. */
    providerId: text(),
    sentAt: instant(),
    lastError: text(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('text_messages_message_key').on(t.messageId),
    index('text_messages_interview_index').on(t.interviewId),
    check(
      'text_messages_source_check',
      sql`num_nonnulls(${t.messageId}, ${t.interviewId}) = 1 and (${t.interviewId} is null) = (${t.interviewAt} is null)`,
    ),
    index('text_messages_driver_index').on(t.driverId),
    // Finds the conversation that a received text answers.
    index('text_messages_phone_index').on(t.phone, t.id.desc().nullsFirst()),
    uniqueIndex('text_messages_provider_key')
      .on(t.providerId)
      .where(sql`provider_id is not null`),
    index('text_messages_due_index')
      .on(t.dueAt)
      .where(sql`state = 'waiting'`),
  ],
);

/** Ids of received text messages and emails, so that each is handled once. */
export const inboundMessages = pgTable('inbound_messages', {
  /** The channel and the service's id of the message, such as `sms SM…`. */
  id: text().primaryKey(),
  createdAt: createdAt(),
});
