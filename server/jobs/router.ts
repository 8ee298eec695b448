import * as z from 'zod/mini';
import { idField } from '#shared/fields.ts';
import {
  addonCostsSchema,
  cancelRenewalSchema,
  jobDetailSchema,
  jobListItemSchema,
  jobListSchema,
  type JobNews,
  tagJobSchema,
  tagSchema,
  untagJobSchema,
  updateAddressSchema,
  updateJobSchema,
} from '#shared/job.ts';
import { jobStatisticsInput, jobStatisticsSchema } from '#shared/job-statistics.ts';
import { pageOf } from '#shared/list.ts';
import { untilEnd } from '#server/session/authenticate.ts';
import { actorOf, router, scoped } from '#server/trpc.ts';
import { addonCosts } from './addon-costs.ts';
import { bulkRouter } from './bulk-router.ts';
import { cancelRenewal } from './cancel-renewal.ts';
import { closeJob } from './close.ts';
import { duplicateJob } from './duplicate.ts';
import { editAddress } from './edit-address.ts';
import { editJob } from './edit-job.ts';
import { getJob } from './job-query.ts';
import { getListItem } from './list-item-query.ts';
import { listJobs } from './list-query.ts';
import { liveEvents } from './live.ts';
import { moderateJob } from './moderate.ts';
import { jobStatistics } from './statistics.ts';
import { tagJob, untagJob } from './tag.ts';

const read = scoped('jobs.read');
const edit = scoped('jobs.edit');
const byId = z.object({ id: idField });

export const jobsRouter = router({
  bulk: bulkRouter,
  list: read
    .input(jobListSchema)
    .output(pageOf(jobListItemSchema))
    .query(({ ctx, input }) => listJobs(ctx.services.db, ctx.scope, input)),
  get: read
    .input(byId)
    .output(jobDetailSchema)
    .query(({ ctx, input }) => getJob(ctx.services.db, ctx.scope, input.id)),
  statistics: read
    .input(jobStatisticsInput)
    .output(jobStatisticsSchema)
    .query(({ ctx, input }) => jobStatistics(ctx.services.db, ctx.scope, input)),
  update: edit
    .input(updateJobSchema)
    .output(jobDetailSchema)
    .mutation(async ({ ctx, input }) => {
      await editJob(ctx.services, ctx.scope, actorOf(ctx), input);
      return getJob(ctx.services.db, ctx.scope, input.id);
    }),
  updateAddress: edit
    .input(updateAddressSchema)
    .output(jobDetailSchema)
    .mutation(async ({ ctx, input }) => {
      await editAddress(ctx.services, ctx.scope, actorOf(ctx), input);
      return getJob(ctx.services.db, ctx.scope, input.id);
    }),
  close: edit
    .input(byId)
    .output(jobListItemSchema)
    .mutation(async ({ ctx, input }) => {
      await closeJob(ctx.services, ctx.scope, actorOf(ctx), input.id);
      return getListItem(ctx.services.db, ctx.scope, input.id);
    }),
  cancelRenewal: edit
    .input(cancelRenewalSchema)
    .output(jobListItemSchema)
    .mutation(async ({ ctx, input }) => {
      await cancelRenewal(ctx.services, ctx.scope, actorOf(ctx), input);
      return getListItem(ctx.services.db, ctx.scope, input.id);
    }),
  disable: scoped('jobs.moderate')
    .input(byId)
    .output(jobListItemSchema)
    .mutation(async ({ ctx, input }) => {
      await moderateJob(ctx.services, ctx.scope, actorOf(ctx), { id: input.id, transition: 'disable' });
      return getListItem(ctx.services.db, ctx.scope, input.id);
    }),
  enable: scoped('jobs.moderate')
    .input(byId)
    .output(jobListItemSchema)
    .mutation(async ({ ctx, input }) => {
      await moderateJob(ctx.services, ctx.scope, actorOf(ctx), { id: input.id, transition: 'enable' });
      return getListItem(ctx.services.db, ctx.scope, input.id);
    }),
  duplicate: edit
    .input(byId)
    .output(byId)
    .mutation(({ ctx, input }) => duplicateJob(ctx.services, ctx.scope, actorOf(ctx), input.id)),
  addTag: edit
    .input(tagJobSchema)
    .output(tagSchema)
    .mutation(({ ctx, input }) => tagJob(ctx.services.db, ctx.scope, input)),
  removeTag: edit
    .input(untagJobSchema)
    .output(byId)
    .mutation(({ ctx, input }) => untagJob(ctx.services.db, ctx.scope, input)),
  addonCosts: read.output(addonCostsSchema).query(() => addonCosts()),
  live: read
    .output(z.custom<AsyncIterable<JobNews>>())
    .subscription(({ ctx, signal }) => liveEvents(ctx.services.events, ctx.scope, untilEnd(ctx.actor, signal))),
});
