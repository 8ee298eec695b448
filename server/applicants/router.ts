import { audit } from '#server/audit/audit.ts';
import { csvFileSchema } from '#server/downloads/csv.ts';
import { actorOf, readerOf, router, scoped } from '#server/trpc.ts';
import {
  applicantSchema,
  applicantsPageSchema,
  deleteTagsSchema,
  distancesSchema,
  applicantsFilterSchema,
  getApplicantSchema,
  listApplicantsSchema,
  rateApplicantSchema,
  tagApplicantSchema,
} from '#shared/drivers/applicant.ts';
import {
  candidateAreasInput,
  candidateAreasSchema,
  candidatesPageSchema,
  invitedCandidateSchema,
  inviteCandidateSchema,
  listCandidatesSchema,
} from '#shared/matching/candidate.ts';
import { candidateAreas, listCandidates } from './candidates.ts';
import { applicantsFile } from './export.ts';
import { inviteCandidate } from './invite-candidate.ts';
import { getApplicant, applicantDistances, listApplicants } from './list-query.ts';
import { rateApplicant, deleteApplicantTags, tagApplicant } from './tag.ts';

const read = scoped('applicants.read');
const edit = scoped('applicants.tag');

/**
 * A job's applicants and candidates (`docs/product/applicants-and-matching.md#applicants`). `jobs.live` reports new
 * applicants. No call buys a candidate, because purchase is disabled for everyone
 * (`docs/product/applicants-and-matching.md#candidates`).
 */
export const applicantsRouter = router({
  list: read
    .input(listApplicantsSchema)
    .output(applicantsPageSchema)
    .query(({ ctx, input }) => listApplicants(ctx.services.db, ctx.scope, { ...input, ...readerOf(ctx) })),
  get: read
    .input(getApplicantSchema)
    .output(applicantSchema)
    .query(({ ctx, input }) => getApplicant(ctx.services.db, ctx.scope, input.id)),
  candidates: read
    .input(listCandidatesSchema)
    .output(candidatesPageSchema)
    .query(({ ctx, input }) => listCandidates(ctx.services.db, ctx.scope, { ...input, language: ctx.language })),
  candidateAreas: read
    .input(candidateAreasInput)
    .output(candidateAreasSchema)
    .query(({ ctx, input }) => candidateAreas(ctx.services.db, ctx.scope, input.id)),
  invite: edit
    .input(inviteCandidateSchema)
    .output(invitedCandidateSchema)
    .mutation(({ ctx, input }) => inviteCandidate(ctx.services, ctx.scope, actorOf(ctx), input)),
  distances: read
    .input(applicantsFilterSchema)
    .output(distancesSchema)
    .query(({ ctx, input }) => applicantDistances(ctx.services.db, ctx.scope, { ...input, ...readerOf(ctx) })),
  export: read
    .input(applicantsFilterSchema)
    .output(csvFileSchema)
    .mutation(async ({ ctx, input }) => {
      const { file, companyId } = await applicantsFile(ctx.services.db, ctx.scope, { ...input, ...readerOf(ctx) });
      await audit(ctx.services.db, actorOf(ctx), {
        action: 'applicant.export',
        subject: { type: 'job', id: input.id },
        companyId,
      });
      return file;
    }),
  rate: edit
    .input(rateApplicantSchema)
    .output(applicantSchema)
    .mutation(async ({ ctx, input }) => {
      await rateApplicant(ctx.services.db, ctx.scope, actorOf(ctx), input);
      return getApplicant(ctx.services.db, ctx.scope, input.applicantId);
    }),
  tag: edit
    .input(tagApplicantSchema)
    .output(applicantSchema)
    .mutation(async ({ ctx, input }) => {
      await tagApplicant(ctx.services.db, ctx.scope, actorOf(ctx), input);
      return getApplicant(ctx.services.db, ctx.scope, input.applicantId);
    }),
  deleteTags: edit
    .input(deleteTagsSchema)
    .output(applicantSchema)
    .mutation(async ({ ctx, input }) => {
      await deleteApplicantTags(ctx.services.db, ctx.scope, actorOf(ctx), input);
      return getApplicant(ctx.services.db, ctx.scope, input.applicantId);
    }),
});
