import { boostDays, postingDays, addonPriceCents, toDollars } from '#shared/billing/pricing.ts';
import type { AddonType } from '#shared/catalogues.ts';
import { t } from '#web/texts/app.ts';
import type { JobDetail } from './queries.ts';
import type { ChosenAddons } from './steps.ts';

type Addons = JobDetail['addons'];

const findAddon = (addons: Addons, type: AddonType) => addons.find(({ addonType }) => addonType === type);
export const isAddonPaid = (addons: Addons, type: AddonType): boolean => findAddon(addons, type)?.isPaid ?? false;

/** The form's choices for a job's add-ons. A paid add-on is checked if it renews, any other if it is to be bought. */
export function getAddonChoices(addons: Addons): ChosenAddons {
  return toAddonChoices(
    addons.filter(({ subscribed }) => subscribed),
    findAddon(addons, 'hyperlink')?.jobHyperlink ?? '',
  );
}

/** The price of the chosen unpaid add-ons, in dollars. */
export function getAmountDue(addons: Addons, choices: ChosenAddons): number {
  const unpaidTypes = addonOrder.filter((type) => choices[type] && !isAddonPaid(addons, type));
  return toDollars(unpaidTypes.reduce((sum, type) => sum + addonPriceCents[type], 0));
}

/** What each add-on does (`docs/product/jobs.md#add-ons`). */
export const addonTexts: Readonly<Record<AddonType, { label: string; description: string }>> = {
  promote: {
    label: t('common.promote'),
    description: t('jobs.promoteDescription', { postingDays }),
  },
  boost: {
    label: t('common.boost'),
    description: t('jobs.boostDescription', { boostDays }),
  },
  hyperlink: {
    label: t('common.hyperlink'),
    description: t('jobs.hyperlinkDescription'),
  },
};

export const addonOrder = ['promote', 'boost', 'hyperlink'] as const satisfies readonly AddonType[];

/** The add-on that a company's first job starts with. Later jobs start with the company's last choice. */
export const presetAddon: AddonType = 'boost';

export const noAddons = { promote: false, boost: false, hyperlink: false } as const;

export function getChosenTypes(addons: ChosenAddons): AddonType[] {
  return addonOrder.filter((type) => addons[type]);
}

/**
 * The chosen add-ons for a request. Paid add-ons are always included, because the server does not change add-ons that the
 * request leaves out. The URL is sent only with the hyperlink add-on.
 */
export function toAddonRequests(choices: ChosenAddons, addons: Addons = []) {
  return addonOrder
    .filter((type) => choices[type] || isAddonPaid(addons, type))
    .map((addonType) => ({
      addonType,
      subscribed: choices[addonType],
      externalUrl: addonType === 'hyperlink' ? choices.externalUrl.trim() || undefined : undefined,
    }));
}

/** Converts a job's add-ons to the form's choices. */
export function toAddonChoices(
  addons: readonly Pick<Addons[number], 'addonType' | 'jobHyperlink'>[],
  externalUrl?: string,
): ChosenAddons {
  const has = (type: AddonType) => addons.some(({ addonType }) => addonType === type);
  const link = externalUrl ?? addons.find(({ jobHyperlink }) => jobHyperlink)?.jobHyperlink ?? '';
  return { promote: has('promote'), boost: has('boost'), hyperlink: has('hyperlink'), externalUrl: link };
}
