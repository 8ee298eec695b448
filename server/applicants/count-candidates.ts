import { and, eq, lte, sql } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs.ts';
import { claimDue, type DueRows } from '#server/db/due.ts';
import type { Database } from '#server/db/open.ts';
import { asMatchJob, matchJobColumns } from '#server/jobs/match-job.ts';
import { daysAfter } from '#shared/days.ts';
import { countNearbyDrivers } from './nearby-drivers.ts';

const batch = 10;

/** Jobs that are posted, each every day and soon after it was posted or edited; these come first. */
export const dueCandidates: DueRows = {
  table: jobs,
  at: jobs.candidatesDueAt,
  when: (now) => and(sql`${jobs.status} = 'POSTED'`, lte(jobs.candidatesDueAt, now)),
  newestFirst: true,
};

/**
 * Keeps `total_candidates` of the jobs that are posted, so that no list has to count. The claim of a job sets its next time,
 * so that two nodes never count the same job.
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
  return db
    .update(jobs)
    .set({ candidatesDueAt: daysAfter(now, 1), updatedAt: sql`${jobs.updatedAt}` })
    .where(sql`${jobs.id} in (${claimDue(db, dueCandidates, now, batch)})`)
    .returning(matchJobColumns);
}
