import { expect, test } from 'vitest';
import { addonPriceCents, boostDays, jobTotalCents, postingDays } from './pricing.ts';

/** The only test that states prices. All others read them from `pricing.ts`. */
test('a posting costs $300 for 30 days, a boost $200 for 7 days, a link and a promotion $100 each', () => {
  expect(jobTotalCents([])).toBe(300_00);
  expect(addonPriceCents).toEqual({ boost: 200_00, hyperlink: 100_00, promote: 100_00 });
  expect([postingDays, boostDays]).toEqual([30, 7]);
  expect(jobTotalCents(['boost', 'promote', 'hyperlink'])).toBe(700_00);
});
