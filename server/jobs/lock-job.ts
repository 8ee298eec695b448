import { and, eq } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import { inScope } from '#server/scope.ts';
import type { CompanyScope } from '#server/trpc.ts';

/** The job's row, kept from others until the transaction ends; 404 when it is not there or not the caller's. */
export async function lockJob(tx: Database, scope: CompanyScope, id: string) {
  const [job] = await tx
    .select({
      id: jobs.id,
      companyId: jobs.companyId,
      orderId: jobs.orderId,
      status: jobs.status,
      title: jobs.title,
      state: jobs.state,
      postalCode: jobs.postalCode,
      postingDate: jobs.postingDate,
      expirationDate: jobs.expirationDate,
      autoRenew: jobs.autoRenew,
      renewalCanceledAt: jobs.renewalCanceledAt,
      videoUrl: jobs.videoUrl,
      version: jobs.version,
    })
    .from(jobs)
    .where(and(inScope(jobs.companyId, scope), eq(jobs.id, id)))
    .for('update');
  if (!job) throw notFound('This job');
  return job;
}

export type LockedJob = Awaited<ReturnType<typeof lockJob>>;
