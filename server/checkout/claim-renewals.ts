import { and, eq, inArray, lte, sql } from 'drizzle-orm';
import { cards } from '#drizzle/schema/billing.ts';
import { companies } from '#drizzle/schema/companies.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { beginCharges, type ChargeRow, jobIdsWithPendingCharge } from '#server/billing/charge-row.ts';
import type { InvoiceLine } from '#server/billing/invoice-query.ts';
import { writeInvoices } from '#server/billing/write-invoice.ts';
import { claimDue, type DueRows, isUnleased } from '#server/db/due.ts';
import type { Database } from '#server/db/open.ts';
import type { ChargeRequest } from '#server/gateway/port.ts';
import type { Services } from '#server/services.ts';
import { renewalHorizon, isTooLate, getPaidPeriodEnd } from '#shared/billing/renewal.ts';
import { dayMs } from '#shared/days.ts';
import { applyRenewals } from './apply-purchases.ts';
import { toSubjectKey } from './buy-for-job.ts';
import { failRenewal, giveUpRenewal } from './fail-renewal.ts';
import { getTotalCents } from './order-query.ts';
import { renewalLines, readAddons, lockJobs, type PurchasedJob } from './purchased-job.ts';

/** The maximum number of jobs that one claim takes. Their charges run in parallel. */
export const renewalBatchSize = 40;
const leaseMs = 5 * 60_000;
/** The delay for a job that has another pending payment. */
const retryDelayMs = 60_000;
const graceMs = 15_000;
const addMs = (now: Date, ms: number) => new Date(now.getTime() + ms);
const noCardErrorKey = 'errors.noSavedCard';
const tooLateErrorKey = 'errors.renewalNotInTime';

export type DueCharge = { charge: ChargeRow; source: ChargeRequest['source']; description: string };

type DueRenewal = { job: PurchasedJob; lines: InvoiceLine[]; payer: Payer };
type Payer = Awaited<ReturnType<typeof loadPayers>> extends Map<string, infer P> ? P : never;

/** Jobs that are due for renewal, shortly before the paid period ends, so that they stay public while the payment runs. */
export const dueRenewals: DueRows = {
  table: jobs,
  at: jobs.nextBillingDate,
  when: (now) =>
    and(
      sql`${jobs.status} = 'POSTED' and ${jobs.autoRenew}`,
      lte(jobs.nextBillingDate, renewalHorizon(now)),
      isUnleased(jobs.leaseUntil, now),
    ),
};

/**
 * Claims due renewals, so that no other worker takes them. If the company pays by invoice, the renewal is invoiced
 * immediately. If it pays by card, the charge is stored, and the caller calls the gateway. A job with another pending
 * payment stays public and waits for its outcome. The jobs of companies that are not active expire, because those companies
 * are not billed.
 */
export async function claimRenewals({
  db,
  events,
}: Pick<Services, 'db' | 'events'>): Promise<{ handled: number; due: DueCharge[] }> {
  return db.transaction(async (tx) => {
    const now = new Date();
    const ids = (await claimDue(tx, dueRenewals, now, renewalBatchSize)).map(({ id }) => id);
    if (ids.length === 0) return { handled: 0, due: [] };
    const claimed = await lockJobs(tx, ids);
    const payers = await loadPayers(tx, [...new Set(claimed.map(({ companyId }) => companyId))]);
    const addons = await readAddons(tx, ids);
    const payingJobIds = await jobIdsWithPendingCharge(tx, ids);
    const [busyJobs, freeJobs] = [
      claimed.filter(({ id }) => payingJobIds.has(id)),
      claimed.filter(({ id }) => !payingJobIds.has(id)),
    ];
    for (const job of busyJobs) {
      const isRenewable = payers.get(job.companyId)?.status === 'Active' && !isTooLate(job, now);
      await markPaymentPending(tx, [job], addMs(now, retryDelayMs), isRenewable ? addMs(now, retryDelayMs + graceMs) : null);
    }
    const renewing: DueRenewal[] = [];
    const inactiveIds: string[] = [];
    for (const job of freeJobs) {
      const payer = payers.get(job.companyId);
      const lines = renewalLines(job, addons.get(job.id) ?? []);
      if (payer?.status !== 'Active') inactiveIds.push(job.id);
      else if (isTooLate(job, now))
        await giveUpRenewal(tx, events, job, { reason: tooLateErrorKey, amountCents: getTotalCents(lines) }, now);
      else renewing.push({ job, payer, lines });
    }
    if (inactiveIds.length) await tx.update(jobs).set({ nextBillingDate: null }).where(inArray(jobs.id, inactiveIds));
    await invoiceRenewals(
      { tx, events, now },
      renewing.filter(({ payer }) => payer.billingType === 'invoice'),
    );
    const byCard = renewing.filter(({ payer }) => payer.billingType === 'card');
    for (const { job, lines } of byCard.filter(({ payer }) => !payer.customerId))
      await failRenewal(tx, events, job, { reason: noCardErrorKey, amountCents: getTotalCents(lines) }, now);
    const due = await beginRenewalCharges(
      tx,
      byCard.filter(({ payer }) => payer.customerId),
      now,
    );
    return { handled: ids.length, due };
  });
}

