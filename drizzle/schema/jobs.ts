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
  type ExtraConfigColumn,
  customType,
} from 'drizzle-orm/pg-core';
import type { Question } from '#shared/applicants/screening.ts';
import {
  codes,
  salaryTypes,
  type AddonType,
  type Benefit,
  type Endorsement,
  type HomeTime,
  type JobType,
  type RequiredCdlClass,
  type RequiredExperience,
  type SalaryType,
} from '#shared/catalogues.ts';
import { type JobStatus, jobStatuses } from '#shared/jobs/jobs.ts';
import { weeklyFactor } from '#shared/jobs/public-job.ts';
import type { Language } from '#shared/texts/texts.ts';
import { users } from './accounts.ts';
import { cents, createdAt, dueAt, instant, isOneOf, leaseUntil, primaryId, updatedAt, largeCents } from './columns.ts';
import { companies, companyTags } from './companies.ts';

/**
 * Generated columns for searching jobs. The database computes them once per write
 * (`docs/decisions/0038-search-documents.md`).
 */
const searchColumns = {
  /** As filters and orders compare them. They are stored, because folding a text takes longer than comparing it. */
  searchTitle: text()
    .notNull()
    .generatedAlwaysAs(sql`fold_text(title)`),
  searchCity: text()
    .notNull()
    .generatedAlwaysAs(sql`fold_text(city)`),
  /** The pay for a typical week in cents, for comparisons. It is 0 when the pay is not stated or depends on the load. */
  weeklyPay: doublePrecision()
    .notNull()
    .generatedAlwaysAs(sql.raw(`coalesce(case salary_type ${weeklyCases()} end, 0)`)),
};

function weeklyCases(): string {
  const cases = codes(salaryTypes).map((type) => [type, weeklyFactor[type]] as const);
  const convertible = cases.filter(([, factor]) => factor !== null);
  return convertible.map(([type, factor]) => `when '${type}' then expected_pay_cents * ${factor}::float8`).join(' ');
}

type SearchedColumns = Record<
  | 'id'
  | 'postingDate'
  | 'expirationDate'
  | 'experienceRank'
  | 'latitude'
  | 'longitude'
  | 'cell'
  | 'companyId'
  | 'jobType'
  | 'cdlClass'
  | 'homeTime'
  | 'searchTitle'
  | 'endorsements'
  | 'expectedPayCents'
  | 'salaryType',
  ExtraConfigColumn
>;

const searchIndexes = (t: SearchedColumns) => [
  // For the text filters of the job lists.
  index('jobs_search_title_trgm_index').using('gin', sql`${t.searchTitle} gin_trgm_ops`),
  // For a driver's matching jobs. The index holds every column that `server/drivers/matching-jobs.ts` reads of the public jobs
  // in a cell.
  index('jobs_public_cell_index')
    .on(
      t.cell,
      t.postingDate.desc().nullsFirst(),
      t.id.desc().nullsFirst(),
      t.expirationDate,
      t.experienceRank,
      t.latitude,
      t.longitude,
      t.companyId,
      t.jobType,
      t.cdlClass,
      t.homeTime,
      t.endorsements,
      t.expectedPayCents,
      t.salaryType,
    )
    .where(sql`status = 'POSTED'`),
];

