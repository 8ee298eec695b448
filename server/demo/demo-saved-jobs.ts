import { and, desc, eq, not } from 'drizzle-orm';
import { applications, savedJobs } from '#drizzle/schema/drivers.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import type { Database } from '#server/db/open.ts';
import { isPublic } from '#server/jobs/public-columns.ts';
import { daysAfter } from '#shared/days.ts';

/** Saves some jobs for the driver: open ones, one that the driver applied to, and one that has closed. */
export async function seedDemoSavedJobs(db: Database, driverId: string): Promise<void> {
  const [applied, open, closed] = await Promise.all([
    db
      .select({ id: jobs.id })
      .from(applications)
      .innerJoin(jobs, eq(jobs.id, applications.jobId))
      .where(and(eq(applications.driverId, driverId), isPublic))
      .orderBy(desc(applications.applicationAt))
      .limit(1),
    db.select({ id: jobs.id }).from(jobs).where(isPublic).orderBy(desc(jobs.id)).limit(4),
    db
      .select({ id: jobs.id })
      .from(jobs)
      .where(and(eq(jobs.status, 'CLOSED'), not(isPublic)))
      .orderBy(desc(jobs.id))
      .limit(1),
  ]);
  const ids = [...new Set([...open, ...applied, ...closed].map(({ id }) => id))];
  const now = new Date();
  await db.insert(savedJobs).values(ids.map((jobId, index) => ({ driverId, jobId, savedAt: daysAfter(now, -index - 1) })));
}
