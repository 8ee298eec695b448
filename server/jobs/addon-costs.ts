import { addonTypes, codes } from '#shared/catalogues.ts';
import { addonPriceCents, toDollars } from '#shared/billing/pricing.ts';

/** What each add-on costs now; an order keeps the prices of when it was made. */
export function addonCosts() {
  return codes(addonTypes).map((addonType) => ({ addonId: addonType, addonType, cost: toDollars(addonPriceCents[addonType]) }));
}
