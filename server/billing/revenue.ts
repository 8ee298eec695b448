import { and, count, gte, ne, sql } from 'drizzle-orm';
import { invoices } from '#drizzle/schema/billing.ts';
import { toDollars } from '#shared/pricing.ts';
import { type Revenue, revenueMonths } from '#shared/revenue.ts';
import type { Database } from '#server/db/open.ts';
import { inScope } from '#server/scope.ts';
import type { CompanyScope } from '#server/trpc.ts';

const none = { invoices: 0, paidCents: 0, openCents: 0, refundedCents: 0 };

/** What the companies of the scope were billed in the last twelve months, by the month of the invoice. */
export async function revenueByMonth(db: Database, scope: CompanyScope, now = new Date()): Promise<Revenue> {
  const months = lastMonths(now);
  const first = sql`${`${months[0]}-01T00:00:00Z`}::timestamptz`;
  const worth = sql`${invoices.amountCents} - ${invoices.refundedCents}`;
  const sumOf = (what: typeof worth) => sql<number>`coalesce(sum(${what}), 0)::float8`;
  const rows = await db
    .select({
      month: sql<string>`to_char(${invoices.billingDate} at time zone 'UTC', 'YYYY-MM')`,
      invoices: count(),
      paidCents: sumOf(sql`case when ${invoices.status} = 'paid' then ${worth} end`),
      openCents: sumOf(sql`case when ${invoices.status} = 'open' then ${worth} end`),
      refundedCents: sumOf(sql`${invoices.refundedCents}`),
    })
    .from(invoices)
    .where(and(inScope(invoices.companyId, scope), ne(invoices.status, 'void'), gte(invoices.billingDate, first)))
    .groupBy(sql`1`);
  const byMonth = new Map(rows.map((row) => [row.month, row]));
  return {
    months: months.map((month) => {
      const { invoices: written, paidCents, openCents, refundedCents } = byMonth.get(month) ?? none;
      return {
        month,
        invoices: written,
        paid: toDollars(paidCents),
        open: toDollars(openCents),
        refunded: toDollars(refundedCents),
      };
    }),
  };
}

/** YYYY-MM, the oldest first. */
function lastMonths(now: Date): string[] {
  return Array.from({ length: revenueMonths }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (revenueMonths - 1 - back), 1)).toISOString().slice(0, 7),
  );
}
