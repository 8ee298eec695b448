import { inArray } from 'drizzle-orm';
import { jobAddons } from '#drizzle/schema/jobs.ts';
import { cityState } from '#shared/format.ts';
import { toDollars } from '#shared/billing/pricing.ts';
import type { InvoiceRow } from '#server/billing/invoice-row.ts';
import type { Database } from '#server/db/open.ts';
import type { Events } from '#server/db/notify.ts';
import { datesFromPosting, datesOfSchedule, moveJobs } from '#server/jobs/move.ts';
import { replaceAbsentPoster } from '#server/jobs/poster.ts';
import { notify } from '#server/notifications/notify.ts';
import { jobsOfOrder, type OrderJob } from './order-jobs.ts';

export type BoughtOrder = { orderId: string; companyId: string; buyerId: string | null };

/** An order was paid or invoiced: its add-ons count, its jobs go up, now or when they were asked to; the company is told. */
export async function postOrder(
  tx: Database,
  events: Events,
  { orderId, companyId, buyerId }: BoughtOrder,
  invoice: InvoiceRow,
): Promise<void> {
  const now = new Date();
  await replaceAbsentPoster(tx, orderId, buyerId);
  const orderJobs = await jobsOfOrder(tx, orderId);
  const ids = orderJobs.map(({ id }) => id);
  await tx.update(jobAddons).set({ paidAt: now }).where(inArray(jobAddons.jobId, ids));
  const isLater = ({ scheduledAt }: OrderJob) => scheduledAt !== null && scheduledAt > now;
  const atOnce = orderJobs.filter((job) => !isLater(job)).map(({ id }) => id);
  await moveJobs(tx, atOnce, 'post', datesFromPosting(now));
  for (const { id, scheduledAt } of orderJobs.filter(isLater))
    await moveJobs(tx, [id], 'schedule', datesOfSchedule(scheduledAt ?? now));
  await events.publish(tx, { type: 'order', companyId, orderId });
  const [first] = orderJobs;
  if (!first) return;
  await notify(tx, 'new_job', {
    companyId,
    jobId: first.id,
    data: {
      title: first.title,
      jobIds: ids,
      places: orderJobs.map(cityState),
      total: toDollars(invoice.amountCents),
      invoice: invoice.invoiceCustomId,
      scheduled: isLater(first),
    },
  });
}
