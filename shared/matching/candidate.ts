/** Candidates of a job: drivers who match it and have not applied (`spec: work §3 Candidate`, `rest: Jobs and applicants`). */
import * as z from 'zod/mini';
import { cdlStatuses, codes, jobTypes } from '#shared/catalogues.ts';
import { idField } from '#shared/fields.ts';
import * as format from '#shared/format.ts';
import { pageFields, pageOf } from '#shared/lists/list.ts';
import { matchReasonSchema } from './match-reasons.ts';
import { publicJobCardSchema } from '#shared/jobs/public-job.ts';

/** Public jobs that fit a driver, with the reasons (`product: Drivers and the public side`). */
const mostShown = 10;

const matchingJobSchema = z.object({
  ...publicJobCardSchema.shape,
  /** 0 to 1. */
  matchScore: z.number(),
  matchVersion: z.int(),
  reasons: z.array(matchReasonSchema),
});
export type MatchingJob = z.infer<typeof matchingJobSchema>;

export const matchingJobsInput = z.object(pageFields(mostShown, mostShown));
export type MatchingJobsInput = z.infer<typeof matchingJobsInput>;
/** Empty of a driver who has not said where they live. */
export const matchingJobsSchema = pageOf(matchingJobSchema);

/** Candidates on a page (`spec: work §9`). */
export const mostCandidates = 10;
/** Matches are looked for among the nearest drivers, and counting stops here. */
export const mostMatches = 250;

/** Nobody's name, address, phone or e-mail is in here, so none can leave the server. */
export const candidateSchema = z.object({
  userId: z.string(),
  /** The years in words. */
  stringExperience: z.string(),
  /** Miles, to two decimals, from about where the driver lives. */
  distance: z.number(),
  cdlStatus: z.nullable(z.enum(codes(cdlStatuses))),
  /** 0 to 1. */
  matchScore: z.number(),
  workExperiences: z.array(z.enum(codes(jobTypes))),
  yearsOfExperience: z.nullable(z.number()),
  city: z.nullable(z.string()),
  /** Which rule the percent was made by (`shared/matching/matching.ts`). */
  matchVersion: z.int(),
  /** Why the match is what it is. */
  reasons: z.array(matchReasonSchema),
});
export type Candidate = z.infer<typeof candidateSchema>;

export const listCandidatesSchema = z.object({
  id: idField,
  /** Only drivers within an applicant's range of the job. */
  distanceLimit: z.optional(z.boolean()),
  ...pageFields(mostCandidates, mostCandidates),
});
export type ListCandidates = z.infer<typeof listCandidatesSchema>;
export const candidatesPageSchema = pageOf(candidateSchema);

export const directions = ['north', 'northeast', 'east', 'southeast', 'south', 'southwest', 'west', 'northwest'] as const;

/**
 * Roughly where the candidates live: squares of half a degree, some 35 miles, each by its middle (`ui: Behaviour`). No
 * place of a person is in here, nor who lives in which.
 */
export const candidateAreasSchema = z.object({
  areas: z.array(
    z.object({
      latitude: z.number(),
      longitude: z.number(),
      candidates: z.int(),
      /** From the job to the middle, to the nearest five. */
      miles: z.int(),
      direction: z.enum(directions),
    }),
  ),
});
export type CandidateAreas = z.infer<typeof candidateAreasSchema>;
export const candidateAreasInput = z.object({ id: idField });

/** `12 candidates match this job`; where counting stopped it says so. */
export function candidateCountText(total: number): string {
  const many = total >= mostMatches ? `${format.number(mostMatches)} or more candidates` : format.count(total, 'candidate');
  return `${many} ${total === 1 ? 'matches' : 'match'} this job`;
}
