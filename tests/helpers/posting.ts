import type { CreateJobRequest } from '#shared/jobs/job.ts';
import { getJobPrice } from '#tests/helpers/prices.ts';

/** The price in dollars of the request below: two jobs with every add-on. */
export const postingPrice = 2 * getJobPrice('promote', 'boost', 'hyperlink');

/** Creates a valid request with two real addresses and every add-on. */
export function makeJobRequest(overrides: Partial<CreateJobRequest> = {}): CreateJobRequest {
  return {
    title: 'CDL-A Regional Driver',
    jobType: 'dryVan',
    requiredExperience: 'M6',
    homeTime: 'HW',
    jobDescription: 'Run regional freight out of our terminal, home every weekend.',
    salaryType: 'weekly',
    expectedPay: 1650,
    benefits: ['healthCoverage'],
    endorsements: ['H'],
    addons: [
      { addonType: 'promote', subscribed: true },
      { addonType: 'boost', subscribed: true },
      { addonType: 'hyperlink', subscribed: true, externalUrl: 'https://carrier.example/apply' },
    ],
    addresses: [
      { street1: '1414 Harney St', city: 'Omaha', state: 'NE', postalCode: '68102', country: 'US' },
      {
        street1: '200 S Main St',
        city: 'Tulsa',
        state: 'OK',
        coordinates: { latitude: 36.1509, longitude: -95.9934 },
        country: 'USA',
      },
    ],
    ...overrides,
  };
}
