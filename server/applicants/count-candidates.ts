import { and, desc, eq, lte, sql } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs.ts';
import type { Database } from '#server/db/open.ts';
import { asMatchJob, matchJobColumns } from '#server/jobs/match-job.ts';
import { daysAfter } from '#shared/days.ts';
import { countNearbyDrivers } from './nearby-drivers.ts';

const batch = 10;

/**
 * Keeps `total_candidates` of the jobs that are up, so that no list has to count: each of them every day, and soon after
 * it was posted or edited, these first however many others wait. Claiming a job is moving its next time, so that two nodes
 * never count the same.
 */
export async function countCandidates(db: Database, now = new Date()): Promise<number> {
  const due = await claim(db, now);
  for (const job of due) {
    const candidateCount = await countNearbyDrivers(db, asMatchJob(job));
    await db
      .update(jobs)
      .set({ candidateCount, updatedAt: sql`${jobs.updatedAt}` })
      .where(and(eq(jobs.id, job.id), sql`${jobs.candidateCount} is distinct from ${candidateCount}`));
  }
  return due.length;
}

function claim(db: Database, now: Date) {
  const due = db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(sql`${jobs.status} = 'POSTED'`, lte(jobs.candidatesDueAt, now)))
    .orderBy(desc(jobs.candidatesDueAt))
    .limit(batch)
    .for('update', { skipLocked: true });
  return db
    .update(jobs)
    .set({ candidatesDueAt: daysAfter(now, 1), updatedAt: sql`${jobs.updatedAt}` })
    .where(sql`${jobs.id} in (${due})`)
    .returning(matchJobColumns);
}
