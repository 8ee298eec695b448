import { jobs } from '#drizzle/schema/jobs.ts';
import type { MatchJob } from '#shared/matching/matching.ts';
import { toDollars } from '#shared/billing/pricing.ts';

/** The columns of a job that the match score and the distance need. */
export const matchJobColumns = {
  id: jobs.id,
  jobType: jobs.jobType,
  requiredExperience: jobs.requiredExperience,
  endorsements: jobs.endorsements,
  homeTime: jobs.homeTime,
  expectedPayCents: jobs.expectedPayCents,
  salaryType: jobs.salaryType,
  latitude: jobs.latitude,
  longitude: jobs.longitude,
};

type Row = Omit<MatchJob, 'expectedPay'> & { expectedPayCents: number | null };

export function asMatchJob<R extends Row>({ expectedPayCents, ...job }: R) {
  return { ...job, expectedPay: expectedPayCents === null ? null : toDollars(expectedPayCents) };
}
