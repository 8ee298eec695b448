import { and, asc, desc, eq, inArray, type SQL, sql, exists, lt, or } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type * as z from 'zod';
import { invoiceLines, invoices, refunds, type ChargeLine } from '#drizzle/schema/billing.ts';
import { companies } from '#drizzle/schema/companies.ts';
import { whereInScope } from '#server/access/scope.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import { foldedContains, type Reader, contains, type ListFields, listWhere } from '#server/lists/conditions.ts';
import { type List, readPage } from '#server/lists/read-page.ts';
import type { CompanyScope } from '#server/trpc.ts';
import {
  type Invoice,
  type invoiceExportSchema,
  type invoiceListSchema,
  invoiceStatuses,
  type InvoiceView,
  purposes,
} from '#shared/billing/invoices.ts';
import { toDollars, toCents } from '#shared/billing/pricing.ts';
import { billingTypes, codes } from '#shared/catalogues.ts';
import type { PageOf } from '#shared/lists/list.ts';
import type { Language } from '#shared/texts/texts.ts';
import { text } from '#shared/texts/texts.ts';
import { writeReason } from '#shared/texts/write-text.ts';

/** The fields that invoices can be filtered and sorted by. */
const invoiceFields: ListFields = {
  invoice_custom_id: { kind: 'text', column: invoices.invoiceCustomId, isRequired: true },
  company_name: {
    kind: 'text',
    column: companies.companyName,
    folded: companies.searchName,
    order: companies.searchName,
    isRequired: true,
  },
  billing_date: { kind: 'date', column: invoices.billingDate, isRequired: true },
  due_at: { kind: 'date', column: invoices.dueAt },
  paid_at: { kind: 'date', column: invoices.paidAt },
  status: { kind: 'enum', column: invoices.status, values: invoiceStatuses, isRequired: true },
  payment_method: { kind: 'enum', column: invoices.paymentMethod, values: codes(billingTypes), isRequired: true },
  purpose: { kind: 'enum', column: invoices.purpose, values: codes(purposes), isRequired: true },
  amount: { kind: 'number', column: invoices.amountCents, convert: (value) => toCents(Number(value)), isRequired: true },
  refunded: { kind: 'number', column: invoices.refundedCents, convert: (value) => toCents(Number(value)), isRequired: true },
};

/** The condition of a view. An open invoice is overdue as soon as its due date has passed. */
function viewSql(view: InvoiceView | undefined): SQL | undefined {
  switch (view) {
    case undefined:
      return undefined;
    case 'overdue':
      return and(eq(invoices.status, 'open'), lt(invoices.dueAt, new Date()));
    case 'open':
    case 'paid':
    case 'void':
      return eq(invoices.status, view);
  }
}

/** Searches the invoice number, the company's name and the descriptions of the lines. */
function querySql(db: Database, query: string | undefined, invoiceIdColumn: AnyPgColumn = invoices.id): SQL | undefined {
  const text = query?.trim();
  if (!text) return undefined;
  const matchingLines = db
    .select({ one: sql`1` })
    .from(invoiceLines)
    .where(and(eq(invoiceLines.invoiceId, invoiceIdColumn), contains(invoiceLines.description, text)));
  return or(contains(invoices.invoiceCustomId, text), foldedContains(companies.searchName, text), exists(matchingLines));
}

type Line = Invoice['lines'][number];
type ExportRequest = z.infer<typeof invoiceExportSchema> & Reader;

function invoiceList(
  db: Database,
  scope: CompanyScope,
  { companyId, status, view = status, query }: Omit<ExportRequest, 'filters'>,
): List {
  return {
    from: sql`${invoices} left join ${companies} on ${companies.id} = ${invoices.companyId}`,
    id: invoices.id,
    fields: invoiceFields,
    defaultOrder: [{ field: 'billing_date', direction: 'desc' }],
    where: and(
      whereInScope(invoices.companyId, scope),
      companyId ? eq(invoices.companyId, companyId) : undefined,
      viewSql(view),
      querySql(db, query),
    ),
  };
}

export const invoiceFilter = (db: Database, scope: CompanyScope, request: ExportRequest): SQL | undefined =>
  listWhere(invoiceList(db, scope, request), request);

/** A page of invoices, of one company or, for administrators, of all companies. The newest come first by default. */
export async function listInvoices(
  db: Database,
  scope: CompanyScope,
  request: z.infer<typeof invoiceListSchema> & Reader,
): Promise<PageOf<Invoice>> {
  const read = async (ids: string[]) => withDetails(db, await selectInvoices(db, inArray(invoices.id, ids)), request.language);
  return readPage(db, invoiceList(db, scope, request), request, read);
}

