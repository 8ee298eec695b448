import { and, eq, inArray, lte, sql } from 'drizzle-orm';
import { cards } from '#drizzle/schema/billing.ts';
import { companies } from '#drizzle/schema/companies.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { renewalHorizon, isTooLate, paidUntil } from '#shared/billing/renewal.ts';
import { beginCharges, type ChargeRow, jobsBeingPaid } from '#server/billing/charge-row.ts';
import type { InvoiceLine } from '#server/billing/invoice-query.ts';
import { writeInvoices } from '#server/billing/write-invoice.ts';
import { claimDue, type DueRows, isUnleased } from '#server/db/due.ts';
import type { Database } from '#server/db/open.ts';
import type { ChargeRequest } from '#server/gateway/port.ts';
import type { Services } from '#server/services.ts';
import { dayMs } from '#shared/days.ts';
import { applyRenewals } from './apply-purchases.ts';
import { keyOf } from './buy-for-job.ts';
import { failRenewal, giveUpRenewal } from './fail-renewal.ts';
import { totalOf } from './order-query.ts';
import { renewalLines, addonRows, lockJobs, type PurchasedJob } from './purchased-job.ts';

/** The number of parallel charges. Each job is charged right after it is claimed. */
export const renewalBatch = 40;
const leaseMs = 5 * 60_000;
/** A job with another payment in flight is tried again after this time. */
const meetAgainMs = 60_000;
const lateMs = 15_000;
const after = (now: Date, ms: number) => new Date(now.getTime() + ms);
const noCard = 'errors.noSavedCard';
const notInTime = 'errors.renewalNotInTime';

export type DueCharge = { charge: ChargeRow; source: ChargeRequest['source']; description: string };

type DueRenewal = { job: PurchasedJob; lines: InvoiceLine[]; payer: Payer };
type Payer = Awaited<ReturnType<typeof payersOf>> extends Map<string, infer P> ? P : never;

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
 * Claims due renewals so that no other worker takes them. Renewals on terms are invoiced immediately. For the others a
 * charge is stored, which the caller makes. A job with another payment in flight waits for its outcome and stays public. A
 * company that is not active is not billed, so its jobs expire.
 */
export async function claimRenewals({
  db,
  events,
}: Pick<Services, 'db' | 'events'>): Promise<{ handled: number; due: DueCharge[] }> {
  return db.transaction(async (tx) => {
    const now = new Date();
    const ids = (await claimDue(tx, dueRenewals, now, renewalBatch)).map(({ id }) => id);
    if (ids.length === 0) return { handled: 0, due: [] };
    const claimed = await lockJobs(tx, ids);
    const payers = await payersOf(tx, [...new Set(claimed.map(({ companyId }) => companyId))]);
    const addons = await addonRows(tx, ids);
    const payingJobIds = await jobsBeingPaid(tx, ids);
    const [busy, free] = [claimed.filter(({ id }) => payingJobIds.has(id)), claimed.filter(({ id }) => !payingJobIds.has(id))];
    for (const job of busy) {
      const isUp = payers.get(job.companyId)?.status === 'Active' && !isTooLate(job, now);
      await markPaying(tx, [job], after(now, meetAgainMs), isUp ? after(now, meetAgainMs + lateMs) : null);
    }
    const renewing: DueRenewal[] = [];
    const over: string[] = [];
    for (const job of free) {
      const payer = payers.get(job.companyId);
      const lines = renewalLines(job, addons.get(job.id) ?? []);
      if (payer?.status !== 'Active') over.push(job.id);
      else if (isTooLate(job, now)) await giveUpRenewal(tx, events, job, { reason: notInTime, amountCents: totalOf(lines) }, now);
      else renewing.push({ job, payer, lines });
    }
    if (over.length) await tx.update(jobs).set({ nextBillingDate: null }).where(inArray(jobs.id, over));
    await invoice(
      { tx, events, now },
      renewing.filter(({ payer }) => payer.billingType === 'invoice'),
    );
    const byCard = renewing.filter(({ payer }) => payer.billingType === 'card');
    for (const { job, lines } of byCard.filter(({ payer }) => !payer.customerId))
      await failRenewal(tx, events, job, { reason: noCard, amountCents: totalOf(lines) }, now);
    const due = await begin(
      tx,
      byCard.filter(({ payer }) => payer.customerId),
      now,
    );
    return { handled: ids.length, due };
  });
}

async function payersOf(tx: Database, companyIds: readonly string[]) {
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

async function invoice({ tx, events, now }: Pick<Services, 'events'> & { tx: Database; now: Date }, due: readonly DueRenewal[]) {
  if (due.length === 0) return;
  const written = await writeInvoices(
    tx,
    due.map(({ job, lines }) => ({ ...subjectOf(job), lines, transaction: null })),
  );
  const renewals = due.flatMap(({ job, lines }, index) => {
    const one = written[index];
    return one ? [{ job, lines, invoice: one, isByWorker: true }] : [];
  });
  await applyRenewals(tx, events, renewals, now);
}

const subjectOf = (job: PurchasedJob) => ({ companyId: job.companyId, purpose: 'renewal' as const, subjectKey: keyOf(job) });

/**
 * Leases the jobs. Those that would expire before `postedUntil` stay public until then, but the paid period still ends when it
 * did.
 */
async function markPaying(
  tx: Database,
  claimedJobs: readonly PurchasedJob[],
  leaseUntil: Date,
  postedUntil: Date | null,
): Promise<void> {
  if (claimedJobs.length === 0) return;
  const up = sql`${postedUntil?.toISOString() ?? null}::timestamptz`;
  const rows = claimedJobs.map((job) => ({ id: job.id, paid: paidUntil(job) }));
  await tx.execute(sql`update jobs set lease_until = ${leaseUntil.toISOString()}::timestamptz,
    unpaid_since = case when expiration_date < ${up} then v.paid else unpaid_since end,
    expiration_date = greatest(expiration_date, ${up})
    from json_to_recordset(${JSON.stringify(rows)}::json) as v(id uuid, paid timestamptz) where jobs.id = v.id`);
}

/** Stores the charges and leases their jobs, which stay public meanwhile. */
async function begin(tx: Database, due: readonly DueRenewal[], now: Date): Promise<DueCharge[]> {
  if (due.length === 0) return [];
  const written = await beginCharges(
    tx,
    due.map(({ job, lines }) => ({ ...subjectOf(job), amountCents: totalOf(lines), createdBy: null, jobId: job.id, lines })),
  );
  await markPaying(
    tx,
    due.map(({ job }) => job),
    after(now, leaseMs),
    after(now, dayMs),
  );
  const byJob = new Map(due.map((one) => [one.job.id, one]));
  return written.flatMap((charge) => {
    const one = byJob.get(charge.jobId ?? '');
    const { customerId, paymentMethodId } = one?.payer ?? {};
    if (!one || !customerId || !paymentMethodId) return [];
    const description = one.lines[0]?.description ?? '';
    return [{ charge, source: { kind: 'stored' as const, card: { customerId, paymentMethodId } }, description }];
  });
}
