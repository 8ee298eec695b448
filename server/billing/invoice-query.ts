import { and, asc, count, desc, eq, inArray } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { invoiceLines, invoices } from '#drizzle/schema/billing.ts';
import type { PageOf } from '#shared/list.ts';
import type { invoiceListSchema, invoiceSchema } from '#shared/payment.ts';
import { toDollars } from '#shared/pricing.ts';
import type { Database } from '#server/db/open.ts';
import { inScope } from '#server/scope.ts';
import type { CompanyScope } from '#server/trpc.ts';

type Input = z.infer<typeof invoiceListSchema>;
export type Invoice = z.infer<typeof invoiceSchema>;
type Line = Invoice['lines'][number];

/** The company's invoices, newest first: its order history. */
export async function listInvoices(
  db: Database,
  scope: CompanyScope,
  { offset, limit, companyId, status }: Input,
): Promise<PageOf<Invoice>> {
  const where = and(
    inScope(invoices.companyId, scope),
    companyId ? eq(invoices.companyId, companyId) : undefined,
    status ? eq(invoices.status, status) : undefined,
  );
  const [rows, totals] = await Promise.all([
    db.select().from(invoices).where(where).orderBy(desc(invoices.billingDate), desc(invoices.id)).limit(limit).offset(offset),
    db.select({ total: count() }).from(invoices).where(where),
  ]);
  const lines = await linesOf(
    db,
    rows.map(({ id }) => id),
  );
  const items = rows.map(({ id, amountCents, ...invoice }) => ({
    ...invoice,
    amount: toDollars(amountCents),
    lines: lines.get(id) ?? [],
  }));
  return { items, pagination: { offset, limit, total: totals[0]?.total ?? 0 } };
}

/** Lines of the invoices, jobs before their add-ons, as they were written. */
export async function linesOf(db: Database, invoiceIds: readonly string[]): Promise<Map<string, Line[]>> {
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

/** The invoice of a thing that was bought, paid or open. */
export async function invoiceOf(db: Database, purpose: typeof invoices.$inferSelect.purpose, subjectKey: string) {
  const [invoice] = await db
    .select()
    .from(invoices)
    .where(and(eq(invoices.purpose, purpose), eq(invoices.subjectKey, subjectKey)));
  return invoice ?? null;
}
