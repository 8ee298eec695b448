import { and, count, desc, eq, inArray, isNull } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { invoiceLines, invoices } from '#drizzle/schema/billing.ts';
import { jobAddons, jobs } from '#drizzle/schema/jobs.ts';
import { billingTypes, labelOf } from '#shared/catalogues.ts';
import type { PageOf } from '#shared/list.ts';
import type { historyItemSchema, historyListSchema } from '#shared/payment.ts';
import { toDollars } from '#shared/pricing.ts';
import type { Database } from '#server/db/open.ts';
import { inScope } from '#server/scope.ts';
import type { CompanyScope } from '#server/trpc.ts';

type Input = z.infer<typeof historyListSchema>;
type Item = z.infer<typeof historyItemSchema>;

/** One entry for each posting or renewal of a job that was billed, newest first. */
export async function listHistory(db: Database, scope: CompanyScope, { offset, limit, companyId }: Input): Promise<PageOf<Item>> {
  const where = and(
    inScope(invoices.companyId, scope),
    companyId ? eq(invoices.companyId, companyId) : undefined,
    isNull(invoiceLines.addonType),
  );
  const [rows, totals] = await Promise.all([
    db
      .select({
        id: jobs.id,
        title: jobs.title,
        autoRenew: jobs.autoRenew,
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
      .orderBy(desc(invoices.billingDate), desc(invoiceLines.id))
      .limit(limit)
      .offset(offset),
    db
      .select({ total: count() })
      .from(invoiceLines)
      .innerJoin(invoices, eq(invoices.id, invoiceLines.invoiceId))
      .innerJoin(jobs, eq(jobs.id, invoiceLines.jobId))
      .where(where),
  ]);
  const addons = await billedAddons(
    db,
    rows.map(({ invoiceId }) => invoiceId),
  );
  const items = rows.map(({ invoiceId, paymentMethod, cardType, maskedNumber, ...row }) => ({
    ...row,
    paymentMethod: { description: labelOf(billingTypes, paymentMethod), cardType, maskedNumber },
    addons: addons
      .filter((addon) => addon.invoiceId === invoiceId && addon.jobId === row.id)
      .map(({ id, addonType, amountCents, subscribed }) => ({
        id,
        addonType,
        cost: toDollars(amountCents),
        subscribed,
        addonRenewable: subscribed && row.autoRenew,
      })),
  }));
  return { items, pagination: { offset, limit, total: totals[0]?.total ?? 0 } };
}

/** Add-ons that were billed with the invoices, at the prices of then. */
async function billedAddons(db: Database, invoiceIds: readonly string[]) {
  if (invoiceIds.length === 0) return [];
  return db
    .select({
      id: jobAddons.id,
      jobId: jobAddons.jobId,
      addonType: jobAddons.addonType,
      subscribed: jobAddons.subscribed,
      invoiceId: invoiceLines.invoiceId,
      amountCents: invoiceLines.amountCents,
    })
    .from(invoiceLines)
    .innerJoin(jobAddons, and(eq(jobAddons.jobId, invoiceLines.jobId), eq(jobAddons.addonType, invoiceLines.addonType)))
    .where(inArray(invoiceLines.invoiceId, [...invoiceIds]));
}
