import * as z from 'zod';
import { actorOf, router, scoped, selectCompany } from '#server/trpc.ts';
import {
  addFollowUpSchema,
  applicantFollowUpsInput,
  deleteFollowUpSchema,
  followUpSchema,
  followUpsInput,
  followUpsPageSchema,
  followUpsSchema,
  updateFollowUpSchema,
} from '#shared/applicants/follow-up.ts';
import { listApplicantFollowUps, listFollowUps } from './follow-up-query.ts';
import { addFollowUp, deleteFollowUp, updateFollowUp } from './write-follow-up.ts';

const read = scoped('applicants.read');
const write = scoped('applicants.tag');

type CallContext = Parameters<typeof actorOf>[0] & {
  scope: Parameters<typeof selectCompany>[0];
  transport: { kind: 'web' | 'rest' };
};
const callerOf = (ctx: CallContext) => ({ scope: ctx.scope, actor: actorOf(ctx), source: ctx.transport.kind });

/** What a company still has to do about applicants (`docs/product/applicants-and-matching.md#follow-ups`). */
export const followUpsRouter = router({
  list: read
    .input(followUpsInput)
    .output(followUpsPageSchema)
    .query(({ ctx, input }) =>
      listFollowUps(ctx.services.db, selectCompany(ctx.scope, input.companyId), { ...input, userId: ctx.actor.userId }),
    ),
  ofApplicant: read
    .input(applicantFollowUpsInput)
    .output(followUpsSchema)
    .query(({ ctx, input }) => listApplicantFollowUps(ctx.services.db, ctx.scope, input)),
  add: write
    .input(addFollowUpSchema)
    .output(followUpSchema)
    .mutation(({ ctx, input }) => addFollowUp(ctx.services, callerOf(ctx), input)),
  update: write
    .input(updateFollowUpSchema)
    .output(followUpSchema)
    .mutation(({ ctx, input }) => updateFollowUp(ctx.services, callerOf(ctx), input)),
  delete: write
    .input(deleteFollowUpSchema)
    .output(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => deleteFollowUp(ctx.services, callerOf(ctx), input)),
});
