import { and, desc, eq, inArray, isNotNull, isNull, type SQL, sql, count, exists, getTableColumns, gte, ne } from 'drizzle-orm';
import type * as z from 'zod';
import { invoiceLines, invoices } from '#drizzle/schema/billing.ts';
import { jobAddons, jobs } from '#drizzle/schema/jobs.ts';
import { whereInScope } from '#server/access/scope.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import { foldedContains, type ListFields, type Reader, listWhere } from '#server/lists/conditions.ts';
import { type List, readPage } from '#server/lists/read-page.ts';
import { zoneColumns, zoneOfPlace } from '#server/places/place-zone.ts';
import type { CompanyScope } from '#server/trpc.ts';
import {
  revenueMonths,
  type HistoryItem,
  type historyExportSchema,
  type historyListSchema,
  type BillingItem,
  type Revenue,
} from '#shared/billing/invoices.ts';
import { toDollars } from '#shared/billing/pricing.ts';
import { type AddonType, billingTypes, codes, labelOf } from '#shared/catalogues.ts';
import type { PageOf, Page } from '#shared/lists/list.ts';
import { text, type Language } from '#shared/texts/texts.ts';
import { writerIn } from '#shared/texts/write-text.ts';
import { localDay, platformZone, startOfDay } from '#shared/time-zone.ts';

const fields: ListFields = {
  title: { kind: 'text', column: jobs.title, isRequired: true },
  billing_date: { kind: 'date', column: invoices.billingDate, isRequired: true },
  created_at: { kind: 'date', column: jobs.createdAt, isRequired: true },
  payment_method: { kind: 'enum', column: invoices.paymentMethod, values: codes(billingTypes), isRequired: true },
  auto_renew: { kind: 'flag', column: jobs.autoRenew, isRequired: true },
  invoice_custom_id: { kind: 'text', column: invoices.invoiceCustomId, isRequired: true },
};
const newestFirst = [desc(invoices.billingDate), desc(invoiceLines.id)];

type ExportRequest = z.infer<typeof historyExportSchema> & Reader;
/** Adds the columns that the CSV export needs to continue after a batch. */
export type HistoryRow = HistoryItem & { lineId: string; cost: number };

function historyList(scope: CompanyScope, { companyId, query }: Pick<ExportRequest, 'companyId' | 'query'>): List {
  const text = query?.trim();
  return {
    from: sql`${invoiceLines} join ${invoices} on ${invoices.id} = ${invoiceLines.invoiceId} join ${jobs} on ${jobs.id} = ${invoiceLines.jobId}`,
    id: invoiceLines.id,
    fields,
    defaultOrder: [{ field: 'billing_date', direction: 'desc' }],
    where: and(
      whereInScope(invoices.companyId, scope),
      companyId ? eq(invoices.companyId, companyId) : undefined,
      isNull(invoiceLines.addonType),
      text ? foldedContains(jobs.searchTitle, text) : undefined,
    ),
  };
}

export const historyFilter = (scope: CompanyScope, request: ExportRequest): SQL | undefined =>
  listWhere(historyList(scope, request), request);

/** One entry per posting or renewal that was billed, the newest first by default. */
export async function listHistory(
  db: Database,
  scope: CompanyScope,
  request: z.infer<typeof historyListSchema> & Reader,
): Promise<PageOf<HistoryItem>> {
  const read = async (ids: string[]) => withAddons(db, await selectHistory(db, inArray(invoiceLines.id, ids)), request.language);
  return readPage(db, historyList(scope, request), request, read, ({ lineId }) => lineId);
}

type HistoryContext = { db: Database; where: SQL | undefined; language: Language | undefined };

/** The entries after `last`, the newest first, for CSV files. */
export async function historyAfter(
  { db, where, language }: HistoryContext,
  last: HistoryRow | null,
  limit: number,
): Promise<HistoryRow[]> {
  const after =
    last &&
    sql`(${invoices.billingDate}, ${invoiceLines.id}) < (${last.billingDate.toISOString()}::timestamptz, ${last.lineId}::uuid)`;
  return withAddons(
    db,
    await selectHistory(db, and(where, after ?? undefined))
      .orderBy(...newestFirst)
      .limit(limit),
    language,
  );
}

function selectHistory(db: Database, where: SQL | undefined) {
  return db
    .select({
      id: jobs.id,
      lineId: invoiceLines.id,
      costCents: invoiceLines.amountCents,
      title: jobs.title,
      autoRenew: jobs.autoRenew,
      ...zoneColumns(jobs),
      createdAt: jobs.createdAt,
      invoiceId: invoices.id,
      billingDate: invoices.billingDate,
      invoiceCustomId: invoices.invoiceCustomId,
      paymentMethod: invoices.paymentMethod,
      cardType: invoices.cardType,
      maskedNumber: invoices.maskedNumber,
    })
    .from(invoiceLines)
    .innerJoin(invoices, eq(invoices.id, invoiceLines.invoiceId))
    .innerJoin(jobs, eq(jobs.id, invoiceLines.jobId))
    .where(where)
    .$dynamic();
}

type SelectedRow = Awaited<ReturnType<typeof selectHistory>>[number];

