import { inArray } from 'drizzle-orm';
import { type ChargePurpose, invoiceLines, invoices } from '#drizzle/schema/billing.ts';
import { newId } from '#drizzle/schema/columns.ts';
import { companies } from '#drizzle/schema/companies.ts';
import type { Database } from '#server/db/open.ts';
import type { GatewayTransaction } from '#server/gateway/port.ts';
import { zoneColumns, zoneOfPlace } from '#server/places/place-zone.ts';
import { invoiceDueDays } from '#shared/billing/pricing.ts';
import type { BillingType } from '#shared/catalogues.ts';
import type { Language } from '#shared/texts/texts.ts';
import { addCalendarDays, localDay, platformZone, type TimeZone } from '#shared/time-zone.ts';
import type { InvoiceLine, InvoiceRow } from './invoice-query.ts';
import { mailNewInvoices } from './receipts.ts';
import { nextReminder } from './remind.ts';
import { takeInvoiceNumbers } from './take-invoice-number.ts';

type NewInvoice = {
  companyId: string;
  purpose: ChargePurpose;
  subjectKey: string;
  lines: readonly InvoiceLine[];
  /** The card transaction. Null if the company pays by invoice. */
  transaction: GatewayTransaction | null;
  /** The idempotency key of a request that pays by invoice. */
  requestId?: string | null;
  /** The language of the request, or null for a renewal by the worker. */
  language: Language | null;
};

/**
 * Writes the invoice with its lines, and emails it as a receipt or a bill. The unique index `invoices_subject_key` prevents
 * a second invoice for the same purchase.
 */
export async function writeInvoice(tx: Database, newInvoice: NewInvoice): Promise<InvoiceRow> {
  const [invoice] = await writeInvoices(tx, [newInvoice]);
  if (!invoice) throw new Error('An invoice was not written');
  return invoice;
}

/** Writes several invoices and returns them in the same order. */
export async function writeInvoices(tx: Database, newInvoices: readonly NewInvoice[]): Promise<InvoiceRow[]> {
  if (newInvoices.length === 0) return [];
  const now = new Date();
  const numbers = await takeInvoiceNumbers(tx, Number(localDay(platformZone, now).slice(0, 4)), newInvoices.length);
  const companyRows = await tx
    .select({ id: companies.id, ...zoneColumns(companies) })
    .from(companies)
    .where(inArray(companies.id, [...new Set(newInvoices.map(({ companyId }) => companyId))]));
  const zones = new Map(companyRows.map(({ id, ...place }) => [id, zoneOfPlace(place)]));
  const rows = newInvoices.map((one, index) => ({
    ...toInvoiceRow(one, now, zones.get(one.companyId) ?? platformZone),
    id: newId(),
    invoiceCustomId: numbers[index] ?? '',
  }));
  const insertedInvoices = await tx.insert(invoices).values(rows).returning();
  await tx
    .insert(invoiceLines)
    .values(newInvoices.flatMap(({ lines }, index) => lines.map((line) => ({ ...line, invoiceId: rows[index]?.id ?? '' }))));
  const byId = new Map(insertedInvoices.map((invoice) => [invoice.id, invoice]));
  const sortedInvoices = rows.flatMap(({ id }) => byId.get(id) ?? []);
  await mailNewInvoices(
    tx,
    sortedInvoices.map((invoice, index) => ({
      invoice,
      lines: newInvoices[index]?.lines ?? [],
      language: newInvoices[index]?.language ?? null,
    })),
  );
  return sortedInvoices;
}

function toInvoiceRow(
  { companyId, purpose, subjectKey, lines, transaction, requestId = null }: NewInvoice,
  now: Date,
  timeZone: TimeZone,
) {
  const paymentMethod: BillingType = transaction ? 'card' : 'invoice';
  const dueAt = transaction ? null : addCalendarDays(now, invoiceDueDays, timeZone);
  return {
    companyId,
    purpose,
    subjectKey,
    requestId,
    paymentMethod,
    status: transaction ? ('paid' as const) : ('open' as const),
    amountCents: lines.reduce((sum, { amountCents }) => sum + amountCents, 0),
    transactionId: transaction?.id ?? null,
    cardType: transaction?.card?.cardType ?? null,
    maskedNumber: transaction?.card?.maskedNumber ?? null,
    billingDate: now,
    paidAt: transaction ? now : null,
    dueAt,
    remindAt: dueAt && nextReminder(dueAt, now, timeZone),
  };
}
