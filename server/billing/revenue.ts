import { and, count, gte, ne, sql } from 'drizzle-orm';
import { invoices } from '#drizzle/schema/billing.ts';
import { toDollars } from '#shared/billing/pricing.ts';
import { type Revenue, revenueMonths } from '#shared/billing/invoices.ts';
import { dayIn, platformZone, startOfDay } from '#shared/time-zone.ts';
import type { Reader } from '#server/lists/filter.ts';
import type { Database } from '#server/db/open.ts';
import { inScope } from '#server/scope.ts';
import type { CompanyScope } from '#server/trpc.ts';

const none = { invoices: 0, paidCents: 0, openCents: 0, refundedCents: 0 };

/** Revenue of the last twelve months, by the month of the invoice in the reader's time zone. */
export async function revenueByMonth(
  db: Database,
  scope: CompanyScope,
  { timeZone = platformZone }: Reader,
  now = new Date(),
): Promise<Revenue> {
  const months = lastMonths(dayIn(timeZone, now));
  const starts = months.map((month) => startOfDay(`${month}-01`, timeZone).toISOString());
  const first = sql`${starts[0]}::timestamptz`;
  const worth = sql`${invoices.amountCents} - ${invoices.refundedCents}`;
  const sumOf = (what: typeof worth) => sql<number>`coalesce(sum(${what}), 0)::float8`;
  const rows = await db
    .select({
      /** The position of the month in the list, starting at 1. */
      place: sql<number>`width_bucket(${invoices.billingDate}, ${`{${starts.join(',')}}`}::timestamptz[])`,
      invoices: count(),
      paidCents: sumOf(sql`case when ${invoices.status} = 'paid' then ${worth} end`),
      openCents: sumOf(sql`case when ${invoices.status} = 'open' then ${worth} end`),
      refundedCents: sumOf(sql`${invoices.refundedCents}`),
    })
    .from(invoices)
    .where(and(inScope(invoices.companyId, scope), ne(invoices.status, 'void'), gte(invoices.billingDate, first)))
    .groupBy(sql`1`);
  const byPlace = new Map(rows.map((row) => [row.place, row]));
  return {
    months: months.map((month, n) => {
      const { invoices: written, paidCents, openCents, refundedCents } = byPlace.get(n + 1) ?? none;
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

/** The last months up to a day, the oldest first: `YYYY-MM`. */
function lastMonths(today: string): string[] {
  const [year = 0, month = 0] = today.split('-').map(Number);
  return Array.from({ length: revenueMonths }, (_, n) =>
    new Date(Date.UTC(year, month - revenueMonths + n, 1)).toISOString().slice(0, 7),
  );
}
