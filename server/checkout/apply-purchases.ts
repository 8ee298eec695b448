import { inArray, sql } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs.ts';
import type { InvoiceLine, InvoiceRow } from '#server/billing/invoice-query.ts';
import type { Events } from '#server/db/notify.ts';
import type { Database } from '#server/db/open.ts';
import { transitionJobs } from '#server/jobs/move.ts';
import { notify, notifyAll } from '#server/notifications/notify.ts';
import { jobDay } from '#server/places/place-zone.ts';
import { toDollars } from '#shared/billing/pricing.ts';
import { calculateBoostEnd, getPaidPeriodEnd, calculateRenewalEnd } from '#shared/billing/renewal.ts';
import { cityState } from '#shared/format.ts';
import type { Language } from '#shared/texts/texts.ts';
import type { PurchasedJob } from './purchased-job.ts';

/** A purchase for a job with its invoice. The job's row is locked. */
export type Purchase = {
  job: PurchasedJob;
  lines: readonly InvoiceLine[];
  invoice: InvoiceRow;
  isByWorker: boolean;
  /** The language of the request, or null for a renewal by the worker. */
  language: Language | null;
};

/** Extends the jobs and the add-ons that renew with them, posts lapsed jobs again, and notifies the companies. */
export async function applyRenewals(
  tx: Database,
  events: Events,
  renewals: readonly Purchase[],
  now = new Date(),
): Promise<void> {
  const lapsedRenewals = renewals.filter(({ job }) => job.status === 'PROCESSING_PAYMENT' || job.status === 'INACTIVE');
  const renewalEndByJob = new Map(renewals.map(({ job }) => [job.id, calculateRenewalEnd(job, now)]));
  const getRenewalEnd = ({ id }: PurchasedJob) => renewalEndByJob.get(id) ?? now;
  await extendJobs(
    tx,
    renewals.map(({ job, lines }) => ({
      id: job.id,
      until: getRenewalEnd(job),
      promoted: hasAddon(lines, 'promote') ? getRenewalEnd(job) : null,
      boosted: hasAddon(lines, 'boost') ? calculateBoostEnd(job, now) : null,
    })),
  );
  const lapsedIds = lapsedRenewals.map(({ job }) => job.id);
  // A job may have become inactive during the payment. It can be posted only from the payment state.
  await transitionJobs(tx, lapsedIds, 'startPayment');
  await transitionJobs(tx, lapsedIds, 'post');
  await endAddons(
    tx,
    renewals.map(({ job }) => ({ id: job.id, ends: getPaidPeriodEnd(job) ?? now })),
  );
  await markAddonsPaid(tx, renewals, now);
  const toNotices = (isByWorker: boolean) =>
    renewals
      .filter((renewal) => renewal.isByWorker === isByWorker)
      .map(({ job, invoice, language }) => ({
        companyId: job.companyId,
        jobId: job.id,
        language,
        data: { ...toNoticeData(job, invoice), until: jobDay(job, getRenewalEnd(job)), next: null },
      }));
  await notifyAll(tx, 'auto_renew_job', toNotices(true));
  await notifyAll(tx, 'renew_job', toNotices(false));
  await publish(tx, events, renewals);
}

export async function applyBoost(tx: Database, events: Events, purchase: Purchase, now = new Date()): Promise<void> {
  const { job, invoice, language } = purchase;
  const payment = { total: toDollars(invoice.amountCents), invoice: invoice.invoiceCustomId };
  await boostJob(tx, events, job, now, payment, language);
}

/** Boosts the job. Administrators can also boost it for free (`docs/product/jobs.md#add-ons`). */
export async function boostJob(
  tx: Database,
  events: Events,
  job: PurchasedJob,
  now: Date,
  payment: { total: number; invoice: string | null },
  language: Language | null,
): Promise<void> {
  const boostUntil = calculateBoostEnd(job, now);
  await tx
    .update(jobs)
    .set({ boostUntil, purchases: sql`${jobs.purchases} + 1` })
    .where(inArray(jobs.id, [job.id]));
  const data = { title: job.title, place: cityState(job), jobId: job.id, until: jobDay(job, boostUntil), ...payment };
  await notify(tx, 'boost_job', { companyId: job.companyId, jobId: job.id, data, language });
  await publish(tx, events, [{ job }]);
}

/** Add-ons start now, or when the job is posted if it is scheduled. */
export async function applyAddons(tx: Database, events: Events, purchase: Purchase, now = new Date()): Promise<void> {
  const { job, lines } = purchase;
  const isPosted = job.status === 'POSTED' || job.status === 'DISABLED';
  await markAddonsPaid(tx, [purchase], now);
  await tx
    .update(jobs)
    .set({
      purchases: sql`${jobs.purchases} + 1`,
      ...(isPosted && hasAddon(lines, 'promote') && { promotedUntil: job.expirationDate }),
      ...(isPosted && hasAddon(lines, 'boost') && { boostUntil: calculateBoostEnd(job, now) }),
    })
    .where(inArray(jobs.id, [job.id]));
  await publish(tx, events, [{ job }]);
}

const hasAddon = (lines: readonly InvoiceLine[], type: 'promote' | 'boost') => lines.some(({ addonType }) => addonType === type);

function toNoticeData(job: PurchasedJob, { amountCents, invoiceCustomId }: InvoiceRow) {
  return { title: job.title, place: cityState(job), jobId: job.id, total: toDollars(amountCents), invoice: invoiceCustomId };
}

type ExtendedJob = { id: string; until: Date; promoted: Date | null; boosted: Date | null };

async function extendJobs(tx: Database, rows: readonly ExtendedJob[]): Promise<void> {
  await tx.execute(sql`update jobs set expiration_date = v.until, promoted_until = coalesce(v.promoted, promoted_until),
    next_billing_date = case when auto_renew and status <> 'CLOSED' then v.until end, boost_until = coalesce(v.boosted, boost_until),
    unpaid_since = null, renewal_failures = 0, renewal_noticed = false, lease_until = null, decline_reason = null,
    purchases = purchases + 1, updated_at = now()
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as v(id uuid, until timestamptz, promoted timestamptz, boosted timestamptz) where jobs.id = v.id`);
}

/** An add-on that does not renew stays active until the paid period ends. */
async function endAddons(tx: Database, rows: readonly { id: string; ends: Date }[]): Promise<void> {
  await tx.execute(sql`update job_addons a set ends_at = v.ends
    from json_to_recordset(${JSON.stringify(rows)}::json) as v(id uuid, ends timestamptz)
    where a.job_id = v.id and a.paid_at is not null and a.ends_at is null`);
}

async function markAddonsPaid(tx: Database, purchases: readonly Pick<Purchase, 'lines'>[], now: Date): Promise<void> {
  const rows = purchases.flatMap(({ lines }) =>
    lines.flatMap(({ jobId, addonType, amountCents }) =>
      jobId && addonType ? [{ id: jobId, type: addonType, amountCents }] : [],
    ),
  );
  if (rows.length === 0) return;
  await tx.execute(sql`update job_addons a set paid_at = ${now.toISOString()}::timestamptz, ends_at = null, cost_cents = v."amountCents"
    from json_to_recordset(${JSON.stringify(rows)}::json) as v(id uuid, type text, "amountCents" int)
    where a.job_id = v.id and a.addon_type = v.type`);
}

async function publish(tx: Database, events: Events, affected: readonly Pick<Purchase, 'job'>[]): Promise<void> {
  await events.publish(tx, ...affected.map(({ job }) => ({ type: 'job' as const, companyId: job.companyId, jobId: job.id })));
}
