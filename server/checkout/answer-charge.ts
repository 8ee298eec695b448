import { answerTimes, effectsOf } from './effects.ts';
import { text } from '#shared/texts/texts.ts';
import type { ChargeAnswer, PurchaseKind, PurchaseOutcome } from '#shared/billing/payment.ts';

import { toDollars } from '#shared/billing/pricing.ts';

import type { ChargeRow } from '#server/billing/charge-row.ts';
import { invoiceOf, type InvoiceRow } from '#server/billing/invoice-query.ts';
import { runCharge, waitForCharge, within } from '#server/billing/take-money.ts';
import type { Database } from '#server/db/open.ts';
import { AppError } from '#server/errors.ts';
import type { ChargeRequest } from '#server/gateway/port.ts';
import type { Services } from '#server/services.ts';

import { eq, and, desc } from 'drizzle-orm';
import { charges } from '#drizzle/schema/billing.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { readOne } from './purchased-job.ts';

/** The result of the transaction that starts a payment. */
export type Begun =
  | { kind: 'paid' }
  | { kind: 'in_flight'; chargeId: string }
  | { kind: 'invoiced'; invoice: InvoiceRow }
  | { kind: 'charge'; charge: ChargeRow; source: ChargeRequest['source']; description: string };

/** The name of the purchase in messages. */
export type Thing = 'posting' | 'renewal' | 'boost' | 'purchase';
export const things: Readonly<Record<PurchaseKind, Thing>> = { renewal: 'renewal', boost: 'boost', addons: 'purchase' };

/**
 * Continues a payment after its transaction. The gateway is called outside any transaction, and the answer comes in time
 * even if the gateway is slow.
 */
export async function answerFor(services: Services, begun: Begun, thing: Thing): Promise<ChargeAnswer> {
  switch (begun.kind) {
    case 'paid':
      throw alreadyPaid(thing);
    case 'in_flight':
      throw await afterOther(services.db, begun.chargeId, thing);
    case 'invoiced':
      return toAnswer('invoiced', begun.invoice);
    case 'charge':
      return charge(services, begun);
  }
}

async function charge(
  services: Services,
  { charge: written, source, description }: Extract<Begun, { kind: 'charge' }>,
): Promise<ChargeAnswer> {
  const { db, log } = services;
  const running = runCharge(services, written, { source, description, initiatedBy: 'customer' }, effectsOf(services.events));
  running.catch((error: unknown) => log.error({ err: error, charge: written.id }, 'A charge was left to the worker'));
  const settled = await within(running, answerTimes.answerWithinMs);
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
async function afterOther(db: Database, chargeId: string, thing: Thing): Promise<AppError> {
  const other = await waitForCharge(db, chargeId, answerTimes.waitForOtherMs);
  return other?.status === 'approved' ? alreadyPaid(thing) : inProgress(thing, other);
}

export const alreadyPaid = (thing: Thing) => new AppError('already_paid', text('errors.thePurchaseIsAlreadyPaid', { thing }));

export function inProgress(thing: Thing, other: ChargeRow | null = null): AppError {
  const isOver = other !== null && other.status !== 'pending';
  return new AppError(
    'payment_in_progress',
    isOver ? text('errors.anotherPaymentThingJustFailed', { thing }) : text('errors.anotherPaymentThingProgressWait', { thing }),
  );
}

type Answered = { invoiceCustomId: string | null; amountCents: number; transactionId: string | null };

function toAnswer(status: ChargeAnswer['status'], { invoiceCustomId, amountCents, transactionId }: Answered): ChargeAnswer {
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
