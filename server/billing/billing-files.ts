import type * as z from 'zod';
import type { Database } from '#server/db/open.ts';
import { type CsvColumn, csvFile, type CsvFile } from '#server/downloads/csv.ts';
import type { Reader } from '#server/lists/conditions.ts';
import { readInBatches } from '#server/lists/read-page.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { cardName } from '#shared/billing/cards.ts';
import { type historyExportSchema, type Invoice, type invoiceExportSchema, purposes } from '#shared/billing/invoices.ts';
import { addonTypes, billingTypes, labelOf } from '#shared/catalogues.ts';
import { text, type TextWriter } from '#shared/texts/texts.ts';
import { localDay } from '#shared/time-zone.ts';
import { historyAfter, type HistoryRow, historyFilter } from './history-query.ts';
import { invoicesAfter, invoiceFilter } from './invoice-query.ts';

type Card = { cardType: string | null; maskedNumber: string | null };
const formatCard = ({ cardType, maskedNumber }: Card, write: TextWriter) =>
  cardType && maskedNumber ? write(cardName({ cardType, maskedNumber })) : '';
/** Rounds to cents and returns a number instead of a text, so that spreadsheets can add the amounts. */
const roundToCents = (amount: number) => Number(amount.toFixed(2));

const invoiceColumns: readonly CsvColumn<Invoice>[] = [
  [text('common.invoice'), (invoice) => invoice.invoiceCustomId],
  [text('ui.company'), (invoice) => invoice.companyName],
  [text('common.date'), (invoice) => invoice.billingDate, 'time'],
  [text('common.item'), (invoice, write) => labelOf(purposes, invoice.purpose, write)],
  [text('common.status'), (invoice, write) => write(text('files.invoiceStatus', { status: invoice.status }))],
  [text('common.paymentMethod'), (invoice, write) => labelOf(billingTypes, invoice.paymentMethod, write)],
  [text('common.card'), formatCard],
  [text('common.amount'), (invoice) => roundToCents(invoice.amount)],
  [text('common.refunded'), (invoice) => roundToCents(invoice.refunded)],
  [text('common.due'), (invoice) => invoice.dueAt, 'time'],
  [text('common.invoicePaid'), (invoice) => invoice.paidAt, 'time'],
  [text('common.paymentReference'), (invoice) => invoice.paymentReference],
  [text('common.voided'), (invoice) => invoice.voidedAt, 'time'],
  [text('files.transaction'), (invoice) => invoice.transactionId],
  [
    text('files.lineItems'),
    (invoice) => invoice.lines.map(({ description, amount }) => `${description}: ${amount.toFixed(2)}`).join('\n'),
  ],
];

export function invoicesFile(db: Database, scope: CompanyScope, request: z.infer<typeof invoiceExportSchema> & Reader): CsvFile {
  const where = invoiceFilter(db, scope, request);
  return csvFile(
    { name: 'invoices', columns: invoiceColumns, timeZone: request.timeZone, language: request.language },
    readInBatches<Invoice>((last, limit) => invoicesAfter(db, where, last, limit)),
  );
}

const historyColumns: readonly CsvColumn<HistoryRow>[] = [
  [text('common.job'), (item) => item.title],
  [text('common.billed'), ({ billingDate, timeZone }) => localDay(timeZone, billingDate)],
  [text('common.cost'), (item) => roundToCents(item.cost)],
  [
    text('common.addOns'),
    (item, write) => item.addons.map(({ addonType, cost }) => `${labelOf(addonTypes, addonType, write)}: ${cost}`).join('\n'),
  ],
  [text('common.total'), (item) => roundToCents(item.cost + item.addons.reduce((sum, { cost }) => sum + cost, 0))],
  [text('common.paymentMethod'), (item) => item.paymentMethod.description],
  [text('common.card'), (item, write) => formatCard(item.paymentMethod, write)],
  [text('common.invoice'), (item) => item.invoiceCustomId],
  [text('common.renews'), (item) => item.autoRenew],
  [text('common.created'), (item) => item.createdAt, 'time'],
  [text('files.jobId'), (item) => item.id],
];

export function historyFile(db: Database, scope: CompanyScope, request: z.infer<typeof historyExportSchema> & Reader): CsvFile {
  const where = historyFilter(scope, request);
  return csvFile(
    { name: 'billing-history', columns: historyColumns, timeZone: request.timeZone, language: request.language },
    readInBatches<HistoryRow>((last, limit) => historyAfter({ db, where, language: request.language }, last, limit)),
  );
}
