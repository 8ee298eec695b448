import { publicJobInput, publicJobSchema, publicJobsPageSchema, searchPublicJobsSchema } from '#shared/jobs/public-job.ts';
import { publicProcedure, router } from '#server/trpc.ts';
import { getPublicJob } from './public-job-query.ts';
import { searchPublicJobs } from './public-search.ts';

/** What anybody may see, without an account (`product: Drivers and the public side`). */
export const publicRouter = router({
  search: publicProcedure
    .input(searchPublicJobsSchema)
    .output(publicJobsPageSchema)
    .query(({ ctx, input }) => searchPublicJobs(ctx.services.db, input)),
  job: publicProcedure
    .input(publicJobInput)
    .output(publicJobSchema)
    .query(({ ctx, input }) => getPublicJob(ctx.services.db, input.id)),
});
