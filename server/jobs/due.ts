import { and, inArray, lte, sql } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs.ts';
import type { JobTransition } from '#shared/jobs/jobs.ts';
import type { Services } from '#server/services.ts';
import { audit, workerActor } from '#server/audit.ts';
import { claimDue, type DueRows } from '#server/db/due.ts';
import { datesFromPosting, transitionJobs } from './move.ts';

const batchSize = 100;
type JobServices = Pick<Services, 'db' | 'events'>;

export const dueSchedule: DueRows = {
  table: jobs,
  at: jobs.scheduledAt,
  when: (now) => and(sql`${jobs.status} = 'SCHEDULED'`, lte(jobs.scheduledAt, now)),
};

/** Posts the scheduled jobs that are due. Their paid period begins now. */
export function postScheduled(services: JobServices, now = new Date()): Promise<number> {
  return transitionDue(services, dueSchedule, now, 'post', datesFromPosting(now));
}

/** Jobs that renew automatically are left out, because their renewal decides whether they expire. */
export const dueExpiry: DueRows = {
  table: jobs,
  at: jobs.expirationDate,
  when: (now) =>
    and(
      sql`${jobs.status} = 'POSTED'`,
      lte(jobs.expirationDate, now),
      sql`not (${jobs.autoRenew} and ${jobs.nextBillingDate} is not null and ${jobs.nextBillingDate} <= ${jobs.expirationDate})`,
    ),
};

/** Makes jobs inactive when their paid period ends. If such a job is renewed, a boost that has not ended continues. */
export function expireJobs(services: JobServices, now = new Date()): Promise<number> {
  return transitionDue(services, dueExpiry, now, 'expire', { nextBillingDate: null, promotedUntil: null });
}

/** Commits the state change together with its event, so that a crash loses neither. */
async function transitionDue(
  { db, events }: JobServices,
  due: DueRows,
  now: Date,
  transition: JobTransition,
  changes: Parameters<typeof transitionJobs>[3],
): Promise<number> {
  return db.transaction(async (tx) => {
    const claimedIds = (await claimDue(tx, due, now, batchSize)).map(({ id }) => id);
    const transitionedIds = await transitionJobs(tx, claimedIds, transition, changes);
    if (transitionedIds.length === 0) return 0;
    const rows = await tx.select({ id: jobs.id, companyId: jobs.companyId }).from(jobs).where(inArray(jobs.id, transitionedIds));
    for (const { id, companyId } of rows) {
      await audit(tx, workerActor, { action: `job.${transition}`, subject: { type: 'job', id }, companyId });
      await events.publish(tx, { type: 'job', companyId, jobId: id });
    }
    return transitionedIds.length;
  });
}
