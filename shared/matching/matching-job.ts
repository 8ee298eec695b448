/** Public jobs that fit a driver, with the reasons (`product: Drivers and the public side`). */
import * as z from 'zod/mini';
import { pageFields, pageOf } from '#shared/lists/list.ts';
import { matchReasonSchema } from './match-reasons.ts';
import { publicJobCardSchema } from '#shared/jobs/public-job.ts';

const mostShown = 10;

export const matchingJobSchema = z.object({
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
