import { actorOf, allowed, forbidImpersonation, selectCompany, router, scoped } from '#server/trpc.ts';
import {
  applicantInterviewsInput,
  cancelInterviewSchema,
  chooseTimeSchema,
  declineTimesSchema,
  interviewSchema,
  interviewsInput,
  interviewsPageSchema,
  interviewsSchema,
  myInterviewsInput,
  proposeInterviewSchema,
} from '#shared/applicants/interview.ts';
import { chooseTime, declineTimes } from './answer-proposal.ts';
import { listApplicantInterviews, listCompanyInterviews, listDriverInterviews } from './interview-query.ts';
import { cancelInterview, proposeInterview } from './propose-interview.ts';

const read = scoped('applicants.read');
const write = scoped('applicants.tag');
const self = allowed('driver.self');

/** Interviews between companies and drivers (`docs/product/interviews.md`). */
export const interviewsRouter = router({
  upcoming: read
    .input(interviewsInput)
    .output(interviewsPageSchema)
    .query(({ ctx, input }) => listCompanyInterviews(ctx.services.db, selectCompany(ctx.scope, input.companyId), input)),
  ofApplicant: read
    .input(applicantInterviewsInput)
    .output(interviewsSchema)
    .query(({ ctx, input }) => listApplicantInterviews(ctx.services.db, ctx.scope, input)),
  propose: write
    .input(proposeInterviewSchema)
    .output(interviewSchema)
    .mutation(({ ctx, input }) => proposeInterview(ctx.services, ctx.scope, actorOf(ctx), input)),
  cancel: write
    .input(cancelInterviewSchema)
    .output(interviewSchema)
    .mutation(({ ctx, input }) => cancelInterview(ctx.services, ctx.scope, actorOf(ctx), input)),
  mine: self
    .input(myInterviewsInput)
    .output(interviewsPageSchema)
    .query(({ ctx, input }) => listDriverInterviews(ctx.services.db, ctx.actor, input)),
  choose: self
    .use(forbidImpersonation)
    .input(chooseTimeSchema)
    .output(interviewSchema)
    .mutation(({ ctx, input }) => chooseTime(ctx.services, actorOf(ctx), input)),
  decline: self
    .use(forbidImpersonation)
    .input(declineTimesSchema)
    .output(interviewSchema)
    .mutation(({ ctx, input }) => declineTimes(ctx.services, actorOf(ctx), input)),
});
