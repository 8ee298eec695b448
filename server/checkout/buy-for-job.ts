import { and, eq, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { auditLog } from '#drizzle/schema/accounts.ts';
import { audit } from '#server/audit.ts';
import { beginCharge, chargeOfRequest, pendingOfJob } from '#server/billing/charge-row.ts';
import { invoiceOf, wasInvoiced } from '#server/billing/invoice-query.ts';
import { cardSource } from '#server/billing/store-card.ts';
import { writeInvoice } from '#server/billing/write-invoice.ts';
import type { Database } from '#server/db/open.ts';
import { AppError, conflict } from '#server/errors.ts';
import { moveJobs, refusedMove } from '#server/jobs/move.ts';
import type { Services } from '#server/services.ts';
import { assertEmailVerified } from '#server/session/authenticate.ts';
import type { OwnCompany, ActingUser, CompanyScope } from '#server/trpc.ts';
import type { ChargeAnswer, purchaseSchema, PurchaseKind, Quote, quoteRequestSchema } from '#shared/billing/payment.ts';
import { toDollars } from '#shared/billing/pricing.ts';
import { hasLongRemainder } from '#shared/billing/renewal.ts';
import { zoneOfPlace } from '#shared/places/place-zone.ts';
import { text } from '#shared/texts/texts.ts';
import { applyAddons, applyBoost, applyRenewals, boost } from './apply-purchases.ts';
import { assertShown, totalOf } from './order-query.ts';
import { paymentAnswer, type PaymentAttempt, paymentInProgress, paidItems, alreadyPaid, type Buyer } from './pay-order.ts';
import { mayPost } from './place-order.ts';
import {
  isPaidNow,
  linesOf,
  addonRows,
  lockOne,
  type PurchasedAddon,
  type PurchasedJob,
  purchaseEnd,
  readOne,
} from './purchased-job.ts';

const boostAction = 'job.boost';

type FreeBoostInput = {
  id: string;
  /** The idempotency key of the REST request, so that a repeated request is the same boost. */
  requestId: string | null;
};

/** A free boost by an administrator, which goes to the audit log (`docs/product/money.md#prices`). */
export async function freeBoost(
  { db, events }: Services,
  scope: CompanyScope,
  actor: ActingUser,
  { id, requestId }: FreeBoostInput,
): Promise<void> {
  await db.transaction(async (tx) => {
    const job = await lockOne(tx, scope, id);
    if (requestId && (await wasRequested(tx, id, requestId))) return;
    if (job.status !== 'POSTED') throw conflict(text('errors.onlyJobPostedCanBoosted', { status: job.status }));
    await boost(tx, events, job, new Date(), { total: 0, invoice: null });
    await audit(tx, actor, {
      action: boostAction,
      subject: { type: 'job', id },
      companyId: job.companyId,
      detail: { free: true, ...(requestId && { requestId }) },
    });
  });
}

async function wasRequested(tx: Database, jobId: string, requestId: string): Promise<boolean> {
  const isOfRequest = sql`${auditLog.detail} ->> 'requestId' = ${requestId}`;
  const rows = await tx
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(and(sql`lower(${auditLog.subjectId}) = lower(${jobId})`, eq(auditLog.action, boostAction), isOfRequest));
  return rows.length > 0;
}

type Input = z.infer<typeof purchaseSchema> & {
  kind: PurchaseKind;
  /** The idempotency key of the REST request, so that a repeated request buys nothing more. */
  requestId: string | null;
};

/**
 * Buys a renewal, a boost or the chosen add-ons of a job once, with any number of parallel callers. A purchase is
 * identified by its job and the number of purchases before it, and a job has at most one in flight
 * (`docs/product/money.md#charges`).
 */
export async function buyForJob(services: Services, scope: OwnCompany, buyer: Buyer, input: Input): Promise<ChargeAnswer> {
  assertEmailVerified(buyer, 'post');
  const outcome = await services.db.transaction((tx) => begin(tx, services, scope, buyer, input));
  return paymentAnswer(services, outcome, paidItems[input.kind]);
}

async function begin(tx: Database, { events }: Services, scope: OwnCompany, buyer: Buyer, input: Input): Promise<PaymentAttempt> {
  const { kind, requestId } = input;
  const job = await lockOne(tx, scope, input.jobId);
  const { id: jobId, companyId } = job;
  const earlier = requestId && (await begunByRequest(tx, requestId));
  if (earlier) return earlier;
  const pending = await pendingOfJob(tx, jobId);
  if (pending) return pending.purpose === kind ? { kind: 'in_flight', chargeId: pending.id } : busy();
  const addons = (await addonRows(tx, [jobId])).get(jobId) ?? [];
  if (await isPaid(tx, job, input, addons)) return { kind: 'paid' };
  const { billingType } = await mayPost(tx, companyId);
  const lines = linesOf(kind, job, addons);
  assertShown(input.shownTotal, lines);
  const subject = { companyId, purpose: kind, subjectKey: keyOf(job) };
  const source = billingType === 'invoice' ? null : await cardSource(tx, companyId, input.cardToken ?? null);
  const detail = { kind, totalCents: totalOf(lines), billingType };
  await audit(tx, buyer, { action: 'job.buy', subject: { type: 'job', id: jobId }, companyId, detail });
  if (job.status === 'INACTIVE') await startPayment(tx, job);
  if (!source) {
    const invoice = await writeInvoice(tx, { ...subject, lines, transaction: null, requestId });
    const purchase = { job, lines, invoice, isByWorker: false };
    if (kind === 'renewal') await applyRenewals(tx, events, [purchase]);
    else await (kind === 'boost' ? applyBoost : applyAddons)(tx, events, purchase);
    return { kind: 'invoiced', invoice };
  }
  const request = { createdBy: buyer.userId, requestId };
  const charge = await beginCharge(tx, { ...subject, ...request, amountCents: totalOf(lines), jobId, lines });
  if (!charge) throw paymentInProgress(paidItems[kind]);
  await events.publish(tx, { type: 'job', companyId, jobId });
  return { kind: 'charge', charge, source, description: lines[0]?.description ?? '' };
}

/** The purchase that the same request started before its caller or server died. */
async function begunByRequest(tx: Database, requestId: string): Promise<PaymentAttempt | null> {
  const charge = await chargeOfRequest(tx, requestId);
  if (charge) return charge.status === 'approved' ? { kind: 'paid' } : { kind: 'in_flight', chargeId: charge.id };
  return (await wasInvoiced(tx, requestId)) ? { kind: 'paid' } : null;
}

export const keyOf = ({ id, purchases }: Pick<PurchasedJob, 'id' | 'purchases'>) => `${id}:${purchases}`;

function busy(): never {
  throw new AppError('payment_in_progress', text('errors.anotherPaymentJobProgressWait'));
}

/**
 * Whether the requested purchase is already paid. A caller who says how many purchases they have seen gets the answer for
 * that purchase. Any other request may be a late retry, which must not buy the same days again.
 * @throws 409 when another purchase was made since the caller looked
 */
async function isPaid(
  tx: Database,
  job: PurchasedJob,
  { kind, purchases: read }: Input,
  addons: readonly PurchasedAddon[],
): Promise<boolean> {
  const now = new Date();
  if (typeof read === 'number' && read !== job.purchases) {
    if (await invoiceOf(tx, kind, keyOf({ id: job.id, purchases: read }))) return true;
    throw new AppError('edit_conflict', text('errors.changedMeanwhile'));
  }
  if (kind === 'renewal') return typeof read !== 'number' && hasLongRemainder(job, now);
  return isPaidNow(kind, job, addons, now);
}

/** A lapsed job cannot change while it is being paid (`docs/product/jobs.md#job-states`). */
async function startPayment(tx: Database, job: PurchasedJob): Promise<void> {
  const moved = await moveJobs(tx, [job.id], 'startPayment', { declineReason: null });
  if (moved.length === 0) throw refusedMove(job.status, 'startPayment');
  job.status = 'PROCESSING_PAYMENT';
}

/** The price and the effect of a purchase, before anything is charged. */
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
  if (kind !== 'renewal' && isPaidNow(kind, job, addons, new Date())) throw alreadyPaid(paidItems[kind]);
  const lines = linesOf(kind, job, addons);
  return {
    ...common,
    state: 'payable',
    lines: lines.map(({ amountCents, ...line }) => ({ ...line, amount: toDollars(amountCents) })),
    total: toDollars(totalOf(lines)),
    until: purchaseEnd(kind, job, new Date()),
  };
}