/** The invoices after `last`, the newest first, for CSV files. */
export async function invoicesAfter(
  db: Database,
  where: SQL | undefined,
  last: Invoice | null,
  limit: number,
): Promise<Invoice[]> {
  const toTimestamp = (value: Date) => sql`${value.toISOString()}::timestamptz`;
  const after =
    last &&
    sql`(${invoices.billingDate}, ${invoices.invoiceCustomId}) < (${toTimestamp(last.billingDate)}, ${last.invoiceCustomId})`;
  const rows = await selectInvoices(db, and(where, after ?? undefined))
    .orderBy(desc(invoices.billingDate), desc(invoices.invoiceCustomId))
    .limit(limit);
  return withDetails(db, rows);
}

/** @throws 404 if the caller's scope has no invoice with this number */
export async function getInvoiceByNumber(
  db: Database,
  scope: CompanyScope,
  number: string,
  language?: Language,
): Promise<Invoice> {
  const rows = await selectInvoices(db, and(whereInScope(invoices.companyId, scope), eq(invoices.invoiceCustomId, number)));
  const [invoice] = await withDetails(db, rows, language);
  if (!invoice) throw notFound(text('errors.invoiceNotFound'));
  return invoice;
}

function selectInvoices(db: Database, where: SQL | undefined) {
  return db
    .select({ invoice: invoices, companyName: companies.companyName })
    .from(invoices)
    .innerJoin(companies, eq(companies.id, invoices.companyId))
    .where(where)
    .$dynamic();
}

type Row = Awaited<ReturnType<typeof selectInvoices>>[number];

async function withDetails(db: Database, rows: readonly Row[], language?: Language): Promise<(Invoice & { id: string })[]> {
  const ids = rows.map(({ invoice }) => invoice.id);
  const [lines, refunds] = await Promise.all([findInvoiceLines(db, ids), findRefunds(db, ids)]);
  return rows.map(({ invoice: { id, amountCents, refundedCents, ...invoice }, companyName }) => ({
    ...invoice,
    id,
    companyName,
    amount: toDollars(amountCents),
    refunded: toDollars(refundedCents),
    lines: lines.get(id) ?? [],
    refunds: refunds
      .filter(({ invoiceId }) => invoiceId === id)
      .map((refund) => ({
        ...refund,
        number: refundNumber(invoice.invoiceCustomId, refund.number),
        amount: toDollars(refund.amountCents),
        failure: writeReason(refund.failure, language),
      })),
  }));
}

export const refundNumber = (invoice: string, number: number) => `${invoice}-R${number}`;

/** The lines of the invoices in their original order, with each job before its add-ons. */
export async function findInvoiceLines(db: Database, invoiceIds: readonly string[]): Promise<Map<string, Line[]>> {
  const byInvoice = new Map<string, Line[]>(invoiceIds.map((id) => [id, []]));
  if (invoiceIds.length === 0) return byInvoice;
  const rows = await db
    .select()
    .from(invoiceLines)
    .where(inArray(invoiceLines.invoiceId, [...invoiceIds]))
    .orderBy(asc(invoiceLines.id));
  for (const { invoiceId, description, jobId, addonType, amountCents } of rows)
    byInvoice.get(invoiceId)?.push({ description, jobId, addonType, amount: toDollars(amountCents) });
  return byInvoice;
}

async function findRefunds(db: Database, invoiceIds: readonly string[]) {
  if (invoiceIds.length === 0) return [];
  return db
    .select()
    .from(refunds)
    .where(inArray(refunds.invoiceId, [...invoiceIds]))
    .orderBy(asc(refunds.number));
}

/** The invoice for a purchase. */
export async function findInvoice(db: Database, purpose: typeof invoices.$inferSelect.purpose, subjectKey: string) {
  const [invoice] = await db
    .select()
    .from(invoices)
    .where(and(eq(invoices.purpose, purpose), eq(invoices.subjectKey, subjectKey)));
  return invoice ?? null;
}

/** Whether the request with this idempotency key was paid by invoice. */
export async function wasInvoiced(db: Database, requestId: string): Promise<boolean> {
  const rows = await db.select({ id: invoices.id }).from(invoices).where(eq(invoices.requestId, requestId));
  return rows.length > 0;
}

export type InvoiceLine = ChargeLine;
export type InvoiceRow = typeof invoices.$inferSelect;
