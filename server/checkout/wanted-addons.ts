import type { AddonRequest } from '#shared/jobs/job.ts';
import { addonPriceCents } from '#shared/billing/pricing.ts';
import type { WantedAddon } from '#server/jobs/write-posting.ts';

/** The add-ons that are to be bought, at today's prices. `noAddons` says nothing; `subscribed: false` means not wanted. */
export function wantedAddons(requests: readonly AddonRequest[]): WantedAddon[] {
  return requests.flatMap(({ addonType, subscribed, externalUrl }) =>
    addonType === 'noAddons' || !subscribed
      ? []
      : [
          {
            addonType,
            costCents: addonPriceCents[addonType],
            externalUrl: addonType === 'hyperlink' ? (externalUrl ?? null) : null,
          },
        ],
  );
}
