/** One applicant with everything around the application: fit, other applications of the person, possible duplicates. */
import * as z from 'zod/mini';
import { codes } from '#shared/catalogues.ts';
import { applicantSchema } from '#shared/drivers/applicant.ts';
import { idField } from '#shared/fields.ts';
import { matchReasonSchema } from '#shared/matching/match-reasons.ts';
import { stages } from './stages.ts';

const applicationOfPersonSchema = z.object({
  id: z.string(),
  jobId: z.string(),
  jobTitle: z.string(),
  applicationAt: z.date(),
  stage: z.enum(codes(stages)),
});

export const applicantPageSchema = z.object({
  applicant: applicantSchema,
  /** The parts that add up to the match score. Empty if a hard requirement is not met. */
  reasons: z.array(matchReasonSchema),
  /** The job's requirements and whether the applicant meets each. `isMet` is null if the applicant did not answer. */
  requirements: z.array(
    z.object({ kind: z.enum(['cdl', 'experience', 'endorsement']), name: z.string(), isMet: z.nullable(z.boolean()) }),
  ),
  /** All applications of the person at the company, this one included, newest first. */
  applications: z.array(applicationOfPersonSchema),
  /** Other people of the company with the same phone number or email, or the same name and ZIP code. */
  possibleDuplicates: z.array(
    z.object({
      applicantId: z.string(),
      name: z.string(),
      jobTitle: z.string(),
      sameFields: z.array(z.enum(['phone', 'email', 'name'])),
    }),
  ),
});
export type ApplicantPage = z.infer<typeof applicantPageSchema>;

export const mergeApplicantsSchema = z.object({ applicantId: idField, duplicateId: idField }).check(
  z.refine(({ applicantId, duplicateId }) => applicantId !== duplicateId, {
    message: 'hiring.chooseTwoPeople',
    path: ['duplicateId'],
  }),
);
export type MergeApplicants = z.infer<typeof mergeApplicantsSchema>;
