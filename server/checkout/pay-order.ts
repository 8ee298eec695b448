import { postOrder } from './effects.ts';
import { and, eq } from 'drizzle-orm';
import { postingOrders } from '#drizzle/schema/jobs.ts';
import type { Charge, ChargeAnswer } from '#shared/billing/payment.ts';
import { audit } from '#server/audit.ts';
import { cardSource } from '#server/billing/store-card.ts';
import { beginCharge, liveCharge } from '#server/billing/charge-row.ts';
import { invoiceOf } from '#server/billing/invoice-query.ts';
import { writeInvoice } from '#server/billing/write-invoice.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import { moveJobs, refusedMove } from '#server/jobs/move.ts';
import type { Services } from '#server/services.ts';
import { assertEmailVerified } from '#server/session/authenticate.ts';
import type { ActingUser, OwnCompany } from '#server/trpc.ts';
import { answerFor, type Begun, inProgress } from './answer-charge.ts';
import { mayPost } from './place-order.ts';
import { recordText } from './purchased-job.ts';
import { assertShown, jobsOfOrder, linesFor, totalOf } from './order-query.ts';
import { text } from '#shared/texts/texts.ts';

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
  return answerFor(services, outcome, 'posting');
}

async function begin(tx: Database, { events }: Services, companyId: string, buyer: Buyer, input: Charge): Promise<Begun> {
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
  const stuck = orderJobs.find(({ id }) => !moved.includes(id));
  if (stuck) throw refusedMove(stuck.status, 'startPayment');
  const detail = { totalCents: totalOf(lines), billingType };
  await audit(tx, buyer, { action: 'order.pay', subject: { type: 'order', id: order.id }, companyId, detail });

  if (!source) {
    const invoice = await writeInvoice(tx, { ...subject, lines, transaction: null });
    await postOrder(tx, events, { orderId: order.id, companyId, buyerId: buyer.userId }, invoice);
    return { kind: 'invoiced', invoice };
  }
  const written = await beginCharge(tx, { ...subject, amountCents: totalOf(lines), createdBy: buyer.userId, lines });
  if (!written) throw inProgress('posting');
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
