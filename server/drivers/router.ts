import * as z from 'zod/mini';
import {
  applySchema,
  driverProfileSchema,
  myApplicationsInput,
  myApplicationsSchema,
  updateDriverProfileSchema,
} from '#shared/drivers/driver.ts';
import { idField } from '#shared/fields.ts';
import { matchingJobsInput, matchingJobsSchema } from '#shared/matching/matching-job.ts';
import { actorOf, allowed, ownHands, router } from '#server/trpc.ts';
import { listApplications } from './applications-query.ts';
import { apply, withdraw } from './apply.ts';
import { deleteDriver } from './delete-account.ts';
import { listMatchingJobs } from './matching-jobs.ts';
import { getProfile, updateProfile } from './update-profile.ts';

const self = allowed('driver.self');
const idSchema = z.object({ id: z.string() });

/** What a driver does for themselves; nothing here takes another person's id. */
export const driversRouter = router({
  profile: self.output(driverProfileSchema).query(({ ctx }) => getProfile(ctx.services.db, ctx.actor.userId)),
  updateProfile: self
    .input(updateDriverProfileSchema)
    .output(driverProfileSchema)
    .mutation(async ({ ctx, input }) => {
      await updateProfile(ctx.services, ctx.actor.userId, input);
      return getProfile(ctx.services.db, ctx.actor.userId);
    }),
  applyTo: self
    .input(applySchema)
    .output(idSchema)
    .mutation(({ ctx, input }) => apply(ctx.services, actorOf(ctx), input)),
  applications: self
    .input(myApplicationsInput)
    .output(myApplicationsSchema)
    .query(({ ctx, input }) => listApplications(ctx.services.db, ctx.actor.userId, input)),
  matchingJobs: self
    .input(matchingJobsInput)
    .output(matchingJobsSchema)
    .query(({ ctx, input }) => listMatchingJobs(ctx.services.db, ctx.actor.userId, input)),
  withdraw: self
    .input(z.object({ id: idField }))
    .output(idSchema)
    .mutation(({ ctx, input }) => withdraw(ctx.services, actorOf(ctx), input.id)),
  deleteAccount: self
    .use(ownHands)
    .output(idSchema)
    .mutation(async ({ ctx }) => {
      const gone = await deleteDriver(ctx.services, actorOf(ctx));
      ctx.door.keepRefreshToken(null);
      return gone;
    }),
});
