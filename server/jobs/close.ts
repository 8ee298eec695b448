import { audit, type AuditActor } from '#server/audit.ts';
import type { Services } from '#server/services.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { lockJob } from './lock-job.ts';
import { moveJobs, refusedMove } from './move.ts';

/** Takes a job down for good (`product: Job states`); duplicate it to post again. */
export async function closeJob(
  { db, events }: Services,
  scope: CompanyScope,
  actor: AuditActor,
  { id }: { id: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const job = await lockJob(tx, scope, id);
    const moved = await moveJobs(tx, [id], 'close', { closedAt: new Date(), nextBillingDate: null });
    if (moved.length === 0) throw refusedMove(job.status, 'close');
    await audit(tx, actor, { action: 'job.close', subject: { type: 'job', id }, companyId: job.companyId });
    await events.publish(tx, { type: 'job', companyId: job.companyId, jobId: id });
  });
}
