/** The jobs that a driver looked at last (`docs/product/drivers.md#recently-viewed`). */
import * as z from 'zod/mini';
import { idField } from '#shared/fields.ts';
import { maxSeenJobs } from './seen-job-limit.ts';

/** Jobs that were looked at in this order, the last one first. */
export const addSeenJobsSchema = z.object({ jobIds: z.array(idField).check(z.maxLength(maxSeenJobs)) });
export type AddSeenJobs = z.infer<typeof addSeenJobsSchema>;

export const seenJobInput = z.object({ jobId: idField });

export const seenJobSchema = z.object({
  jobId: z.string(),
  title: z.string(),
  companyName: z.string(),
  city: z.string(),
  state: z.string(),
  seenAt: z.date(),
  /** Whether the job is still public. */
  isOpen: z.boolean(),
});
export type SeenJob = z.infer<typeof seenJobSchema>;
