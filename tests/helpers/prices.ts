import { jobTotalCents, toDollars } from '#shared/billing/pricing.ts';
import type { AddonType } from '#shared/catalogues.ts';

/** Dollars of one job with these add-ons for one period, so that a test that is not about prices follows them. */
export const jobPrice = (...addons: AddonType[]): number => toDollars(jobTotalCents(addons));

/** Dollars of add-ons that are bought for a job that is paid. */
export const addonPrice = (...addons: AddonType[]): number => jobPrice(...addons) - jobPrice();
