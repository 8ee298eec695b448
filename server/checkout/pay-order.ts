import { and, eq, desc } from 'drizzle-orm';
import { charges } from '#drizzle/schema/billing.ts';
import { postingOrders } from '#drizzle/schema/jobs.ts';
import { audit } from '#server/audit/audit.ts';
import { beginCharge, findPendingOrApprovedCharge, type ChargeRow } from '#server/billing/charge-row.ts';
import { findInvoice, type InvoiceRow } from '#server/billing/invoice-query.ts';
import { cardSource } from '#server/billing/store-card.ts';
import { runCharge, waitForCharge, withTimeout } from '#server/billing/take-money.ts';
import { writeInvoice } from '#server/billing/write-invoice.ts';
import type { Database } from '#server/db/open.ts';
import { notFound, AppError } from '#server/errors.ts';
import type { ChargeRequest } from '#server/gateway/port.ts';
import { transitionJobs, transitionError } from '#server/jobs/move.ts';
import type { Services } from '#server/services.ts';
import { assertEmailVerified } from '#server/session/authenticate.ts';
import type { ActingUser, OwnCompany, CompanyScope } from '#server/trpc.ts';
import type { Charge, ChargeAnswer, PurchaseKind, PurchaseOutcome } from '#shared/billing/payment.ts';
import { toDollars } from '#shared/billing/pricing.ts';
import { text } from '#shared/texts/texts.ts';
import { postOrder, answerLimits, createEffectsResolver } from './charge-effects.ts';
import { assertShownTotal, findJobsOfOrder, toOrderLines, getTotalCents } from './order-query.ts';
import { assertMayPost } from './place-order.ts';
import { recordText, readPurchasedJob } from './purchased-job.ts';

/** The result of the transaction that starts a payment. */
export type PaymentAttempt =
  | { kind: 'paid' }
  | { kind: 'in_flight'; chargeId: string }
  | { kind: 'invoiced'; invoice: InvoiceRow }
  | { kind: 'charge'; charge: ChargeRow; source: ChargeRequest['source']; description: string };

/** The name of the purchase in messages. */
export type PaidItem = 'posting' | 'renewal' | 'boost' | 'purchase';
export const paidItems: Readonly<Record<PurchaseKind, PaidItem>> = { renewal: 'renewal', boost: 'boost', addons: 'purchase' };

/**
 * Completes a payment after the transaction that started it. The gateway is called outside any transaction, and the caller
 * is answered in time even if the gateway is slow.
 */
export async function completePayment(services: Services, payment: PaymentAttempt, paidItem: PaidItem): Promise<ChargeAnswer> {
  switch (payment.kind) {
    case 'paid':
      throw alreadyPaid(paidItem);
    case 'in_flight':
      throw await waitForOtherPayment(services.db, payment.chargeId, paidItem);
    case 'invoiced':
      return toAnswer('invoiced', payment.invoice);
    case 'charge':
      return chargeCard(services, payment);
  }
}

async function chargeCard(
  services: Services,
  { charge: chargeRow, source, description }: Extract<PaymentAttempt, { kind: 'charge' }>,
): Promise<ChargeAnswer> {
  const { db, log } = services;
  const chargePromise = runCharge(
    services,
    chargeRow,
    { source, description, initiatedBy: 'customer' },
    createEffectsResolver(services.events),
  );
  chargePromise.catch((error: unknown) => log.error({ err: error, charge: chargeRow.id }, 'A charge was left to the worker'));
  const settledCharge = await withTimeout(chargePromise, answerLimits.answerWithinMs);
  switch (settledCharge?.status) {
    case 'approved': {
      const invoice = await findInvoice(db, chargeRow.purpose, chargeRow.subjectKey);
      return toAnswer(
        'paid',
        invoice ?? { ...chargeRow, invoiceCustomId: null, transactionId: settledCharge.gatewayTransactionId },
      );
    }
    case 'declined':
      throw new AppError(
        'payment_declined',
        settledCharge.reason ? { key: settledCharge.reason } : text('errors.chargeDeclined'),
      );
    case 'failed':
      throw new AppError('gateway_failed', text('errors.paymentNotProcessed'));
    case 'pending':
    case undefined:
      return toAnswer('processing', { ...chargeRow, invoiceCustomId: null, transactionId: null });
  }
}

/** Waits for the charge that an earlier request started. This request's card is not charged. */
async function waitForOtherPayment(db: Database, chargeId: string, paidItem: PaidItem): Promise<AppError> {
  const otherCharge = await waitForCharge(db, chargeId, answerLimits.waitForOtherMs);
  return otherCharge?.status === 'approved' ? alreadyPaid(paidItem) : paymentInProgress(paidItem, otherCharge);
}

export const alreadyPaid = (paidItem: PaidItem) =>
  new AppError('already_paid', text('errors.purchaseAlreadyPaid', { thing: paidItem }));

