import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { companies } from '#drizzle/schema/companies.ts';
import { jobAddons, jobs } from '#drizzle/schema/jobs.ts';
import type { Database } from '#server/db/open.ts';
import { toDollars } from '#shared/billing/pricing.ts';
import type { PublicJob } from '#shared/jobs/public-job.ts';
import { cardColumns, cardOf, assertPublic, isPublic } from './public-columns.ts';

/** A hyperlink that is paid, and not over, sends applicants to the employer's own page. */
export const hyperlinkOfJob = and(
  eq(jobAddons.jobId, jobs.id),
  eq(jobAddons.addonType, 'hyperlink'),
  isNotNull(jobAddons.paidAt),
  sql`(${jobAddons.endsAt} is null or ${jobAddons.endsAt} > now())`,
);

/** The whole public job; 410 when it was public and is not any more, 404 when it never was. */
export async function getPublicJob(db: Database, id: string): Promise<PublicJob> {
  const [row] = await db
    .select({
      ...cardColumns,
      isPublic,
      status: jobs.status,
      companyColor: companies.colorTemplate,
      jobDescription: jobs.descriptionHtml,
      additionalExperience: jobs.additionalExperience,
      driverUnload: jobs.driverUnload,
      startingBonusCents: jobs.startingBonusCents,
      benefits: jobs.benefits,
      street1: jobs.street1,
      country: jobs.country,
      videoUrl: jobs.videoUrl,
      jobHyperlink: jobAddons.externalUrl,
      updatedAt: jobs.updatedAt,
    })
    .from(jobs)
    .innerJoin(companies, eq(companies.id, jobs.companyId))
    .leftJoin(jobAddons, hyperlinkOfJob)
    .where(eq(jobs.id, id))
    .limit(1);
  assertPublic(row);
  const { isPublic: _, status: __, startingBonusCents, benefits, driverUnload, ...card } = row;
  const { companyColor, jobDescription, additionalExperience, street1, country, videoUrl, jobHyperlink, updatedAt, ...cardRow } =
    card;
  return {
    ...cardOf(cardRow),
    companyColor,
    jobDescription,
    additionalExperience,
    driveUnload: driverUnload,
    driverUnload,
    startingBonus: toDollars(startingBonusCents),
    benefits: benefits.map((detail) => ({ detail })),
    street1,
    country,
    videoUrl,
    jobHyperlink,
    updatedAt,
  };
}