async function loadPayers(tx: Database, companyIds: readonly string[]) {
  const rows = await tx
    .select({
      id: companies.id,
      status: companies.status,
      billingType: companies.billingType,
      customerId: cards.gatewayCustomerId,
      paymentMethodId: cards.gatewayPaymentMethodId,
    })
    .from(companies)
    .leftJoin(cards, eq(cards.companyId, companies.id))
    .where(inArray(companies.id, [...companyIds]));
  return new Map(rows.map((row) => [row.id, row]));
}

async function invoiceRenewals(
  { tx, events, now }: Pick<Services, 'events'> & { tx: Database; now: Date },
  due: readonly DueRenewal[],
) {
  if (due.length === 0) return;
  const newInvoices = await writeInvoices(
    tx,
    due.map(({ job, lines }) => ({ ...subjectOf(job), lines, transaction: null })),
  );
  const renewals = due.flatMap(({ job, lines }, index) => {
    const renewalInvoice = newInvoices[index];
    return renewalInvoice ? [{ job, lines, invoice: renewalInvoice, isByWorker: true, language: null }] : [];
  });
  await applyRenewals(tx, events, renewals, now);
}

const subjectOf = (job: PurchasedJob) => ({
  companyId: job.companyId,
  purpose: 'renewal' as const,
  subjectKey: toSubjectKey(job),
  language: null,
});

/**
 * Leases the jobs. A job that would expire before `postedUntil` stays public until then, but the end of its paid period does
 * not change.
 */
async function markPaymentPending(
  tx: Database,
  claimedJobs: readonly PurchasedJob[],
  leaseUntil: Date,
  postedUntil: Date | null,
): Promise<void> {
  if (claimedJobs.length === 0) return;
  const postedUntilSql = sql`${postedUntil?.toISOString() ?? null}::timestamptz`;
  const rows = claimedJobs.map((job) => ({ id: job.id, paid: getPaidPeriodEnd(job) }));
  await tx.execute(sql`update jobs set lease_until = ${leaseUntil.toISOString()}::timestamptz,
    unpaid_since = case when expiration_date < ${postedUntilSql} then v.paid else unpaid_since end,
    expiration_date = greatest(expiration_date, ${postedUntilSql})
    from json_to_recordset(${JSON.stringify(rows)}::json) as v(id uuid, paid timestamptz) where jobs.id = v.id`);
}

/** Stores the charges and leases their jobs, which stay public while the payment runs. */
async function beginRenewalCharges(tx: Database, due: readonly DueRenewal[], now: Date): Promise<DueCharge[]> {
  if (due.length === 0) return [];
  const newCharges = await beginCharges(
    tx,
    due.map(({ job, lines }) => ({
      ...subjectOf(job),
      amountCents: getTotalCents(lines),
      createdBy: null,
      jobId: job.id,
      lines,
    })),
  );
  await markPaymentPending(
    tx,
    due.map(({ job }) => job),
    addMs(now, leaseMs),
    addMs(now, dayMs),
  );
  const byJob = new Map(due.map((one) => [one.job.id, one]));
  return newCharges.flatMap((charge) => {
    const renewal = byJob.get(charge.jobId ?? '');
    const { customerId, paymentMethodId } = renewal?.payer ?? {};
    if (!renewal || !customerId || !paymentMethodId) return [];
    const description = renewal.lines[0]?.description ?? '';
    return [{ charge, source: { kind: 'stored' as const, card: { customerId, paymentMethodId } }, description }];
  });
}
