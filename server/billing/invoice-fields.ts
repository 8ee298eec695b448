import { and, eq, exists, lt, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { invoiceLines, invoices } from '#drizzle/schema/billing.ts';
import { companies } from '#drizzle/schema/companies.ts';
import { billingTypes, codes } from '#shared/catalogues.ts';
import { invoiceStatuses, type InvoiceView, purposes } from '#shared/billing/invoices.ts';
import { toCents } from '#shared/billing/pricing.ts';
import { contains, type ListFields } from '#server/lists/filter.ts';
import type { Database } from '#server/db/open.ts';

/** What invoices may be filtered and sorted by (`rest: Conventions`). */
export const invoiceFields: ListFields = {
  invoice_custom_id: { kind: 'text', column: invoices.invoiceCustomId, isRequired: true },
  company_name: { kind: 'text', column: companies.companyName, order: sql`lower(${companies.companyName})`, isRequired: true },
  billing_date: { kind: 'date', column: invoices.billingDate, isRequired: true },
  due_at: { kind: 'date', column: invoices.dueAt },
  paid_at: { kind: 'date', column: invoices.paidAt },
  status: { kind: 'enum', column: invoices.status, values: invoiceStatuses, isRequired: true },
  payment_method: { kind: 'enum', column: invoices.paymentMethod, values: codes(billingTypes), isRequired: true },
  purpose: { kind: 'enum', column: invoices.purpose, values: codes(purposes), isRequired: true },
  amount: { kind: 'number', column: invoices.amountCents, convert: (value) => toCents(Number(value)), isRequired: true },
  refunded: { kind: 'number', column: invoices.refundedCents, convert: (value) => toCents(Number(value)), isRequired: true },
};

/** An open invoice is overdue from the day on which it was to be paid. */
export function viewSql(view: InvoiceView | undefined): SQL | undefined {
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

/** Text in the number, the company's name or a line. */
export function querySql(db: Database, query: string | undefined, of: AnyPgColumn = invoices.id): SQL | undefined {
  const text = query?.trim();
  if (!text) return undefined;
  const inLine = db
    .select({ one: sql`1` })
    .from(invoiceLines)
    .where(and(eq(invoiceLines.invoiceId, of), contains(invoiceLines.description, text)));
  return or(contains(invoices.invoiceCustomId, text), contains(companies.searchName, text), exists(inLine));
}
