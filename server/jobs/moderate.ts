import { eq } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { companies } from '#drizzle/schema/companies.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { audit, type AuditActor } from '#server/audit.ts';
import { mail } from '#server/mail/outbox.ts';
import { peopleOf } from '#server/notifications/notify.ts';
import type { Services } from '#server/services.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { lockJob } from './lock-job.ts';
import { moveJobs, refusedMove } from './move.ts';
import { jobReader, posterOfJob, readersOf } from './poster.ts';

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
    const [reader] = await tx
      .select(jobReader)
      .from(jobs)
      .innerJoin(companies, eq(companies.id, jobs.companyId))
      .leftJoin(users, posterOfJob)
      .where(eq(jobs.id, id));
    const isDisabled = transition === 'disable';
    const readers = reader ? readersOf(reader, await peopleOf(tx, [companyId])) : [];
    for (const { email, firstName } of readers)
      await mail(tx, email, 'job_disabled', { firstName, title, jobId: id, isDisabled });
    await events.publish(tx, { type: 'job', companyId, jobId: id });
  });
}
