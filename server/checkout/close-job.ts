import { audit, type AuditActor } from '#server/audit/audit.ts';
import { findPendingChargeOfJob } from '#server/billing/charge-row.ts';
import { AppError } from '#server/errors.ts';
import { lockJob, transitionError, transitionJobs } from '#server/jobs/move.ts';
import type { Services } from '#server/services.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { text } from '#shared/texts/texts.ts';

/**
 * Closes a job permanently (`docs/product/jobs.md#closing-and-canceling`).
 * @throws 409 while a payment for the job is pending, because a closed job must not be billed
 */
export async function closeJob(
  { db, events }: Pick<Services, 'db' | 'events'>,
  scope: CompanyScope,
  actor: AuditActor,
  { id }: { id: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const job = await lockJob(tx, scope, id);
    // Charges are stored while the job's row is locked, so none can start between this check and the commit.
    if (await findPendingChargeOfJob(tx, id)) throw new AppError('payment_in_progress', text('errors.paymentBlocksJobClose'));
    const transitionedIds = await transitionJobs(tx, [id], 'close', { closedAt: new Date(), nextBillingDate: null });
    if (transitionedIds.length === 0) throw transitionError(job.status, 'close');
    await audit(tx, actor, { action: 'job.close', subject: { type: 'job', id }, companyId: job.companyId });
    await events.publish(tx, { type: 'job', companyId: job.companyId, jobId: id });
  });
}
