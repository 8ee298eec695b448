import { and, asc, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { invoiceLines, invoices, refunds } from '#drizzle/schema/billing.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { whereInScope } from '#server/access/scope.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import type { Reader } from '#server/lists/conditions.ts';
import { mailRow } from '#server/mail/outbox.ts';
import type { BillingMails } from '#server/mail/templates/billing.ts';
import { type Receipt, receiptFileName } from '#server/receipts/receipt.ts';
import type { Services } from '#server/services.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { type Language, text } from '#shared/texts/texts.ts';
import { type BilledCompany, billedCompanies } from './contacts.ts';
import { refundNumber, type InvoiceRow, type InvoiceLine } from './invoice-query.ts';

/** A complete PDF, which the REST facade sends as a download. */
export type PdfFile = { fileName: string; content: Buffer };

export const pdfFileSchema = z.custom<PdfFile>(
  (value) => typeof value === 'object' && value !== null && 'content' in value && Buffer.isBuffer(value.content),
  'errors.fileRequired',
);

type ReceiptId = { invoiceId: string; refund?: number | undefined };

/** The PDF of an invoice or refund. Its dates are in the reader's time zone, as on the screens. */
export async function createReceiptPdf(
  { db }: Pick<Services, 'db'>,
  scope: CompanyScope,
  { timeZone, language = 'en', ...receiptId }: ReceiptId & Reader,
): Promise<PdfFile> {
  const { receipt } = await receiptByNumber(db, scope, receiptId);
  const { receiptPdf } = await import('#server/receipts/receipt-pdf.ts');
  return {
    fileName: receiptFileName(receipt),
    content: await receiptPdf(timeZone ? { ...receipt, timeZone } : receipt, language),
  };
}

/** The URL of the PDF. With `send`, the PDF is also emailed to the company. */
export async function getReceiptUrl(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  scope: CompanyScope,
  { send = false, language, ...receiptId }: ReceiptId & { send?: boolean | undefined; language: Language },
): Promise<{ url: string }> {
  const receiptWithRecipients = await receiptByNumber(db, scope, receiptId);
  const { receipt } = receiptWithRecipients;
  if (send) {
    if (receipt.kind === 'refund') await mailReceipt(db, 'refund_made', receiptWithRecipients, {}, language);
    else if (receipt.status === 'void')
      await mailReceipt(
        db,
        'invoice_voided',
        receiptWithRecipients,
        { reason: receiptWithRecipients.invoice.voidReason ?? '' },
        language,
      );
    else
      await mailReceipt(
        db,
        receipt.status === 'paid' ? 'payment_receipt' : 'invoice_issued',
        receiptWithRecipients,
        {},
        language,
      );
  }
  const query = receiptId.refund === undefined ? '' : `?refund=${receiptId.refund}`;
  return { url: `${settings.publicUrl}/api/1.0/payment/receipts/${encodeURIComponent(receiptId.invoiceId)}${query}` };
}

type RefundRow = typeof refunds.$inferSelect;
type Line = { description: string; amountCents: number };
type ReceiptParts = { invoice: InvoiceRow; company: BilledCompany; lines: readonly Line[]; refunds: readonly RefundRow[] };
export type ReceiptWithRecipients = { receipt: Receipt; recipients: string[] };

/** The current receipt of an invoice, or of one of its refunds. */
export function makeReceipt({ invoice, company, lines, refunds: allRefunds }: ReceiptParts, refund?: RefundRow): Receipt {
  const { invoiceCustomId, status, cardType, maskedNumber, paymentReference, paidAt } = invoice;
  const receiptRefunds = refund ? [refund] : allRefunds.filter((one) => one.status === 'done');
  const card = cardType && maskedNumber ? { cardType, maskedNumber } : null;
  return {
    kind: refund ? 'refund' : status === 'paid' ? 'receipt' : 'invoice',
    number: refund ? refundNumber(invoiceCustomId, refund.number) : invoiceCustomId,
    status,
    company: { name: company.name, attention: company.attention, address: company.address, email: company.email },
    timeZone: company.timeZone,
    billedAt: invoice.billingDate.toISOString(),
    dueAt: invoice.dueAt?.toISOString() ?? null,
    paidAt: paidAt?.toISOString() ?? null,
    voidedAt: invoice.voidedAt?.toISOString() ?? null,
    paidWith: card ? { card } : paidAt ? { reference: paymentReference } : null,
    lines: lines.map(({ description, amountCents }) => ({ description, amountCents })),
    totalCents: invoice.amountCents,
    refunds: receiptRefunds.map(({ number, settledAt, createdAt, amountCents, kind, reason }) => ({
      number: refundNumber(invoiceCustomId, number),
      at: (settledAt ?? createdAt).toISOString(),
      amountCents,
      to: kind === 'card' ? { card } : 'credit',
      reason,
    })),
  };
}

/** The receipts of several invoices, each with its recipients. */
export async function getReceipts(db: Database, ids: readonly string[]): Promise<Map<string, ReceiptWithRecipients>> {
  const receiptData = await readReceiptParts(db, ids);
  return new Map(
    [...receiptData].map(([id, part]) => [id, { receipt: makeReceipt(part), recipients: part.company.recipients }] as const),
  );
}

/** @throws 404 if the caller's scope has no such invoice or refund */
export async function receiptByNumber(
  db: Database,
  scope: CompanyScope,
  { invoiceId, refund }: { invoiceId: string; refund?: number | undefined },
): Promise<ReceiptWithRecipients & { invoice: InvoiceRow }> {
  const [row] = await db
    .select({ id: invoices.id })
    .from(invoices)
    .where(and(whereInScope(invoices.companyId, scope), eq(invoices.invoiceCustomId, invoiceId)));
  const parts = row && (await readReceiptParts(db, [row.id])).get(row.id);
  if (!parts) throw notFound(text('errors.invoiceNotFound'));
  const refundRow =
    refund === undefined ? undefined : parts.refunds.find(({ number, status }) => number === refund && status === 'done');
  if (refund !== undefined && !refundRow) throw notFound(text('errors.refundNotFound'));
  return { receipt: makeReceipt(parts, refundRow), recipients: parts.company.recipients, invoice: parts.invoice };
}

export async function createRefundReceipt(db: Database, refund: RefundRow): Promise<ReceiptWithRecipients | null> {
  const parts = (await readReceiptParts(db, [refund.invoiceId])).get(refund.invoiceId);
  return parts ? { receipt: makeReceipt(parts, refund), recipients: parts.company.recipients } : null;
}

async function readReceiptParts(db: Database, ids: readonly string[]): Promise<Map<string, ReceiptParts>> {
  if (ids.length === 0) return new Map();
  const invoiceIds = [...ids];
  const rows = await db.select().from(invoices).where(inArray(invoices.id, invoiceIds));
  const lines = await db
    .select()
    .from(invoiceLines)
    .where(inArray(invoiceLines.invoiceId, invoiceIds))
    .orderBy(asc(invoiceLines.id));
  const refundRows = await db.select().from(refunds).where(inArray(refunds.invoiceId, invoiceIds)).orderBy(asc(refunds.number));
  const companies = await billedCompanies(
    db,
    rows.map(({ companyId }) => companyId),
  );
  return new Map(
    rows.flatMap((invoice) => {
      const company = companies.get(invoice.companyId);
      if (!company) return [];
      const ofInvoice = <T extends { invoiceId: string }>(list: readonly T[]) =>
        list.filter((one) => one.invoiceId === invoice.id);
      return [[invoice.id, { invoice, company, lines: ofInvoice(lines), refunds: ofInvoice(refundRows) }] as const];
    }),
  );
}

/** Emails a receipt for each paid invoice and a bill for each open one, in the transaction that writes the invoices. */
export async function mailNewInvoices(
  tx: Database,
  newInvoices: readonly { invoice: InvoiceRow; lines: readonly InvoiceLine[]; language: Language | null }[],
): Promise<void> {
  const companies = await billedCompanies(
    tx,
    newInvoices.map(({ invoice }) => invoice.companyId),
  );
  const emails = newInvoices.flatMap(({ invoice, lines, language }) => {
    const company = companies.get(invoice.companyId);
    if (!company) return [];
    const receipt = makeReceipt({ invoice, company, lines, refunds: [] });
    const template = invoice.status === 'paid' ? 'payment_receipt' : 'invoice_issued';
    return company.recipients.map((recipient) => mailRow(recipient, template, { receipt }, language));
  });
  if (emails.length) await tx.insert(outbox).values(emails);
}

type ReceiptMail = { [T in keyof BillingMails]: BillingMails[T] extends { receipt: unknown } ? T : never }[keyof BillingMails];

/** Emails a receipt to everyone who receives the company's bills. */
export async function mailReceipt<T extends ReceiptMail>(
  tx: Database,
  template: T,
  { receipt, recipients }: ReceiptWithRecipients,
  data: Omit<BillingMails[T], 'receipt'>,
  language: Language | null,
): Promise<void> {
  const emails = recipients.map((recipient) => ({
    recipient,
    template,
    data: { ...data, receipt },
    language,
    dueAt: new Date(),
  }));
  if (emails.length) await tx.insert(outbox).values(emails);
}
