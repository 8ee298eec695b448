import type { AddonType } from '#shared/catalogues.ts';

/**
 * Prices in cents and periods in days (`docs/product/money.md#prices`). Each order keeps a copy of the prices at the time
 * it was made, so a change here affects new orders only.
 */
export const jobPriceCents = 300_00;
export const postingDays = 30;
export const boostDays = 7;

export const addonPriceCents: Readonly<Record<AddonType, number>> = { boost: 200_00, hyperlink: 100_00, promote: 100_00 };

/** Days until an invoice is due. */
export const invoiceDueDays = 30;

/** The price of one job with its add-ons for one posting period, in cents. */
export function jobTotalCents(addons: readonly AddonType[]): number {
  return addons.reduce((sum, type) => sum + addonPriceCents[type], jobPriceCents);
}

export const toDollars = (cents: number): number => cents / 100;
export const toCents = (dollars: number): number => Math.round(dollars * 100);
