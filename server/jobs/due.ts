import { and, asc, lte, type SQL, sql } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs.ts';
import type { JobTransition } from '#shared/jobs.ts';
import type { Services } from '#server/services.ts';
import { audit } from '#server/audit.ts';
import type { Database } from '#server/db/open.ts';
import { datesFromPosting, moveJobs } from './move.ts';

const batch = 100;
const clock = { userId: null, impersonatorId: null, ip: null };
type Due = Pick<Services, 'db' | 'events'>;

/** Puts up the jobs whose asked-for posting date has come; their paid period begins now. */
export function postScheduled(services: Due, now = new Date()): Promise<number> {
  const due = and(sql`${jobs.status} = 'SCHEDULED'`, lte(jobs.scheduledAt, now));
  return moveDue(services, due, jobs.scheduledAt, 'post', datesFromPosting(now));
}

/** Takes down the jobs whose paid period is over; they can be renewed, and a boost that runs goes on then. Those that renew by themselves are left to that. */
export function expireJobs(services: Due, now = new Date()): Promise<number> {
  const isRenewing = sql`(${jobs.autoRenew} and ${jobs.nextBillingDate} is not null
    and ${jobs.nextBillingDate} <= ${jobs.expirationDate})`;
  const due = and(sql`${jobs.status} = 'POSTED'`, lte(jobs.expirationDate, now), sql`not ${isRenewing}`);
  return moveDue(services, due, jobs.expirationDate, 'expire', { nextBillingDate: null, promotedUntil: null });
}

type DueColumn = typeof jobs.scheduledAt | typeof jobs.expirationDate;

/** Rows that another node holds are skipped; the move and its news commit together, so that a dead node loses nothing. */
async function moveDue(
  { db, events }: Due,
  due: SQL | undefined,
  column: DueColumn,
  transition: JobTransition,
  changes: Parameters<typeof moveJobs>[3],
): Promise<number> {
  return db.transaction(async (tx) => {
    const rows = await claim(tx, due, column);
    const moved = await moveJobs(
      tx,
      rows.map(({ id }) => id),
      transition,
      changes,
    );
    for (const { id, companyId } of rows.filter((row) => moved.includes(row.id))) {
      await audit(tx, clock, { action: `job.${transition}`, subject: { type: 'job', id }, companyId });
      await events.publish(tx, { type: 'job', companyId, jobId: id });
    }
    return moved.length;
  });
}

function claim(tx: Database, due: SQL | undefined, column: DueColumn) {
  return tx
    .select({ id: jobs.id, companyId: jobs.companyId })
    .from(jobs)
    .where(due)
    .orderBy(asc(column))
    .limit(batch)
    .for('update', { skipLocked: true });
}
