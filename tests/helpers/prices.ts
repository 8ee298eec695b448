import { jobTotalCents, toDollars } from '#shared/billing/pricing.ts';
import type { AddonType } from '#shared/catalogues.ts';

/** The price of one job with these add-ons for one period in dollars, so that tests follow price changes. */
export const jobPrice = (...addons: AddonType[]): number => toDollars(jobTotalCents(addons));

/** The price in dollars of add-ons bought for a paid job. */
export const addonPrice = (...addons: AddonType[]): number => jobPrice(...addons) - jobPrice();