/** One purchase in the new-job flow: one job per address, paid together (`docs/product/README.md#vocabulary`). */
export const postingOrders = pgTable(
  'posting_orders',
  {
    id: primaryId(),
    companyId: uuid()
      .notNull()
      .references(() => companies.id),
    createdBy: uuid().notNull(),
    /** Identifies the order in charge calls. It works only with a session of the order's company. */
    orderToken: text().notNull(),
    totalCents: cents().notNull(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('posting_orders_token_key').on(t.orderToken), index('posting_orders_company_index').on(t.companyId)],
);

/** One vacancy at one address (`docs/product/jobs.md#job-content`). */
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
    /** Null if the job requires the class that its type of driving needs (`shared/matching/matching.ts`). */
    cdlClass: text().$type<RequiredCdlClass>(),
    requiredExperience: text().$type<RequiredExperience>().notNull(),
    /** Position of the required experience in its catalogue, for "at most" comparisons. */
    experienceRank: integer().notNull(),
    additionalExperience: text(),
    /**
     * The company's own number for the vacancy, if it uses requisition numbers
     * (`docs/product/companies.md#company-fields`). Drivers never see it.
     */
    requisiteNumber: text(),
    homeTime: text().$type<HomeTime>().notNull(),
    /** Safe HTML that the server creates. `description_text` has the same content as plain text, for search and summaries. */
    descriptionHtml: text().notNull(),
    descriptionDoc: jsonb().$type<Record<string, unknown>>(),
    descriptionText: text().notNull(),
    driverUnload: boolean().notNull().default(false),
    expectedPayCents: largeCents(),
    salaryType: text().$type<SalaryType>().notNull(),
    signonBonusCents: largeCents().notNull().default(0),
    startingBonusCents: largeCents().notNull().default(0),
    benefits: text().array().$type<Benefit[]>().notNull().default([]),
    endorsements: text().array().$type<Endorsement[]>().notNull().default([]),
    street1: text(),
    city: text().notNull(),
    state: text().notNull(),
    postalCode: text(),
    country: text().notNull().default('US'),
    latitude: doublePrecision().notNull(),
    longitude: doublePrecision().notNull(),
    /** The half-degree map cell of the address (`server/places/cells.ts`). */
    cell: integer().notNull(),
    ...searchColumns,
    costCents: cents().notNull(),
    autoRenew: boolean().notNull().default(true),
    /** When the job was first posted. `expiration_date` is the end of the paid period. */
    postingDate: instant(),
    expirationDate: instant(),
    nextBillingDate: instant(),
    /** When the job will be posted, if the employer chose a later date. */
    scheduledAt: instant(),
    renewalCanceledAt: instant(),
    renewalCancellationReason: text(),
    promotedUntil: instant(),
    boostUntil: instant(),
    /** The end of the boost for which matching drivers were emailed, so that each boost is announced once. */
    boostMailedUntil: instant(),
    isGlobal: boolean().notNull().default(false),
    videoUrl: text(),
    /** What the job asks its applicants (`docs/product/screening.md`). */
    screeningQuestions: jsonb().$type<Question[]>().notNull().default([]),
    duplicateOf: uuid().references((): AnyPgColumn => jobs.id, { onDelete: 'set null' }),
    closedAt: instant(),
    /** Updated in the transaction of each application, so that lists do not have to count. */
    applicationCount: integer().notNull().default(0),
    /**
     * The number of matching drivers who have not applied, as the worker last counted them. `candidates_due_at` is the time of
     * the next count.
     */
    candidateCount: integer(),
    candidatesDueAt: dueAt(),
    /** When saved searches were matched with the job. It stays when the job is renewed, so that no driver is told twice. */
    searchesMatchedAt: instant(),
    /**
     * The end of the paid period, set while its renewal fails. The job stays posted until the last retry
     * (`docs/product/money.md#renewals`).
     */
    unpaidSince: instant(),
    renewalFailures: integer().notNull().default(0),
    /** Whether the company has been notified of the next renewal. */
    renewalNoticed: boolean().notNull().default(false),
    /** The number of renewals, boosts and add-ons bought since posting. It is part of the key of the next purchase. */
    purchases: integer().notNull().default(0),
    /** No worker renews the job until this time: another worker is renewing it, or the gateway is still processing. */
    leaseUntil: leaseUntil(),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    // Nulls come first because `order by … desc` puts them first. Otherwise PostgreSQL could not use the index for sorting.
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
    index('jobs_matching_due_index')
      .on(t.postingDate)
      .where(sql`status = 'POSTED' and searches_matched_at is null`),
    /** Finds the jobs that show a stored video. */
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

/** An add-on of a job (`docs/product/jobs.md#add-ons`). `paid_at` is null until the add-on is paid for. */
export const jobAddons = pgTable(
  'job_addons',
  {
    id: primaryId(),
    jobId: uuid()
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    addonType: text().$type<AddonType>().notNull(),
    costCents: cents().notNull(),
    /** Whether the add-on renews with the job. */
    subscribed: boolean().notNull().default(true),
    /**
     * The employer's own page, for a hyperlink add-on. The wire writes it as `external_url` and reads it as `job_hyperlink`.
     */
    externalUrl: text(),
    paidAt: instant(),
    /** The time when the add-on ends. Set when the job was renewed without this add-on. */
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

/** Daily counts of a job, by day in the job's time zone. */
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

/** The viewers already counted for a job on a day in its time zone. Deleted when the day has ended. */
export const jobViewers = pgTable(
  'job_viewers',
  {
    jobId: uuid()
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    day: date({ mode: 'string' }).notNull(),
    /** A keyed hash, so that the row does not identify the person. */
    viewer: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.jobId, t.day, t.viewer] }), index('job_viewers_day_index').on(t.day)],
);

