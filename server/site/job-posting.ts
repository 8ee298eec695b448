import { productName } from '#shared/brand.ts';
import type { RequiredExperience, SalaryType } from '#shared/catalogues.ts';
import { type PublicJob, weeklyDollars } from '#shared/jobs/public-job.ts';
import { type Site, withAbsoluteUrls } from './html.ts';
import {
  formatBenefits,
  formatEndorsements,
  formatExperience,
  formatRequiredClass,
  isContractor,
  toIsoTime,
} from './job-card.ts';

/**
 * Builds a schema.org JobPosting with the properties that Google requires or recommends (developers.google.com, "Job posting
 * structured data"). Google also requires the same content as on the page and no promotional text.
 */
export function jobPosting(site: Site, job: PublicJob): Record<string, unknown> {
  const { publicUrl, pathTo } = site;
  const url = `${publicUrl}${pathTo(`/jobs/${job.id}`)}`;
  return {
    '@context': 'https://schema.org/',
    '@type': 'JobPosting',
    title: job.title,
    description: withAbsoluteUrls(job.jobDescription, publicUrl),
    datePosted: toIsoTime(job, job.postingDate),
    validThrough: toIsoTime(job, job.expirationDate),
    employmentType: isContractor(job) ? 'CONTRACTOR' : 'FULL_TIME',
    hiringOrganization: {
      '@type': 'Organization',
      name: job.companyName,
      ...(job.companyLogo && { logo: `${publicUrl}${job.companyLogo}` }),
    },
    jobLocation: {
      '@type': 'Place',
      address: {
        '@type': 'PostalAddress',
        ...(job.street1 && { streetAddress: job.street1 }),
        addressLocality: job.city,
        addressRegion: job.state,
        ...(job.postalCode && { postalCode: job.postalCode }),
        addressCountry: 'US',
      },
      geo: { '@type': 'GeoCoordinates', ...job.coordinates },
    },
    ...baseSalary(job),
    ...experience(site, job),
    identifier: { '@type': 'PropertyValue', name: productName, value: job.id },
    ...qualifications(site, job),
    ...(job.benefits.length > 0 && { jobBenefits: formatBenefits(site, job).join(', ') }),
    ...incentives(site, job),
    industry: site.t('site.truckingIndustry'),
    occupationalCategory: '53-3032 Heavy and Tractor-Trailer Truck Drivers',
    directApply: job.jobHyperlink === null,
    url,
  };
}

const units: Partial<Record<SalaryType, string>> = {
  hourly: 'HOUR',
  daily: 'DAY',
  weekly: 'WEEK',
  monthly: 'MONTH',
  yearly: 'YEAR',
};

/**
 * JobPosting has no unit for pay per mile, so this uses the weekly estimate that the page shows. Pay as a percentage of the
 * load has no amount, and an amount of 0 is no pay.
 */
function baseSalary(job: PublicJob) {
  const salaryType = job.salaryType;
  const unit = units[salaryType];
  const value = unit ? job.expectedPay : weeklyDollars(job.expectedPay, salaryType);
  if (!value) return {};
  const amount = { '@type': 'QuantitativeValue', value, unitText: unit ?? 'WEEK' };
  return { baseSalary: { '@type': 'MonetaryAmount', currency: 'USD', value: amount } };
}

const minMonthsByExperience: Readonly<Record<RequiredExperience, number>> = { CS: 0, M6: 1, M12: 6, Y1: 12, Y2: 24 };

function experience(site: Site, job: PublicJob) {
  const minMonths = minMonthsByExperience[job.requiredExperience];
  // Additional experience is free text, so it goes into the qualifications.
  if (minMonths === 0) return job.additionalExperience ? {} : { experienceRequirements: 'no requirements' };
  return {
    experienceRequirements: {
      '@type': 'OccupationalExperienceRequirements',
      monthsOfExperience: minMonths,
      description: formatExperience(site, job),
    },
  };
}

function qualifications(site: Site, job: PublicJob) {
  const requiredClass = formatRequiredClass(site, job);
  const parts = [
    ...(requiredClass ? [requiredClass] : []),
    ...(job.endorsements.length > 0
      ? [site.t('site.postingEndorsements', { names: formatEndorsements(site, job).join(', ') })]
      : []),
    ...(job.additionalExperience ? [job.additionalExperience] : []),
  ];
  return parts.length ? { qualifications: parts.join('; ') } : {};
}

function incentives({ t, formats }: Site, { signonBonus, startingBonus }: PublicJob) {
  const parts = [
    ...(signonBonus > 0 ? [t('site.postingSignOnBonus', { bonus: formats.money(signonBonus, true) })] : []),
    ...(startingBonus > 0 ? [t('site.postingStartingBonus', { bonus: formats.money(startingBonus, true) })] : []),
  ];
  return parts.length ? { incentiveCompensation: parts.join('; ') } : {};
}
