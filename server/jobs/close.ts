import { sql, eq } from 'drizzle-orm';
import type * as z from 'zod';
import { users } from '#drizzle/schema/accounts.ts';
import { companies } from '#drizzle/schema/companies.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { audit, type AuditActor } from '#server/audit/audit.ts';
import { conflict } from '#server/errors.ts';
import { mail } from '#server/mail/outbox.ts';
import { findActiveEmployees } from '#server/notifications/notify.ts';
import type { Services } from '#server/services.ts';
import type { ActingUser, CompanyScope } from '#server/trpc.ts';
import type { cancelRenewalSchema } from '#shared/jobs/job.ts';
import type { JobStatus } from '#shared/jobs/jobs.ts';
import { text } from '#shared/texts/texts.ts';
import { lockJob, transitionJobs, transitionError, type JobChanges } from './move.ts';
import { posterColumns, posterOfJob, getRecipients } from './poster.ts';

/** The changes that turn the renewal off. They also end the extra days during which a failed renewal is retried. */
export const renewalOffColumns = (): JobChanges => ({
  autoRenew: false,
  nextBillingDate: null,
  expirationDate: sql`coalesce(${jobs.unpaidSince}, ${jobs.expirationDate})`,
  unpaidSince: null,
  renewalFailures: 0,
});

/** The changes that turn the renewal on and undo its cancellation. The job is billed again when its period ends. */
export function renewalOnColumns({ status, expirationDate }: { status: JobStatus; expirationDate: Date | null }): JobChanges {
  const isOpen = status === 'POSTED' || status === 'SCHEDULED' || status === 'DISABLED';
  return {
    autoRenew: true,
    renewalCanceledAt: null,
    renewalCancellationReason: null,
    ...(isOpen && { nextBillingDate: expirationDate }),
  };
}

type Moderation = (
  services: Pick<Services, 'db' | 'events'>,
  scope: CompanyScope,
  actor: ActingUser,
  job: { id: string },
) => Promise<void>;

/** An administrator disables a posted job, or enables it again (`docs/product/jobs.md#job-states`). */
export const disableJob: Moderation = (services, scope, actor, { id }) =>
  moderateJob(services, scope, actor, { id, transition: 'disable' });
export const enableJob: Moderation = (services, scope, actor, { id }) =>
  moderateJob(services, scope, actor, { id, transition: 'enable' });

async function moderateJob(
  { db, events }: Pick<Services, 'db' | 'events'>,
  scope: CompanyScope,
  actor: ActingUser,
  { id, transition }: { id: string; transition: 'disable' | 'enable' },
): Promise<void> {
  await db.transaction(async (tx) => {
    const { companyId, status, title } = await lockJob(tx, scope, id);
    const transitionedIds = await transitionJobs(tx, [id], transition);
    if (transitionedIds.length === 0) throw transitionError(status, transition);
    await audit(tx, actor, { action: `job.${transition}`, subject: { type: 'job', id }, companyId });
    const [poster] = await tx
      .select(posterColumns)
      .from(jobs)
      .innerJoin(companies, eq(companies.id, jobs.companyId))
      .leftJoin(users, posterOfJob)
      .where(eq(jobs.id, id));
    const isDisabled = transition === 'disable';
    const recipients = poster ? getRecipients(poster, await findActiveEmployees(tx, [companyId])) : [];
    for (const { email, firstName } of recipients)
      await mail(tx, email, 'job_disabled', { firstName, title, jobId: id, isDisabled }, actor.language);
    await events.publish(tx, { type: 'job', companyId, jobId: id });
  });
}

type Input = z.infer<typeof cancelRenewalSchema>;

/** Cancels the renewal. The job stays posted until it expires. Repeating the call changes nothing. */
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
      throw conflict(text('errors.cannotCancelRenewal', { status: job.status }));
    if (job.renewalCanceledAt) return;
    const reason = input.renewalCancellationReason ?? null;
    await tx
      .update(jobs)
      .set({
        ...renewalOffColumns(),
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
