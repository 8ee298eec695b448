import { sql } from 'drizzle-orm';
import { type ChargePurpose, invoiceLines, invoiceNumbers, invoices } from '#drizzle/schema/billing.ts';
import type { AddonType, BillingType } from '#shared/catalogues.ts';
import { invoiceDueDays } from '#shared/pricing.ts';
import type { Database } from '#server/db/open.ts';
import type { GatewayTransaction } from '#server/gateway/port.ts';

export type InvoiceLine = { description: string; jobId: string | null; addonType: AddonType | null; amountCents: number };
export type InvoiceRow = typeof invoices.$inferSelect;

type NewInvoice = {
  companyId: string;
  purpose: ChargePurpose;
  subjectKey: string;
  lines: readonly InvoiceLine[];
  /** Paid by card; null: owed on terms. */
  transaction: GatewayTransaction | null;
};

const dayMs = 24 * 60 * 60 * 1000;

/** Writes the invoice with its lines. `invoices_subject_key` refuses a second one for the same thing. */
export async function writeInvoice(
  tx: Database,
  { companyId, purpose, subjectKey, lines, transaction }: NewInvoice,
): Promise<InvoiceRow> {
  const now = new Date();
  const paymentMethod: BillingType = transaction ? 'CELERO' : 'CONTRACT';
  const [invoice] = await tx
    .insert(invoices)
    .values({
      invoiceCustomId: await nextNumber(tx, now.getUTCFullYear()),
      companyId,
      purpose,
      subjectKey,
      paymentMethod,
      status: transaction ? 'paid' : 'open',
      amountCents: lines.reduce((sum, { amountCents }) => sum + amountCents, 0),
      transactionId: transaction?.id ?? null,
      cardType: transaction?.card?.cardType ?? null,
      maskedNumber: transaction?.card?.maskedNumber ?? null,
      billingDate: now,
      paidAt: transaction ? now : null,
      dueAt: transaction ? null : new Date(now.getTime() + invoiceDueDays * dayMs),
    })
    .returning();
  if (!invoice) throw new Error('An invoice was not written');
  await tx.insert(invoiceLines).values(lines.map((line) => ({ ...line, invoiceId: invoice.id })));
  return invoice;
}

/** The next number of the year. Its row stays locked until the transaction ends, so that no number is skipped. */
async function nextNumber(tx: Database, year: number): Promise<string> {
  const [row] = await tx
    .insert(invoiceNumbers)
    .values({ year, last: 1 })
    .onConflictDoUpdate({ target: invoiceNumbers.year, set: { last: sql`${invoiceNumbers.last} + 1` } })
    .returning({ last: invoiceNumbers.last });
  return `INV-${year}-${String(row?.last ?? 1).padStart(6, '0')}`;
}
