/** Jobs that a driver keeps for later (`docs/product/drivers.md#saved-jobs`). */
import * as z from 'zod/mini';
import { driverStatuses } from '#shared/applicants/stages.ts';
import { codes, salaryTypes } from '#shared/catalogues.ts';
import { idField } from '#shared/fields.ts';
import { pageFields, pageOf } from '#shared/lists/list.ts';

/** The maximum number of saved jobs of a driver. */
export const maxSavedJobs = 200;

export const savedJobInput = z.object({ jobId: idField });
export type SavedJobInput = z.infer<typeof savedJobInput>;

const savedJobSchema = z.object({
  jobId: z.string(),
  title: z.string(),
  companyName: z.string(),
  city: z.string(),
  state: z.string(),
  /** The time zone of the job's address, in which the driver sees the application date. */
  timeZone: z.string(),
  /** Dollars, or null if the company names no pay. */
  expectedPay: z.nullable(z.number()),
  salaryType: z.enum(codes(salaryTypes)),
  savedAt: z.date(),
  /** Whether the job is still public, so that the driver can apply. */
  isOpen: z.boolean(),
  /** The driver's application to the job, also if it was withdrawn. */
  application: z.nullable(z.object({ id: z.string(), applicationAt: z.date(), status: z.enum(codes(driverStatuses)) })),
});
export type SavedJob = z.infer<typeof savedJobSchema>;

export const savedJobsInput = z.object({ ...pageFields() });
export type SavedJobsInput = z.infer<typeof savedJobsInput>;
export const savedJobsSchema = pageOf(savedJobSchema);
