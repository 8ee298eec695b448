import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { ScreeningAnswer } from '#shared/applicants/screening.ts';
import {
  type ApplicationSource,
  type NotAFitReason,
  type Stage,
  stages,
  type WithdrawReason,
} from '#shared/applicants/stages.ts';
import {
  codes,
  type CdlStatus,
  type Endorsement,
  type Equipment,
  type HomeTime,
  type JobType,
  type Shift,
} from '#shared/catalogues.ts';
import { users } from './accounts.ts';
import { createdAt, instant, isOneOf, primaryId, updatedAt, largeCents } from './columns.ts';
import { companies, companyTags } from './companies.ts';
import { jobs } from './jobs.ts';

/** The profile of an account with the role Driver (`docs/product/drivers.md#driver-profile`). */
export const drivers = pgTable(
  'drivers',
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    street1: text(),
    street2: text(),
    city: text(),
    state: text(),
    postalCode: text(),
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    cell: integer(),
    birthdate: date({ mode: 'string' }),
    cdlStatus: text().$type<CdlStatus>(),
    yearsOfExperience: real(),
    workExperiences: text().array().$type<JobType[]>().notNull().default([]),
    endorsements: text().array().$type<Endorsement[]>().notNull().default([]),
    equipment: text().array().$type<Equipment[]>().notNull().default([]),
    ownerOperator: boolean(),
    homeTime: text().$type<HomeTime>(),
    expectedPayCents: largeCents(),
    shifts: text().array().$type<Shift[]>().notNull().default([]),
    availableFrom: date({ mode: 'string' }),
    /** If false, the driver is not shown to companies as a candidate and gets no job suggestions. */
    matchEnabled: boolean().notNull().default(true),
    /** The number of jobs the driver ever applied to, including withdrawn applications. */
    applicationCount: integer().notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    // Finds drivers near a job, cell by cell. The columns after the id hold what the match score needs, so that the query
    // does not read the table.
    index('drivers_match_index')
      .on(
        t.cell,
        t.userId.desc().nullsFirst(),
        t.latitude,
        t.longitude,
        t.cdlStatus,
        t.yearsOfExperience,
        t.ownerOperator,
        t.homeTime,
        t.expectedPayCents,
        t.endorsements,
        t.workExperiences,
        t.city,
      )
      .where(sql`cell is not null and match_enabled`),
    // Drivers who applied at least once. The columns after the id hold what the administrators' list filters and sorts by,
    // so that the query does not read the table.
    index('drivers_applied_index')
      .on(t.createdAt.desc().nullsFirst(), t.userId.desc().nullsFirst())
      .where(sql`application_count > 0`),
  ],
);

/**
 * A driver's application to a job. It keeps a copy of the profile as it was sent, so that the applicants list can filter
 * and sort without joins. It never holds the birth date, only whether the driver was 21 or over.
 */
