import { addonTypes, labelOf } from '#shared/catalogues.ts';
import { cityState } from '#shared/format.ts';
import { addonPriceCents, boostDays, jobPriceCents, postingDays } from '#shared/pricing.ts';
import type { PurchaseKind } from '#shared/purchases.ts';
import { boostedUntil, canRenewAhead, renewedUntil } from '#shared/renewal.ts';
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
      const wanted = addons.filter(isWanted);
      if (wanted.length === 0) throw conflict('This job has no unpaid add-ons');
      return wanted.map(({ addonType }) => addonLine(job, addonType));
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

/** A boost runs, or add-ons were chosen and every one of them is paid for: the same again would be paid twice. */
export function isPaidNow(
  kind: Exclude<PurchaseKind, 'renewal'>,
  { status, boostUntil }: PurchasedJob,
  addons: readonly PurchasedAddon[],
  now: Date,
): boolean {
  if (kind === 'boost') return status === 'POSTED' && boostUntil !== null && boostUntil > now;
  return !addons.some(isWanted) && addons.some(({ paidAt, endsAt }) => paidAt !== null && (endsAt === null || endsAt > now));
}

/** Chosen, and not paid or not any more. */
const isWanted = ({ subscribed, paidAt, endsAt }: PurchasedAddon) =>
  subscribed && (paidAt === null || (endsAt !== null && endsAt <= new Date()));

const addonLine = (job: Described, addonType: PurchasedAddon['addonType']): InvoiceLine => ({
  description: `${labelOf(addonTypes, addonType)}: ${nameOf(job)}`,
  jobId: job.id,
  addonType,
  amountCents: addonPriceCents[addonType],
});
const nameOf = (job: Described) => `${job.title}, ${cityState(job)}`;
