import { and, eq, desc } from 'drizzle-orm';
import { charges } from '#drizzle/schema/billing.ts';
import { postingOrders } from '#drizzle/schema/jobs.ts';
import { audit } from '#server/audit.ts';
import { beginCharge, liveCharge, type ChargeRow } from '#server/billing/charge-row.ts';
import { invoiceOf, type InvoiceRow } from '#server/billing/invoice-query.ts';
import { cardSource } from '#server/billing/store-card.ts';
import { runCharge, waitForCharge, resultWithin } from '#server/billing/take-money.ts';
import { writeInvoice } from '#server/billing/write-invoice.ts';
import type { Database } from '#server/db/open.ts';
import { notFound, AppError } from '#server/errors.ts';
import type { ChargeRequest } from '#server/gateway/port.ts';
import { moveJobs, refusedMove } from '#server/jobs/move.ts';
import type { Services } from '#server/services.ts';
import { assertEmailVerified } from '#server/session/authenticate.ts';
import type { ActingUser, OwnCompany, CompanyScope } from '#server/trpc.ts';
import type { Charge, ChargeAnswer, PurchaseKind, PurchaseOutcome } from '#shared/billing/payment.ts';
import { toDollars } from '#shared/billing/pricing.ts';
import { text } from '#shared/texts/texts.ts';
import { postOrder, answerLimits, effectsOf } from './effects.ts';
import { assertShown, jobsOfOrder, linesFor, totalOf } from './order-query.ts';
import { mayPost } from './place-order.ts';
import { recordText, readOne } from './purchased-job.ts';

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
 * Continues a payment after its transaction. The gateway is called outside any transaction, and the answer comes in time
 * even if the gateway is slow.
 */
export async function paymentAnswer(services: Services, payment: PaymentAttempt, paidItem: PaidItem): Promise<ChargeAnswer> {
  switch (payment.kind) {
    case 'paid':
      throw alreadyPaid(paidItem);
    case 'in_flight':
      throw await waitForOtherPayment(services.db, payment.chargeId, paidItem);
    case 'invoiced':
      return toAnswer('invoiced', payment.invoice);
    case 'charge':
      return charge(services, payment);
  }
}

async function charge(
  services: Services,
  { charge: written, source, description }: Extract<PaymentAttempt, { kind: 'charge' }>,
): Promise<ChargeAnswer> {
  const { db, log } = services;
  const running = runCharge(services, written, { source, description, initiatedBy: 'customer' }, effectsOf(services.events));
  running.catch((error: unknown) => log.error({ err: error, charge: written.id }, 'A charge was left to the worker'));
  const settled = await resultWithin(running, answerLimits.answerWithinMs);
  switch (settled?.status) {
    case 'approved': {
      const invoice = await invoiceOf(db, written.purpose, written.subjectKey);
      return toAnswer('paid', invoice ?? { ...written, invoiceCustomId: null, transactionId: settled.gatewayTransactionId });
    }
    case 'declined':
      throw new AppError('payment_declined', settled.reason ? { key: settled.reason } : text('errors.theCardWasDeclined'));
    case 'failed':
      throw new AppError('gateway_failed', text('errors.thePaymentServiceCouldntProcess'));
    case 'pending':
    case undefined:
      return toAnswer('processing', { ...written, invoiceCustomId: null, transactionId: null });
  }
}

/** Waits for the charge that was there first. The card of this request is not used. */
async function waitForOtherPayment(db: Database, chargeId: string, paidItem: PaidItem): Promise<AppError> {
  const other = await waitForCharge(db, chargeId, answerLimits.waitForOtherMs);
  return other?.status === 'approved' ? alreadyPaid(paidItem) : paymentInProgress(paidItem, other);
}

export const alreadyPaid = (paidItem: PaidItem) =>
  new AppError('already_paid', text('errors.thePurchaseIsAlreadyPaid', { thing: paidItem }));

