import type { AddonType } from '#shared/catalogues.ts';
import { boostDays, postingDays, addonPriceCents, toDollars } from '#shared/billing/pricing.ts';
import type { ChosenAddons } from './draft.ts';
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

/** What each add-on does, in the words of the screens (`product: Money`). */
export const addonTexts: Readonly<Record<AddonType, { label: string; description: string }>> = {
  promote: {
    label: 'Promote',
    description: `Featured at the top of search results for ${postingDays} days.`,
  },
  boost: {
    label: 'Boost',
    description: `Ranks above similar jobs for ${boostDays} days, and we email matching drivers once.`,
  },
  hyperlink: {
    label: 'Hyperlink',
    description: 'Send applicants to your own site and track clicks.',
  },
};

export const addonOrder = ['promote', 'boost', 'hyperlink'] as const satisfies readonly AddonType[];

export const noAddons = { promote: false, boost: false, hyperlink: false } as const;

export function chosenTypes(addons: ChosenAddons): AddonType[] {
  return addonOrder.filter((type) => addons[type]);
}

/** What is chosen, as a request takes it. A hyperlink's URL goes only with its add-on (`spec: work §5`). */
export function addonRequests(addons: ChosenAddons) {
  return chosenTypes(addons).map((addonType) => ({
    addonType,
    subscribed: true,
    externalUrl: addonType === 'hyperlink' ? addons.externalUrl.trim() : undefined,
  }));
}

/** The add-ons that a job has. */
export function chosenOf(addons: readonly { addonType: AddonType; jobHyperlink: string | null }[]): ChosenAddons {
  const has = (type: AddonType) => addons.some(({ addonType }) => addonType === type);
  const externalUrl = addons.find(({ jobHyperlink }) => jobHyperlink)?.jobHyperlink ?? '';
  return { promote: has('promote'), boost: has('boost'), hyperlink: has('hyperlink'), externalUrl };
}
