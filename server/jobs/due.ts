import { and, inArray, lte, sql } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs.ts';
import type { JobTransition } from '#shared/jobs/jobs.ts';
import type { Services } from '#server/services.ts';
import { audit, workerActor } from '#server/audit.ts';
import { claimDue, type DueRows } from '#server/db/due.ts';
import { datesFromPosting, moveJobs } from './move.ts';

const batch = 100;
type JobServices = Pick<Services, 'db' | 'events'>;

export const dueSchedule: DueRows = {
  table: jobs,
  at: jobs.scheduledAt,
  when: (now) => and(sql`${jobs.status} = 'SCHEDULED'`, lte(jobs.scheduledAt, now)),
};

/** Posts the scheduled jobs whose date has come. Their paid period begins now. */
export function postScheduled(services: JobServices, now = new Date()): Promise<number> {
  return moveDue(services, dueSchedule, now, 'post', datesFromPosting(now));
}

/** Jobs that renew automatically are left out, because the renewal decides about them. */
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

/** Makes jobs inactive when their paid period ends. They can be renewed, and a boost that has not ended continues then. */
export function expireJobs(services: JobServices, now = new Date()): Promise<number> {
  return moveDue(services, dueExpiry, now, 'expire', { nextBillingDate: null, promotedUntil: null });
}

/** Commits the state change together with its event, so that a crash loses neither. */
async function moveDue(
  { db, events }: JobServices,
  due: DueRows,
  now: Date,
  transition: JobTransition,
  changes: Parameters<typeof moveJobs>[3],
): Promise<number> {
  return db.transaction(async (tx) => {
    const claimed = (await claimDue(tx, due, now, batch)).map(({ id }) => id);
    const moved = await moveJobs(tx, claimed, transition, changes);
    if (moved.length === 0) return 0;
    const rows = await tx.select({ id: jobs.id, companyId: jobs.companyId }).from(jobs).where(inArray(jobs.id, moved));
    for (const { id, companyId } of rows) {
      await audit(tx, workerActor, { action: `job.${transition}`, subject: { type: 'job', id }, companyId });
      await events.publish(tx, { type: 'job', companyId, jobId: id });
    }
    return moved.length;
  });
}
