/** Help with writing a job description (`docs/product/jobs.md#write-with-help`). */
import * as z from 'zod/mini';
import { idField } from '#shared/fields.ts';
import { descriptionFactsSchema } from './description-facts.ts';
import { descriptionDocField, jobFields } from './job-fields.ts';

/** What wrote a text: the AI service, or a built-in template. */
export const writingSources = ['assistant', 'template'] as const;
export type WritingSource = (typeof writingSources)[number];

/** Whether this installation has an AI service. Without one, drafts come from templates, and nothing can be rewritten. */
export const writingHelpSchema = z.object({ hasAssistant: z.boolean() });

/** The company whose job it is. Required of people who see every company. */
const company = { companyId: z.optional(idField) };

export const draftDescriptionSchema = z.object({ ...company, ...descriptionFactsSchema.shape });

/** The description as in a job: text, HTML or the editor's document. */
export const rewriteDescriptionSchema = z
  .object({
    ...company,
    jobDescription: z.nullish(jobFields.jobDescription.request),
    jobDescriptionDoc: z.nullish(descriptionDocField),
  })
  .check(
    z.refine(({ jobDescription, jobDescriptionDoc }) => Boolean(jobDescription ?? jobDescriptionDoc), {
      path: ['jobDescription'],
      error: 'errors.jobDescriptionRequired',
    }),
  );
export type RewriteDescription = z.infer<typeof rewriteDescriptionSchema>;

export const writtenDescriptionSchema = z.object({
  /** Safe HTML, which a job's description can be set to. */
  jobDescription: z.string(),
  source: z.enum(writingSources),
});
export type WrittenDescription = z.infer<typeof writtenDescriptionSchema>;
