import { expect, it } from 'vitest';
import type { PublicJob } from '#shared/jobs/public-job.ts';
import { createSite } from './html.ts';
import { jobPosting } from './job-posting.ts';

const job: PublicJob = {
  id: '00000000-0000-7000-8000-000000000001',
  title: 'Regional Driver',
  companyName: 'Prairie Freight',
  companyLogo: null,
  companySlug: 'prairie-freight',
  companyVerified: false,
  companyColor: null,
  answersWithinDays: null,
  secondChance: false,
  jobType: 'reefer',
  cdlClass: null,
  requiredExperience: 'CS',
  homeTime: 'HW',
  expectedPay: 1500,
  salaryType: 'weekly',
  signonBonus: 0,
  startingBonus: 0,
  endorsements: [],
  benefits: [],
  city: 'Omaha',
  state: 'NE',
  country: 'US',
  postalCode: '68102',
  street1: null,
  coordinates: { latitude: 41.26, longitude: -95.94 },
  postingDate: new Date('2026-11-01'),
  expirationDate: new Date('2026-12-01'),
  updatedAt: new Date('2026-11-01'),
  featured: false,
  boosted: false,
  isGlobal: false,
  distance: null,
  jobDescription: '<p>Haul.</p>',
  additionalExperience: null,
  driverUnload: false,
  videoUrl: null,
  screeningQuestions: [],
  jobHyperlink: null,
};
const site = createSite('en', { publicUrl: 'https://haul.example', languages: ['en'] });
const createPosting = (overrides: Partial<PublicJob>) => jobPosting(site, { ...job, ...overrides });

it('says that nothing is required only where nothing is', () => {
  expect(createPosting({})).toMatchObject({ experienceRequirements: 'no requirements' });
  const posting = createPosting({ additionalExperience: 'Two winters in the Rockies' });
  expect(posting).toMatchObject({ qualifications: 'CDL Class A; Two winters in the Rockies' });
  expect(posting).not.toHaveProperty('experienceRequirements');
});

it('says the endorsements and what else the employer wants, beside the months', () => {
  const posting = createPosting({
    requiredExperience: 'Y1',
    endorsements: [{ detail: 'H' }, { detail: 'TWIC' }],
    additionalExperience: 'Two winters in the Rockies',
  });
  expect(posting).toMatchObject({
    qualifications: 'CDL Class A; Endorsements: Hazmat, TWIC; Two winters in the Rockies',
    experienceRequirements: { monthsOfExperience: 12, description: 'At least 1 year' },
  });
});

it('says the class that the employer chose, or nothing where nobody said', () => {
  expect(createPosting({ cdlClass: 'Class B' })).toMatchObject({ qualifications: 'CDL Class B or higher' });
  expect(createPosting({ cdlClass: 'No CDL' })).toMatchObject({ qualifications: 'No CDL needed' });
  expect(createPosting({ jobType: 'hotShot' })).not.toHaveProperty('qualifications');
});

it('writes bonuses as the page does, and takes no home time for working hours', () => {
  const posting = createPosting({ signonBonus: 2500.5, startingBonus: 1000 });
  expect(posting).toMatchObject({ incentiveCompensation: 'Sign-on bonus: $2,500.50; Starting bonus: $1,000' });
  expect(posting).not.toHaveProperty('workHours');
});

it.each(['weekly', 'hourly', 'perMile', 'percentage', 'yearly'] as const)('takes %s pay of 0 for no salary', (salaryType) => {
  expect(createPosting({ expectedPay: 0, salaryType })).not.toHaveProperty('baseSalary');
});

it('names pictures and the logo by complete addresses', () => {
  const description =
    '<p>src="/x"</p><img src="/media/a.png" alt=""><img src="https://cdn.example/b.png"><a href="/jobs">Jobs</a>';
  expect(createPosting({ jobDescription: description, companyLogo: '/media/logo.png' })).toMatchObject({
    description:
      '<p>src="/x"</p><img src="https://haul.example/media/a.png" alt=""><img src="https://cdn.example/b.png"><a href="https://haul.example/jobs">Jobs</a>',
    hiringOrganization: { logo: 'https://haul.example/media/logo.png' },
  });
});
