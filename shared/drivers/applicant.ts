/** Request and answer schemas of a job's applicants (`docs/product/applicants-and-matching.md#applicants`). */
import * as z from 'zod/mini';
import { notAFitReasons, stages, assignableStages } from '#shared/applicants/stages.ts';
import { codes } from '#shared/catalogues.ts';
import { tagTextField } from '#shared/companies/company.ts';
import { idField, instantField } from '#shared/fields.ts';
import { pageFields, pageOf, searchSchema } from '#shared/lists/list.ts';
import { propertyOf } from '#shared/resource.ts';
import { applicantFields } from './applicant-fields.ts';
import { selectionFields, selectionRule } from './applicant-selection.ts';

export const applicantSchema = z.object({
  id: z.string(),
  ...propertyOf(applicantFields, 'answer'),
  /** Always null, because employers see `isOver21` instead. */
  birthdate: z.null(),
});
export type Applicant = z.infer<typeof applicantSchema>;

export const listApplicantsSchema = z.extend(searchSchema, { id: idField, ...pageFields() });
export type ListApplicants = z.infer<typeof listApplicantsSchema>;
export const applicantsPageSchema = pageOf(applicantSchema);

/** The applicants of all jobs of a company. People who see every company name the company. */
export const searchApplicantsSchema = z.extend(searchSchema, { companyId: z.optional(idField), ...pageFields(25) });
export type SearchApplicants = z.infer<typeof searchApplicantsSchema>;

/** Every applicant of the company that the list finds, for the CSV export and the counts of the board. */
export const companyApplicantsFilterSchema = z.object({
  companyId: z.optional(idField),
  filters: searchSchema.shape.filters,
});

export type CompanyApplicantsFilter = z.infer<typeof companyApplicantsFilterSchema>;

export const stageCountsSchema = z.object({
  stages: z.array(z.object({ stage: z.enum(codes(stages)), applicants: z.int() })),
});
export type StageCounts = z.infer<typeof stageCountsSchema>;

/** The maximum number of applicants in one bulk change. */
export const maxBulkApplicants = 10_000;
const maxListedApplicants = 1000;

export const countSelectionSchema = z.object(selectionFields(maxListedApplicants)).check(selectionRule);
export type CountSelection = z.infer<typeof countSelectionSchema>;
export const selectionCountSchema = z.object({
  applicants: z.int(),
  /** The time of the count. A change that sends it leaves out what happened later. */
  seenAt: z.date(),
});
export type SelectionCount = z.infer<typeof selectionCountSchema>;

const seenStageSchema = z.object({ id: idField, stage: z.enum(codes(stages)) });

/** One change for many applicants: a stage, an owner or a tag. */
export const changeApplicantsSchema = z
  .object({
    ...selectionFields(maxListedApplicants),
    /** When the caller saw the selection. Later applicants are left out, and applicants who were moved later are conflicts. */
    seenAt: z.optional(instantField),
    /** The stages that the caller saw, for a new stage. Applicants in another stage are conflicts. */
    seenStages: z.optional(z.array(seenStageSchema).check(z.maxLength(maxListedApplicants))),
    stage: z.optional(z.enum(assignableStages)),
    /** Required for the stage `not_a_fit`. */
    reason: z.nullish(z.enum(codes(notAFitReasons))),
    /** Null removes the owner. */
    ownerId: z.optional(z.nullable(idField)),
    tag: z.optional(tagTextField),
  })
  .check(
    selectionRule,
    z.refine(({ stage, ownerId, tag }) => [stage, ownerId, tag].filter((change) => change !== undefined).length === 1, {
      message: 'hiring.chooseOneChange',
      path: ['stage'],
    }),
    z.refine(({ stage, reason }) => (stage === 'not_a_fit') === Boolean(reason), {
      message: 'hiring.chooseReason',
      path: ['reason'],
    }),
  );
export type ChangeApplicants = z.infer<typeof changeApplicantsSchema>;

export const changedApplicantsSchema = z.object({
  /** How many applicants were changed. */
  changed: z.int(),
  /** How many applicants already had the requested value. */
  unchanged: z.int(),
  /** How many of the ids are not applicants of the company, or withdrew. */
  missing: z.int(),
  /** Applicants who are not moved, because another person has moved them since the caller saw them. */
  conflicts: z.array(z.object({ id: z.string(), name: z.string(), stage: z.enum(codes(stages)) })),
});
export type ChangedApplicants = z.infer<typeof changedApplicantsSchema>;

export const getApplicantSchema = z.object({ id: idField });

/** Every applicant that the list finds, for the CSV export and the distance chart. */
export const applicantsFilterSchema = z.object({ id: idField, filters: searchSchema.shape.filters });
export type ExportApplicants = z.infer<typeof applicantsFilterSchema>;

/** The miles between the bands of the distance chart. The last band ends at the limit of an applicant's range. */
export const distanceSteps = [10, 25, 50, 100, 150] as const;

export const distancesSchema = z.object({
  /** A band reaches from `from` miles to just below `to`. `to` is null for the band beyond the last step. */
  bands: z.array(z.object({ from: z.number(), to: z.nullable(z.number()), applicants: z.int() })),
  /** Applicants without an address. */
  unknown: z.int(),
});
export type Distances = z.infer<typeof distancesSchema>;

export const maxStars = 5;

/** Null removes the rating. */
export const rateApplicantSchema = z.object({
  jobId: idField,
  applicantId: idField,
  rating: z.nullable(
    z.int('errors.starsOutOfRange').check(z.gte(1, 'errors.starsOutOfRange'), z.lte(maxStars, 'errors.starsOutOfRange')),
  ),
});
export type RateApplicant = z.infer<typeof rateApplicantSchema>;

export const tagApplicantSchema = z
  .object({ jobId: idField, applicantId: idField, tagId: z.nullish(idField), text: z.nullish(tagTextField) })
  .check(
    z.refine(({ tagId, text: word }) => Boolean(tagId) !== Boolean(word), {
      message: 'errors.tagToAddRequired',
      path: ['tagId'],
    }),
  );
export type TagApplicant = z.infer<typeof tagApplicantSchema>;

export const deleteTagsSchema = z
  .object({ jobId: idField, applicantId: idField, tagId: z.nullish(idField), cleanAll: z.nullish(z.boolean()) })
  .check(
    z.refine(({ tagId, cleanAll }) => Boolean(tagId) || cleanAll === true, {
      message: 'errors.tagToRemoveRequired',
      path: ['tagId'],
    }),
  );
export type DeleteTags = z.infer<typeof deleteTagsSchema>;
