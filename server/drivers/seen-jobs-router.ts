import * as z from 'zod';
import { allowed, router } from '#server/trpc.ts';
import { addSeenJobsSchema, seenJobInput, seenJobSchema } from '#shared/drivers/seen-job.ts';
import { addSeenJobs, listSeenJobs, removeSeenJobs } from './add-seen-jobs.ts';

const self = allowed('driver.self');
const countSchema = z.object({ count: z.int() });

/** The jobs that the driver looked at last (`docs/product/drivers.md#recently-viewed`). */
export const seenJobsRouter = router({
  list: self.output(z.array(seenJobSchema)).query(({ ctx }) => listSeenJobs(ctx.services.db, ctx.actor.userId)),
  /** Someone who acts as the driver leaves no trace. */
  add: self
    .input(addSeenJobsSchema)
    .output(countSchema)
    .mutation(({ ctx, input }) =>
      addSeenJobs(ctx.services.db, ctx.actor.userId, ctx.actor.impersonatorId ? { jobIds: [] } : input),
    ),
  remove: self
    .input(seenJobInput)
    .output(countSchema)
    .mutation(({ ctx, input }) => removeSeenJobs(ctx.services.db, ctx.actor.userId, input.jobId)),
  clear: self.output(countSchema).mutation(({ ctx }) => removeSeenJobs(ctx.services.db, ctx.actor.userId)),
});