export const applications = pgTable(
  'applications',
  {
    id: primaryId(),
    jobId: uuid()
      .notNull()
      .references(() => jobs.id),
    companyId: uuid()
      .notNull()
      .references(() => companies.id),
    /** Null once the driver has deleted the account. */
    driverId: uuid().references(() => users.id, { onDelete: 'set null' }),
    applicationAt: createdAt(),
    withdrawnAt: instant(),
    /** Why the driver withdrew the application. Null if it is not withdrawn or the driver gave no reason. */
    withdrawReason: text().$type<WithdrawReason>(),
    message: text(),
    /** The driver's answers to the job's questions, each with the question as it was asked (`docs/product/screening.md`). */
    screeningAnswers: jsonb().$type<ScreeningAnswer[]>().notNull().default([]),
    /** Whether a rule of the job flagged one of the answers. */
    isFlagged: boolean().notNull().default(false),
    firstName: text().notNull(),
    lastName: text().notNull(),
    fullName: text()
      .notNull()
      .generatedAlwaysAs(sql`first_name || ' ' || last_name`),
    /** The full name as filters and orders compare it. It repeats the expression, because it cannot refer to a generated column. */
    searchName: text()
      .notNull()
      .generatedAlwaysAs(sql`fold_text(first_name || ' ' || last_name)`),
    email: text(),
    phone: text(),
    street1: text(),
    street2: text(),
    city: text(),
    state: text(),
    postalCode: text(),
    /** Miles between the driver's address and the job's, rounded to two decimals. */
    distance: doublePrecision(),
    withinRange: boolean(),
    isOver21: boolean(),
    cdlStatus: text().$type<CdlStatus>(),
    yearsOfExperience: real(),
    workExperiences: text().array().$type<JobType[]>().notNull().default([]),
    endorsements: text().array().$type<Endorsement[]>().notNull().default([]),
    equipment: text().array().$type<Equipment[]>().notNull().default([]),
    ownerOperator: boolean(),
    shifts: text().array().$type<Shift[]>().notNull().default([]),
    availableFrom: date({ mode: 'string' }),
    /** The company's rating, 1 to 5 stars. */
    rating: integer(),
    /** The applicant's stage in the company's hiring process. */
    stage: text().$type<Stage>().notNull().default('new'),
    stageChangedAt: instant().notNull().defaultNow(),
    /** Set while the stage is `not_a_fit`. */
    notAFitReason: text().$type<NotAFitReason>(),
    /** When the driver gets the email about `not_a_fit`. Null if nothing is to be sent. */
    tellNotSelectedAt: instant(),
    /** When the driver got that email. There is only one for each application. */
    toldNotSelectedAt: instant(),
    /** The employee who is responsible for the applicant. */
    ownerId: uuid().references(() => users.id, { onDelete: 'set null' }),
    /**
     * Joins the applications of one person at a company. It is the driver's account id until the company merges the person
     * with another one. Null once the driver has deleted the account.
     */
    personId: uuid(),
    /** How well the driver matches the job, 0 to 1. Null if a hard requirement is not met or the driver deleted the account. */
    matchScore: real(),
    /** When someone at the company first opened the application. */
    viewedAt: instant(),
    /** When the company first did something that the driver can learn of (`docs/product/applicants-and-matching.md#answer-times`). */
    answeredAt: instant(),
    /** When the company is next reminded that the application has no answer. Null if it is not. */
    remindAnswerAt: instant(),
    /** When the company was last reminded since the driver applied. */
    remindedAt: instant(),
    /** Where the driver found the job. */
    source: text().$type<ApplicationSource>().notNull().default('direct'),
  },
  (t) => [
    check('applications_rating_check', sql`${t.rating} between 1 and 5`),
    check('applications_stage_check', isOneOf(t.stage, codes(stages))),
    check('applications_reason_check', sql`(${t.stage} = 'not_a_fit') = (${t.notAFitReason} is not null)`),
    index('applications_company_index').on(t.companyId, t.applicationAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('applications_stage_index').on(t.companyId, t.stage, t.applicationAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('applications_flagged_index')
      .on(t.companyId, t.applicationAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`is_flagged and withdrawn_at is null`),
    index('applications_tell_index')
      .on(t.tellNotSelectedAt)
      .where(sql`tell_not_selected_at is not null`),
    index('applications_remind_index')
      .on(t.remindAnswerAt, t.id)
      .where(sql`remind_answer_at is not null and withdrawn_at is null`),
    index('applications_person_index').on(t.companyId, t.personId),
    uniqueIndex('applications_once_key').on(t.jobId, t.driverId),
    index('applications_newest_index')
      .on(t.jobId, t.applicationAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`withdrawn_at is null`),
    index('applications_name_index')
      .on(t.jobId, t.searchName, t.id)
      .where(sql`withdrawn_at is null`),
    index('applications_last_name_index')
      .on(t.jobId, sql`fold_text(${t.lastName} || ' ' || ${t.firstName})`, t.id)
      .where(sql`withdrawn_at is null`),
    index('applications_distance_index')
      .on(t.jobId, t.distance, t.id)
      .where(sql`withdrawn_at is null`),
    index('applications_experience_index')
      .on(t.jobId, t.yearsOfExperience.desc().nullsLast(), t.id.desc().nullsFirst())
      .where(sql`withdrawn_at is null`),
    index('applications_driver_index').on(t.driverId, t.applicationAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
  ],
);

export const applicationTags = pgTable(
  'application_tags',
  {
    applicationId: uuid()
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    tagId: uuid()
      .notNull()
      .references(() => companyTags.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.applicationId, t.tagId] }), index('application_tags_tag_index').on(t.tagId)],
);

/** A job that a driver keeps for later (`docs/product/drivers.md#saved-jobs`). */
export const savedJobs = pgTable(
  'saved_jobs',
  {
    id: primaryId(),
    driverId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    jobId: uuid()
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    savedAt: createdAt(),
  },
  (t) => [unique('saved_jobs_once_key').on(t.driverId, t.jobId), index('saved_jobs_job_index').on(t.jobId)],
);

/** A job whose public page a driver looked at (`docs/product/drivers.md#recently-viewed`). */
export const seenJobs = pgTable(
  'seen_jobs',
  {
    id: primaryId(),
    driverId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    jobId: uuid()
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    seenAt: createdAt(),
  },
  (t) => [unique('seen_jobs_once_key').on(t.driverId, t.jobId), index('seen_jobs_job_index').on(t.jobId)],
);
