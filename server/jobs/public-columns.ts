import { sql, and, eq, getTableColumns, isNotNull } from 'drizzle-orm';
import { companies } from '#drizzle/schema/companies.ts';
import { carrierChecks } from '#drizzle/schema/company-pages.ts';
import { jobs, jobAddons } from '#drizzle/schema/jobs.ts';
import type { Database } from '#server/db/open.ts';
import { buildOncePerDatabase } from '#server/db/prepare.ts';
import { AppError, notFound } from '#server/errors.ts';
import { mediaUrl } from '#server/media/serve.ts';
import { toPublicQuestion } from '#shared/applicants/screening.ts';
import { toDollars } from '#shared/billing/pricing.ts';
import { jobFieldsOnPage } from '#shared/jobs/job-fields.ts';
import type { JobStatus } from '#shared/jobs/jobs.ts';
import type { PublicJobCard, PublicJob } from '#shared/jobs/public-job.ts';
import { pickFields } from '#shared/resource.ts';
import { text } from '#shared/texts/texts.ts';

/** The join condition for the job's active, paid hyperlink, which sends applicants to the employer's own page. */
export const hyperlinkOfJob = and(
  eq(jobAddons.jobId, jobs.id),
  eq(jobAddons.addonType, 'hyperlink'),
  isNotNull(jobAddons.paidAt),
  sql`(${jobAddons.endsAt} is null or ${jobAddons.endsAt} > now())`,
);

const publicJobQuery = buildOncePerDatabase((db) =>
  db
    .select({
      ...cardColumns,
      isPublic,
      status: jobs.status,
      companyColor: companies.colorTemplate,
      answersWithinDays: companies.answersWithinDays,
      jobDescription: jobs.descriptionHtml,
      ...pickFields(getTableColumns(jobs), jobFieldsOnPage),
      startingBonusCents: jobs.startingBonusCents,
      screeningQuestions: jobs.screeningQuestions,
      street1: jobs.street1,
      country: jobs.country,
      jobHyperlink: jobAddons.externalUrl,
      updatedAt: jobs.updatedAt,
    })
    .from(jobs)
    .innerJoin(companies, eq(companies.id, jobs.companyId))
    .leftJoin(jobAddons, hyperlinkOfJob)
    .where(eq(jobs.id, sql.placeholder('id')))
    .limit(1)
    .prepare('public_job'),
);

/**
 * A public job with its full content.
 * @throws 404 or 410 if the job is not public, see {@link assertPublic}
 */
export async function getPublicJob(db: Database, id: string): Promise<PublicJob> {
  const [row] = await publicJobQuery(db).execute({ id });
  assertPublic(row);
  const { isPublic: _, status: __, ...page } = row;
  return toPublicJob(page);
}

export type PublicJobRow = CardRow &
  Pick<Job, (keyof typeof jobFieldsOnPage & keyof Job) | 'startingBonusCents' | 'screeningQuestions' | 'street1' | 'country'> & {
    companyColor: string | null;
    answersWithinDays: number | null;
    jobDescription: string;
    jobHyperlink: string | null;
    updatedAt: Date;
  };

export function toPublicJob({ startingBonusCents, benefits, ...page }: PublicJobRow): PublicJob {
  return {
    ...page,
    ...toJobCard(page),
    screeningQuestions: page.screeningQuestions.map(toPublicQuestion),
    startingBonus: toDollars(startingBonusCents),
    benefits: benefits.map((detail) => ({ detail })),
  };
}

/**
 * The condition for a public job: it is posted and paid for, and its company is not cancelled
 * (`docs/product/jobs.md#public-jobs`). The job page, applications, the sitemap and the feed all use it. The public search has
 * the same condition in the SQL functions `job_search_source` and `company_search_words`.
 */
export const isPublic = sql<boolean>`(${jobs.status} = 'POSTED' and ${jobs.expirationDate} > now() and ${jobs.companyId} not in (select ${companies.id} from ${companies} where ${companies.status} = 'Cancelled'))`;

