import { writeReason } from '#shared/texts/write-text.ts';
import { and, eq, lte, sql } from 'drizzle-orm';
import { invoices, refunds } from '#drizzle/schema/billing.ts';
import { audit } from '#server/audit.ts';
import { claimDue, type DueRows, isUnleased } from '#server/db/due.ts';
import type { Database } from '#server/db/open.ts';
import type { Services } from '#server/services.ts';
import { nextLookupAt, inSeconds } from './charge-row.ts';
import { mailReceipt, refundReceipt } from './receipts.ts';

import { isStillRunning, waitFor, workerWaitsMs } from './take-money.ts';
import { type GatewayTransaction, GatewayUnavailable, type PaymentGateway } from '#server/gateway/port.ts';

/** The outcome of a refund, as far as the gateway can tell. */
type RefundOutcome =
  | { kind: 'done' }
  /** The payment has not settled yet, and until then only a full refund is possible. */
  | { kind: 'waits'; reason: string }
  | { kind: 'failed'; reason: string }
  | { kind: 'unknown' };

type RefundRequest = {
  transactionId: string;
  amountCents: number;
  /** What was captured, and what was refunded before. */
  capturedCents: number;
  returnedCents: number;
};

/**
 * Refunds once. The gateway is asked first what it knows: an attempt whose answer was lost is recognized by the amount that
 * has already been refunded. An unsettled payment is voided if refunded in full; everything else is refunded.
 */
async function requestRefund(gateway: PaymentGateway, request: RefundRequest): Promise<RefundOutcome> {
  try {
    return await attemptRefund(gateway, request);
  } catch (error) {
    if (error instanceof GatewayUnavailable) return { kind: 'unknown' };
    throw error;
  }
}

async function attemptRefund(gateway: PaymentGateway, request: RefundRequest): Promise<RefundOutcome> {
  const { transactionId, amountCents, capturedCents, returnedCents } = request;
  const before = await gateway.getTransaction(transactionId);
  if (!before) return { kind: 'failed', reason: 'errors.refundPaymentNotFound' };
  if (isRefunded(before, returnedCents + amountCents)) return { kind: 'done' };
  const isWhole = amountCents === capturedCents;
  if (isWhole && (await gateway.void(transactionId)).outcome === 'voided') return { kind: 'done' };
  const after = await gateway.refund(transactionId, isWhole ? undefined : amountCents);
  if (after.outcome === 'refunded') return { kind: 'done' };
  const reason = after.reason ?? 'errors.refundRefused';
  return after.outcome === 'approved' ? { kind: 'waits', reason } : { kind: 'failed', reason };
}

const isRefunded = ({ outcome, amountRefundedCents }: GatewayTransaction, cents: number) =>
  outcome === 'voided' || amountRefundedCents >= cents;

export type RefundRow = typeof refunds.$inferSelect;
type RefundServices = Pick<Services, 'db' | 'gateway' | 'log'>;

/** No other server claims the refund in this time. It is longer than the six gateway calls can take, each up to a minute. */
export const leaseSeconds = 390;
/** The wait after a lost answer. By then the call has arrived, or it never will. The wait grows with each unknown answer. */
const askAgainSeconds = { least: 30, most: 3600 };
const unknownWords = 'errors.refundNotConfirmed';
/** A payment settles within a day or two, with its batch. */
const settlementSchedule = { everySeconds: 3600, mostTries: 96 };
/** Refunds per run, so that the worker's other tasks are not delayed. */
const max = 10;

/** Calls the gateway outside any transaction and applies its answer. The worker retries a refund that is unknown or waiting. */
export async function processRefund({ db, gateway, log }: RefundServices, refund: RefundRow): Promise<RefundRow['status']> {
  const [invoice] = await db.select().from(invoices).where(eq(invoices.id, refund.invoiceId));
  if (!invoice?.transactionId) throw new Error(`There is no card payment behind refund ${refund.id}`);
  const outcome = await requestRefund(gateway, {
    transactionId: invoice.transactionId,
    amountCents: refund.amountCents,
    capturedCents: invoice.amountCents,
    returnedCents: invoice.refundedCents,
  });
  if (outcome.kind === 'failed') log.error({ refund: refund.id, reason: outcome.reason }, 'A refund was refused');
  if (outcome.kind === 'unknown')
    log.error(
      { refund: refund.id, transaction: invoice.transactionId },
      'The outcome of a refund is unknown; it is checked again',
    );
  return db.transaction((tx) => apply(tx, refund, outcome, invoice.transactionId));
}

