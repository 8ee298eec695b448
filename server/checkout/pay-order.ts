import { and, eq } from 'drizzle-orm';
import { postingOrders } from '#drizzle/schema/jobs.ts';
import { messages } from '#shared/messages.ts';
import type { Charge, ChargeAnswer } from '#shared/payment.ts';
import { toDollars } from '#shared/pricing.ts';
import { audit } from '#server/audit.ts';
import { cardSource } from '#server/billing/card-source.ts';
import { beginCharge, type ChargeRow, liveCharge } from '#server/billing/charge-row.ts';
import { invoiceOf } from '#server/billing/invoice-query.ts';
import { runCharge } from '#server/billing/run-charge.ts';
import { waitForCharge, within } from '#server/billing/wait-for-charge.ts';
import { type InvoiceRow, writeInvoice } from '#server/billing/write-invoice.ts';
import type { Database } from '#server/db/open.ts';
import { AppError, notFound } from '#server/errors.ts';
import type { ChargeRequest } from '#server/gateway/port.ts';
import { moveJobs, refusedMove } from '#server/jobs/move.ts';
import type { Services } from '#server/services.ts';
import type { ActingUser, OwnCompany } from '#server/trpc.ts';
import { answerWithinMs, waitForOtherMs } from './answer-time.ts';
import { effectsOf } from './effects.ts';
import { mayPost } from './may-post.ts';
import { jobsOfOrder, linesFor, totalOf } from './order-jobs.ts';
import { postOrder } from './post-order.ts';

type Buyer = ActingUser & { isEmailVerified: boolean };
type Begun =
  | { kind: 'paid' }
  | { kind: 'in_flight'; chargeId: string }
  | { kind: 'invoiced'; invoice: InvoiceRow }
  | { kind: 'charge'; charge: ChargeRow; source: ChargeRequest['source']; description: string };

const purpose = 'new_job' as const;

/**
 * Pays a posting order once, whatever the number of callers (`product: Money`): the charge is written and the jobs are
 * taken in one transaction, the gateway is asked outside any, and its answer is applied in another. Answers in time
 * also when the gateway does not: the outcome follows.
 */
export async function payOrder(
  services: Services,
  { companyId }: OwnCompany,
  buyer: Buyer,
  input: Charge,
): Promise<ChargeAnswer> {
  if (!buyer.isEmailVerified)
    throw new AppError('email_unverified', 'Verify your email address to post jobs. We can send the mail again.');
  const begun = await services.db.transaction((tx) => begin(tx, services, companyId, buyer, input));
  switch (begun.kind) {
    case 'paid':
      throw alreadyPaid();
    case 'in_flight':
      throw await afterOther(services.db, begun.chargeId);
    case 'invoiced':
      return toAnswer('invoiced', begun.invoice);
    case 'charge':
      return charge(services, begun);
  }
}

async function begin(tx: Database, { events }: Services, companyId: string, buyer: Buyer, input: Charge): Promise<Begun> {
  const order = await lockOrder(tx, companyId, input.secretToken);
  if (await invoiceOf(tx, purpose, order.id)) return { kind: 'paid' };
  const live = await liveCharge(tx, purpose, order.id);
  if (live) return live.status === 'approved' ? { kind: 'paid' } : { kind: 'in_flight', chargeId: live.id };
  const { billingType } = await mayPost(tx, companyId);
  const orderJobs = await jobsOfOrder(tx, order.id);
  const ids = orderJobs.map(({ id }) => id);
  const lines = linesFor(orderJobs);
  const subject = { companyId, purpose, subjectKey: order.id };
  const source = billingType === 'CONTRACT' ? null : await cardSource(tx, companyId, input.cardToken ?? null);

  const moved = await moveJobs(tx, ids, 'startPayment', { declineReason: null });
  const stuck = orderJobs.find(({ id }) => !moved.includes(id));
  if (stuck) throw refusedMove(stuck.status, 'startPayment');
  const detail = { totalCents: totalOf(lines), billingType };
  await audit(tx, buyer, { action: 'order.pay', subject: { type: 'order', id: order.id }, companyId, detail });

  if (!source) {
    const invoice = await writeInvoice(tx, { ...subject, lines, transaction: null });
    await postOrder(tx, events, { orderId: order.id, companyId }, invoice);
    return { kind: 'invoiced', invoice };
  }
  const written = await beginCharge(tx, { ...subject, amountCents: totalOf(lines), createdBy: buyer.userId });
  if (!written) throw inProgress();
  await events.publish(tx, { type: 'order', companyId, orderId: order.id });
  return { kind: 'charge', charge: written, source, description: `Job posting: ${orderJobs[0]?.title ?? ''}` };
}

async function lockOrder(tx: Database, companyId: string, token: string) {
  const [order] = await tx
    .select({ id: postingOrders.id })
    .from(postingOrders)
    .where(and(eq(postingOrders.companyId, companyId), eq(postingOrders.token, token)))
    .for('update');
  if (!order) throw notFound('This order');
  return order;
}

async function charge(
  services: Services,
  { charge: written, source, description }: Extract<Begun, { kind: 'charge' }>,
): Promise<ChargeAnswer> {
  const { db, log } = services;
  const running = runCharge(services, written, { source, description, initiatedBy: 'customer' }, effectsOf(services.events));
  running.catch((error: unknown) => log.error({ err: error, charge: written.id }, 'A charge was left to the worker'));
  const settled = await within(running, answerWithinMs);
  switch (settled?.status) {
    case 'approved': {
      const invoice = await invoiceOf(db, purpose, written.subjectKey);
      return toAnswer('paid', invoice ?? { ...written, invoiceCustomId: null, transactionId: settled.gatewayTransactionId });
    }
    case 'declined':
      throw new AppError('payment_declined', settled.reason ?? 'The card was declined');
    case 'failed':
      throw new AppError(
        'gateway_failed',
        'The payment service could not take the payment. Nothing was charged; please try again.',
      );
    case 'pending':
    case undefined:
      return toAnswer('processing', { ...written, invoiceCustomId: null, transactionId: null });
  }
}

/** Waits for the charge that was there first; the card of this call is not touched. */
async function afterOther(db: Database, chargeId: string): Promise<AppError> {
  const other = await waitForCharge(db, chargeId, waitForOtherMs);
  return other?.status === 'approved' ? alreadyPaid() : inProgress(other);
}

const alreadyPaid = () => new AppError('already_paid', `The posting ${messages.alreadyPaid}`);

function inProgress(other: ChargeRow | null = null): AppError {
  const isOver = other !== null && other.status !== 'pending';
  return new AppError(
    'payment_in_progress',
    isOver
      ? 'Another payment of this posting just failed. Try again.'
      : 'Another payment of this posting is being processed. Wait for its outcome.',
  );
}

type Answered = { invoiceCustomId: string | null; amountCents: number; transactionId: string | null };

function toAnswer(status: ChargeAnswer['status'], { invoiceCustomId, amountCents, transactionId }: Answered): ChargeAnswer {
  return { status, invoiceCustomId, amount: toDollars(amountCents), transactionId };
}
