/**
 * Explains a match percent in words that employers and drivers both read
 * (`docs/product/applicants-and-matching.md#match-score`).
 */
import * as z from 'zod/mini';
import { endorsements, jobTypes, labelOf, requiredExperiences } from '#shared/catalogues.ts';
import * as format from '#shared/format.ts';
import {
  familiarityOf,
  helpfulEndorsements,
  type MatchDriver,
  type MatchJob,
  type MatchPart,
  matchParts,
  type MatchPoints,
  matchWeights,
  payRatio,
  stepsTooLong,
} from './matching.ts';
import { homePhrase } from '#shared/jobs/public-job.ts';

export const matchReasonSchema = z.object({
  part: z.enum(matchParts as [MatchPart, ...MatchPart[]]),
  label: z.string(),
  points: z.int(),
  /** The maximum points of the part. */
  of: z.int(),
  text: z.string(),
});
export type MatchReason = z.infer<typeof matchReasonSchema>;

export const matchLabels: Readonly<Record<MatchPart, string>> = {
  distance: 'Distance',
  experience: 'Experience',
  jobType: 'Type of driving',
  pay: 'Pay',
  homeTime: 'Home time',
  endorsements: 'Endorsements',
};

const words: Readonly<Record<MatchPart, (job: MatchJob, driver: MatchDriver) => string>> = {
  distance: (_, { distance }) => `${format.distance(distance)}${distance === null ? '' : ' from the job'}`,
  experience: ({ requiredExperience }, { yearsOfExperience }) =>
    requiredExperience === 'CS'
      ? `${experienceText(yearsOfExperience)} (students welcome)`
      : `${experienceText(yearsOfExperience)} (${labelOf(requiredExperiences, requiredExperience)} required)`,
  jobType: (job, driver) => {
    const type = labelOf(jobTypes, job.jobType);
    return {
      same: `Experience in ${type}`,
      kin: 'Similar experience',
      other: `No ${type} experience`,
      none: 'No experience listed',
    }[familiarityOf(job, driver)];
  },
  pay: (job, driver) => {
    const ratio = payRatio(job, driver);
    if (ratio === null) return 'Pay can’t be compared';
    return ratio >= 1 ? 'Meets desired pay' : 'Below desired pay';
  },
  homeTime: (job, driver) => {
    const steps = stepsTooLong(job, driver);
    const offered = homePhrase(job.homeTime);
    if (steps === null) return 'No home-time preference set';
    return steps === 0 ? `${offered}: meets preference` : `${offered}: less often than preferred`;
  },
  endorsements: (job, driver) => {
    const required = job.endorsements.length ? `Has all required: ${listed(job.endorsements)}` : 'None required';
    const { wanted, held } = helpfulEndorsements(job, driver);
    if (wanted.length === 0) return required;
    return held.length ? `${required}. Also has ${listed(held)}` : `${required}. ${listed(wanted)} would help`;
  },
};

const listed = (codes: readonly string[]) => codes.map((code) => labelOf(endorsements, code)).join(', ');

/** `4 years`, `6 months`, or `No experience`. */
export function experienceText(years: number | null): string {
  if (!years) return 'No experience';
  if (years < 1) return format.count(Math.max(1, Math.round(years * 12)), 'month');
  return format.count(Math.round(years * 10) / 10, 'year');
}

/** Each part with its points and a sentence. The points add up to the percent. */
export function reasonsOf(job: MatchJob, driver: MatchDriver, points: MatchPoints): MatchReason[] {
  return matchParts.map((part) => ({
    part,
    label: matchLabels[part],
    points: points[part],
    of: matchWeights[part],
    text: words[part](job, driver),
  }));
}
