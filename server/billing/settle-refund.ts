import { and, eq, lte, sql } from 'drizzle-orm';
import { invoices, refunds } from '#drizzle/schema/billing.ts';
import { audit } from '#server/audit/audit.ts';
import { claimDue, type DueRows, isUnleased } from '#server/db/due.ts';
import type { Database } from '#server/db/open.ts';
import { type GatewayTransaction, GatewayUnavailable, type PaymentGateway } from '#server/gateway/port.ts';
import type { Services } from '#server/services.ts';
import { writeReason } from '#shared/texts/write-text.ts';
import { nextLookupAt, inSeconds } from './charge-row.ts';
import { mailReceipt, createRefundReceipt } from './receipts.ts';
import { isStillRunning, trackGatewayCall, maxWorkerWaitMs } from './take-money.ts';

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
  /** The amount that was captured, and the amount that earlier refunds returned. */
  capturedCents: number;
  returnedCents: number;
};

/**
 * Refunds once. It first asks the gateway how much was already refunded, because an earlier attempt may have succeeded
 * although its answer was lost. A full refund voids the payment if it has not settled yet.
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
  const currentTransaction = await gateway.getTransaction(transactionId);
  if (!currentTransaction) return { kind: 'failed', reason: 'errors.refundPaymentNotFound' };
  if (isRefunded(currentTransaction, returnedCents + amountCents)) return { kind: 'done' };
  const isFullAmount = amountCents === capturedCents;
  if (isFullAmount && (await gateway.void(transactionId)).outcome === 'voided') return { kind: 'done' };
  const refundResult = await gateway.refund(transactionId, isFullAmount ? undefined : amountCents);
  if (refundResult.outcome === 'refunded') return { kind: 'done' };
  const reason = refundResult.reason ?? 'errors.refundRefused';
  return refundResult.outcome === 'approved' ? { kind: 'waits', reason } : { kind: 'failed', reason };
}

const isRefunded = ({ outcome, amountRefundedCents }: GatewayTransaction, cents: number) =>
  outcome === 'voided' || amountRefundedCents >= cents;

export type RefundRow = typeof refunds.$inferSelect;
type RefundServices = Pick<Services, 'db' | 'gateway' | 'log'>;

/** While the lease lasts, no other server claims the refund. It is longer than six gateway calls of up to a minute each. */
export const leaseSeconds = 390;
/** The wait after a lost answer, which gives the call time to arrive. It grows with the time since the refund was created. */
const retryDelayLimits = { minSeconds: 30, maxSeconds: 3600 };
const unknownErrorKey = 'errors.refundNotConfirmed';
/** A payment settles within a day or two, with its batch. */
const settlementSchedule = { everySeconds: 3600, maxAttempts: 96 };
/** The maximum number of refunds per run, so that the worker's other tasks are not delayed. */
const maxRefundsPerRun = 10;

/**
 * Calls the gateway outside any transaction and applies its answer. If the outcome is unknown or the refund has to wait, the
 * worker tries again.
 */
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
  return db.transaction((tx) => applyOutcome(tx, refund, outcome, invoice.transactionId));
}

/** Applies an outcome once. It locks the invoice before the refund, in the same order as a new refund, to avoid deadlocks. */
async function applyOutcome(
  tx: Database,
  { id, invoiceId }: RefundRow,
  outcome: RefundOutcome,
  transactionId: string | null,
): Promise<RefundRow['status']> {
  await tx.select({ id: invoices.id }).from(invoices).where(eq(invoices.id, invoiceId)).for('update');
  const [refund] = await tx.select().from(refunds).where(eq(refunds.id, id)).for('update');
  if (!refund) throw new Error(`There is no refund ${id}`);
  if (refund.status !== 'pending') return refund.status;
  const changes = refundChanges(outcome, refund, transactionId);
  await tx.update(refunds).set(changes).where(eq(refunds.id, id));
  const status = changes.status ?? 'pending';
  if (status === 'done') await emailRefundReceipt(tx, { ...refund, ...changes, status });
  if (status === 'failed')
    await audit(
      tx,
      { userId: refund.createdBy, impersonatorId: null, ip: null },
      {
        action: 'refund.fail',
        subject: { type: 'invoice', id: refund.invoiceId },
        companyId: refund.companyId,
        detail: { amountCents: refund.amountCents, reason: writeReason(changes.failure ?? null) },
      },
    );
  return status;
}

function refundChanges(
  outcome: RefundOutcome,
  { attempts, createdAt }: RefundRow,
  transactionId: string | null,
): Partial<RefundRow> {
  const settledColumns = { settledAt: new Date(), dueAt: null, leaseUntil: null, failure: null };
  const isTooLate = outcome.kind === 'waits' && attempts + 1 >= settlementSchedule.maxAttempts;
  if (outcome.kind === 'done') return { ...settledColumns, status: 'done', transactionId };
  if (outcome.kind === 'failed' || isTooLate) return { ...settledColumns, status: 'failed', failure: outcome.reason };
  const mustWait = outcome.kind === 'waits';
  return {
    attempts: attempts + (mustWait ? 1 : 0),
    dueAt: mustWait ? inSeconds(settlementSchedule.everySeconds) : nextLookupAt(createdAt, retryDelayLimits),
    leaseUntil: null,
    failure: mustWait ? outcome.reason : unknownErrorKey,
  };
}

export async function emailRefundReceipt(tx: Database, refund: RefundRow): Promise<void> {
  const receipt = await createRefundReceipt(tx, refund);
  if (receipt) await mailReceipt(tx, 'refund_made', receipt, {}, refund.language);
}

/** Refunds with a lost answer, and refunds that wait for their payment to settle. */
export const dueRefunds: DueRows = {
  table: refunds,
  at: refunds.dueAt,
  when: (now) => and(sql`${refunds.status} = 'pending'`, lte(refunds.dueAt, now), isUnleased(refunds.leaseUntil, now)),
};

/**
 * Continues due refunds. Each one is claimed right before it runs, so that its lease does not run out while it waits for the
 * others.
 */
export async function sweepRefunds(
  services: RefundServices & Pick<Services, 'gatewayCalls'>,
  waitMs = maxWorkerWaitMs,
): Promise<number> {
  if (isStillRunning(services, 'refunds')) return 0;
  let handled = 0;
  for (; handled < maxRefundsPerRun; handled += 1) {
    const refund = await claimNext(services.db);
    if (!refund) break;
    if ((await trackGatewayCall(services, 'refunds', processDueRefund(services, refund), waitMs)) === null) return handled + 1;
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