async function withAddons(db: Database, rows: readonly SelectedRow[], language: Language = 'en'): Promise<HistoryRow[]> {
  const addons = await billedAddons(
    db,
    rows.map(({ invoiceId }) => invoiceId),
  );
  return rows.map(
    ({ invoiceId, paymentMethod, cardType, maskedNumber, costCents, state, postalCode, latitude, longitude, ...row }) => ({
      ...row,
      timeZone: zoneOfPlace({ state, postalCode, latitude, longitude }),
      cost: toDollars(costCents),
      paymentMethod: { description: labelOf(billingTypes, paymentMethod, writerIn(language)), cardType, maskedNumber },
      addons: addons
        .filter((addon) => addon.invoiceId === invoiceId && addon.jobId === row.id)
        .map(({ id, addonType, amountCents, subscribed }) => ({
          id,
          addonType,
          cost: toDollars(amountCents),
          subscribed,
          addonRenewable: subscribed && row.autoRenew,
        })),
    }),
  );
}

/**
 * The add-ons on these invoices, at the prices on the invoices. Add-ons that the job no longer has come from the invoice
 * lines.
 */
async function billedAddons(db: Database, invoiceIds: readonly string[]) {
  if (invoiceIds.length === 0) return [];
  return db
    .select({
      id: sql<string>`coalesce(${jobAddons.id}, ${invoiceLines.id})`,
      jobId: invoiceLines.jobId,
      addonType: sql<AddonType>`${invoiceLines.addonType}`,
      subscribed: sql<boolean>`coalesce(${jobAddons.subscribed}, false)`,
      invoiceId: invoiceLines.invoiceId,
      amountCents: invoiceLines.amountCents,
    })
    .from(invoiceLines)
    .leftJoin(jobAddons, and(eq(jobAddons.jobId, invoiceLines.jobId), eq(jobAddons.addonType, invoiceLines.addonType)))
    .where(and(inArray(invoiceLines.invoiceId, [...invoiceIds]), isNotNull(invoiceLines.addonType)));
}

type Input = Page & { jobId: string };

/**
 * The invoices that bill the job, the newest first, each with the amount for this job.
 * @throws 404 for a job of another company
 */
export async function listJobInvoices(
  db: Database,
  scope: CompanyScope,
  { jobId, offset, limit }: Input,
): Promise<PageOf<BillingItem>> {
  const [job] = await db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(whereInScope(jobs.companyId, scope), eq(jobs.id, jobId)));
  if (!job) throw notFound(text('errors.jobNotFound'));
  const jobLines = db
    .select({ one: sql`1` })
    .from(invoiceLines)
    .where(and(eq(invoiceLines.invoiceId, invoices.id), eq(invoiceLines.jobId, jobId)));
  // `invoices.id` is written as SQL, because Drizzle would leave out the table, and `id` would mean the line's id.
  const jobCents = sql<number>`(select sum(l.amount_cents)::int from invoice_lines l
    where l.invoice_id = invoices.id and l.job_id = ${jobId})`;
  const where = and(whereInScope(invoices.companyId, scope), exists(jobLines));
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

const emptySums = { invoices: 0, paidCents: 0, openCents: 0, refundedCents: 0 };

/** Revenue of the last twelve months, by the month of the invoice in the reader's time zone. */
export async function revenueByMonth(
  db: Database,
  scope: CompanyScope,
  { timeZone = platformZone }: Reader,
  now = new Date(),
): Promise<Revenue> {
  const months = lastMonths(localDay(timeZone, now));
  const monthStarts = months.map((month) => startOfDay(`${month}-01`, timeZone).toISOString());
  const first = sql`${monthStarts[0]}::timestamptz`;
  const netAmount = sql`${invoices.amountCents} - ${invoices.refundedCents}`;
  const sumOf = (amount: typeof netAmount) => sql<number>`coalesce(sum(${amount}), 0)::float8`;
  const rows = await db
    .select({
      /** The position of the month in the list, starting at 1. */
      place: sql<number>`width_bucket(${invoices.billingDate}, ${`{${monthStarts.join(',')}}`}::timestamptz[])`,
      invoices: count(),
      paidCents: sumOf(sql`case when ${invoices.status} = 'paid' then ${netAmount} end`),
      openCents: sumOf(sql`case when ${invoices.status} = 'open' then ${netAmount} end`),
      refundedCents: sumOf(sql`${invoices.refundedCents}`),
    })
    .from(invoices)
    .where(and(whereInScope(invoices.companyId, scope), ne(invoices.status, 'void'), gte(invoices.billingDate, first)))
    .groupBy(sql`1`);
  const byPlace = new Map(rows.map((row) => [row.place, row]));
  return {
    months: months.map((month, n) => {
      const { invoices: invoiceCount, paidCents, openCents, refundedCents } = byPlace.get(n + 1) ?? emptySums;
      return {
        month,
        invoices: invoiceCount,
        paid: toDollars(paidCents),
        open: toDollars(openCents),
        refunded: toDollars(refundedCents),
      };
    }),
  };
}

/** The last months up to today as `YYYY-MM`, the oldest first. */
function lastMonths(today: string): string[] {
  const [year = 0, month = 0] = today.split('-').map(Number);
  return Array.from({ length: revenueMonths }, (_, n) =>
    new Date(Date.UTC(year, month - revenueMonths + n, 1)).toISOString().slice(0, 7),
  );
}
