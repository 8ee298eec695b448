import * as catalogues from '#shared/catalogues.ts';
import * as format from '#shared/format.ts';
import { jobDay, zoneOfPlace } from '#shared/places/place-zone.ts';
import { homePhrase, payText, type PublicJob, type PublicJobCard, weeklyText } from '#shared/jobs/public-job.ts';
import { dayIn, daysBetween, isoIn } from '#shared/time-zone.ts';
import { writerIn } from '#shared/texts/write-text.ts';
import type { Text } from '#shared/texts/texts.ts';

/** The texts for a job's facts, shared by its page, its card and its structured data so that they never differ. */
type Card = PublicJobCard;
const write = writerIn('en');
const written = (text: Text | null): string | null => text && write(text);
const salaryType = (job: Card) => job.salaryType as catalogues.SalaryType;

export const payOf = (job: Card): string | null => written(payText(job.expectedPay, salaryType(job)));
export const weekOf = (job: Card): string | null => written(weeklyText(job.expectedPay, salaryType(job)));
export const placeOf = (job: Card): string => format.cityState(job);
export const jobTypeOf = (job: Card): string => catalogues.labelOf(catalogues.jobTypes, job.jobType, write);
/** For a table, under its own label. */
export const homeTimeOf = (job: Card): string =>
  job.homeTime === 'O' ? 'Varies' : catalogues.labelOf(catalogues.homeTimes, job.homeTime, write);
export const homePhraseOf = (job: Card): string => write(homePhrase(job.homeTime));
/** For a table, under its own label. A job for current students requires no experience. */
export const experienceOf = (job: Card): string =>
  job.requiredExperience === 'CS'
    ? 'Students welcome'
    : catalogues.labelOf(catalogues.requiredExperiences, job.requiredExperience, write);
/** For use without a label. */
export const experiencePhraseOf = (job: Card): string =>
  job.requiredExperience === 'CS' ? experienceOf(job) : `Experience: ${experienceOf(job)}`;
export const endorsementsOf = (job: Card): string[] =>
  job.endorsements.map(({ detail }) => catalogues.labelOf(catalogues.endorsements, detail, write));
export const benefitsOf = (job: PublicJob): string[] =>
  job.benefits.map(({ detail }) => catalogues.labelOf(catalogues.benefits, detail, write));
/** A paid position is labeled, so that it does not look like an ordinary result. */
export const paidPlaceOf = (job: Card): string | null =>
  job.featured ? 'Featured · Sponsored' : job.boosted ? 'Sponsored' : null;
export const nationwide = 'Nationwide';
/** An owner-operator is a contractor. Every other job is full-time. */
export const isContractor = (job: Card): boolean => job.jobType === 'ownerOperator';
export const employmentOf = (job: Card): string => (isContractor(job) ? 'Contractor' : 'Full-time');
/** A date in the time zone of the job's address, as everywhere. */
export const dayOf = (job: Card, at: Date): string => jobDay(job, at);
/** The same for programs: ISO 8601 with the offset of the job's zone, so that it begins with the same day. */
export const isoOf = (job: Card, at: Date): string => isoIn(zoneOfPlace(job), at);
/** Leaves out a street that only repeats the city. */
export const addressOf = (job: Card & { street1: string | null }): string => {
  const street = job.street1?.toLowerCase() === job.city.toLowerCase() ? null : job.street1;
  return [street, job.city, [job.state, job.postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
};

export function initialsOf(name: string): string {
  return name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');
}

/** `today` or `3 days ago` by the job's calendar, and later the date. */
export function ageOf(job: Card, now = new Date()): string {
  const zone = zoneOfPlace(job);
  const days = daysBetween(dayIn(zone, job.postingDate), dayIn(zone, now));
  if (days < 1) return 'today';
  return days > 30 ? dayOf(job, job.postingDate) : `${format.count(days, 'day')} ago`;
}
