import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, unique, uuid, boolean, check } from 'drizzle-orm/pg-core';
import { codes } from '#shared/catalogues.ts';
import { type SupportStatus, supportStatuses } from '#shared/companies/support.ts';
import { type ChoiceKind, choiceKinds, type EmailTiming, emailTimings, type InboxKind } from '#shared/notifications.ts';
import type { Language } from '#shared/texts/texts.ts';
import { sessions, users } from './accounts.ts';
import { createdAt, dueAt, instant, isOneOf, leaseUntil, primaryId } from './columns.ts';
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
    /** The company that the reader works for. Null for what the reader is told as a driver. */
    companyId: uuid().references(() => companies.id, { onDelete: 'cascade' }),
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
    // A reader has at most one unread notification per job, even if several drivers apply.
    uniqueIndex('notifications_applications_key')
      .on(t.userId, t.jobId)
      .where(sql`kind = 'new_application' and read_at is null`),
    index('notifications_age_index').on(t.createdAt),
    // Finds the notifications that name a driver, so that they can be deleted together with the driver.
    index('notifications_applicant_index')
      .on(t.path)
      .where(sql`kind in ('new_message', 'interview', 'mention')`),
  ],
);

/**
 * A browser that gets a person's notifications while Haulboard is not open (`docs/product/jobs.md#push-notifications`). It
 * belongs to the session that turned it on, and gets nothing after that session is ended.
 */
export const pushDevices = pgTable(
  'push_devices',
  {
    id: primaryId(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sessionId: uuid()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    /** The address at the browser's push service. Anyone who knows it can send to the browser. */
    endpoint: text().notNull().unique(),
    /** The browser's public key and secret, which encrypt what is sent to it. */
    browserKey: text().notNull(),
    browserSecret: text().notNull(),
    /** The id of the keys (`server/session/keys.ts`) that the browser accepts notifications from. */
    keyId: text().notNull(),
    /** The language of the browser, for people who have not chosen one. */
    language: text().$type<Language>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('push_devices_user_index').on(t.userId), index('push_devices_session_index').on(t.sessionId)],
);

/** A notification to send to a device. The row is deleted once the device's push service has taken it. */
export const pushes = pgTable(
  'pushes',
  {
    id: primaryId(),
    deviceId: uuid()
      .notNull()
      .references(() => pushDevices.id, { onDelete: 'cascade' }),
    /** The notification gets a new id when further applicants join it. */
    notificationId: uuid()
      .notNull()
      .references(() => notifications.id, { onDelete: 'cascade', onUpdate: 'cascade' }),
    dueAt: dueAt(),
    attempts: integer().notNull().default(0),
    leaseUntil: leaseUntil(),
    lastError: text(),
  },
  (t) => [
    unique('pushes_once_key').on(t.notificationId, t.deviceId),
    index('pushes_device_index').on(t.deviceId),
    index('pushes_due_index').on(t.dueAt),
  ],
);

/** How a person wants to get a kind of notification. Without a row, everything is on (`defaultChoice`). */
export const notificationChoices = pgTable(
  'notification_choices',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text().$type<ChoiceKind>().notNull(),
    email: text().$type<EmailTiming>().notNull(),
    bell: boolean().notNull(),
    /** Has an effect only while the bell is on too. */
    push: boolean().notNull().default(true),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.kind] }),
    check(
      'notification_choices_kind_check',
      isOneOf(
        t.kind,
        choiceKinds.map(({ code }) => code),
      ),
    ),
    check('notification_choices_email_check', isOneOf(t.email, codes(emailTimings))),
  ],
);

/** A job whose new applicants a person does not want to be notified about. */
export const mutedJobs = pgTable(
  'muted_jobs',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    jobId: uuid()
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.jobId] })],
);

/**
 * A daily email that a person of a company will get. It is deleted in the transaction that writes the email, so that the email
 * is written once.
 */
export const digests = pgTable(
  'digests',
  {
    id: primaryId(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    companyId: uuid()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    dueAt: instant().notNull(),
  },
  (t) => [unique('digests_person_key').on(t.userId, t.companyId), index('digests_due_index').on(t.dueAt)],
);

/** The number of events of one kind for a job. A row names no driver, so nothing has to be deleted here with a driver. */
export const digestCounts = pgTable(
  'digest_counts',
  {
    digestId: uuid()
      .notNull()
      .references(() => digests.id, { onDelete: 'cascade' }),
    kind: text().$type<ChoiceKind>().notNull(),
    jobId: uuid()
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    count: integer().notNull().default(1),
  },
  (t) => [primaryKey({ columns: [t.digestId, t.kind, t.jobId] })],
);

/** A conversation between a company and support about a job (`docs/product/jobs.md#contacting-support-about-a-job`). */
export const supportThreads = pgTable(
  'support_threads',
  {
    id: primaryId(),
    companyId: uuid()
      .notNull()
      .references(() => companies.id),
    jobId: uuid().references(() => jobs.id, { onDelete: 'set null' }),
    /** The account that started the conversation. */
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    subject: text().notNull(),
    status: text().$type<SupportStatus>().notNull().default('Open'),
    createdAt: createdAt(),
    lastMessageAt: instant()
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    index('support_threads_newest_index').on(t.lastMessageAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('support_threads_status_index').on(t.status, t.lastMessageAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('support_threads_company_index').on(t.companyId, t.lastMessageAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('support_threads_job_index').on(t.jobId),
    check('support_threads_status_check', isOneOf(t.status, supportStatuses)),
  ],
);

/** One message of a conversation. */
export const supportMessages = pgTable(
  'support_messages',
  {
    id: primaryId(),
    threadId: uuid()
      .notNull()
      .references(() => supportThreads.id, { onDelete: 'cascade' }),
    authorId: uuid().references(() => users.id, { onDelete: 'set null' }),
    isFromSupport: boolean().notNull(),
    body: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('support_messages_thread_index').on(t.threadId, t.createdAt, t.id)],
);