type PublicationState = { isPublic: boolean; status: JobStatus; postingDate: Date | null; expirationDate: Date | null };

const unlistedStatuses: readonly JobStatus[] = ['CLOSED', 'INACTIVE', 'PROCESSING_PAYMENT', 'DECLINED'];

/**
 * @throws 410 if the job was public and is now closed or expired
 * @throws 404 if the job is disabled, was never public or does not exist
 */
export function assertPublic<Row extends PublicationState>(job: Row | undefined): asserts job is Row {
  if (job?.isPublic) return;
  const now = new Date();
  if (!job?.postingDate || job.postingDate > now) throw notFound(text('errors.jobNotFound'));
  const isExpired = job.status === 'POSTED' && job.expirationDate !== null && job.expirationDate <= now;
  if (isExpired || unlistedStatuses.includes(job.status)) throw new AppError('gone', text('errors.jobIsClosed'));
  throw notFound(text('errors.jobNotFound'));
}

/** Whether the company has a verified USDOT number (`docs/product/companies.md#carrier-check`). */
const isVerified = sql<boolean>`exists (select from ${carrierChecks} where ${carrierChecks}.company_id = ${companies}.id and ${carrierChecks}.state = 'verified')`;

/** The columns of a job card. The query must join the job's company. */
export const cardColumns = {
  id: jobs.id,
  title: jobs.title,
  companyName: companies.companyName,
  companySlug: companies.slug,
  companyVerified: isVerified,
  logo: companies.logo,
  secondChance: companies.secondChanceCompany,
  jobType: jobs.jobType,
  cdlClass: jobs.cdlClass,
  requiredExperience: jobs.requiredExperience,
  homeTime: jobs.homeTime,
  expectedPayCents: jobs.expectedPayCents,
  salaryType: jobs.salaryType,
  signonBonusCents: jobs.signonBonusCents,
  endorsements: jobs.endorsements,
  city: jobs.city,
  state: jobs.state,
  postalCode: jobs.postalCode,
  latitude: jobs.latitude,
  longitude: jobs.longitude,
  isGlobal: jobs.isGlobal,
  postingDate: jobs.postingDate,
  expirationDate: jobs.expirationDate,
  featured: sql<boolean>`coalesce(${jobs.promotedUntil} > now(), false)`,
  boosted: sql<boolean>`coalesce(${jobs.boostUntil} > now(), false)`,
};

type Job = typeof jobs.$inferSelect;
export type CardRow = Pick<
  Job,
  | 'id'
  | 'title'
  | 'jobType'
  | 'cdlClass'
  | 'requiredExperience'
  | 'homeTime'
  | 'expectedPayCents'
  | 'salaryType'
  | 'signonBonusCents'
  | 'endorsements'
  | 'city'
  | 'state'
  | 'postalCode'
  | 'latitude'
  | 'longitude'
  | 'postingDate'
  | 'expirationDate'
> & {
  companyName: string;
  companySlug: string;
  companyVerified: boolean;
  logo: string | null;
  secondChance: boolean;
  featured: boolean;
  boosted: boolean;
  isGlobal: boolean;
};

const toDollarsOrNull = (cents: number | null) => (cents === null ? null : toDollars(cents));
const epoch = new Date(0);

export function toJobCard(row: CardRow, distance: number | null = null): PublicJobCard {
  const { logo, expectedPayCents, signonBonusCents, latitude, longitude, endorsements, postingDate, expirationDate } = row;
  return {
    ...row,
    companyLogo: logo ? mediaUrl(logo) : null,
    expectedPay: toDollarsOrNull(expectedPayCents),
    signonBonus: toDollars(signonBonusCents),
    endorsements: endorsements.map((detail) => ({ detail })),
    coordinates: { latitude, longitude },
    // A check constraint guarantees both dates for a public job.
    postingDate: postingDate ?? epoch,
    expirationDate: expirationDate ?? epoch,
    distance,
  };
}
