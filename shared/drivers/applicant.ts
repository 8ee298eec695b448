/** Applicants of a job as employers see them (`spec: work §3 Applicant`, `rest: Jobs and applicants`). */
import * as z from 'zod/mini';
import { idField } from '#shared/fields.ts';
import { pageFields, pageOf, searchSchema } from '#shared/lists/list.ts';
import { tagTextField } from '#shared/companies/tag.ts';
import { factOf } from '#shared/resource.ts';
import { applicantFields } from './applicant-fields.ts';

export const applicantSchema = z.object({
  id: z.string(),
  ...factOf(applicantFields, 'answer'),
  /** Always null: employers see `isOver21` and never the day. */
  birthdate: z.null(),
});
export type Applicant = z.infer<typeof applicantSchema>;

export const listApplicantsSchema = z.extend(searchSchema, { id: idField, ...pageFields() });
export type ListApplicants = z.infer<typeof listApplicantsSchema>;
export const applicantsPageSchema = pageOf(applicantSchema);

export const getApplicantSchema = z.object({ id: idField });

/** All whom the list finds: as a file, and how far they live (`ui: Behaviour`). */
export const foundApplicantsSchema = z.object({ id: idField, filters: searchSchema.shape.filters });
export type ExportApplicants = z.infer<typeof foundApplicantsSchema>;

/** Miles at which one band of the picture by distance ends and the next begins; the last one ends where an applicant's range does. */
export const distanceSteps = [10, 25, 50, 100, 150] as const;

export const distancesSchema = z.object({
  /** From `from` miles to just before `to`; `to` is null for what is beyond the last step. */
  bands: z.array(z.object({ from: z.number(), to: z.nullable(z.number()), applicants: z.int() })),
  /** Who gave no address. */
  unknown: z.int(),
});
export type Distances = z.infer<typeof distancesSchema>;

export const mostStars = 5;

/** Null takes the rating back. */
export const rateApplicantSchema = z.object({
  jobId: idField,
  applicantId: idField,
  rating: z.nullable(
    z.int('Choose 1 to 5 stars').check(z.gte(1, 'Choose 1 to 5 stars'), z.lte(mostStars, 'Choose 1 to 5 stars')),
  ),
});
export type RateApplicant = z.infer<typeof rateApplicantSchema>;

export const tagApplicantSchema = z
  .object({ jobId: idField, applicantId: idField, tagId: z.nullish(idField), text: z.nullish(tagTextField) })
  .check(
    z.refine(({ tagId, text: word }) => Boolean(tagId) !== Boolean(word), {
      message: 'Send either a tag id or a text',
      path: ['tagId'],
    }),
  );
export type TagApplicant = z.infer<typeof tagApplicantSchema>;

export const deleteTagsSchema = z
  .object({ jobId: idField, applicantId: idField, tagId: z.nullish(idField), cleanAll: z.nullish(z.boolean()) })
  .check(
    z.refine(({ tagId, cleanAll }) => Boolean(tagId) || cleanAll === true, {
      message: 'Send a tag id or clean all',
      path: ['tagId'],
    }),
  );
export type DeleteTags = z.infer<typeof deleteTagsSchema>;
