import { sql, and, eq, getTableColumns, isNotNull } from 'drizzle-orm';
import { companies } from '#drizzle/schema/companies.ts';
import { jobs, jobAddons } from '#drizzle/schema/jobs.ts';
import { mediaUrl } from '#server/media/serve.ts';
import { toDollars } from '#shared/billing/pricing.ts';
import { jobFieldsOnPage } from '#shared/jobs/job-fields.ts';
import { pickFields } from '#shared/resource.ts';
import type { PublicJobCard, PublicJob } from '#shared/jobs/public-job.ts';
import { AppError, notFound } from '#server/errors.ts';
import type { JobStatus } from '#shared/jobs/jobs.ts';
import type { Database } from '#server/db/open.ts';
import { text } from '#shared/texts/texts.ts';

/** The job's active, paid hyperlink, which sends applicants to the employer's own page. */
export const hyperlinkOfJob = and(
  eq(jobAddons.jobId, jobs.id),
  eq(jobAddons.addonType, 'hyperlink'),
  isNotNull(jobAddons.paidAt),
  sql`(${jobAddons.endsAt} is null or ${jobAddons.endsAt} > now())`,
);

/** A public job in full. Answers 410 if it was public before, 404 if it never was. */
export async function getPublicJob(db: Database, id: string): Promise<PublicJob> {
  const [row] = await db
    .select({
      ...cardColumns,
      isPublic,
      status: jobs.status,
      companyColor: companies.colorTemplate,
      jobDescription: jobs.descriptionHtml,
      ...pickFields(getTableColumns(jobs), jobFieldsOnPage),
      startingBonusCents: jobs.startingBonusCents,
      street1: jobs.street1,
      country: jobs.country,
      jobHyperlink: jobAddons.externalUrl,
      updatedAt: jobs.updatedAt,
    })
    .from(jobs)
    .innerJoin(companies, eq(companies.id, jobs.companyId))
    .leftJoin(jobAddons, hyperlinkOfJob)
    .where(eq(jobs.id, id))
    .limit(1);
  assertPublic(row);
  const { isPublic: _, status: __, startingBonusCents, benefits, ...page } = row;
  return {
    ...page,
    ...cardOf(page),
    driveUnload: page.driverUnload,
    startingBonus: toDollars(startingBonusCents),
    benefits: benefits.map((detail) => ({ detail })),
  };
}

/**
 * The condition for a public job: posted, paid for, and its company is not cancelled (`docs/product/jobs.md#public-jobs`).
 * Job page, apply, sitemap and feed use only this. The public search has the same condition in SQL
 * (`refresh_job_search_documents`).
 */
export const isPublic = sql<boolean>`(${jobs.status} = 'POSTED' and ${jobs.expirationDate} > now() and ${jobs.companyId} not in (select ${companies.id} from ${companies} where ${companies.status} = 'Cancelled'))`;

type PublicationState = { isPublic: boolean; status: JobStatus; postingDate: Date | null; expirationDate: Date | null };

const lapsed: readonly JobStatus[] = ['CLOSED', 'INACTIVE', 'PROCESSING_PAYMENT', 'DECLINED'];

/**
 * Refuses a job that is not public: 410 if it was public and is closed or expired, 404 if it is disabled, was never public
 * or does not exist.
 */
export function assertPublic<Row extends PublicationState>(job: Row | undefined): asserts job is Row {
  if (job?.isPublic) return;
  const now = new Date();
  if (!job?.postingDate || job.postingDate > now) throw notFound(text('errors.thisJobWasNotFound'));
  const isExpired = job.status === 'POSTED' && job.expirationDate !== null && job.expirationDate <= now;
  if (isExpired || lapsed.includes(job.status)) throw new AppError('gone', text('errors.thisJobIsClosed'));
  throw notFound(text('errors.thisJobWasNotFound'));
}

/** The columns of a job card. The query must join the job's company. */
export const cardColumns = {
  id: jobs.id,
  title: jobs.title,
  companyName: companies.companyName,
  logo: companies.logo,
  secondChance: companies.secondChanceCompany,
  jobType: jobs.jobType,
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
> & { companyName: string; logo: string | null; secondChance: boolean; featured: boolean; boosted: boolean; isGlobal: boolean };

const dollarsOf = (cents: number | null) => (cents === null ? null : toDollars(cents));
const epoch = new Date(0);

export function cardOf(row: CardRow, distance: number | null = null): PublicJobCard {
  const { logo, expectedPayCents, signonBonusCents, latitude, longitude, endorsements, postingDate, expirationDate } = row;
  return {
    ...row,
    companyLogo: logo ? mediaUrl(logo) : null,
    expectedPay: dollarsOf(expectedPayCents),
    signonBonus: toDollars(signonBonusCents),
    endorsements: endorsements.map((detail) => ({ detail })),
    coordinates: { latitude, longitude },
    // A check constraint guarantees both dates for a public job.
    postingDate: postingDate ?? epoch,
    expirationDate: expirationDate ?? epoch,
    distance,
  };
}
