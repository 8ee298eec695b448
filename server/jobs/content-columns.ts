import type { jobs } from '#drizzle/schema/jobs.ts';
import { codes, requiredExperiences } from '#shared/catalogues.ts';
import type { CreateJob } from '#shared/jobs/job.ts';
import { toCents } from '#shared/billing/pricing.ts';
import { readDescription } from './description.ts';

type Content = Partial<Omit<CreateJob, 'addons' | 'addresses'>>;
type Columns = Partial<typeof jobs.$inferInsert>;

/** The columns of what was given; what was not given stays as it is. */
export function contentColumns(content: Content): Columns {
  const { title, jobType, homeTime, salaryType, requiredExperience, benefits, endorsements, videoUrl, isGlobal, autoRenew } =
    content;
  const columns: Columns = { title, jobType, homeTime, salaryType, benefits, endorsements, videoUrl, isGlobal, autoRenew };
  if (requiredExperience !== undefined) {
    columns.requiredExperience = requiredExperience;
    columns.experienceRank = codes(requiredExperiences).indexOf(requiredExperience);
  }
  if (content.requisiteNumber !== undefined) columns.requisiteNumber = content.requisiteNumber;
  if (content.additionalExperience !== undefined) columns.additionalExperience = content.additionalExperience;
  Object.assign(columns, readDescription({ text: content.jobDescription, document: content.jobDescriptionDoc }));
  const driverUnload = content.driverUnload ?? content.driveUnload;
  if (driverUnload !== undefined) columns.driverUnload = driverUnload;
  if (content.expectedPay !== undefined)
    columns.expectedPayCents = content.expectedPay === null ? null : toCents(content.expectedPay);
  if (content.signonBonus !== undefined) columns.signonBonusCents = toCents(content.signonBonus ?? 0);
  if (content.startingBonus !== undefined) columns.startingBonusCents = toCents(content.startingBonus ?? 0);
  return columns;
}
