import { eq, inArray } from 'drizzle-orm';
import { charges } from '#drizzle/schema/billing.ts';
import { jobAddons, jobs } from '#drizzle/schema/jobs.ts';
import { daysFromNow, makeCompany, makeEmployee, makeJob, shiftDays } from '#server/demo/builders.ts';
import { addonPriceCents } from '#shared/billing/pricing.ts';
import type { AddonType } from '#shared/catalogues.ts';
import type { TestApp } from './app.ts';
import { createCardToken, readLedgerLines, filterApprovedSales, testCards } from './test-cards.ts';

/** Creates a company with one employee and a stored card (or none). Returns functions that store cards and read its sales. */
export async function makePayingCompany(t: TestApp, { card = testCards.approved, company = {} }: Options = {}) {
  const { db } = t.services;
  const { id: companyId } = await makeCompany(db, company);
  const account = await makeEmployee(db, companyId);
  const api = await t.createCallerFor(account);
  const storeCard = async (number: string) =>
    api.billing.saveCard({ cardToken: await createCardToken(t.simulator.url, number), cardHolderName: 'Dana Whitfield' });
  if (card) await storeCard(card);
  const readSales = async () => {
    const rows = await db.select().from(charges).where(eq(charges.companyId, companyId));
    const lines = await Promise.all(rows.map(({ gatewayOrderId }) => readLedgerLines(t.simulator.url, gatewayOrderId)));
    return filterApprovedSales(lines.flat());
  };
  return { companyId, account, api, store: storeCard, readSales };
}

type Options = { card?: string | null; company?: object };
type JobColumns = Parameters<typeof makeJob>[2];

/** Creates a posted job that expires in the given number of days, with paid add-ons. */
export async function makeRunningJob(
  { services: { db } }: TestApp,
  companyId: string,
  {
    endsInDays = 10,
    addons = [],
    ...columns
  }: JobColumns & { endsInDays?: number; addons?: { type: AddonType; subscribed?: boolean }[] } = {},
) {
  const end = daysFromNow(endsInDays);
  const job = await makeJob(db, companyId, {
    postingDate: daysFromNow(endsInDays - 30),
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
      paidAt: daysFromNow(endsInDays - 30),
    });
  return job;
}

export async function findJobRow({ services: { db } }: TestApp, id: string) {
  const [row] = await db.select().from(jobs).where(eq(jobs.id, id));
  if (!row) throw new Error(`There is no job ${id}`);
  return row;
}

/** Returns the whole days from now until a date, rounded to the nearest. */
export const daysUntil = (date: Date | null): number | null =>
  date ? Math.round((date.getTime() - Date.now()) / 86_400_000) + 0 : null;

/** Simulates that days pass by moving all dates of the jobs back. */
export async function shiftDates({ services: { db } }: TestApp, ids: readonly string[], days: number): Promise<void> {
  for (const id of ids) {
    const [row] = await db
      .select()
      .from(jobs)
      .where(inArray(jobs.id, [id]));
    if (!row) continue;
    const shiftDate = (date: Date | null) => date && shiftDays(date, -days);
    await db
      .update(jobs)
      .set({
        postingDate: shiftDate(row.postingDate),
        expirationDate: shiftDate(row.expirationDate),
        nextBillingDate: shiftDate(row.nextBillingDate),
        unpaidSince: shiftDate(row.unpaidSince),
        promotedUntil: shiftDate(row.promotedUntil),
        boostUntil: shiftDate(row.boostUntil),
        leaseUntil: shiftDate(row.leaseUntil),
      })
      .where(eq(jobs.id, id));
  }
}
