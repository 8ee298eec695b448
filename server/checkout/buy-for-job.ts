import { and, eq, sql } from 'drizzle-orm';
import type * as z from 'zod';
import { auditLog } from '#drizzle/schema/accounts.ts';
import { audit } from '#server/audit/audit.ts';
import { beginCharge, findChargeOfRequest, findPendingChargeOfJob } from '#server/billing/charge-row.ts';
import { findInvoice, wasInvoiced } from '#server/billing/invoice-query.ts';
import { cardSource } from '#server/billing/store-card.ts';
import { writeInvoice } from '#server/billing/write-invoice.ts';
import type { Database } from '#server/db/open.ts';
import { AppError, conflict } from '#server/errors.ts';
import { transitionJobs, transitionError } from '#server/jobs/move.ts';
import type { Services } from '#server/services.ts';
import { assertEmailVerified } from '#server/session/authenticate.ts';
import type { OwnCompany, ActingUser, CompanyScope } from '#server/trpc.ts';
import type { ChargeAnswer, purchaseSchema, PurchaseKind, Quote, quoteRequestSchema } from '#shared/billing/payment.ts';
import { toDollars } from '#shared/billing/pricing.ts';
import { hasLongRemainder } from '#shared/billing/renewal.ts';
import { text } from '#shared/texts/texts.ts';
import { applyAddons, applyBoost, applyRenewals, boostJob } from './apply-purchases.ts';
import { assertShownTotal, getTotalCents } from './order-query.ts';
import { completePayment, type PaymentAttempt, paymentInProgress, paidItems, alreadyPaid, type Buyer } from './pay-order.ts';
import { assertMayPost } from './place-order.ts';
import {
  isPaidNow,
  toPurchaseLines,
  readAddons,
  lockPurchasedJob,
  type PurchasedAddon,
  type PurchasedJob,
  purchaseEnd,
  readPurchasedJob,
} from './purchased-job.ts';

const boostAction = 'job.boost';

type FreeBoostInput = {
  id: string;
  /** The idempotency key of the REST request. A repeated request does not boost the job again. */
  requestId: string | null;
};

/** Boosts a job for free on behalf of an administrator, and writes an audit entry (`docs/product/money.md#prices`). */
export async function freeBoost(
  { db, events }: Services,
  scope: CompanyScope,
  actor: ActingUser,
  { id, requestId }: FreeBoostInput,
): Promise<void> {
  await db.transaction(async (tx) => {
    const job = await lockPurchasedJob(tx, scope, id);
    if (requestId && (await wasBoostRequested(tx, id, requestId))) return;
    if (job.status !== 'POSTED') throw conflict(text('errors.cannotBoostJob', { status: job.status }));
    await boostJob(tx, events, job, new Date(), { total: 0, invoice: null }, actor.language);
    await audit(tx, actor, {
      action: boostAction,
      subject: { type: 'job', id },
      companyId: job.companyId,
      detail: { free: true, ...(requestId && { requestId }) },
    });
  });
}

async function wasBoostRequested(tx: Database, jobId: string, requestId: string): Promise<boolean> {
  const hasRequestId = sql`${auditLog.detail} ->> 'requestId' = ${requestId}`;
  const rows = await tx
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(and(sql`lower(${auditLog.subjectId}) = lower(${jobId})`, eq(auditLog.action, boostAction), hasRequestId));
  return rows.length > 0;
}

type Input = z.infer<typeof purchaseSchema> & {
  kind: PurchaseKind;
  /** The idempotency key of the REST request. A repeated request buys nothing more. */
  requestId: string | null;
};

/**
 * Buys a renewal, a boost or the chosen add-ons of a job once, even if several callers buy at the same time. A purchase is
 * identified by its job and the number of earlier purchases, and a job has at most one pending purchase
 * (`docs/product/money.md#charges`).
 */
export async function buyForJob(services: Services, scope: OwnCompany, buyer: Buyer, input: Input): Promise<ChargeAnswer> {
  assertEmailVerified(buyer, 'post');
  const attempt = await services.db.transaction((tx) => beginPurchase(tx, services, scope, buyer, input));
  return completePayment(services, attempt, paidItems[input.kind]);
}

