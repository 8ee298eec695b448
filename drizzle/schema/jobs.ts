import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { AddonType, Benefit, Endorsement, HomeTime, JobType, RequiredExperience, SalaryType } from '#shared/catalogues.ts';
import { type JobStatus, jobStatuses } from '#shared/jobs/jobs.ts';
import { users } from './accounts.ts';
import { cents, createdAt, instant, isOneOf, leaseUntil, primaryId, updatedAt, writtenCents } from './columns.ts';
import { companies, companyTags } from './companies.ts';
import { searchColumns, searchIndexes } from './job-search.ts';

/** What one trip through the new-job flow buys: one job per address, paid together. */
export const postingOrders = pgTable(
  'posting_orders',
  {
    id: primaryId(),
    companyId: uuid()
      .notNull()
      .references(() => companies.id),
    createdBy: uuid().notNull(),
    /** Names the order in charge calls. It is useless without a session of its company. */
    orderToken: text().notNull(),
    totalCents: cents().notNull(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('posting_orders_token_key').on(t.orderToken), index('posting_orders_company_index').on(t.companyId)],
);

/** One vacancy at one address (`product: Words`, `spec: work §3`). */
export const jobs = pgTable(
  'jobs',
  {
    id: primaryId(),
    companyId: uuid()
      .notNull()
      .references(() => companies.id),
    orderId: uuid().references(() => postingOrders.id),
    employerId: uuid().references(() => users.id, { onDelete: 'set null' }),
    status: text().$type<JobStatus>().notNull().default('INACTIVE'),
    declineReason: text(),
    title: text().notNull(),
    jobType: text().$type<JobType>().notNull(),
    requiredExperience: text().$type<RequiredExperience>().notNull(),
    /** Position of the required experience in its catalogue, so that "at most" is a comparison. */
    experienceRank: integer().notNull(),
    additionalExperience: text(),
    /** The company's own number of the vacancy, where it uses them (`product: Companies`); drivers never see it. */
    requisiteNumber: text(),
    homeTime: text().$type<HomeTime>().notNull(),
    /** Safe HTML, made on the server; `description_text` is its plain words, for search and summaries. */
    descriptionHtml: text().notNull(),
    descriptionDoc: jsonb().$type<Record<string, unknown>>(),
    descriptionText: text().notNull(),
    driverUnload: boolean().notNull().default(false),
    expectedPayCents: writtenCents(),
    salaryType: text().$type<SalaryType>().notNull(),
    signonBonusCents: writtenCents().notNull().default(0),
    startingBonusCents: writtenCents().notNull().default(0),
    benefits: text().array().$type<Benefit[]>().notNull().default([]),
    endorsements: text().array().$type<Endorsement[]>().notNull().default([]),
    street1: text(),
    city: text().notNull(),
    state: text().notNull(),
    postalCode: text(),
    country: text().notNull().default('US'),
    latitude: doublePrecision().notNull(),
    longitude: doublePrecision().notNull(),
    /** Half-degree cell of the address, see `server/places/cells.ts`. */
    cell: integer().notNull(),
    ...searchColumns,
    costCents: cents().notNull(),
    autoRenew: boolean().notNull().default(true),
    /** When it first went up, and until when it is paid for. */
    postingDate: instant(),
    expirationDate: instant(),
    nextBillingDate: instant(),
    /** Asked-for posting date of a job that is to appear later. */
    scheduledAt: instant(),
    renewalCanceledAt: instant(),
    renewalCancellationReason: text(),
    promotedUntil: instant(),
    boostUntil: instant(),
    /** The end of the boost of which its candidates were mailed. */
    boostMailedUntil: instant(),
    isGlobal: boolean().notNull().default(false),
    videoUrl: text(),
    duplicateOf: uuid().references((): AnyPgColumn => jobs.id, { onDelete: 'set null' }),
    closedAt: instant(),
    /** Kept with each application in its transaction, so that lists need not count. */
    applicationCount: integer().notNull().default(0),
    /** Matching drivers who have not applied, as the worker counted them last, and when it counts them next. */
    candidateCount: integer(),
    candidatesDueAt: createdAt(),
    /** End of the paid period while its renewal fails: the job stays up beyond it until the last try (`product: Money`). */
    unpaidSince: instant(),
    renewalFailures: integer().notNull().default(0),
    /** Whether its people were told of the coming renewal. */
    renewalNoticed: boolean().notNull().default(false),
    /** Renewals, boosts and add-ons bought since it was posted; part of what the next one is called. */
    purchases: integer().notNull().default(0),
    /** Until then no worker renews it: one is at it, or the gateway is given time. */
    leaseUntil: leaseUntil(),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    // Descending keys put nulls first, as `order by … desc` does: otherwise the index does not serve the order.
    index('jobs_company_index').on(t.companyId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('jobs_company_status_index').on(t.companyId, t.status),
    index('jobs_newest_index').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    ...searchIndexes(t),
    index('jobs_order_index').on(t.orderId),
    index('jobs_boost_mail_index')
      .on(t.boostUntil)
      .where(sql`status = 'POSTED' and boost_mailed_until is distinct from boost_until`),
    index('jobs_promoted_index')
      .on(t.promotedUntil)
      .where(sql`status = 'POSTED' and promoted_until is not null`),
    index('jobs_expiry_due_index')
      .on(t.expirationDate)
      .where(sql`status = 'POSTED'`),
    index('jobs_billing_due_index')
      .on(t.nextBillingDate)
      .where(sql`status = 'POSTED' and next_billing_date is not null`),
    index('jobs_renewal_notice_index')
      .on(t.nextBillingDate)
      .where(sql`status = 'POSTED' and next_billing_date is not null and not renewal_noticed`),
    index('jobs_candidates_due_index')
      .on(t.candidatesDueAt)
      .where(sql`status = 'POSTED'`),
    /** Which jobs show a stored video. */
    index('jobs_video_index')
      .on(t.videoUrl)
      .where(sql`${t.videoUrl} is not null`),
    index('jobs_schedule_due_index')
      .on(t.scheduledAt)
      .where(sql`status = 'SCHEDULED'`),
    check('jobs_status_check', isOneOf(t.status, jobStatuses)),
    check(
      'jobs_posted_check',
      sql`${t.status} <> 'POSTED' or (${t.postingDate} is not null and ${t.expirationDate} is not null)`,
    ),
  ],
);

/** What is bought on top of a job. `paid_at` is empty until its charge went through. */
export const jobAddons = pgTable(
  'job_addons',
  {
    id: primaryId(),
    jobId: uuid()
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    addonType: text().$type<AddonType>().notNull(),
    costCents: cents().notNull(),
    /** Whether it renews with the job. */
    subscribed: boolean().notNull().default(true),
    /** The employer's own page, for a hyperlink (`external_url` in, `job_hyperlink` out). */
    externalUrl: text(),
    paidAt: instant(),
    /** Set when the job was renewed without it: it counts until then. */
    endsAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('job_addons_type_key').on(t.jobId, t.addonType),
    check('job_addons_hyperlink_check', sql`${t.addonType} <> 'hyperlink' or ${t.externalUrl} is not null`),
  ],
);

export const jobTags = pgTable(
  'job_tags',
  {
    jobId: uuid()
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    tagId: uuid()
      .notNull()
      .references(() => companyTags.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.jobId, t.tagId] }), index('job_tags_tag_index').on(t.tagId)],
);

/** Counts of one job on one day in the job's own zone. */
export const jobDays = pgTable(
  'job_days',
  {
    jobId: uuid()
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    day: date({ mode: 'string' }).notNull(),
    views: integer().notNull().default(0),
    applications: integer().notNull().default(0),
    hyperlinkClicks: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.jobId, t.day] })],
);

/** Who has been counted as a viewer of a job on a day in the job's zone; forgotten when the day is over. */
export const jobViewers = pgTable(
  'job_viewers',
  {
    jobId: uuid()
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    day: date({ mode: 'string' }).notNull(),
    /** A keyed hash: says nothing about who it is. */
    viewer: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.jobId, t.day, t.viewer] }), index('job_viewers_day_index').on(t.day)],
);
