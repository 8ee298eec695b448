import { and, count, desc, eq } from 'drizzle-orm';
import { companies } from '#drizzle/schema/companies.ts';
import { applications, savedJobs } from '#drizzle/schema/drivers.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import type { Database } from '#server/db/open.ts';
import { conflict, notFound } from '#server/errors.ts';
import { isPublic } from '#server/jobs/public-columns.ts';
import { zoneColumns, zoneOfPlace } from '#server/places/place-zone.ts';
import { driverStatusOf } from '#shared/applicants/stages.ts';
import { toDollars } from '#shared/billing/pricing.ts';
import { maxSavedJobs, type SavedJob, type SavedJobInput, type SavedJobsInput } from '#shared/drivers/saved-job.ts';
import type { PageOf } from '#shared/lists/list.ts';
import { text } from '#shared/texts/texts.ts';
import { pastStages } from './status-columns.ts';
import { assertStillDriver } from './update-profile.ts';

/**
 * Saves a public job for later (`docs/product/drivers.md#saved-jobs`). A job that is already saved stays as it is.
 * @throws not found if the job is not public
 * @throws conflict if the driver has saved too many jobs
 */
export async function saveJob(db: Database, driverId: string, { jobId }: SavedJobInput): Promise<{ id: string }> {
  return db.transaction(async (tx) => {
    await assertStillDriver(tx, driverId, 'no key update');
    const [existing] = await tx.select({ id: savedJobs.id }).from(savedJobs).where(isSavedJob(driverId, jobId));
    if (existing) return { id: jobId };
    const [job] = await tx
      .select({ id: jobs.id })
      .from(jobs)
      .where(and(eq(jobs.id, jobId), isPublic));
    if (!job) throw notFound(text('errors.jobNotFound'));
    const [totals] = await tx.select({ total: count() }).from(savedJobs).where(eq(savedJobs.driverId, driverId));
    if (totals && totals.total >= maxSavedJobs) throw conflict(text('errors.tooManySavedJobs', { max: maxSavedJobs }));
    await tx.insert(savedJobs).values({ driverId, jobId });
    return { id: jobId };
  });
}

/** Removes a job from the saved ones. It is no error if the job is not saved. */
export async function unsaveJob(db: Database, driverId: string, { jobId }: SavedJobInput): Promise<{ id: string }> {
  await db.delete(savedJobs).where(isSavedJob(driverId, jobId));
  return { id: jobId };
}

const isSavedJob = (driverId: string, jobId: string) => and(eq(savedJobs.driverId, driverId), eq(savedJobs.jobId, jobId));

export async function listSavedJobIds(db: Database, driverId: string): Promise<string[]> {
  const rows = await db.select({ jobId: savedJobs.jobId }).from(savedJobs).where(eq(savedJobs.driverId, driverId));
  return rows.map(({ jobId }) => jobId);
}

/** The driver's saved jobs with the driver's applications to them. The job that was saved last comes first. */
export async function listSavedJobs(
  db: Database,
  driverId: string,
  { offset, limit }: SavedJobsInput,
): Promise<PageOf<SavedJob>> {
  const ownJobs = eq(savedJobs.driverId, driverId);
  const [rows, [totals]] = await Promise.all([
    db
      .select({
        job: {
          jobId: jobs.id,
          title: jobs.title,
          companyName: companies.companyName,
          city: jobs.city,
          state: jobs.state,
          salaryType: jobs.salaryType,
          savedAt: savedJobs.savedAt,
          isOpen: isPublic,
        },
        expectedPayCents: jobs.expectedPayCents,
        place: zoneColumns(jobs),
        application: {
          id: applications.id,
          applicationAt: applications.applicationAt,
          withdrawnAt: applications.withdrawnAt,
          stage: applications.stage,
          viewedAt: applications.viewedAt,
          toldNotSelectedAt: applications.toldNotSelectedAt,
        },
        pastStages,
      })
      .from(savedJobs)
      .innerJoin(jobs, eq(jobs.id, savedJobs.jobId))
      .innerJoin(companies, eq(companies.id, jobs.companyId))
      .leftJoin(applications, and(eq(applications.jobId, savedJobs.jobId), eq(applications.driverId, savedJobs.driverId)))
      .where(ownJobs)
      .orderBy(desc(savedJobs.savedAt), desc(savedJobs.id))
      .limit(limit)
      .offset(offset),
    db.select({ total: count() }).from(savedJobs).where(ownJobs),
  ]);
  const items = rows.map(({ job, expectedPayCents, place, application, pastStages: earlierStages }) => ({
    ...job,
    isOpen: job.isOpen === true,
    timeZone: zoneOfPlace(place),
    expectedPay: expectedPayCents === null ? null : toDollars(expectedPayCents),
    application: application && {
      id: application.id,
      applicationAt: application.applicationAt,
      status: driverStatusOf({ ...application, pastStages: earlierStages, isJobPublic: job.isOpen === true }),
    },
  }));
  return { items, pagination: { offset, limit, total: totals?.total ?? 0 } };
}
