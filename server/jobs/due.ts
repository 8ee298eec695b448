import { and, inArray, lte, sql } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs.ts';
import { audit, workerActor } from '#server/audit/audit.ts';
import { claimDue, type DueRows } from '#server/db/due.ts';
import type { Database } from '#server/db/open.ts';
import type { Services } from '#server/services.ts';
import { postJobs, transitionJobs } from './move.ts';

const batchSize = 100;
type JobServices = Pick<Services, 'db' | 'events'>;

export const dueSchedule: DueRows = {
  table: jobs,
  at: jobs.scheduledAt,
  when: (now) => and(sql`${jobs.status} = 'SCHEDULED'`, lte(jobs.scheduledAt, now)),
};

/** Posts the scheduled jobs that are due. Their paid period begins now. */
export function postScheduled(services: JobServices, now = new Date()): Promise<number> {
  return transitionDue(services, dueSchedule, now, { action: 'job.post', transition: (tx, ids) => postJobs(tx, ids, now) });
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
  const changes = { nextBillingDate: null, promotedUntil: null };
  return transitionDue(services, dueExpiry, now, {
    action: 'job.expire',
    transition: (tx, ids) => transitionJobs(tx, ids, 'expire', changes),
  });
}

type DueTransition = {
  /** The action in the audit log. */
  action: 'job.post' | 'job.expire';
  transition: (tx: Database, ids: readonly string[]) => Promise<string[]>;
};

/** Commits the state change together with its event, so that a crash loses neither. */
async function transitionDue(
  { db, events }: JobServices,
  due: DueRows,
  now: Date,
  { action, transition }: DueTransition,
): Promise<number> {
  return db.transaction(async (tx) => {
    const claimedIds = (await claimDue(tx, due, now, batchSize)).map(({ id }) => id);
    const transitionedIds = await transition(tx, claimedIds);
    if (transitionedIds.length === 0) return 0;
    const rows = await tx.select({ id: jobs.id, companyId: jobs.companyId }).from(jobs).where(inArray(jobs.id, transitionedIds));
    for (const { id, companyId } of rows) {
      await audit(tx, workerActor, { action, subject: { type: 'job', id }, companyId });
      await events.publish(tx, { type: 'job', companyId, jobId: id });
    }
    return transitionedIds.length;
  });
}
