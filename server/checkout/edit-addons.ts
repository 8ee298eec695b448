import { and, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import type * as z from 'zod';
import { jobAddons, jobs, postingOrders } from '#drizzle/schema/jobs.ts';
import { whereInScope } from '#server/access/scope.ts';
import { audit } from '#server/audit/audit.ts';
import { findPendingChargeOfJob } from '#server/billing/charge-row.ts';
import type { Database } from '#server/db/open.ts';
import { AppError, conflict } from '#server/errors.ts';
import { getAddons } from '#server/jobs/job-query.ts';
import { type LockedJob, lockJob } from '#server/jobs/move.ts';
import type { Services } from '#server/services.ts';
import type { ActingUser, CompanyScope } from '#server/trpc.ts';
import { type AddonType, addonTypes, codes } from '#shared/catalogues.ts';
import type { editAddonsSchema } from '#shared/jobs/job.ts';
import { text } from '#shared/texts/texts.ts';
import { toRequestedAddons } from './place-order.ts';

type Input = z.infer<typeof editAddonsSchema>;

/**
 * Replaces the unpaid add-ons with those in the list, at today's prices. The list can also change two things about a paid
 * add-on: whether it renews (`subscribed`), and the URL of a hyperlink.
 */
export async function editAddons({ db, events }: Services, scope: CompanyScope, actor: ActingUser, { id, addons }: Input) {
  return db.transaction(async (tx) => {
    await lockOrderOf(tx, scope, id);
    const job = await lockJob(tx, scope, id);
    if (job.status === 'CLOSED' || job.status === 'PROCESSING_PAYMENT')
      throw conflict(text('errors.cannotChangeAddOns', { status: job.status }));
    if (await findPendingChargeOfJob(tx, id)) throw new AppError('payment_in_progress', text('errors.jobPaymentInProgress'));
    const currentAddons = await getAddons(tx, id);
    const paidTypes = currentAddons.filter(({ isPaid }) => isPaid).map(({ addonType }) => addonType);
    await changePaidAddons(tx, job, paidTypes, addons);
    await replaceUnpaidAddons(tx, job, paidTypes, addons);
    await repriceOrder(tx, job);
    await audit(tx, actor, { action: 'job.edit_addons', subject: { type: 'job', id }, companyId: job.companyId });
    await events.publish(tx, { type: 'job', companyId: job.companyId, jobId: id });
    return getAddons(tx, id);
  });
}

/** Locks the order before its jobs, as paying does, so that the two cannot deadlock. */
async function lockOrderOf(tx: Database, scope: CompanyScope, jobId: string): Promise<void> {
  await tx
    .select({ id: postingOrders.id })
    .from(postingOrders)
    .innerJoin(jobs, eq(jobs.orderId, postingOrders.id))
    .where(and(whereInScope(jobs.companyId, scope), eq(jobs.id, jobId)))
    .for('update', { of: postingOrders });
}

async function changePaidAddons(
  tx: Database,
  { id }: LockedJob,
  paidTypes: readonly AddonType[],
  requests: Input['addons'],
): Promise<void> {
  for (const { addonType, subscribed, externalUrl } of requests) {
    const type = paidTypes.find((one) => one === addonType);
    if (!type) continue;
    await tx
      .update(jobAddons)
      .set({ subscribed, ...(type === 'hyperlink' && externalUrl && { externalUrl }) })
      .where(and(eq(jobAddons.jobId, id), eq(jobAddons.addonType, type)));
  }
}

async function replaceUnpaidAddons(
  tx: Database,
  { id }: LockedJob,
  paidTypes: readonly AddonType[],
  requests: Input['addons'],
): Promise<void> {
  const requestedAddons = toRequestedAddons(requests).filter(({ addonType }) => !paidTypes.includes(addonType));
  const requestedTypes = requestedAddons.map(({ addonType }) => addonType);
  const droppedTypes = codes(addonTypes).filter((type) => !requestedTypes.includes(type));
  const isUnpaid = or(isNull(jobAddons.paidAt), lte(jobAddons.endsAt, new Date()));
  await tx.delete(jobAddons).where(and(eq(jobAddons.jobId, id), isUnpaid, inArray(jobAddons.addonType, droppedTypes)));
  if (requestedAddons.length === 0) return;
  await tx
    .insert(jobAddons)
    .values(requestedAddons.map((addon) => ({ ...addon, jobId: id })))
    .onConflictDoUpdate({
      target: [jobAddons.jobId, jobAddons.addonType],
      set: {
        costCents: sql`excluded.cost_cents`,
        externalUrl: sql`excluded.external_url`,
        subscribed: true,
        paidAt: null,
        endsAt: null,
      },
    });
}

/** Updates the total of an unpaid order after its add-ons changed. */
async function repriceOrder(tx: Database, { orderId, postingDate }: LockedJob): Promise<void> {
  if (!orderId || postingDate) return;
  await tx
    .update(postingOrders)
    .set({
      totalCents: sql`(select coalesce(sum(j.cost_cents), 0) + coalesce((select sum(a.cost_cents) from job_addons a
        join jobs k on k.id = a.job_id where k.order_id = ${orderId}), 0) from jobs j where j.order_id = ${orderId})`,
    })
    .where(eq(postingOrders.id, orderId));
}
