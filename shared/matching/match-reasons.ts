/**
 * Explains a match percent in words that employers and drivers both read
 * (`docs/product/applicants-and-matching.md#match-score`).
 */
import * as z from 'zod/mini';
import { endorsements, jobTypes, labelOf } from '#shared/catalogues.ts';
import * as format from '#shared/format.ts';
import { homePhrase } from '#shared/jobs/public-job.ts';
import { type Text, text, type TextWriter } from '#shared/texts/texts.ts';
import { experienceText, requiredYears } from './experience.ts';
import {
  experienceSimilarity,
  helpfulEndorsements,
  type MatchDriver,
  type MatchJob,
  type MatchPart,
  matchParts,
  type MatchPoints,
  matchWeights,
  payRatio,
  homeTimeSteps,
} from './matching.ts';

export const matchReasonSchema = z.object({
  part: z.enum(matchParts as [MatchPart, ...MatchPart[]]),
  label: z.string(),
  points: z.int(),
  /** The maximum points of the part. */
  of: z.int(),
  text: z.string(),
});
export type MatchReason = z.infer<typeof matchReasonSchema>;

export const matchLabels: Readonly<Record<MatchPart, Text>> = {
  distance: text('common.distance'),
  experience: text('common.experience'),
  jobType: text('common.typeOfDriving'),
  pay: text('common.pay'),
  homeTime: text('common.homeTime'),
  endorsements: text('common.endorsements'),
};

const describePart: Readonly<Record<MatchPart, (job: MatchJob, driver: MatchDriver, write: TextWriter) => Text>> = {
  distance: (_, { distance }, write) =>
    distance === null
      ? format.distance(distance)
      : text('labels.distanceFromTheJob', { distance: write(format.distance(distance)) }),
  experience: ({ requiredExperience }, { yearsOfExperience }, write) => {
    const experience = write(experienceText(yearsOfExperience));
    if (requiredExperience === 'CS') return text('labels.experienceStudentsWelcome', { experience });
    const required = write(experienceText(requiredYears[requiredExperience]));
    return text('labels.experienceWithMinimum', { experience, required });
  },
  jobType: (job, driver, write) => {
    const type = labelOf(jobTypes, job.jobType, write);
    const isOtherType = job.jobType === 'otherExperience';
    return {
      same: isOtherType ? text('labels.otherTypeExperience') : text('labels.typeExperience', { type }),
      kin: text('labels.similarExperience'),
      other: isOtherType ? text('labels.noOtherTypeExperience') : text('labels.noTypeExperience', { type }),
      none: text('labels.noExperienceListed'),
    }[experienceSimilarity(job, driver)];
  },
  pay: (job, driver) => {
    const ratio = payRatio(job, driver);
    if (ratio === null) return text('labels.payCantBeCompared');
    return ratio >= 1 ? text('labels.meetsDesiredPay') : text('labels.belowDesiredPay');
  },
  homeTime: (job, driver, write) => {
    const steps = homeTimeSteps(job, driver);
    if (steps === null) return text('labels.noHomeTimePreference');
    const offeredHomeTime = write(homePhrase(job.homeTime));
    return steps === 0
      ? text('labels.meetsPreference', { offered: offeredHomeTime })
      : text('labels.lessOftenThanPreferred', { offered: offeredHomeTime });
  },
  endorsements: (job, driver, write) => {
    const joinLabels = (codes: readonly string[]) => codes.map((code) => labelOf(endorsements, code, write)).join(', ');
    const { helpful, heldEndorsements: driverEndorsements } = helpfulEndorsements(job, driver);
    return text('labels.endorsementsMatched', {
      required: job.endorsements.length > 0 ? 'some' : 'none',
      requiredNames: joinLabels(job.endorsements),
      more: helpful.length === 0 ? 'none' : driverEndorsements.length > 0 ? 'held' : 'wanted',
      moreNames: joinLabels(driverEndorsements.length > 0 ? driverEndorsements : helpful),
    });
  },
};

const maxStrongReasons = 3;

/** The strongest reasons for a match: those with at least half of their possible points, the most points first. */
export function strongestReasons(reasons: readonly MatchReason[]): MatchReason[] {
  return reasons
    .filter(({ points, of }) => points * 2 >= of)
    .toSorted((one, other) => other.points - one.points)
    .slice(0, maxStrongReasons);
}

/** Each part with its points and a sentence. The points add up to the percent. */
export function reasonsOf(job: MatchJob, driver: MatchDriver, points: MatchPoints, write: TextWriter): MatchReason[] {
  return matchParts.map((part) => ({
    part,
    label: write(matchLabels[part]),
    points: points[part],
    of: matchWeights[part],
    text: write(describePart[part](job, driver, write)),
  }));
}
