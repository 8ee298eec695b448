import type { AddonType } from '#shared/catalogues.ts';
import { boostDays, postingDays, addonPriceCents, toDollars } from '#shared/billing/pricing.ts';
import type { ChosenAddons } from './steps.ts';
import type { JobDetail } from './queries.ts';
import { t } from '#web/texts/app.ts';

type Addons = JobDetail['addons'];

const find = (addons: Addons, type: AddonType) => addons.find(({ addonType }) => addonType === type);
export const isPaid = (addons: Addons, type: AddonType): boolean => find(addons, type)?.isPaid ?? false;

/** The choices for a job's add-ons: whether a paid one renews, and whether any other is to be bought. */
export function choicesOf(addons: Addons): ChosenAddons {
  return chosenOf(
    addons.filter(({ subscribed }) => subscribed),
    find(addons, 'hyperlink')?.jobHyperlink ?? '',
  );
}

/** The price of the chosen unpaid add-ons, in dollars. */
export function dueOf(addons: Addons, choices: ChosenAddons): number {
  const due = addonOrder.filter((type) => choices[type] && !isPaid(addons, type));
  return toDollars(due.reduce((sum, type) => sum + addonPriceCents[type], 0));
}

/** What each add-on does (`docs/product/jobs.md#add-ons`). */
export const addonTexts: Readonly<Record<AddonType, { label: string; description: string }>> = {
  promote: {
    label: t('jobs.promote'),
    description: t('jobs.featuredTopSearchResultsPosting', { postingDays }),
  },
  boost: {
    label: t('jobs.boost'),
    description: t('jobs.ranksAboveSimilarJobsBoost', { boostDays }),
  },
  hyperlink: {
    label: t('jobs.hyperlink'),
    description: t('jobs.sendApplicantsOwnSiteTrack'),
  },
};

export const addonOrder = ['promote', 'boost', 'hyperlink'] as const satisfies readonly AddonType[];

export const noAddons = { promote: false, boost: false, hyperlink: false } as const;

export function chosenTypes(addons: ChosenAddons): AddonType[] {
  return addonOrder.filter((type) => addons[type]);
}

/**
 * The chosen add-ons for a request. Paid add-ons are always included, because the server leaves unnamed ones unchanged. A
 * hyperlink's URL is sent only with its add-on.
 */
export function addonRequests(choices: ChosenAddons, addons: Addons = []) {
  return addonOrder
    .filter((type) => choices[type] || isPaid(addons, type))
    .map((addonType) => ({
      addonType,
      subscribed: choices[addonType],
      externalUrl: addonType === 'hyperlink' ? choices.externalUrl.trim() || undefined : undefined,
    }));
}

/** A job's add-ons. */
export function chosenOf(
  addons: readonly Pick<Addons[number], 'addonType' | 'jobHyperlink'>[],
  externalUrl?: string,
): ChosenAddons {
  const has = (type: AddonType) => addons.some(({ addonType }) => addonType === type);
  const link = externalUrl ?? addons.find(({ jobHyperlink }) => jobHyperlink)?.jobHyperlink ?? '';
  return { promote: has('promote'), boost: has('boost'), hyperlink: has('hyperlink'), externalUrl: link };
}
