/** Applicants of a job as employers see them (`spec: work §3 Applicant`, `rest: Jobs and applicants`). */
import * as z from 'zod/mini';
import { idField } from '#shared/fields.ts';
import { pageFields, pageOf, searchSchema } from '#shared/lists/list.ts';
import { tagSchema, tagTextField } from '#shared/companies/tag.ts';

const text = z.nullable(z.string());

export const applicantSchema = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: text,
  email: text,
  applicationAt: z.date(),
  yearsOfExperience: z.nullable(z.number()),
  distance: z.nullable(z.number()),
  cdlStatus: text,
  workExperiences: z.array(z.string()),
  endorsements: z.array(z.string()),
  /** Always null: employers see `isOver21` and never the day (`product: Drivers and the public side`). */
  birthdate: z.null(),
  isOver21: z.nullable(z.boolean()),
  street1: text,
  street2: text,
  city: text,
  state: text,
  postalCode: text,
  withinRange: z.nullable(z.boolean()),
  ownerOperator: z.nullable(z.boolean()),
  tags: z.array(tagSchema),
  message: text,
  /** What the company thinks of them, 1 to 5 stars (`spec: work §9`); null: not rated. */
  rating: z.nullable(z.int()),
});
export type Applicant = z.infer<typeof applicantSchema>;

/** The fields that the list filters and sorts by (`spec: work §5`), and the rating. */
export const applicantFields = [
  'applicant',
  'application_at',
  'distance',
  'tag',
  'years_of_experience',
  'within_range',
  'owner_operator',
  'job_type',
  'endorsements',
  'rating',
] as const;
export type ApplicantField = (typeof applicantFields)[number];

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
