import { addonTypes, labelOf } from '#shared/catalogues.ts';
import { cityState } from '#shared/format.ts';
import { addonPriceCents, boostDays, jobPriceCents, postingDays } from '#shared/billing/pricing.ts';
import type { PurchaseKind } from '#shared/billing/purchases.ts';
import { boostedUntil, canRenewAhead, renewedUntil } from '#shared/billing/renewal.ts';
import type { InvoiceLine } from '#server/billing/invoice-row.ts';
import { conflict } from '#server/errors.ts';
import type { PurchasedAddon, PurchasedJob } from './purchased-job.ts';

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

const addonLine = (job: Described, addonType: PurchasedAddon['addonType']): InvoiceLine => ({
  description: `${labelOf(addonTypes, addonType)}: ${nameOf(job)}`,
  jobId: job.id,
  addonType,
  amountCents: addonPriceCents[addonType],
});
const nameOf = (job: Described) => `${job.title}, ${cityState(job)}`;
