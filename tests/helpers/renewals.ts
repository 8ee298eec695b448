import { eq, inArray } from 'drizzle-orm';
import { charges } from '#drizzle/schema/billing.ts';
import { jobAddons, jobs } from '#drizzle/schema/jobs.ts';
import type { AddonType } from '#shared/catalogues.ts';
import { addonPriceCents } from '#shared/billing/pricing.ts';
import { daysFromNow, makeCompany, makeEmployee, makeJob } from '#server/demo/builders.ts';
import type { TestApp } from './app.ts';
import { cardToken, ledgerOf, approvedSales, testCards } from './test-cards.ts';

/** A company with a person who pays, a stored card (or null), and functions that read its payments. */
export async function payingCompany(t: TestApp, { card = testCards.approved, company = {} }: Options = {}) {
  const { db } = t.services;
  const { id: companyId } = await makeCompany(db, company);
  const account = await makeEmployee(db, companyId);
  const api = await t.as(account);
  const store = async (number: string) =>
    api.billing.saveCard({ cardToken: await cardToken(t.simulator.url, number), cardHolderName: 'Dana Whitfield' });
  if (card) await store(card);
  const books = async () => {
    const rows = await db.select().from(charges).where(eq(charges.companyId, companyId));
    const lines = await Promise.all(rows.map(({ gatewayOrderId }) => ledgerOf(t.simulator.url, gatewayOrderId)));
    return approvedSales(lines.flat());
  };
  return { companyId, account, api, store, books };
}

type Options = { card?: string | null; company?: object };
type JobColumns = Parameters<typeof makeJob>[2];

/** A posted job that expires in the given number of days, with paid add-ons. */
export async function runningJob(
  { services: { db } }: TestApp,
  companyId: string,
  {
    endsInDays: endsIn = 10,
    addons = [],
    ...columns
  }: JobColumns & { endsInDays?: number; addons?: { type: AddonType; subscribed?: boolean }[] } = {},
) {
  const end = daysFromNow(endsIn);
  const job = await makeJob(db, companyId, {
    postingDate: daysFromNow(endsIn - 30),
    expirationDate: end,
    nextBillingDate: end,
    ...columns,
  });
  for (const { type, subscribed = true } of addons)
    await db.insert(jobAddons).values({
      jobId: job.id,
      addonType: type,
      subscribed,
      costCents: addonPriceCents[type],
      externalUrl: type === 'hyperlink' ? 'https://carrier.example/apply' : null,
      paidAt: daysFromNow(endsIn - 30),
    });
  return job;
}

export async function jobRow({ services: { db } }: TestApp, id: string) {
  const [row] = await db.select().from(jobs).where(eq(jobs.id, id));
  if (!row) throw new Error(`There is no job ${id}`);
  return row;
}

/** Whole days from now, as a person counts them. */
export const daysTo = (date: Date | null): number | null =>
  date ? Math.round((date.getTime() - Date.now()) / 86_400_000) + 0 : null;

/** Moves time forward by days: all dates of the jobs are moved back. */
export async function shiftDates({ services: { db } }: TestApp, ids: readonly string[], days: number): Promise<void> {
  for (const id of ids) {
    const [row] = await db
      .select()
      .from(jobs)
      .where(inArray(jobs.id, [id]));
    if (!row) continue;
    const shifted = (date: Date | null) => date && new Date(date.getTime() - days * 86_400_000);
    await db
      .update(jobs)
      .set({
        postingDate: shifted(row.postingDate),
        expirationDate: shifted(row.expirationDate),
        nextBillingDate: shifted(row.nextBillingDate),
        unpaidSince: shifted(row.unpaidSince),
        promotedUntil: shifted(row.promotedUntil),
        boostUntil: shifted(row.boostUntil),
        leaseUntil: shifted(row.leaseUntil),
      })
      .where(eq(jobs.id, id));
  }
}
