import { actorOf, allowed, forbidImpersonation, publicProcedure, router, scoped, selectCompany } from '#server/trpc.ts';
import {
  applicantInterviewsInput,
  busyTimesSchema,
  cancelInterviewSchema,
  chooseByLinkSchema,
  chooseTimeSchema,
  declineByLinkSchema,
  declineTimesSchema,
  interviewLinkInput,
  interviewSchema,
  interviewsInput,
  interviewsPageSchema,
  interviewsSchema,
  linkedInterviewSchema,
  myInterviewsInput,
  proposeInterviewSchema,
  setNoShowSchema,
} from '#shared/applicants/interview.ts';
import { answerByLink, readLinkedInterview } from './answer-by-link.ts';
import { chooseTime, declineTimes } from './answer-proposal.ts';
import { listApplicantInterviews, listCompanyInterviews, listDriverInterviews } from './interview-query.ts';
import { cancelInterview, proposeInterview, setNoShow } from './propose-interview.ts';
import { listBusyTimes } from './taken-times.ts';

const read = scoped('applicants.read');
const write = scoped('applicants.tag');
const self = allowed('driver.self');

/** Interviews between companies and drivers (`docs/product/interviews.md`). */
export const interviewsRouter = router({
  list: read
    .input(interviewsInput)
    .output(interviewsPageSchema)
    .query(({ ctx, input }) => listCompanyInterviews(ctx.services.db, selectCompany(ctx.scope, input.companyId), input)),
  ofApplicant: read
    .input(applicantInterviewsInput)
    .output(interviewsSchema)
    .query(({ ctx, input }) => listApplicantInterviews(ctx.services.db, ctx.scope, input)),
  busyTimes: write.output(busyTimesSchema).query(({ ctx }) => listBusyTimes(ctx.services.db, ctx.scope, ctx.actor)),
  propose: write
    .input(proposeInterviewSchema)
    .output(interviewSchema)
    .mutation(({ ctx, input }) => proposeInterview(ctx.services, ctx.scope, actorOf(ctx), input)),
  cancel: write
    .input(cancelInterviewSchema)
    .output(interviewSchema)
    .mutation(({ ctx, input }) => cancelInterview(ctx.services, ctx.scope, actorOf(ctx), input)),
  setNoShow: write
    .input(setNoShowSchema)
    .output(interviewSchema)
    .mutation(({ ctx, input }) => setNoShow(ctx.services, ctx.scope, actorOf(ctx), input)),
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
  ofLink: publicProcedure
    .input(interviewLinkInput)
    .output(linkedInterviewSchema)
    .query(({ ctx, input }) => readLinkedInterview(ctx.services, input.token)),
  chooseByLink: publicProcedure
    .input(chooseByLinkSchema)
    .output(linkedInterviewSchema)
    .mutation(({ ctx, input }) => answerByLink(ctx, input, (driver) => chooseTime(ctx.services, driver, input))),
  declineByLink: publicProcedure
    .input(declineByLinkSchema)
    .output(linkedInterviewSchema)
    .mutation(({ ctx, input }) => answerByLink(ctx, input, (driver) => declineTimes(ctx.services, driver, input))),
});
