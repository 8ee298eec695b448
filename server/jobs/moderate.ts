import { eq } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { audit, type AuditActor } from '#server/audit.ts';
import { mail } from '#server/mail/outbox.ts';
import type { Services } from '#server/services.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { lockJob } from './lock-job.ts';
import { moveJobs, refusedMove } from './move.ts';

type Moderation = (
  services: Pick<Services, 'db' | 'events'>,
  scope: CompanyScope,
  actor: AuditActor,
  job: { id: string },
) => Promise<void>;

/** An administrator takes a posted job down, or puts one back that was taken down (`product: Job states`). */
export const disableJob: Moderation = (services, scope, actor, { id }) =>
  moderateJob(services, scope, actor, { id, transition: 'disable' });
export const enableJob: Moderation = (services, scope, actor, { id }) =>
  moderateJob(services, scope, actor, { id, transition: 'enable' });

async function moderateJob(
  { db, events }: Pick<Services, 'db' | 'events'>,
  scope: CompanyScope,
  actor: AuditActor,
  { id, transition }: { id: string; transition: 'disable' | 'enable' },
): Promise<void> {
  await db.transaction(async (tx) => {
    const { companyId, status, title } = await lockJob(tx, scope, id);
    const moved = await moveJobs(tx, [id], transition);
    if (moved.length === 0) throw refusedMove(status, transition);
    await audit(tx, actor, { action: `job.${transition}`, subject: { type: 'job', id }, companyId });
    const [employer] = await tx
      .select({ email: users.email, firstName: users.firstName })
      .from(jobs)
      .innerJoin(users, eq(users.id, jobs.employerId))
      .where(eq(jobs.id, id));
    const isDisabled = transition === 'disable';
    if (employer) await mail(tx, employer.email, 'job_disabled', { firstName: employer.firstName, title, jobId: id, isDisabled });
    await events.publish(tx, { type: 'job', companyId, jobId: id });
  });
}
