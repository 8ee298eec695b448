import type * as z from 'zod/mini';
import { cardName } from '#shared/billing/cards.ts';
import { addonTypes, billingTypes, labelOf } from '#shared/catalogues.ts';
import { type historyExportSchema, type Invoice, type invoiceExportSchema, purposes } from '#shared/billing/invoices.ts';
import { dayIn } from '#shared/time-zone.ts';
import { type CsvColumn, csvFile, type CsvFile } from '#server/csv.ts';
import { inBatches } from '#server/lists/read-page.ts';
import type { Reader } from '#server/lists/filter.ts';
import type { Database } from '#server/db/open.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { historyAfter, type HistoryRow, wantedHistory } from './history-query.ts';
import { invoicesAfter, invoiceFilter } from './invoice-query.ts';

type Card = { cardType: string | null; maskedNumber: string | null };
const cardOf = ({ cardType, maskedNumber }: Card) => (cardType && maskedNumber ? cardName({ cardType, maskedNumber }) : '');
/** A number with two decimals, so that spreadsheets can add the amounts. */
const dollars = (amount: number) => Number(amount.toFixed(2));

const invoiceColumns: readonly CsvColumn<Invoice>[] = [
  ['Invoice', (invoice) => invoice.invoiceCustomId],
  ['Company', (invoice) => invoice.companyName],
  ['Date', (invoice) => invoice.billingDate, 'time'],
  ['For', (invoice) => labelOf(purposes, invoice.purpose)],
  ['Status', (invoice) => invoice.status],
  ['Payment method', (invoice) => labelOf(billingTypes, invoice.paymentMethod)],
  ['Card', cardOf],
  ['Amount', (invoice) => dollars(invoice.amount)],
  ['Refunded', (invoice) => dollars(invoice.refunded)],
  ['Due', (invoice) => invoice.dueAt, 'time'],
  ['Paid', (invoice) => invoice.paidAt, 'time'],
  ['Payment reference', (invoice) => invoice.paymentReference],
  ['Voided', (invoice) => invoice.voidedAt, 'time'],
  ['Transaction', (invoice) => invoice.transactionId],
  ['Lines', (invoice) => invoice.lines.map(({ description, amount }) => `${description}: ${amount.toFixed(2)}`).join('\n')],
];

export function invoicesFile(db: Database, scope: CompanyScope, wanted: z.infer<typeof invoiceExportSchema> & Reader): CsvFile {
  const where = invoiceFilter(db, scope, wanted);
  return csvFile(
    { name: 'invoices', columns: invoiceColumns, timeZone: wanted.timeZone },
    inBatches<Invoice>((last, limit) => invoicesAfter(db, where, last, limit)),
  );
}

const historyColumns: readonly CsvColumn<HistoryRow>[] = [
  ['Job', (item) => item.title],
  ['Billed', ({ billingDate, timeZone }) => dayIn(timeZone, billingDate)],
  ['Cost', (item) => dollars(item.cost)],
  ['Add-ons', (item) => item.addons.map(({ addonType, cost }) => `${labelOf(addonTypes, addonType)}: ${cost}`).join('\n')],
  ['Total', (item) => dollars(item.cost + item.addons.reduce((sum, { cost }) => sum + cost, 0))],
  ['Payment method', (item) => item.paymentMethod.description],
  ['Card', (item) => cardOf(item.paymentMethod)],
  ['Invoice', (item) => item.invoiceCustomId],
  ['Renews', (item) => item.autoRenew],
  ['Created', (item) => item.createdAt, 'time'],
  ['Job id', (item) => item.id],
];

export function historyFile(db: Database, scope: CompanyScope, wanted: z.infer<typeof historyExportSchema> & Reader): CsvFile {
  const where = wantedHistory(scope, wanted);
  return csvFile(
    { name: 'billing-history', columns: historyColumns, timeZone: wanted.timeZone },
    inBatches<HistoryRow>((last, limit) => historyAfter(db, where, last, limit)),
  );
}
