import { sql } from 'drizzle-orm';
import {
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { InterviewKind, InterviewStatus } from '#shared/applicants/interview.ts';
import type { MiddleStage, SavedSearch } from '#shared/applicants/stages.ts';
import type { ChangeSource, TimelineKind } from '#shared/applicants/timeline.ts';
import { users } from './accounts.ts';
import { createdAt, instant, primaryId } from './columns.ts';
import { companies } from './companies.ts';
import { applications } from './drivers.ts';
import { jobs } from './jobs.ts';

/** The company's own name and position of a middle stage. A company without rows uses the default names and order. */
export const companyStages = pgTable(
  'company_stages',
  {
    companyId: uuid()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    stage: text().$type<MiddleStage>().notNull(),
    name: text(),
    position: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.stage] }), unique('company_stages_position_key').on(t.companyId, t.position)],
);

/**
 * The timeline of an application (`docs/product/applicants-and-matching.md#timeline`). Notes and calls are entries too. All
 * entries are deleted when the driver deletes the account.
 */
export const applicationEvents = pgTable(
  'application_events',
  {
    id: primaryId(),
    applicationId: uuid()
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    companyId: uuid()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    at: createdAt(),
    kind: text().$type<TimelineKind>().notNull(),
    /** Null if the driver or the worker made the change. */
    authorId: uuid().references(() => users.id, { onDelete: 'set null' }),
    source: text().$type<ChangeSource>().notNull().default('web'),
    /** The text of a note or call. */
    text: text(),
    editedAt: instant(),
    detail: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  },
  (t) => [
    index('application_events_application_index').on(t.applicationId, t.id.desc().nullsFirst()),
    index('application_events_company_index').on(t.companyId, t.kind, t.at),
  ],
);

/** A person's saved filters and columns for the list of applicants. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: primaryId(),
    companyId: uuid()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    search: jsonb().$type<SavedSearch>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [unique('saved_views_name_key').on(t.userId, t.companyId, t.name)],
);

/**
 * An interview of a company with an applicant. The row exists from the first proposal of times (`docs/product/interviews.md`).
 */
export const interviews = pgTable(
  'interviews',
  {
    id: primaryId(),
    companyId: uuid()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    applicationId: uuid()
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    /** The person who proposed the interview, meets the driver and is notified of the driver's answer. */
    proposedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    status: text().$type<InterviewStatus>().notNull().default('proposed'),
    kind: text().$type<InterviewKind>().notNull(),
    minutes: integer().notNull(),
    /** The proposed times, the earliest first. */
    times: timestamp({ withTimezone: true, mode: 'date', precision: 3 }).array().notNull(),
    /** The time that the driver chose. */
    startsAt: instant(),
    /** When the next reminder of `startsAt` is due. Null if no further reminder is sent. */
    remindAt: instant(),
    /** A web address, a street address, or a phone number. */
    place: text(),
    /** The company's note for the driver. */
    note: text(),
    /** The message of the side that declined or canceled. */
    answer: text(),
    /** The number of changes of the calendar entry. Calendar programs replace an entry by one with a higher number. */
    sequence: integer().notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    index('interviews_application_index').on(t.applicationId),
    index('interviews_company_index').on(t.companyId, t.startsAt),
    index('interviews_interviewer_index')
      .on(t.proposedBy, t.startsAt)
      .where(sql`status in ('proposed', 'scheduled')`),
    index('interviews_remind_index')
      .on(t.remindAt)
      .where(sql`status = 'scheduled'`),
    // An application has at most one open interview.
    uniqueIndex('interviews_open_key')
      .on(t.applicationId)
      .where(sql`status in ('proposed', 'scheduled')`),
  ],
);

/** Something that a company still has to do about an applicant (`docs/product/applicants-and-matching.md#follow-ups`). */
export const followUps = pgTable(
  'follow_ups',
  {
    id: primaryId(),
    companyId: uuid()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    applicationId: uuid()
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    /** The person who has to do it. Null if it is everyone's. */
    ownerId: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    task: text().notNull(),
    /** The day where the company is. */
    dueOn: date({ mode: 'string' }).notNull(),
    /** When the owner is reminded. Null after the reminder, or if none is needed. */
    remindAt: instant(),
    doneAt: instant(),
    doneBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (t) => [
    index('follow_ups_application_index').on(t.applicationId),
    index('follow_ups_open_index')
      .on(t.companyId, t.dueOn, t.id)
      .where(sql`done_at is null`),
    index('follow_ups_done_index')
      .on(t.companyId, t.doneAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`done_at is not null`),
    index('follow_ups_remind_index')
      .on(t.remindAt, t.id)
      .where(sql`done_at is null`),
  ],
);

/** A driver whom a company invited to apply for a job (`docs/product/applicants-and-matching.md#invitations-to-apply`). */
export const jobInvitations = pgTable(
  'job_invitations',
  {
    id: primaryId(),
    companyId: uuid()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    jobId: uuid()
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    driverId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The person who sent the invitation. Null if the account was deleted. */
    invitedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (t) => [
    // A driver is invited once per job, even if several people of the company send invitations at the same time.
    unique('job_invitations_once_key').on(t.jobId, t.driverId, t.companyId),
    index('job_invitations_company_index').on(t.companyId, t.createdAt),
    index('job_invitations_driver_index').on(t.driverId),
    index('job_invitations_age_index').on(t.createdAt),
  ],
);
