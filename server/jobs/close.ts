import { sql } from 'drizzle-orm';
import { audit, type AuditActor } from '#server/audit.ts';
import type { Database } from '#server/db/open.ts';
import { AppError } from '#server/errors.ts';
import type { Services } from '#server/services.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { lockJob } from './lock-job.ts';
import { moveJobs, refusedMove } from './move.ts';

/**
 * Takes a job down for good (`product: Job states`); duplicate it to post again.
 * @throws 409 while something is being paid for it: who closes is not billed afterwards, and who was billed knows it
 */
export async function closeJob(
  { db, events }: Services,
  scope: CompanyScope,
  actor: AuditActor,
  { id }: { id: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const job = await lockJob(tx, scope, id);
    if (await isBeingPaid(tx, id)) throw beingPaid();
    const moved = await moveJobs(tx, [id], 'close', { closedAt: new Date(), nextBillingDate: null });
    if (moved.length === 0) throw refusedMove(job.status, 'close');
    await audit(tx, actor, { action: 'job.close', subject: { type: 'job', id }, companyId: job.companyId });
    await events.publish(tx, { type: 'job', companyId: job.companyId, jobId: id });
  });
}

/** Charges begin under the lock of the job's row, so that none can between this and the commit. */
async function isBeingPaid(tx: Database, id: string): Promise<boolean> {
  const found = await tx.execute(sql`select 1 from charges where job_id = ${id} and status = 'pending' limit 1`);
  return found.length > 0;
}

const beingPaid = () =>
  new AppError('payment_in_progress', 'A payment for this job is in progress. Close the job after it finishes.');
