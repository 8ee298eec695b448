import * as z from 'zod/mini';
import { idField } from '#shared/fields.ts';
import { jobListSchema } from './job.ts';
import { tagTextField } from '#shared/companies/tag.ts';

/** A page of the list, at its longest. */
export const mostBulkJobs = 100;

const someJobs = z
  .array(idField, 'Choose the jobs')
  .check(z.minLength(1, 'Choose a job'), z.maxLength(mostBulkJobs, `Choose at most ${mostBulkJobs} jobs`));

export const bulkCloseSchema = z.object({ ids: someJobs });
export const bulkCancelRenewalSchema = z.object({
  ids: someJobs,
  renewalCancellationReason: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(500)))),
});
export const bulkTagSchema = z.object({ ids: someJobs, text: tagTextField });

/** Jobs that are named, or else all that the list finds. */
export const exportJobsSchema = z.object({
  ids: z.optional(someJobs),
  query: jobListSchema.shape.query,
  companyId: jobListSchema.shape.companyId,
  filters: jobListSchema.shape.filters,
});
export type ExportJobs = z.infer<typeof exportJobsSchema>;

/** Every job that was named is in one of the two. */
export const bulkOutcomeSchema = z.object({
  done: z.array(z.string()),
  refused: z.array(z.object({ id: z.string(), message: z.string() })),
});
export type BulkOutcome = z.infer<typeof bulkOutcomeSchema>;
