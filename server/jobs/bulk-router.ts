import {
  bulkCancelRenewalSchema,
  bulkCloseSchema,
  bulkOutcomeSchema,
  bulkTagSchema,
  exportJobsSchema,
} from '#shared/jobs/job-bulk.ts';
import { audit } from '#server/audit.ts';
import { csvFileSchema } from '#server/csv.ts';
import { actorOf, router, scoped, readerOf } from '#server/trpc.ts';
import { withEach } from './bulk.ts';
import { cancelRenewal } from './cancel-renewal.ts';
import { closeJob } from './close.ts';
import { jobsFile } from './export.ts';
import { tagJob } from './tag.ts';

const edit = scoped('jobs.edit');

/** What is done with several jobs at once: with those that are named, and no other. */
export const bulkRouter = router({
  close: edit
    .input(bulkCloseSchema)
    .output(bulkOutcomeSchema)
    .mutation(({ ctx: { services, scope, ...ctx }, input: { ids } }) =>
      withEach({ db: services.db, scope, ids }, (id) => closeJob(services, scope, actorOf(ctx), { id })),
    ),
  cancelRenewal: edit
    .input(bulkCancelRenewalSchema)
    .output(bulkOutcomeSchema)
    .mutation(({ ctx: { services, scope, ...ctx }, input: { ids, renewalCancellationReason } }) =>
      withEach({ db: services.db, scope, ids }, (id) =>
        cancelRenewal(services, scope, actorOf(ctx), {
          id,
          renewalCancelationReason: null,
          renewalCancellationReason: renewalCancellationReason || null,
        }),
      ),
    ),
  tag: edit
    .input(bulkTagSchema)
    .output(bulkOutcomeSchema)
    .mutation(({ ctx: { services, scope }, input: { ids, text } }) =>
      withEach({ db: services.db, scope, ids }, (id) => tagJob(services.db, scope, { id, text })),
    ),
  export: scoped('jobs.read')
    .input(exportJobsSchema)
    .output(csvFileSchema)
    .mutation(async ({ ctx, input }) => {
      const { services, scope } = ctx;
      const file = await jobsFile(services.db, scope, { ...input, ...readerOf(ctx) });
      await audit(services.db, actorOf(ctx), { action: 'job.export', companyId: scope.companyId });
      return file;
    }),
});
