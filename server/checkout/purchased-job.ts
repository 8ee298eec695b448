import { and, asc, eq, inArray } from 'drizzle-orm';
import { companies } from '#drizzle/schema/companies.ts';
import { jobAddons, jobs } from '#drizzle/schema/jobs.ts';
import { whereInScope } from '#server/access/scope.ts';
import type { InvoiceLine } from '#server/billing/invoice-query.ts';
import type { Database } from '#server/db/open.ts';
import { notFound, conflict } from '#server/errors.ts';
import { zoneColumns, type ZonedPlace, zoneOfPlace } from '#server/places/place-zone.ts';
import type { CompanyScope } from '#server/trpc.ts';
import type { PurchaseKind } from '#shared/billing/payment.ts';
import { addonPriceCents, boostDays, jobPriceCents, postingDays } from '#shared/billing/pricing.ts';
import { calculateBoostEnd, canRenewAhead, calculateRenewalEnd } from '#shared/billing/renewal.ts';
import { addonTypes, type AddonType, labelOf } from '#shared/catalogues.ts';
import { cityState } from '#shared/format.ts';
import { text } from '#shared/texts/texts.ts';
import { translatorIn, writerIn } from '#shared/texts/write-text.ts';

/**
 * Writes the lines of invoices and payments. They are records, so they are always in English and never translated.
 */
export const recordText = translatorIn('en');

type JobDescriptionFields = Pick<PurchasedJob, 'id' | 'title' | 'city' | 'state'>;

/**
 * The lines of a purchase at today's prices.
 * @throws 409 if the job's state does not allow the purchase
 */
export function toPurchaseLines(kind: PurchaseKind, job: PurchasedJob, addons: readonly PurchasedAddon[]): InvoiceLine[] {
  switch (kind) {
    case 'renewal':
      if (!canRenewAhead(job)) throw conflict(text('errors.cannotRenewJob', { status: job.status }));
      return renewalLines(job, addons);
    case 'boost':
      if (job.status !== 'POSTED') throw conflict(text('errors.cannotBoostJob', { status: job.status }));
      return [
        { ...addonLine(job, 'boost'), description: recordText('receipts.boostLine', { days: boostDays, job: describeJob(job) }) },
      ];
    case 'addons': {
      if (job.status !== 'POSTED' && job.status !== 'SCHEDULED')
        throw conflict(text('errors.cannotBuyAddOns', { status: job.status }));
      const payable = payableAddons(job, addons, new Date());
      if (payable.length === 0) throw conflict(text('errors.noUnpaidAddOns'));
      return payable.map(({ addonType }) => addonLine(job, addonType));
    }
  }
}

/** A renewal's lines: the posting and the paid add-ons that renew with it. A lapsed job also gets other chosen add-ons. */
export function renewalLines(job: PurchasedJob, addons: readonly PurchasedAddon[]): InvoiceLine[] {
  const isLapsed = job.status !== 'POSTED';
  const renewingAddons = addons.filter(({ subscribed, paidAt }) => subscribed && (paidAt !== null || isLapsed));
  const posting = {
    description: recordText('receipts.renewalLine', { days: postingDays, job: describeJob(job) }),
    jobId: job.id,
    addonType: null,
  };
  return [{ ...posting, amountCents: jobPriceCents }, ...renewingAddons.map(({ addonType }) => addonLine(job, addonType))];
}

/** The end of the posting, or of the boost, after the purchase. */
export function purchaseEnd(kind: PurchaseKind, job: PurchasedJob, now: Date): Date | null {
  if (kind === 'renewal') return calculateRenewalEnd(job, now);
  return kind === 'boost' ? calculateBoostEnd(job, now) : job.expirationDate;
}

/** Whether another purchase would pay twice, because a boost is active or every chosen add-on is already paid for. */
export function isPaidNow(
  kind: Exclude<PurchaseKind, 'renewal'>,
  job: PurchasedJob,
  addons: readonly PurchasedAddon[],
  now: Date,
): boolean {
  if (kind === 'boost') return job.status === 'POSTED' && hasBoost(job, now);
  return (
    payableAddons(job, addons, now).length === 0 &&
    addons.some((addon) => isPaidAndActive(addon, now) || isCovered(job, addon, now))
  );
}

