import { eq } from 'drizzle-orm';
import { invoices } from '#drizzle/schema/billing.ts';
import type { Invoice, UpdateInvoice } from '#shared/billing/invoices.ts';
import { audit } from '#server/audit.ts';
import type { Database } from '#server/db/open.ts';
import { conflict, invalid, notFound } from '#server/errors.ts';
import type { Services } from '#server/services.ts';
import type { ActingUser, CompanyScope } from '#server/trpc.ts';
import { invoiceByNumber } from './invoice-query.ts';
import { mailReceipt } from './mail-receipts.ts';
import { receiptsOf } from './receipts.ts';
import type { InvoiceRow } from './invoice-row.ts';

/** An administrator marks an open invoice paid, or voids it (`product: Money`). Both are final; the company is told. */
export async function updateInvoice(
  { db }: Pick<Services, 'db'>,
  scope: CompanyScope,
  actor: ActingUser,
  { id: number, status, paymentReference, reason }: UpdateInvoice,
): Promise<Invoice> {
  if (status === 'void' && !reason) throw invalid('reason', 'Enter a reason. The company will see it.');
  await db.transaction(async (tx) => {
    const invoice = await lockInvoice(tx, number);
    if (invoice.status !== 'open') throw conflict(`This invoice ${invoice.status === 'paid' ? 'is already paid' : 'was voided'}`);
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
    const told = (await receiptsOf(tx, [invoice.id])).get(invoice.id);
    if (told && status === 'paid') await mailReceipt(tx, 'payment_receipt', told, {});
    if (told && status === 'void') await mailReceipt(tx, 'invoice_voided', told, { reason: reason ?? '' });
  });
  return invoiceByNumber(db, scope, number);
}

/** @throws 404 */
export async function lockInvoice(tx: Database, number: string): Promise<InvoiceRow> {
  const [invoice] = await tx.select().from(invoices).where(eq(invoices.invoiceCustomId, number)).for('update');
  if (!invoice) throw notFound('This invoice');
  return invoice;
}
