import { and, desc, eq, inArray, isNotNull, notInArray, sql } from 'drizzle-orm';
import { companies } from '#drizzle/schema/companies.ts';
import { seenJobs } from '#drizzle/schema/drivers.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import type { Database } from '#server/db/open.ts';
import { isPublic } from '#server/jobs/public-columns.ts';
import { maxSeenJobs } from '#shared/drivers/seen-job-limit.ts';
import type { AddSeenJobs, SeenJob } from '#shared/drivers/seen-job.ts';
import { assertStillDriver } from './update-profile.ts';

/**
 * Stores that the driver looked at public jobs, the last one first (`docs/product/drivers.md#recently-viewed`). Only the last
 * {@link maxSeenJobs} stay. A job that is not public is ignored, because the page may have closed since. Returns how many are
 * stored.
 */
export async function addSeenJobs(db: Database, driverId: string, { jobIds }: AddSeenJobs): Promise<{ count: number }> {
  return db.transaction(async (tx) => {
    await assertStillDriver(tx, driverId, 'no key update');
    const ownJobs = eq(seenJobs.driverId, driverId);
    const ids = [...new Set(jobIds)];
    const publicJobs =
      ids.length === 0
        ? []
        : await tx
            .select({ id: jobs.id })
            .from(jobs)
            .where(and(inArray(jobs.id, ids), isPublic));
    const now = Date.now();
    const rows = ids
      .filter((id) => publicJobs.some((job) => job.id === id))
      .map((jobId, index) => ({ driverId, jobId, seenAt: new Date(now - index) }));
    if (rows.length > 0)
      await tx
        .insert(seenJobs)
        .values(rows)
        .onConflictDoUpdate({ target: [seenJobs.driverId, seenJobs.jobId], set: { seenAt: sql`excluded.seen_at` } });
    const lastSeen = tx
      .select({ id: seenJobs.id })
      .from(seenJobs)
      .where(ownJobs)
      .orderBy(desc(seenJobs.seenAt), desc(seenJobs.id))
      .limit(maxSeenJobs);
    await tx.delete(seenJobs).where(and(ownJobs, notInArray(seenJobs.id, lastSeen)));
    return { count: await tx.$count(seenJobs, ownJobs) };
  });
}

/** Removes one of the driver's seen jobs, or all of them. Returns how many are left. */
export async function removeSeenJobs(db: Database, driverId: string, jobId?: string): Promise<{ count: number }> {
  const ownJobs = eq(seenJobs.driverId, driverId);
  await db.delete(seenJobs).where(and(ownJobs, jobId === undefined ? undefined : eq(seenJobs.jobId, jobId)));
  return { count: await db.$count(seenJobs, ownJobs) };
}

/** The jobs that the driver looked at, the last one first. A job that has closed stays, if it was posted once. */
export async function listSeenJobs(db: Database, driverId: string): Promise<SeenJob[]> {
  const { id: jobId, title, city, state } = jobs;
  const { companyName } = companies;
  const rows = await db
    .select({ jobId, title, companyName, city, state, seenAt: seenJobs.seenAt, isOpen: isPublic })
    .from(seenJobs)
    .innerJoin(jobs, eq(jobs.id, seenJobs.jobId))
    .innerJoin(companies, eq(companies.id, jobs.companyId))
    .where(and(eq(seenJobs.driverId, driverId), isNotNull(jobs.postingDate)))
    .orderBy(desc(seenJobs.seenAt), desc(seenJobs.id));
  return rows.map((row) => ({ ...row, isOpen: row.isOpen === true }));
}