export function paymentInProgress(paidItem: PaidItem, other: ChargeRow | null = null): AppError {
  const isOver = other !== null && other.status !== 'pending';
  return new AppError(
    'payment_in_progress',
    isOver
      ? text('errors.anotherPaymentThingJustFailed', { thing: paidItem })
      : text('errors.anotherPaymentThingProgressWait', { thing: paidItem }),
  );
}

type PaidAnswer = { invoiceCustomId: string | null; amountCents: number; transactionId: string | null };

function toAnswer(status: ChargeAnswer['status'], { invoiceCustomId, amountCents, transactionId }: PaidAnswer): ChargeAnswer {
  return { status, invoiceCustomId, amount: toDollars(amountCents), transactionId };
}

/**
 * The outcome of the last card purchase for a job in the scope.
 * @throws not found
 */
export async function outcome(db: Database, scope: CompanyScope, jobId: string): Promise<PurchaseOutcome> {
  const { companyId } = await readOne(db, scope, jobId);
  const [last] = await db
    .select({ status: charges.status })
    .from(charges)
    .where(and(eq(charges.companyId, companyId), eq(charges.jobId, jobId)))
    .orderBy(desc(charges.createdAt), desc(charges.id))
    .limit(1);
  if (last?.status === 'pending') return { state: 'processing' };
  return { state: last?.status === 'approved' ? 'paid' : 'unpaid' };
}

export type Buyer = ActingUser & { isEmailVerified: boolean };
const purpose = 'new_job' as const;

/**
 * Pays a posting order once, with any number of parallel callers (`docs/product/money.md#charges`). One transaction stores
 * the charge and locks the jobs for payment, the gateway is called outside any transaction, and another transaction applies
 * its answer. If the gateway is slow, the caller is answered in time and the outcome follows.
 */
export async function payOrder(
  services: Services,
  { companyId }: OwnCompany,
  buyer: Buyer,
  input: Charge,
): Promise<ChargeAnswer> {
  assertEmailVerified(buyer, 'post');
  const outcome = await services.db.transaction((tx) => begin(tx, services, companyId, buyer, input));
  return paymentAnswer(services, outcome, 'posting');
}

async function begin(
  tx: Database,
  { events }: Services,
  companyId: string,
  buyer: Buyer,
  input: Charge,
): Promise<PaymentAttempt> {
  const order = await lockOrder(tx, companyId, input.orderToken);
  if (await invoiceOf(tx, purpose, order.id)) return { kind: 'paid' };
  const live = await liveCharge(tx, purpose, order.id);
  if (live) return live.status === 'approved' ? { kind: 'paid' } : { kind: 'in_flight', chargeId: live.id };
  const { billingType } = await mayPost(tx, companyId);
  const orderJobs = await jobsOfOrder(tx, order.id);
  const ids = orderJobs.map(({ id }) => id);
  const lines = linesFor(orderJobs);
  assertShown(input.shownTotal, lines);
  const subject = { companyId, purpose, subjectKey: order.id };
  const source = billingType === 'invoice' ? null : await cardSource(tx, companyId, input.cardToken ?? null);

  const moved = await moveJobs(tx, ids, 'startPayment', { declineReason: null });
  const unchangedJob = orderJobs.find(({ id }) => !moved.includes(id));
  if (unchangedJob) throw refusedMove(unchangedJob.status, 'startPayment');
  const detail = { totalCents: totalOf(lines), billingType };
  await audit(tx, buyer, { action: 'order.pay', subject: { type: 'order', id: order.id }, companyId, detail });

  if (!source) {
    const invoice = await writeInvoice(tx, { ...subject, lines, transaction: null });
    await postOrder(tx, events, { orderId: order.id, companyId, buyerId: buyer.userId }, invoice);
    return { kind: 'invoiced', invoice };
  }
  const written = await beginCharge(tx, { ...subject, amountCents: totalOf(lines), createdBy: buyer.userId, lines });
  if (!written) throw paymentInProgress('posting');
  await events.publish(tx, { type: 'order', companyId, orderId: order.id });
  return {
    kind: 'charge',
    charge: written,
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
  if (!order) throw notFound(text('errors.thisOrderWasNotFound'));
  return order;
}
