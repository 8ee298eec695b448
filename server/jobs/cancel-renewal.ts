import { eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { jobs } from '#drizzle/schema/jobs.ts';
import type { cancelRenewalSchema } from '#shared/jobs/job.ts';
import { audit, type AuditActor } from '#server/audit.ts';
import { conflict } from '#server/errors.ts';
import type { Services } from '#server/services.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { lockJob } from './lock-job.ts';
import { renewalOff } from './renewal-columns.ts';

type Input = z.infer<typeof cancelRenewalSchema>;

/** Keeps the job up until it expires and not longer. Asked again it changes nothing. */
export async function cancelRenewal(
  { db, events }: Services,
  scope: CompanyScope,
  actor: AuditActor,
  input: Input,
): Promise<void> {
  const { id } = input;
  await db.transaction(async (tx) => {
    const job = await lockJob(tx, scope, id);
    if (job.status !== 'POSTED' && job.status !== 'SCHEDULED')
      throw conflict(`Only the renewal of a job that is POSTED or SCHEDULED can be canceled; this one is ${job.status}`);
    if (job.renewalCanceledAt) return;
    const reason = input.renewalCancelationReason ?? input.renewalCancellationReason ?? null;
    await tx
      .update(jobs)
      .set({
        ...renewalOff(),
        renewalCanceledAt: new Date(),
        renewalCancellationReason: reason,
      })
      .where(eq(jobs.id, id));
    await audit(tx, actor, {
      action: 'job.cancel_renewal',
      subject: { type: 'job', id },
      companyId: job.companyId,
      detail: { reason },
    });
    await events.publish(tx, { type: 'job', companyId: job.companyId, jobId: id });
  });
}