export function paymentInProgress(paidItem: PaidItem, otherCharge: ChargeRow | null = null): AppError {
  const isDecided = otherCharge !== null && otherCharge.status !== 'pending';
  return new AppError(
    'payment_in_progress',
    isDecided
      ? text('errors.otherPaymentFailed', { thing: paidItem })
      : text('errors.otherPaymentInProgress', { thing: paidItem }),
  );
}

type PaidAnswer = { invoiceCustomId: string | null; amountCents: number; transactionId: string | null };

function toAnswer(status: ChargeAnswer['status'], { invoiceCustomId, amountCents, transactionId }: PaidAnswer): ChargeAnswer {
  return { status, invoiceCustomId, amount: toDollars(amountCents), transactionId };
}

/**
 * The outcome of the last card payment for a purchase of the job.
 * @throws 404 if the job is not in the caller's scope
 */
export async function getPurchaseOutcome(db: Database, scope: CompanyScope, jobId: string): Promise<PurchaseOutcome> {
  const { companyId } = await readPurchasedJob(db, scope, jobId);
  const [lastCharge] = await db
    .select({ status: charges.status })
    .from(charges)
    .where(and(eq(charges.companyId, companyId), eq(charges.jobId, jobId)))
    .orderBy(desc(charges.createdAt), desc(charges.id))
    .limit(1);
  if (lastCharge?.status === 'pending') return { state: 'processing' };
  return { state: lastCharge?.status === 'approved' ? 'paid' : 'unpaid' };
}

export type Buyer = ActingUser & { isEmailVerified: boolean };
const purpose = 'new_job' as const;

/**
 * Pays a posting order once, even if several callers pay at the same time (`docs/product/money.md#charges`). One transaction
 * stores the charge and moves the jobs to the payment state. The gateway is called outside any transaction, and another
 * transaction applies its answer. If the gateway is slow, the caller gets `processing`, and the outcome is applied later.
 */
export async function payOrder(
  services: Services,
  { companyId }: OwnCompany,
  buyer: Buyer,
  input: Charge,
): Promise<ChargeAnswer> {
  assertEmailVerified(buyer, 'post');
  const attempt = await services.db.transaction((tx) => beginPayment(tx, services, companyId, buyer, input));
  return completePayment(services, attempt, 'posting');
}

async function beginPayment(
  tx: Database,
  { events }: Services,
  companyId: string,
  buyer: Buyer,
  input: Charge,
): Promise<PaymentAttempt> {
  const order = await lockOrder(tx, companyId, input.orderToken);
  if (await findInvoice(tx, purpose, order.id)) return { kind: 'paid' };
  const existingCharge = await findPendingOrApprovedCharge(tx, purpose, order.id);
  if (existingCharge)
    return existingCharge.status === 'approved' ? { kind: 'paid' } : { kind: 'in_flight', chargeId: existingCharge.id };
  const { billingType } = await assertMayPost(tx, companyId);
  const orderJobs = await findJobsOfOrder(tx, order.id);
  const ids = orderJobs.map(({ id }) => id);
  const lines = toOrderLines(orderJobs);
  assertShownTotal(input.shownTotal, lines);
  const subject = { companyId, purpose, subjectKey: order.id, language: buyer.language };
  const source = billingType === 'invoice' ? null : await cardSource(tx, companyId, input.cardToken ?? null);

  const transitionedIds = await transitionJobs(tx, ids, 'startPayment', { declineReason: null });
  const unchangedJob = orderJobs.find(({ id }) => !transitionedIds.includes(id));
  if (unchangedJob) throw transitionError(unchangedJob.status, 'startPayment');
  const detail = { totalCents: getTotalCents(lines), billingType };
  await audit(tx, buyer, { action: 'order.pay', subject: { type: 'order', id: order.id }, companyId, detail });

  if (!source) {
    const invoice = await writeInvoice(tx, { ...subject, lines, transaction: null });
    await postOrder(tx, events, { orderId: order.id, companyId, buyerId: buyer.userId, language: buyer.language }, invoice);
    return { kind: 'invoiced', invoice };
  }
  const chargeRow = await beginCharge(tx, { ...subject, amountCents: getTotalCents(lines), createdBy: buyer.userId, lines });
  if (!chargeRow) throw paymentInProgress('posting');
  await events.publish(tx, { type: 'order', companyId, orderId: order.id });
  return {
    kind: 'charge',
    charge: chargeRow,
    source,
    description: recordText('receipts.orderDescription', { title: orderJobs[0]?.title ?? '' }),
  };
}

async function lockOrder(tx: Database, companyId: string, orderToken: string) {
  const [order] = await tx
    .select({ id: postingOrders.id })
    .from(postingOrders)
    .where(and(eq(postingOrders.companyId, companyId), eq(postingOrders.orderToken, orderToken)))
    .for('update');
  if (!order) throw notFound(text('errors.orderNotFound'));
  return order;
}
