/**
 * Request and answer schemas of candidates: drivers who match a job and have not applied
 * (`docs/product/applicants-and-matching.md#candidates`).
 */
import * as z from 'zod/mini';
import { cdlStatuses, codes, jobTypes } from '#shared/catalogues.ts';
import { idField } from '#shared/fields.ts';
import { publicJobCardSchema } from '#shared/jobs/public-job.ts';
import { pageFields, pageOf } from '#shared/lists/list.ts';
import { type Text, text } from '#shared/texts/texts.ts';
import { matchReasonSchema } from './match-reasons.ts';

/** The number of matching jobs on a driver's home page (`docs/product/drivers.md#members-home`). */
const maxMatchingJobs = 10;

const matchingJobSchema = z.object({
  ...publicJobCardSchema.shape,
  /** 0 to 1. */
  matchScore: z.number(),
  matchVersion: z.int(),
  reasons: z.array(matchReasonSchema),
});
export type MatchingJob = z.infer<typeof matchingJobSchema>;

export const matchingJobsInput = z.object(pageFields(maxMatchingJobs, maxMatchingJobs));
export type MatchingJobsInput = z.infer<typeof matchingJobsInput>;
/** Empty for a driver without a location. */
export const matchingJobsSchema = pageOf(matchingJobSchema);

/** Candidates per page. */
export const candidatesPerPage = 10;
/** Matches are searched among the nearest drivers. Counting stops at this number. */
export const maxMatches = 250;

/** A candidate has no name, address, phone or email, so that none of them can leave the server. */
export const candidateSchema = z.object({
  userId: z.string(),
  /** The years of experience as text. */
  stringExperience: z.string(),
  /** Miles from the driver's approximate location, with two decimals. */
  distance: z.number(),
  cdlStatus: z.nullable(z.enum(codes(cdlStatuses))),
  /** 0 to 1. */
  matchScore: z.number(),
  workExperiences: z.array(z.enum(codes(jobTypes))),
  yearsOfExperience: z.nullable(z.number()),
  city: z.nullable(z.string()),
  /** The version of the rules that produced the percent (`shared/matching/matching.ts`). */
  matchVersion: z.int(),
  /** The parts that add up to the score. */
  reasons: z.array(matchReasonSchema),
  /** Whether the company can invite the driver to apply. `off`: the driver turned off these emails. */
  invitation: z.enum(['possible', 'sent', 'off']),
});
export type Candidate = z.infer<typeof candidateSchema>;

export const listCandidatesSchema = z.object({
  id: idField,
  /** True returns only drivers within an applicant's range of the job. */
  distanceLimit: z.optional(z.boolean()),
  ...pageFields(candidatesPerPage, candidatesPerPage),
});
export type ListCandidates = z.infer<typeof listCandidatesSchema>;
export const candidatesPageSchema = pageOf(candidateSchema);

/** Invites a candidate of a job to apply. */
export const inviteCandidateSchema = z.object({ jobId: idField, userId: idField });
export type InviteCandidate = z.infer<typeof inviteCandidateSchema>;
export const invitedCandidateSchema = z.pick(candidateSchema, { userId: true, invitation: true });
export type InvitedCandidate = z.infer<typeof invitedCandidateSchema>;

export const directions = ['north', 'northeast', 'east', 'southeast', 'south', 'southwest', 'west', 'northwest'] as const;

/**
 * The approximate areas of the candidates: squares of half a degree, about 35 miles, each at its center. It contains no
 * person's location and no link between people and areas.
 */
export const candidateAreasSchema = z.object({
  areas: z.array(
    z.object({
      latitude: z.number(),
      longitude: z.number(),
      candidates: z.int(),
      /** Miles from the job to the center of the square, rounded to five. */
      miles: z.int(),
      direction: z.enum(directions),
    }),
  ),
});
export type CandidateAreas = z.infer<typeof candidateAreasSchema>;
export const candidateAreasInput = z.object({ id: idField });

/** `12 candidates match this job`, or at least that many if counting stopped. */
export const candidateCountText = (total: number): Text =>
  total >= maxMatches
    ? text('labels.manyCandidatesMatch', { count: maxMatches })
    : text('labels.candidatesMatch', { count: total });
