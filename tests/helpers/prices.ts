import { jobTotalCents, toDollars } from '#shared/billing/pricing.ts';
import type { AddonType } from '#shared/catalogues.ts';

/** Returns the price in dollars of one job with these add-ons for one period. Tests that use it follow price changes. */
export const getJobPrice = (...addons: AddonType[]): number => toDollars(jobTotalCents(addons));

/** Returns the price in dollars of add-ons that are bought for a paid job. */
export const getAddonPrice = (...addons: AddonType[]): number => getJobPrice(...addons) - getJobPrice();
