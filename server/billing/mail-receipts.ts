import { outbox } from '#drizzle/schema/outbox.ts';
import type { Database } from '#server/db/open.ts';
import type { BillingMails } from '#server/mail/letters/billing.ts';
import { billedCompanies } from './contacts.ts';
import { type AddressedReceipt, makeReceipt } from './receipts.ts';
import type { InvoiceLine, InvoiceRow } from './invoice-row.ts';

/** Tells the billed companies, in the transaction that wrote the invoices: a receipt, or on terms the invoice. */
export async function mailNewInvoices(
  tx: Database,
  written: readonly { invoice: InvoiceRow; lines: readonly InvoiceLine[] }[],
): Promise<void> {
  const companies = await billedCompanies(
    tx,
    written.map(({ invoice }) => invoice.companyId),
  );
  const letters = written.flatMap(({ invoice, lines }) => {
    const company = companies.get(invoice.companyId);
    if (!company) return [];
    const receipt = makeReceipt({ invoice, company, lines, given: [] });
    const template = invoice.status === 'paid' ? 'payment_receipt' : 'invoice_issued';
    return company.recipients.map((recipient) => ({ recipient, template, data: { receipt }, dueAt: new Date() }));
  });
  if (letters.length) await tx.insert(outbox).values(letters);
}

type Told = { [T in keyof BillingMails]: BillingMails[T] extends { receipt: unknown } ? T : never }[keyof BillingMails];

/** One mail about an invoice to everybody who is to read it. */
export async function mailReceipt<T extends Told>(
  tx: Database,
  template: T,
  { receipt, recipients }: AddressedReceipt,
  data: Omit<BillingMails[T], 'receipt'>,
): Promise<void> {
  const letters = recipients.map((recipient) => ({ recipient, template, data: { ...data, receipt }, dueAt: new Date() }));
  if (letters.length) await tx.insert(outbox).values(letters);
}
