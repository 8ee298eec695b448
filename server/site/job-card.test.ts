import { expect, it } from 'vitest';
import type { PublicJob } from '#shared/jobs/public-job.ts';
import { createSite } from './html.ts';
import { formatAddress, formatExperiencePhrase, formatHomeTime } from './job-card.ts';

const site = createSite('en', { publicUrl: 'https://haul.example', languages: ['en'] });

const job = {
  requiredExperience: 'Y1',
  homeTime: 'HW',
  street1: '100 S State St',
  city: 'Omaha',
  state: 'NE',
  postalCode: '68102',
};
const withValues = (values: Partial<typeof job>) => ({ ...job, ...values }) as PublicJob;

it('does not call a job that students can take one that requires experience', () => {
  expect(formatExperiencePhrase(site, withValues({}))).toBe('Experience: At least 1 year');
  expect(formatExperiencePhrase(site, withValues({ requiredExperience: 'CS' }))).toBe('Students welcome');
});

it('has no home time called “Other”', () => {
  expect(formatHomeTime(site, withValues({}))).toBe('Home weekly');
  expect(formatHomeTime(site, withValues({ homeTime: 'O' }))).toBe('Varies');
});

it('names a city once', () => {
  expect(formatAddress(withValues({}))).toBe('100 S State St, Omaha, NE 68102');
  expect(formatAddress(withValues({ street1: 'Omaha' }))).toBe('Omaha, NE 68102');
  expect(formatAddress({ ...withValues({}), street1: null, postalCode: null })).toBe('Omaha, NE');
});