/** An AI translation of a job's description, made when a reader asks for it (`docs/product/jobs.md#translations`). */
export const jobTranslations = pgTable(
  'job_translations',
  {
    jobId: uuid()
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    language: text().notNull().$type<Language>(),
    /** The hash of the description that was translated. A changed description has no translation. */
    sourceHash: text().notNull(),
    html: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.jobId, t.language] })],
);

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/**
 * One row per posted job of a company that is not cancelled, for the public search. Triggers on `jobs` and `companies`
 * write it in the same transaction, through the SQL function `refresh_job_search_documents`. It is made from `job_search_source`
 * and `company_search_words`, which the triggers compare, so that no change is missed.
 */
export const jobSearchDocuments = pgTable(
  'job_search_documents',
  {
    jobId: uuid()
      .primaryKey()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    /**
     * The words of the title, the company, the place and the description. The facts of the job are words too, such as
     * `#type:tanker`. The class is `#cdl:Class B`, or `#cdl:tanker` if it follows from the type of driving, so that only
     * `shared/matching/matching.ts` knows which class that is.
     */
    words: tsvector().notNull(),
    latitude: doublePrecision().notNull(),
    longitude: doublePrecision().notNull(),
    /** The half-degree map cell of the address (`server/places/cells.ts`). */
    cell: integer().notNull(),
    postedAt: instant().notNull(),
    expiresAt: instant().notNull(),
    promotedUntil: instant(),
    boostUntil: instant(),
    /** Position of the required experience in its catalogue, for "at most" comparisons. */
    experienceRank: integer().notNull(),
    /** The pay for a typical week in cents. It is 0 when the pay is not stated or depends on the load. */
    weeklyPay: doublePrecision().notNull(),
    endorsements: text().array().$type<Endorsement[]>().notNull(),
    /** Whether every place search finds the job, whatever its radius. */
    isNationwide: boolean().notNull(),
  },
  (t) => [
    // Without `fastupdate`, because every search would read the changes that wait to be added to the index.
    index('job_search_words_index').using('gin', t.words).with({ fastupdate: false }),
    index('job_search_cell_index').on(t.cell),
    index('job_search_nationwide_index')
      .on(t.jobId)
      .where(sql`is_nationwide`),
    index('job_search_newest_index').on(t.postedAt.desc().nullsFirst(), t.jobId.desc().nullsFirst()),
    index('job_search_pay_index').on(
      t.weeklyPay.desc().nullsFirst(),
      t.postedAt.desc().nullsFirst(),
      t.jobId.desc().nullsFirst(),
    ),
  ],
);

/**
 * The questions that a company picks from when it writes a job, once it has changed them (`docs/product/screening.md#library`).
 * A company without a row has the trade's questions, in each reader's language.
 */
export const questionLibraries = pgTable('question_libraries', {
  companyId: uuid()
    .primaryKey()
    .references(() => companies.id, { onDelete: 'cascade' }),
  questions: jsonb().$type<Question[]>().notNull(),
});
