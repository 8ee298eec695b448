import * as z from 'zod';
import { uploadSchema } from '#server/media/upload.ts';
import type { Services } from '#server/services.ts';
import { abortAtEnd } from '#server/session/authenticate.ts';
import { type ActingUser, actorOf, type CompanyScope, isStillInScope, readerOf, router, scoped } from '#server/trpc.ts';
import { tagSchema } from '#shared/companies/company.ts';
import { idField } from '#shared/fields.ts';
import {
  addonCostsSchema,
  cancelRenewalSchema,
  jobDetailSchema,
  jobListItemSchema,
  jobListSchema,
  type LiveJobEvent,
  tagJobSchema,
  untagJobSchema,
  updateAddressSchema,
  updateJobSchema,
  jobStatisticsInput,
  jobStatisticsSchema,
} from '#shared/jobs/job.ts';
import { pageOf } from '#shared/lists/list.ts';
import { bulkRouter } from './bulk-router.ts';
import { cancelRenewal, disableJob, enableJob } from './close.ts';
import { mediaRouter, uploadImage } from './job-media.ts';
import { getJob, getListItem, getAddonCosts } from './job-query.ts';
import { listJobs } from './list-query.ts';
import { liveEvents } from './live.ts';
import { questionsRouter } from './question-router.ts';
import { editAddress } from './resolve-address.ts';
import { readJobStatistics } from './statistics.ts';
import { tagJob, untagJob } from './tag.ts';
import { duplicateJob, editJob } from './write-posting.ts';
import { writingRouter } from './writing-router.ts';

const read = scoped('jobs.read');
const edit = scoped('jobs.edit');
const moderate = scoped('jobs.moderate');
const idSchema = z.object({ id: idField });

type ProcedureCall<I> = {
  ctx: Parameters<typeof actorOf>[0] & Parameters<typeof readerOf>[0] & { services: Services; scope: CompanyScope };
  input: I;
};
type JobCommand<I> = (services: Services, scope: CompanyScope, actor: ActingUser, input: I) => Promise<void>;
type JobInput = { id: string };

/** Runs an action on a job and answers with its detail. */
const withDetail =
  <I extends JobInput>(command: JobCommand<I>) =>
  async ({ ctx, input }: ProcedureCall<I>) => {
    await command(ctx.services, ctx.scope, actorOf(ctx), input);
    return getJob(ctx.services.db, ctx.scope, { ...input, ...readerOf(ctx) });
  };

/** Runs an action on a job and answers with its list item. */
const withListItem =
  <I extends JobInput>(command: JobCommand<I>) =>
  async ({ ctx, input }: ProcedureCall<I>) => {
    await command(ctx.services, ctx.scope, actorOf(ctx), input);
    return getListItem(ctx.services.db, ctx.scope, { ...input, ...readerOf(ctx) });
  };

export const jobsRouter = router({
  bulk: bulkRouter,
  media: mediaRouter,
  questions: questionsRouter,
  writing: writingRouter,
  list: read
    .input(jobListSchema)
    .output(pageOf(jobListItemSchema))
    .query(({ ctx, input }) => listJobs(ctx.services.db, ctx.scope, { ...input, ...readerOf(ctx) })),
  get: read
    .input(idSchema)
    .output(jobDetailSchema)
    .query(({ ctx, input }) => getJob(ctx.services.db, ctx.scope, { ...input, ...readerOf(ctx) })),
  statistics: read
    .input(jobStatisticsInput)
    .output(jobStatisticsSchema)
    .query(({ ctx, input }) => readJobStatistics(ctx.services.db, ctx.scope, input)),
  update: edit.input(updateJobSchema).output(jobDetailSchema).mutation(withDetail(editJob)),
  updateAddress: edit.input(updateAddressSchema).output(jobDetailSchema).mutation(withDetail(editAddress)),
  cancelRenewal: edit.input(cancelRenewalSchema).output(jobListItemSchema).mutation(withListItem(cancelRenewal)),
  disable: moderate.input(idSchema).output(jobListItemSchema).mutation(withListItem(disableJob)),
  enable: moderate.input(idSchema).output(jobListItemSchema).mutation(withListItem(enableJob)),
  duplicate: edit
    .input(idSchema)
    .output(idSchema)
    .mutation(({ ctx, input }) => duplicateJob(ctx.services, ctx.scope, actorOf(ctx), input.id)),
  /** Stores an image for a description. The returned URL goes into the document. */
  uploadImage: edit
    .input(z.object({ image: uploadSchema }))
    .output(z.object({ imageUrl: z.string() }))
    .mutation(({ ctx, input }) => uploadImage(ctx.services, ctx.scope, actorOf(ctx), input.image)),
  addTag: edit
    .input(tagJobSchema)
    .output(tagSchema)
    .mutation(({ ctx, input }) => tagJob(ctx.services.db, ctx.scope, input)),
  removeTag: edit
    .input(untagJobSchema)
    .output(idSchema)
    .mutation(({ ctx, input }) => untagJob(ctx.services.db, ctx.scope, input)),
  addonCosts: read.output(addonCostsSchema).query(() => getAddonCosts()),
  live: read.output(z.custom<AsyncIterable<LiveJobEvent>>()).subscription(({ ctx, signal }) => {
    const { services, actor, scope } = ctx;
    return liveEvents(services, {
      userId: actor.userId,
      scope,
      signal: abortAtEnd(actor, signal),
      isAllowed: () => isStillInScope(ctx, 'jobs.read', scope),
    });
  }),
});
