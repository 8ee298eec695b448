import type * as z from 'zod/mini';
import { cardName } from '#shared/billing/cards.ts';
import { addonTypes, billingTypes, labelOf } from '#shared/catalogues.ts';
import { type historyExportSchema, type Invoice, type invoiceExportSchema, purposes } from '#shared/billing/invoices.ts';
import { localDay } from '#shared/time-zone.ts';
import { type CsvColumn, csvFile, type CsvFile } from '#server/csv.ts';
import { readInBatches } from '#server/lists/read-page.ts';
import type { Reader } from '#server/lists/conditions.ts';
import type { Database } from '#server/db/open.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { historyAfter, type HistoryRow, historyFilter } from './history-query.ts';
import { invoicesAfter, invoiceFilter } from './invoice-query.ts';
import { text, type TextWriter } from '#shared/texts/texts.ts';

type Card = { cardType: string | null; maskedNumber: string | null };
const formatCard = ({ cardType, maskedNumber }: Card, write: TextWriter) =>
  cardType && maskedNumber ? write(cardName({ cardType, maskedNumber })) : '';
/** Rounds to cents and returns a number instead of a text, so that spreadsheets can add the amounts. */
const roundToCents = (amount: number) => Number(amount.toFixed(2));

const invoiceColumns: readonly CsvColumn<Invoice>[] = [
  [text('files.invoice'), (invoice) => invoice.invoiceCustomId],
  [text('files.company'), (invoice) => invoice.companyName],
  [text('files.date'), (invoice) => invoice.billingDate, 'time'],
  [text('files.for'), (invoice, write) => labelOf(purposes, invoice.purpose, write)],
  [text('files.status'), (invoice, write) => write(text('files.invoiceStatus', { status: invoice.status }))],
  [text('files.paymentMethod'), (invoice, write) => labelOf(billingTypes, invoice.paymentMethod, write)],
  [text('files.card'), formatCard],
  [text('files.amount'), (invoice) => roundToCents(invoice.amount)],
  [text('files.refunded'), (invoice) => roundToCents(invoice.refunded)],
  [text('files.due'), (invoice) => invoice.dueAt, 'time'],
  [text('files.paid'), (invoice) => invoice.paidAt, 'time'],
  [text('files.paymentReference'), (invoice) => invoice.paymentReference],
  [text('files.voided'), (invoice) => invoice.voidedAt, 'time'],
  [text('files.transaction'), (invoice) => invoice.transactionId],
  [
    text('files.lines'),
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
  [text('files.job'), (item) => item.title],
  [text('files.billed'), ({ billingDate, timeZone }) => localDay(timeZone, billingDate)],
  [text('files.cost'), (item) => roundToCents(item.cost)],
  [
    text('files.addOns'),
    (item, write) => item.addons.map(({ addonType, cost }) => `${labelOf(addonTypes, addonType, write)}: ${cost}`).join('\n'),
  ],
  [text('files.total'), (item) => roundToCents(item.cost + item.addons.reduce((sum, { cost }) => sum + cost, 0))],
  [text('files.paymentMethod'), (item) => item.paymentMethod.description],
  [text('files.card'), (item, write) => formatCard(item.paymentMethod, write)],
  [text('files.invoice'), (item) => item.invoiceCustomId],
  [text('files.renews'), (item) => item.autoRenew],
  [text('files.created'), (item) => item.createdAt, 'time'],
  [text('files.jobId'), (item) => item.id],
];

export function historyFile(db: Database, scope: CompanyScope, request: z.infer<typeof historyExportSchema> & Reader): CsvFile {
  const where = historyFilter(scope, request);
  return csvFile(
    { name: 'billing-history', columns: historyColumns, timeZone: request.timeZone, language: request.language },
    readInBatches<HistoryRow>((last, limit) => historyAfter({ db, where, language: request.language }, last, limit)),
  );
}
