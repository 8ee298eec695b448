import { and, asc, eq, inArray } from 'drizzle-orm';
import { companies } from '#drizzle/schema/companies.ts';
import { jobAddons, jobs } from '#drizzle/schema/jobs.ts';
import type { Database } from '#server/db/open.ts';
import { notFound, conflict } from '#server/errors.ts';
import { inScope } from '#server/scope.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { addonTypes, type AddonType, labelOf } from '#shared/catalogues.ts';
import { cityState } from '#shared/format.ts';
import { addonPriceCents, boostDays, jobPriceCents, postingDays } from '#shared/billing/pricing.ts';
import type { PurchaseKind } from '#shared/billing/payment.ts';
import { boostedUntil, canRenewAhead, renewedUntil } from '#shared/billing/renewal.ts';
import type { InvoiceLine } from '#server/billing/invoice-query.ts';

type Described = Pick<PurchasedJob, 'id' | 'title' | 'city' | 'state'>;

/** What is paid for at today's prices, line by line. @throws 409 where the job's state does not allow it */
export function linesOf(kind: PurchaseKind, job: PurchasedJob, addons: readonly PurchasedAddon[]): InvoiceLine[] {
  switch (kind) {
    case 'renewal':
      if (!canRenewAhead(job)) throw conflict(`You can’t renew a job that is ${job.status}`);
      return renewalLines(job, addons);
    case 'boost':
      if (job.status !== 'POSTED') throw conflict(`Only a job that is POSTED can be boosted; this one is ${job.status}`);
      return [{ ...addonLine(job, 'boost'), description: `Boost for ${boostDays} days: ${nameOf(job)}` }];
    case 'addons': {
      if (job.status !== 'POSTED' && job.status !== 'SCHEDULED')
        throw conflict(`Add-ons are bought for a job that is POSTED or SCHEDULED; this one is ${job.status}`);
      const payable = payableAddons(job, addons, new Date());
      if (payable.length === 0) throw conflict('This job has no unpaid add-ons');
      return payable.map(({ addonType }) => addonLine(job, addonType));
    }
  }
}

/** The posting, with the add-ons that were paid and renew with it; a lapsed job also gets what was chosen since. */
export function renewalLines(job: PurchasedJob, addons: readonly PurchasedAddon[]): InvoiceLine[] {
  const isLapsed = job.status !== 'POSTED';
  const renewing = addons.filter(({ subscribed, paidAt }) => subscribed && (paidAt !== null || isLapsed));
  const posting = { description: `${postingDays}-day renewal: ${nameOf(job)}`, jobId: job.id, addonType: null };
  return [{ ...posting, amountCents: jobPriceCents }, ...renewing.map(({ addonType }) => addonLine(job, addonType))];
}

/** Until when the posting, or its boost, lasts once it is paid. */
export function untilOf(kind: PurchaseKind, job: PurchasedJob, now: Date): Date | null {
  if (kind === 'renewal') return renewedUntil(job, now);
  return kind === 'boost' ? boostedUntil(job.boostUntil, now) : job.expirationDate;
}

/** A boost is active, or add-ons were chosen and every one of them is paid for: the same again would be paid twice. */
export function isPaidNow(
  kind: Exclude<PurchaseKind, 'renewal'>,
  job: PurchasedJob,
  addons: readonly PurchasedAddon[],
  now: Date,
): boolean {
  if (kind === 'boost') return job.status === 'POSTED' && hasBoost(job, now);
  return payableAddons(job, addons, now).length === 0 && addons.some((addon) => isPaid(addon, now) || isCovered(job, addon, now));
}

/** The chosen add-ons that are not paid for. A boost is not sold while the job has one, however that one was bought. */
const payableAddons = (job: PurchasedJob, addons: readonly PurchasedAddon[], now: Date) =>
  addons.filter((addon) => addon.subscribed && !isPaid(addon, now) && !isCovered(job, addon, now));

const isPaid = ({ paidAt, endsAt }: PurchasedAddon, now: Date) => paidAt !== null && (endsAt === null || endsAt > now);
const isCovered = (job: PurchasedJob, { addonType }: PurchasedAddon, now: Date) => addonType === 'boost' && hasBoost(job, now);
const hasBoost = ({ boostUntil }: PurchasedJob, now: Date) => boostUntil !== null && boostUntil > now;

/** The line of an add-on, at today's price unless another was agreed. */
export const addonLine = (
  job: Described,
  addonType: AddonType,
  amountCents: number = addonPriceCents[addonType],
): InvoiceLine => ({
  description: `${labelOf(addonTypes, addonType)}: ${nameOf(job)}`,
  jobId: job.id,
  addonType,
  amountCents,
});
export const nameOf = (job: Described) => `${job.title}, ${cityState(job)}`;

const columns = {
  id: jobs.id,
  companyId: jobs.companyId,
  status: jobs.status,
  title: jobs.title,
  city: jobs.city,
  state: jobs.state,
  postalCode: jobs.postalCode,
  postingDate: jobs.postingDate,
  expirationDate: jobs.expirationDate,
  nextBillingDate: jobs.nextBillingDate,
  unpaidSince: jobs.unpaidSince,
  renewalFailures: jobs.renewalFailures,
  boostUntil: jobs.boostUntil,
  autoRenew: jobs.autoRenew,
  purchases: jobs.purchases,
};

/** A job as far as money goes on with it. */
export type PurchasedJob = Awaited<ReturnType<typeof lockJobs>>[number];
export type PurchasedAddon = typeof jobAddons.$inferSelect;

/** The jobs' rows, kept from others until the transaction ends, in one order for everybody. */
export function lockJobs(tx: Database, ids: readonly string[]) {
  return tx
    .select(columns)
    .from(jobs)
    .where(inArray(jobs.id, [...ids]))
    .orderBy(asc(jobs.id))
    .for('update');
}

/** The same of one in the caller's scope; 404 when it is not there or not the caller's. */
export async function lockOne(tx: Database, scope: CompanyScope, id: string): Promise<PurchasedJob> {
  const [job] = await tx
    .select(columns)
    .from(jobs)
    .where(and(inScope(jobs.companyId, scope), eq(jobs.id, id)))
    .for('update');
  if (!job) throw notFound('This job');
  return job;
}

/** To look at, not to change. */
export async function readOne(db: Database, scope: CompanyScope, id: string) {
  const [job] = await db
    .select({ ...columns, billingType: companies.billingType })
    .from(jobs)
    .innerJoin(companies, eq(companies.id, jobs.companyId))
    .where(and(inScope(jobs.companyId, scope), eq(jobs.id, id)));
  if (!job) throw notFound('This job');
  return job;
}

/** The add-ons of each job, in the order they were asked for. */
export async function addonRows(db: Database, jobIds: readonly string[]): Promise<Map<string, PurchasedAddon[]>> {
  if (jobIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(jobAddons)
    .where(inArray(jobAddons.jobId, [...jobIds]))
    .orderBy(asc(jobAddons.createdAt), asc(jobAddons.id));
  return Map.groupBy(rows, ({ jobId }) => jobId);
}
