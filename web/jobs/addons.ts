import type { AddonType } from '#shared/catalogues.ts';
import { boostDays, postingDays } from '#shared/pricing.ts';
import type { ChosenAddons } from './draft.ts';

/** What each add-on does, in the words of the screens (`product: Money`). */
export const addonTexts: Readonly<Record<AddonType, { label: string; description: string }>> = {
  promote: {
    label: 'Promote',
    description: `The job stands in the featured block at the top of the public search for all ${postingDays} days.`,
  },
  boost: {
    label: 'Boost',
    description: `For ${boostDays} days the job ranks first among equal results, and matching drivers get one e-mail about it.`,
  },
  hyperlink: {
    label: 'Hyperlink',
    description: 'Drivers who apply are sent on to your own page. You see how many followed the link.',
  },
};

export const addonOrder = ['promote', 'boost', 'hyperlink'] as const satisfies readonly AddonType[];

export function chosenTypes(addons: ChosenAddons): AddonType[] {
  return addonOrder.filter((type) => addons[type]);
}
