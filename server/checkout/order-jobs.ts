import { asc, eq } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs.ts';
import { addonTypes, labelOf } from '#shared/catalogues.ts';
import { cityState, money } from '#shared/format.ts';
import { postingDays, toCents, toDollars } from '#shared/billing/pricing.ts';
import type { InvoiceLine } from '#server/billing/invoice-row.ts';
import type { Database } from '#server/db/open.ts';
import { AppError } from '#server/errors.ts';
import { addonsOf, type JobAddon } from '#server/jobs/addons-query.ts';

const columns = {
  id: jobs.id,
  title: jobs.title,
  status: jobs.status,
  declineReason: jobs.declineReason,
  street1: jobs.street1,
  city: jobs.city,
  state: jobs.state,
  postalCode: jobs.postalCode,
  latitude: jobs.latitude,
  longitude: jobs.longitude,
  costCents: jobs.costCents,
  scheduledAt: jobs.scheduledAt,
};

/** The jobs of an order with their add-ons, in the order of their addresses. The caller has checked whose order it is. */
export async function jobsOfOrder(db: Database, orderId: string) {
  const rows = await db.select(columns).from(jobs).where(eq(jobs.orderId, orderId)).orderBy(asc(jobs.id));
  const addons = await addonsOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, addons: addons.get(row.id) ?? [] }));
}

export type OrderJob = Awaited<ReturnType<typeof jobsOfOrder>>[number];

/** What an order costs, line by line: each job, then its add-ons. */
export function linesFor(orderJobs: readonly OrderJob[]): InvoiceLine[] {
  return orderJobs.flatMap((job) => [
    { description: `${postingDays}-day posting: ${nameOf(job)}`, jobId: job.id, addonType: null, amountCents: job.costCents },
    ...job.addons.map((addon) => addonLine(job, addon)),
  ]);
}

function addonLine(job: OrderJob, { addonType, cost }: JobAddon): InvoiceLine {
  return {
    description: `${labelOf(addonTypes, addonType)}: ${nameOf(job)}`,
    jobId: job.id,
    addonType,
    amountCents: toCents(cost),
  };
}

const nameOf = (job: OrderJob) => `${job.title}, ${cityState(job)}`;
export const totalOf = (lines: readonly InvoiceLine[]) => lines.reduce((sum, { amountCents }) => sum + amountCents, 0);

/** A price that changed since it was shown is shown before it is charged. @throws 409 */
export function assertShown(total: number | null | undefined, lines: readonly InvoiceLine[]): void {
  const cents = totalOf(lines);
  if (typeof total === 'number' && toCents(total) !== cents)
    throw new AppError('edit_conflict', `The price changed to ${money(toDollars(cents))}. Review the summary, then pay.`);
}
