import { accountStatusAnswerSchema, accountStatusSchema } from '#shared/account.ts';
import { actorOf, allowed, router } from '#server/trpc.ts';
import { setAccountStatus } from './set-account-status.ts';

/** The back office (`rest: Companies, employees, admins`). */
export const adminRouter = router({
  setAccountStatus: allowed('account.status')
    .input(accountStatusSchema)
    .output(accountStatusAnswerSchema)
    .mutation(({ ctx, input }) => setAccountStatus(ctx.services.db, actorOf(ctx), input)),
});