/** Applies an outcome once. It locks the invoice before the refund, as a new refund does, so that the two cannot deadlock. */
async function apply(
  tx: Database,
  { id, invoiceId }: RefundRow,
  outcome: RefundOutcome,
  transactionId: string | null,
): Promise<RefundRow['status']> {
  await tx.select({ id: invoices.id }).from(invoices).where(eq(invoices.id, invoiceId)).for('update');
  const [refund] = await tx.select().from(refunds).where(eq(refunds.id, id)).for('update');
  if (!refund) throw new Error(`There is no refund ${id}`);
  if (refund.status !== 'pending') return refund.status;
  const next = refundChanges(outcome, refund, transactionId);
  await tx.update(refunds).set(next).where(eq(refunds.id, id));
  const status = next.status ?? 'pending';
  if (status === 'done') await emailRefundReceipt(tx, { ...refund, ...next, status });
  if (status === 'failed')
    await audit(
      tx,
      { userId: refund.createdBy, impersonatorId: null, ip: null },
      {
        action: 'refund.fail',
        subject: { type: 'invoice', id: refund.invoiceId },
        companyId: refund.companyId,
        detail: { amountCents: refund.amountCents, reason: writeReason(next.failure ?? null) },
      },
    );
  return status;
}

function refundChanges(
  outcome: RefundOutcome,
  { attempts, createdAt }: RefundRow,
  transactionId: string | null,
): Partial<RefundRow> {
  const over = { settledAt: new Date(), dueAt: null, leaseUntil: null, failure: null };
  const isTooLate = outcome.kind === 'waits' && attempts + 1 >= settlementSchedule.mostTries;
  if (outcome.kind === 'done') return { ...over, status: 'done', transactionId };
  if (outcome.kind === 'failed' || isTooLate) return { ...over, status: 'failed', failure: outcome.reason };
  const waits = outcome.kind === 'waits';
  return {
    attempts: attempts + (waits ? 1 : 0),
    dueAt: waits ? inSeconds(settlementSchedule.everySeconds) : nextLookupAt(createdAt, askAgainSeconds),
    leaseUntil: null,
    failure: waits ? outcome.reason : unknownWords,
  };
}

export async function emailRefundReceipt(tx: Database, refund: RefundRow): Promise<void> {
  const receipt = await refundReceipt(tx, refund);
  if (receipt) await mailReceipt(tx, 'refund_made', receipt, {});
}

/** Refunds with a lost answer, and refunds that wait for their payment to settle. */
export const dueRefunds: DueRows = {
  table: refunds,
  at: refunds.dueAt,
  when: (now) => and(sql`${refunds.status} = 'pending'`, lte(refunds.dueAt, now), isUnleased(refunds.leaseUntil, now)),
};

/**
 * Continues due refunds. Each is claimed right before it runs, so that even with a slow gateway no other server claims it
 * too.
 */
export async function sweepRefunds(
  services: RefundServices & Pick<Services, 'gatewayCalls'>,
  waitMs = workerWaitsMs,
): Promise<number> {
  if (isStillRunning(services, 'refunds')) return 0;
  let handled = 0;
  for (; handled < max; handled += 1) {
    const refund = await claimNext(services.db);
    if (!refund) break;
    if ((await waitFor(services, 'refunds', processDueRefund(services, refund), waitMs)) === null) return handled + 1;
  }
  return handled;
}

async function processDueRefund(services: RefundServices, refund: RefundRow): Promise<boolean> {
  try {
    await processRefund(services, refund);
    return true;
  } catch (error) {
    services.log.error({ err: error, refund: refund.id }, 'A refund could not be carried out; it is tried again');
    return false;
  }
}

async function claimNext(db: Database): Promise<RefundRow | undefined> {
  const next = claimDue(db, dueRefunds, new Date(), 1);
  const [claimed] = await db
    .update(refunds)
    .set({ leaseUntil: inSeconds(leaseSeconds), dueAt: inSeconds(leaseSeconds) })
    .where(sql`${refunds.id} = (${next})`)
    .returning();
  return claimed;
}
