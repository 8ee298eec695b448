import type * as z from 'zod/mini';
import { zoneOfPlace } from '#shared/places/place-zone.ts';
import { toDollars } from '#shared/billing/pricing.ts';
import type { Quote, quoteRequestSchema } from '#shared/billing/purchases.ts';
import { pendingOfJob } from '#server/billing/charge-row.ts';
import type { Database } from '#server/db/open.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { alreadyPaid, things } from './answer-charge.ts';
import { totalOf } from './order-query.ts';
import { isPaidNow, linesOf, untilOf, addonRows, readOne } from './purchased-job.ts';

/** What a purchase for a job costs and brings, before anything is charged. */
export async function quote(
  db: Database,
  scope: CompanyScope,
  { jobId, kind }: z.infer<typeof quoteRequestSchema>,
): Promise<Quote> {
  const job = await readOne(db, scope, jobId);
  const common = {
    kind,
    jobId,
    title: job.title,
    autoRenew: job.autoRenew,
    billingType: job.billingType,
    purchases: job.purchases,
    timeZone: zoneOfPlace(job),
  };
  if (await pendingOfJob(db, jobId)) return { ...common, state: 'processing', lines: [], total: 0, until: null };
  const addons = (await addonRows(db, [jobId])).get(jobId) ?? [];
  if (kind !== 'renewal' && isPaidNow(kind, job, addons, new Date())) throw alreadyPaid(things[kind]);
  const lines = linesOf(kind, job, addons);
  return {
    ...common,
    state: 'payable',
    lines: lines.map(({ amountCents, ...line }) => ({ ...line, amount: toDollars(amountCents) })),
    total: toDollars(totalOf(lines)),
    until: untilOf(kind, job, new Date()),
  };
}
