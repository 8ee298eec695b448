import { count, eq } from 'drizzle-orm';
import { refunds, invoices } from '#drizzle/schema/billing.ts';
import { audit } from '#server/audit/audit.ts';
import type { Database } from '#server/db/open.ts';
import { AppError, conflict, invalid, violatedConstraint, notFound } from '#server/errors.ts';
import type { Services } from '#server/services.ts';
import type { ActingUser, CompanyScope } from '#server/trpc.ts';
import type { Invoice, RefundRequest, UpdateInvoice } from '#shared/billing/invoices.ts';
import { toCents, toDollars } from '#shared/billing/pricing.ts';
import { text } from '#shared/texts/texts.ts';
import { inSeconds } from './charge-row.ts';
import { getInvoiceByNumber, refundNumber, type InvoiceRow } from './invoice-query.ts';
import { mailReceipt, getReceipts } from './receipts.ts';
import { processRefund, leaseSeconds, type RefundRow, emailRefundReceipt } from './settle-refund.ts';

type Request = RefundRequest & {
  /** The idempotency key of the REST request. A repeated request returns the same refund. */
  requestId?: string | null;
};

/**
 * Refunds all or part of an invoice (`docs/product/money.md#refunds`). A card payment is refunded through the gateway,
 * after the refund is stored. For a company that pays by invoice, the refund is a credit, and no money moves. A database
 * constraint limits refunds to the captured amount.
 */
export async function refundInvoice(
  services: Pick<Services, 'db' | 'gateway' | 'log'>,
  scope: CompanyScope,
  actor: ActingUser,
  request: Request,
): Promise<Invoice> {
  const refund = await services.db.transaction((tx) => beginRefund(tx, actor, request)).catch(refundInProgress);
  if (refund?.status === 'pending') await processRefund(services, refund);
  return getInvoiceByNumber(services.db, scope, request.id, actor.language);
}

/** Stores the refund. Returns null for a repeated request, because the worker already continues its refund. */
async function beginRefund(tx: Database, actor: ActingUser, request: Request): Promise<RefundRow | null> {
  const { id, amount, reason, refunded: refundedBefore, requestId = null } = request;
  const invoice = await lockInvoice(tx, id);
  if (requestId && (await wasRefundRequested(tx, requestId))) return null;
  const amountCents = toCents(amount);
  if (typeof refundedBefore === 'number' && toCents(refundedBefore) !== invoice.refundedCents)
    throw new AppError('edit_conflict', text('errors.invoiceRefundedMeanwhile'));
  assertRefundable(invoice, amountCents);
  const [earlierRefunds] = await tx.select({ n: count() }).from(refunds).where(eq(refunds.invoiceId, invoice.id));
  const isCard = invoice.paymentMethod === 'card';
  const [refund] = await tx
    .insert(refunds)
    .values({
      companyId: invoice.companyId,
      invoiceId: invoice.id,
      requestId,
      number: (earlierRefunds?.n ?? 0) + 1,
      kind: isCard ? 'card' : 'credit',
      amountCents,
      reason,
      createdBy: actor.impersonatorId ?? actor.userId,
      language: actor.language,
      ...(isCard
        ? { dueAt: inSeconds(leaseSeconds), leaseUntil: inSeconds(leaseSeconds) }
        : { status: 'done', settledAt: new Date() }),
    })
    .returning();
  if (!refund) throw new Error('A refund was not written');
  await audit(tx, actor, {
    action: isCard ? 'invoice.refund' : 'invoice.credit',
    subject: { type: 'invoice', id: invoice.id },
    companyId: invoice.companyId,
    detail: { refund: refundNumber(id, refund.number), amountCents, reason },
  });
  if (refund.status === 'done') await emailRefundReceipt(tx, refund);
  return refund;
}

async function wasRefundRequested(tx: Database, requestId: string): Promise<boolean> {
  const rows = await tx.select({ id: refunds.id }).from(refunds).where(eq(refunds.requestId, requestId));
  return rows.length > 0;
}

function assertRefundable(invoice: InvoiceRow, amountCents: number): void {
  const remainingCents = invoice.amountCents - invoice.refundedCents;
  if (invoice.status === 'void') throw conflict(text('errors.cannotRefundVoidedInvoice'));
  if (invoice.paymentMethod === 'card' && !invoice.transactionId) throw conflict(text('errors.invoiceWithoutCardPayment'));
  if (remainingCents === 0) throw conflict(text('errors.invoiceFullyRefunded'));
  if (amountCents <= 0) throw invalid('amount', text('errors.amountRequired'));
  if (amountCents > remainingCents) throw invalid('amount', text('errors.refundTooLarge', { amount: toDollars(remainingCents) }));
  if (invoice.status === 'open' && amountCents === remainingCents) throw conflict(text('errors.refundCoversWholeInvoice'));
}

function refundInProgress(error: unknown): never {
  if (violatedConstraint(error) === 'refunds_pending_key') throw conflict(text('errors.refundInProgress'));
  throw error;
}

/**
 * Marks an open invoice paid or voids it (`docs/product/money.md#companies-that-pay-by-invoice`). Both are final, and the
 * company gets an email.
 */
export async function updateInvoice(
  { db }: Pick<Services, 'db'>,
  scope: CompanyScope,
  actor: ActingUser,
  { id: number, status, paymentReference, reason }: UpdateInvoice,
): Promise<Invoice> {
  if (status === 'void' && !reason) throw invalid('reason', text('errors.reasonRequired'));
  await db.transaction(async (tx) => {
    const invoice = await lockInvoice(tx, number);
    if (invoice.status !== 'open')
      throw conflict(text(invoice.status === 'paid' ? 'errors.invoiceAlreadyPaid' : 'errors.invoiceAlreadyVoided'));
    const now = new Date();
    const changes =
      status === 'paid'
        ? { status, paidAt: now, paymentReference: paymentReference || null, remindAt: null }
        : { status, voidedAt: now, voidReason: reason ?? null, remindAt: null };
    await tx.update(invoices).set(changes).where(eq(invoices.id, invoice.id));
    await audit(tx, actor, {
      action: status === 'paid' ? 'invoice.pay' : 'invoice.void',
      subject: { type: 'invoice', id: invoice.id },
      companyId: invoice.companyId,
      detail: {
        invoice: number,
        amountCents: invoice.amountCents - invoice.refundedCents,
        ...(status === 'paid' ? { paymentReference: changes.paymentReference } : { reason }),
      },
    });
    const receipt = (await getReceipts(tx, [invoice.id])).get(invoice.id);
    if (receipt && status === 'paid') await mailReceipt(tx, 'payment_receipt', receipt, {}, actor.language);
    if (receipt && status === 'void') await mailReceipt(tx, 'invoice_voided', receipt, { reason: reason ?? '' }, actor.language);
  });
  return getInvoiceByNumber(db, scope, number, actor.language);
}

/** @throws 404 */
async function lockInvoice(tx: Database, number: string): Promise<InvoiceRow> {
  const [invoice] = await tx.select().from(invoices).where(eq(invoices.invoiceCustomId, number)).for('update');
  if (!invoice) throw notFound(text('errors.invoiceNotFound'));
  return invoice;
}
