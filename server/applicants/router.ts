import {
  applicantSchema,
  applicantsPageSchema,
  deleteTagsSchema,
  getApplicantSchema,
  listApplicantsSchema,
  tagApplicantSchema,
} from '#shared/applicant.ts';
import { candidatesPageSchema, listCandidatesSchema } from '#shared/candidate.ts';
import { actorOf, router, scoped } from '#server/trpc.ts';
import { getApplicant } from './applicant-query.ts';
import { listCandidates } from './candidates.ts';
import { listApplicants } from './list-query.ts';
import { deleteApplicantTags, tagApplicant } from './tag.ts';

const read = scoped('applicants.read');
const edit = scoped('applicants.tag');

/**
 * Who applied to a job of one's company, and who could. Their arrival is told by `jobs.live`. No call buys a candidate:
 * that is disabled for everyone (`spec: access §6`).
 */
export const applicantsRouter = router({
  list: read
    .input(listApplicantsSchema)
    .output(applicantsPageSchema)
    .query(({ ctx, input }) => listApplicants(ctx.services.db, ctx.scope, input)),
  get: read
    .input(getApplicantSchema)
    .output(applicantSchema)
    .query(({ ctx, input }) => getApplicant(ctx.services.db, ctx.scope, input.id)),
  candidates: read
    .input(listCandidatesSchema)
    .output(candidatesPageSchema)
    .query(({ ctx, input }) => listCandidates(ctx.services.db, ctx.scope, input)),
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
