import { eq, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { jobs } from '#drizzle/schema/jobs.ts';
import type { updateAddressSchema } from '#shared/jobs/job.ts';
import { audit, type AuditActor } from '#server/audit.ts';
import { assertVersion, conflict } from '#server/errors.ts';
import type { Services } from '#server/services.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { lockJob } from './lock-job.ts';
import { resolveAddresses } from './resolve-address.ts';

/** Moves a job to another address; adding addresses is a new order (`product: Job states`). */
export async function editAddress(
  { db, events, geocoder }: Services,
  scope: CompanyScope,
  actor: AuditActor,
  { id, version, addresses }: z.infer<typeof updateAddressSchema>,
): Promise<void> {
  const [address] = await resolveAddresses(geocoder, addresses);
  await db.transaction(async (tx) => {
    const job = await lockJob(tx, scope, id);
    if (job.status === 'CLOSED') throw conflict('You can’t edit a job that is CLOSED. Duplicate it to post again.');
    assertVersion(version, job.version);
    await tx
      .update(jobs)
      .set({ ...address, candidatesDueAt: sql`now()`, version: sql`${jobs.version} + 1` })
      .where(eq(jobs.id, id));
    await audit(tx, actor, { action: 'job.move', subject: { type: 'job', id }, companyId: job.companyId });
    await events.publish(tx, { type: 'job', companyId: job.companyId, jobId: id });
  });
}
