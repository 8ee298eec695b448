import { findTargetCompany } from '#server/access/scope.ts';
import { actorOf, router, scoped } from '#server/trpc.ts';
import {
  draftDescriptionSchema,
  rewriteDescriptionSchema,
  writingHelpSchema,
  writtenDescriptionSchema,
} from '#shared/jobs/writing.ts';
import { draftDescription, rewriteDescription } from './write-description.ts';

const post = scoped('jobs.post');

const rewriting = (how: 'rewrite' | 'shorten') =>
  post
    .input(rewriteDescriptionSchema)
    .output(writtenDescriptionSchema)
    .mutation(async ({ ctx, input }) => {
      const company = await findTargetCompany(ctx.services.db, ctx.scope, input.companyId);
      return rewriteDescription(ctx.services, company, actorOf(ctx), { ...input, how });
    });

/** Help with writing a job description (`docs/product/jobs.md#write-with-help`). Nothing is stored. */
export const writingRouter = router({
  help: post.output(writingHelpSchema).query(({ ctx }) => ({ hasAssistant: ctx.services.assistant !== null })),
  draft: post
    .input(draftDescriptionSchema)
    .output(writtenDescriptionSchema)
    .mutation(async ({ ctx, input: { companyId, ...facts } }) => {
      const company = await findTargetCompany(ctx.services.db, ctx.scope, companyId);
      return draftDescription(ctx.services, company, actorOf(ctx), facts);
    }),
  rewrite: rewriting('rewrite'),
  shorten: rewriting('shorten'),
});