async function beginPurchase(
  tx: Database,
  { events }: Services,
  scope: OwnCompany,
  buyer: Buyer,
  input: Input,
): Promise<PaymentAttempt> {
  const { kind, requestId } = input;
  const job = await lockPurchasedJob(tx, scope, input.jobId);
  const { id: jobId, companyId } = job;
  const earlierAttempt = requestId && (await paymentOfRequest(tx, requestId));
  if (earlierAttempt) return earlierAttempt;
  const pendingCharge = await findPendingChargeOfJob(tx, jobId);
  if (pendingCharge)
    return pendingCharge.purpose === kind ? { kind: 'in_flight', chargeId: pendingCharge.id } : throwPaymentInProgress();
  const addons = (await readAddons(tx, [jobId])).get(jobId) ?? [];
  if (await isPaid(tx, job, input, addons)) return { kind: 'paid' };
  const { billingType } = await assertMayPost(tx, companyId);
  const lines = toPurchaseLines(kind, job, addons);
  assertShownTotal(input.shownTotal, lines);
  const subject = { companyId, purpose: kind, subjectKey: toSubjectKey(job), language: buyer.language };
  const source = billingType === 'invoice' ? null : await cardSource(tx, companyId, input.cardToken ?? null);
  const detail = { kind, totalCents: getTotalCents(lines), billingType };
  await audit(tx, buyer, { action: 'job.buy', subject: { type: 'job', id: jobId }, companyId, detail });
  if (job.status === 'INACTIVE') await startPayment(tx, job);
  if (!source) {
    const invoice = await writeInvoice(tx, { ...subject, lines, transaction: null, requestId });
    const purchase = { job, lines, invoice, isByWorker: false, language: buyer.language };
    if (kind === 'renewal') await applyRenewals(tx, events, [purchase]);
    else await (kind === 'boost' ? applyBoost : applyAddons)(tx, events, purchase);
    return { kind: 'invoiced', invoice };
  }
  const request = { createdBy: buyer.userId, requestId };
  const charge = await beginCharge(tx, { ...subject, ...request, amountCents: getTotalCents(lines), jobId, lines });
  if (!charge) throw paymentInProgress(paidItems[kind]);
  await events.publish(tx, { type: 'job', companyId, jobId });
  return { kind: 'charge', charge, source, description: lines[0]?.description ?? '' };
}

/** The purchase that an earlier attempt of the same request started, for example before its server died. */
async function paymentOfRequest(tx: Database, requestId: string): Promise<PaymentAttempt | null> {
  const charge = await findChargeOfRequest(tx, requestId);
  if (charge) return charge.status === 'approved' ? { kind: 'paid' } : { kind: 'in_flight', chargeId: charge.id };
  return (await wasInvoiced(tx, requestId)) ? { kind: 'paid' } : null;
}

export const toSubjectKey = ({ id, purchases }: Pick<PurchasedJob, 'id' | 'purchases'>) => `${id}:${purchases}`;

function throwPaymentInProgress(): never {
  throw new AppError('payment_in_progress', text('errors.otherJobPaymentInProgress'));
}

/**
 * Whether the requested purchase is already paid. The request can contain the number of purchases that the caller saw, which
 * identifies the purchase. Without the number, it may be a late retry, which must not buy the same days again.
 * @throws 409 if a different purchase was made since the caller read the job
 */
async function isPaid(
  tx: Database,
  job: PurchasedJob,
  { kind, purchases: seenPurchases }: Input,
  addons: readonly PurchasedAddon[],
): Promise<boolean> {
  const now = new Date();
  if (typeof seenPurchases === 'number' && seenPurchases !== job.purchases) {
    if (await findInvoice(tx, kind, toSubjectKey({ id: job.id, purchases: seenPurchases }))) return true;
    throw new AppError('edit_conflict', text('errors.changedMeanwhile'));
  }
  if (kind === 'renewal') return typeof seenPurchases !== 'number' && hasLongRemainder(job, now);
  return isPaidNow(kind, job, addons, now);
}

/** Moves a lapsed job to the payment state, in which it cannot be changed (`docs/product/jobs.md#job-states`). */
async function startPayment(tx: Database, job: PurchasedJob): Promise<void> {
  const transitionedIds = await transitionJobs(tx, [job.id], 'startPayment', { declineReason: null });
  if (transitionedIds.length === 0) throw transitionError(job.status, 'startPayment');
  job.status = 'PROCESSING_PAYMENT';
}

/** The price and the effect of a purchase, before anything is charged. */
export async function quote(
  db: Database,
  scope: CompanyScope,
  { jobId, kind }: z.infer<typeof quoteRequestSchema>,
): Promise<Quote> {
  const job = await readPurchasedJob(db, scope, jobId);
  const quoteBase = {
    kind,
    jobId,
    title: job.title,
    autoRenew: job.autoRenew,
    billingType: job.billingType,
    purchases: job.purchases,
    timeZone: job.timeZone,
  };
  if (await findPendingChargeOfJob(db, jobId)) return { ...quoteBase, state: 'processing', lines: [], total: 0, until: null };
  const addons = (await readAddons(db, [jobId])).get(jobId) ?? [];
  if (kind !== 'renewal' && isPaidNow(kind, job, addons, new Date())) throw alreadyPaid(paidItems[kind]);
  const lines = toPurchaseLines(kind, job, addons);
  return {
    ...quoteBase,
    state: 'payable',
    lines: lines.map(({ amountCents, ...line }) => ({ ...line, amount: toDollars(amountCents) })),
    total: toDollars(getTotalCents(lines)),
    until: purchaseEnd(kind, job, new Date()),
  };
}
