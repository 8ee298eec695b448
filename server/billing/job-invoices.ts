import { and, count, desc, eq, exists, getTableColumns, sql } from 'drizzle-orm';
import { invoiceLines, invoices } from '#drizzle/schema/billing.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import type { BillingItem } from '#shared/billing/invoices.ts';
import type { Page, PageOf } from '#shared/lists/list.ts';
import { toDollars } from '#shared/billing/pricing.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import { inScope } from '#server/scope.ts';
import type { CompanyScope } from '#server/trpc.ts';

type Input = Page & { jobId: string };

/** Invoices with lines of the job, newest first, each with what this job cost in it. @throws 404 for a job of others */
export async function listJobInvoices(
  db: Database,
  scope: CompanyScope,
  { jobId, offset, limit }: Input,
): Promise<PageOf<BillingItem>> {
  const [job] = await db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(inScope(jobs.companyId, scope), eq(jobs.id, jobId)));
  if (!job) throw notFound('This job');
  const line = db
    .select({ one: sql`1` })
    .from(invoiceLines)
    .where(and(eq(invoiceLines.invoiceId, invoices.id), eq(invoiceLines.jobId, jobId)));
  // `invoices.id` is written out: a column alone is rendered without its table, and would mean the line's own id.
  const jobCents = sql<number>`(select sum(l.amount_cents)::int from invoice_lines l
    where l.invoice_id = invoices.id and l.job_id = ${jobId})`;
  const where = and(inScope(invoices.companyId, scope), exists(line));
  const [rows, totals] = await Promise.all([
    db
      .select({ ...getTableColumns(invoices), jobCents })
      .from(invoices)
      .where(where)
      .orderBy(desc(invoices.billingDate), desc(invoices.id))
      .limit(limit)
      .offset(offset),
    db.select({ total: count() }).from(invoices).where(where),
  ]);
  const items = rows.map(({ invoiceCustomId, jobCents: amountCents, status, transactionId, billingDate }) => ({
    id: invoiceCustomId,
    amount: toDollars(amountCents),
    status,
    transactionId,
    billingDate,
  }));
  return { items, pagination: { offset, limit, total: totals[0]?.total ?? 0 } };
}
