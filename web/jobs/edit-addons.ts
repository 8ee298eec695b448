import type { AddonType } from '#shared/catalogues.ts';
import { addonPriceCents, toDollars } from '#shared/billing/pricing.ts';
import { addonOrder } from './addons.ts';
import type { JobDetail } from './queries.ts';

type Addons = JobDetail['addons'];
/** Of a paid add-on whether it renews, of any other whether it is to be bought. */
export type AddonChoices = Record<AddonType, boolean> & { externalUrl: string };

const find = (addons: Addons, type: AddonType) => addons.find(({ addonType }) => addonType === type);
export const isPaid = (addons: Addons, type: AddonType): boolean => find(addons, type)?.isPaid ?? false;

export function choicesOf(addons: Addons): AddonChoices {
  const isChosen = (type: AddonType) => find(addons, type)?.subscribed ?? false;
  return {
    promote: isChosen('promote'),
    boost: isChosen('boost'),
    hyperlink: isChosen('hyperlink'),
    externalUrl: find(addons, 'hyperlink')?.jobHyperlink ?? '',
  };
}

/** Dollars of what is chosen and not paid. */
export function dueOf(addons: Addons, choices: AddonChoices): number {
  const due = addonOrder.filter((type) => choices[type] && !isPaid(addons, type));
  return toDollars(due.reduce((sum, type) => sum + addonPriceCents[type], 0));
}

/** Paid ones are always named, since what is not named stays as it is; the others are those that are chosen. */
export function toRequests(addons: Addons, choices: AddonChoices) {
  return addonOrder
    .filter((type) => choices[type] || isPaid(addons, type))
    .map((addonType) => ({
      addonType,
      subscribed: choices[addonType],
      ...(addonType === 'hyperlink' && choices.externalUrl.trim() ? { externalUrl: choices.externalUrl.trim() } : {}),
    }));
}