/** The chosen add-ons that are not paid for. A boost is not sold while another one is active. */
const payableAddons = (job: PurchasedJob, addons: readonly PurchasedAddon[], now: Date) =>
  addons.filter((addon) => addon.subscribed && !isPaidAndActive(addon, now) && !isCovered(job, addon, now));

const isPaidAndActive = ({ paidAt, endsAt }: PurchasedAddon, now: Date) => paidAt !== null && (endsAt === null || endsAt > now);
const isCovered = (job: PurchasedJob, { addonType }: PurchasedAddon, now: Date) => addonType === 'boost' && hasBoost(job, now);
const hasBoost = ({ boostUntil }: PurchasedJob, now: Date) => boostUntil !== null && boostUntil > now;

/** The invoice line of an add-on, by default at today's price. */
export const addonLine = (
  job: JobDescriptionFields,
  addonType: AddonType,
  amountCents: number = addonPriceCents[addonType],
): InvoiceLine => ({
  description: recordText('receipts.addonLine', { addon: labelOf(addonTypes, addonType, writerIn('en')), job: describeJob(job) }),
  jobId: job.id,
  addonType,
  amountCents,
});
export const describeJob = (job: JobDescriptionFields) => `${job.title}, ${cityState(job)}`;

const columns = {
  id: jobs.id,
  companyId: jobs.companyId,
  status: jobs.status,
  title: jobs.title,
  city: jobs.city,
  ...zoneColumns(jobs),
  postingDate: jobs.postingDate,
  expirationDate: jobs.expirationDate,
  nextBillingDate: jobs.nextBillingDate,
  unpaidSince: jobs.unpaidSince,
  renewalFailures: jobs.renewalFailures,
  boostUntil: jobs.boostUntil,
  autoRenew: jobs.autoRenew,
  purchases: jobs.purchases,
};

/** A job with the columns that its purchases need. */
export type PurchasedJob = Awaited<ReturnType<typeof lockJobs>>[number];
export type PurchasedAddon = typeof jobAddons.$inferSelect;

/** Locks the jobs until the transaction ends, always in the same order. */
export async function lockJobs(tx: Database, ids: readonly string[]) {
  const rows = await tx
    .select(columns)
    .from(jobs)
    .where(inArray(jobs.id, [...ids]))
    .orderBy(asc(jobs.id))
    .for('update');
  return rows.map(withZone);
}

const withZone = <Row extends ZonedPlace>(row: Row) => ({ ...row, timeZone: zoneOfPlace(row) });

/**
 * Locks one job in the caller's scope.
 * @throws 404
 */
export async function lockPurchasedJob(tx: Database, scope: CompanyScope, id: string): Promise<PurchasedJob> {
  const [job] = await tx
    .select(columns)
    .from(jobs)
    .where(and(whereInScope(jobs.companyId, scope), eq(jobs.id, id)))
    .for('update');
  if (!job) throw notFound(text('errors.jobNotFound'));
  return withZone(job);
}

/** Reads a job without locking it. */
export async function readPurchasedJob(db: Database, scope: CompanyScope, id: string) {
  const [job] = await db
    .select({ ...columns, billingType: companies.billingType })
    .from(jobs)
    .innerJoin(companies, eq(companies.id, jobs.companyId))
    .where(and(whereInScope(jobs.companyId, scope), eq(jobs.id, id)));
  if (!job) throw notFound(text('errors.jobNotFound'));
  return withZone(job);
}

/** The add-ons of each job, in the order in which they were requested. */
export async function readAddons(db: Database, jobIds: readonly string[]): Promise<Map<string, PurchasedAddon[]>> {
  if (jobIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(jobAddons)
    .where(inArray(jobAddons.jobId, [...jobIds]))
    .orderBy(asc(jobAddons.createdAt), asc(jobAddons.id));
  return Map.groupBy(rows, ({ jobId }) => jobId);
}
