import { and, asc, eq, inArray, isNull, lte, or } from 'drizzle-orm';
import { invoices, refunds } from '#drizzle/schema/billing.ts';
import { audit } from '#server/audit.ts';
import type { Database } from '#server/db/open.ts';
import type { Services } from '#server/services.ts';
import { inSeconds } from './charge-row.ts';
import { giveMoneyBack, type RefundOutcome } from './give-money-back.ts';
import { mailReceipt } from './mail-receipts.ts';
import { refundReceipt } from './receipts.ts';

export type RefundRow = typeof refunds.$inferSelect;
type Needs = Pick<Services, 'db' | 'gateway' | 'log'>;

/** Nobody else tries meanwhile; longer than a call to the gateway may take. */
export const leaseSeconds = 90;
/** After a lost answer: by then the call has arrived, or it never does. */
const askAgainSeconds = 30;
/** A payment settles with its batch, within a day or two. */
const settlesWithin = { everySeconds: 3600, mostTries: 96 };
const batch = 10;

/** Asks the gateway, outside any transaction, and applies what it says; what is unknown or waits is left to the worker. */
export async function carryOut({ db, gateway, log }: Needs, refund: RefundRow): Promise<RefundRow['status']> {
  const [invoice] = await db.select().from(invoices).where(eq(invoices.id, refund.invoiceId));
  if (!invoice?.transactionId) throw new Error(`There is no card payment behind refund ${refund.id}`);
  const outcome = await giveMoneyBack(gateway, {
    transactionId: invoice.transactionId,
    amountCents: refund.amountCents,
    capturedCents: invoice.amountCents,
    returnedCents: invoice.refundedCents,
  });
  if (outcome.kind === 'failed') log.error({ refund: refund.id, reason: outcome.reason }, 'A refund was refused');
  return db.transaction((tx) => apply(tx, refund, outcome, invoice.transactionId));
}

/** Once, whoever brings the outcome. The invoice before its refund, as asking for one does, so that the two make no ring. */
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
  const next = changesBy(outcome, refund, transactionId);
  await tx.update(refunds).set(next).where(eq(refunds.id, id));
  const status = next.status ?? 'pending';
  if (status === 'done') await tellOfRefund(tx, { ...refund, ...next, status });
  if (status === 'failed')
    await audit(
      tx,
      { userId: refund.createdBy, impersonatorId: null, ip: null },
      {
        action: 'refund.fail',
        subject: { type: 'invoice', id: refund.invoiceId },
        companyId: refund.companyId,
        detail: { amountCents: refund.amountCents, reason: next.failure },
      },
    );
  return status;
}

function changesBy(outcome: RefundOutcome, { attempts }: RefundRow, transactionId: string | null): Partial<RefundRow> {
  const over = { settledAt: new Date(), dueAt: null, leaseUntil: null, failure: null };
  const isTooLate = outcome.kind === 'waits' && attempts + 1 >= settlesWithin.mostTries;
  if (outcome.kind === 'done') return { ...over, status: 'done', transactionId };
  if (outcome.kind === 'failed' || isTooLate) return { ...over, status: 'failed', failure: outcome.reason };
  const waits = outcome.kind === 'waits';
  return {
    attempts: attempts + (waits ? 1 : 0),
    dueAt: inSeconds(waits ? settlesWithin.everySeconds : askAgainSeconds),
    leaseUntil: null,
    failure: waits ? outcome.reason : null,
  };
}

export async function tellOfRefund(tx: Database, refund: RefundRow): Promise<void> {
  const told = await refundReceipt(tx, refund);
  if (told) await mailReceipt(tx, 'refund_made', told, {});
}

/** Carries on with refunds whose answer was lost, or that wait for their payment to settle. */
export async function sweepRefunds(services: Needs): Promise<number> {
  const due = await claim(services.db);
  for (const refund of due) {
    try {
      await carryOut(services, refund);
    } catch (error) {
      services.log.error({ err: error, refund: refund.id }, 'A refund could not be carried out; it is tried again');
    }
  }
  return due.length;
}

function claim(db: Database): Promise<RefundRow[]> {
  const now = new Date();
  return db.transaction(async (tx) => {
    const rows = await tx
      .select({ id: refunds.id })
      .from(refunds)
      .where(and(lte(refunds.dueAt, now), or(isNull(refunds.leaseUntil), lte(refunds.leaseUntil, now))))
      .orderBy(asc(refunds.dueAt))
      .limit(batch)
      .for('update', { skipLocked: true });
    if (rows.length === 0) return [];
    const ids = rows.map(({ id }) => id);
    return tx
      .update(refunds)
      .set({ leaseUntil: inSeconds(leaseSeconds), dueAt: inSeconds(leaseSeconds) })
      .where(and(inArray(refunds.id, ids), eq(refunds.status, 'pending')))
      .returning();
  });
}
