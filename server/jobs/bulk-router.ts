import { and, inArray, desc, sql } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs.ts';
import { audit } from '#server/audit/audit.ts';
import type { Database } from '#server/db/open.ts';
import { csvColumns, csvFileSchema, type CsvColumn, csvFile, type CsvFile } from '#server/downloads/csv.ts';
import type { Reader } from '#server/lists/conditions.ts';
import { readInBatches } from '#server/lists/read-page.ts';
import { actorOf, router, scoped, readerOf, type CompanyScope } from '#server/trpc.ts';
import { jobTypes, labelOf } from '#shared/catalogues.ts';
import { jobFieldsOnList } from '#shared/jobs/job-fields.ts';
import {
  type JobListItem,
  bulkCancelRenewalSchema,
  bulkOutcomeSchema,
  bulkTagSchema,
  exportJobsSchema,
  type ExportJobs,
} from '#shared/jobs/job.ts';
import { statusLabel } from '#shared/jobs/jobs.ts';
import { requiredClassText } from '#shared/jobs/unmet-requirements.ts';
import { text } from '#shared/texts/texts.ts';
import { localDay } from '#shared/time-zone.ts';
import { cancelRenewal } from './close.ts';
import { listItemColumns, startOfToday, toListItem, addCompanyNames } from './job-query.ts';
import { jobListWhere } from './list-query.ts';
import { tagJob } from './tag.ts';
import { assertInScope, forEachJob } from './update-jobs.ts';

/** A job's dates are in the time zone of its address, as on every screen. */
const dayOf = ({ timeZone }: JobListItem, at: Date | null) => at && localDay(timeZone, at);

/** The listed fields without a separate column below. */
const { jobType: _jobType, autoRenew: _autoRenew, ...otherFields } = jobFieldsOnList;

const columns: readonly CsvColumn<JobListItem>[] = [
  [text('common.job'), (job) => job.title],
  [text('common.status'), (job, write) => write(statusLabel(job))],
  [text('common.type'), (job, write) => labelOf(jobTypes, job.jobType, write)],
  [text('common.city'), (job) => job.city],
  [text('common.state'), (job) => job.state],
  [text('common.applicants'), (job) => job.totalApplicants],
  [text('files.applicantsToday'), (job) => job.todayApplicants],
  [text('common.candidates'), (job) => job.totalCandidates],
  [text('common.posted'), (job) => dayOf(job, job.postingDate)],
  [text('common.nextBilling'), (job) => dayOf(job, job.nextBillingDate)],
  [text('common.expires'), (job) => dayOf(job, job.expirationDate)],
  [text('common.renews'), (job) => job.autoRenew],
  [text('files.boostDaysLeft'), (job) => job.boostRemainingDays],
  [text('common.tags'), (job) => job.tags.map((tag) => tag.text).join(', ')],
  [text('common.created'), (job) => job.createdAt, 'time'],
  ...csvColumns<JobListItem, typeof otherFields>(otherFields, { cdlClass: requiredClassText }),
  [text('files.id'), (job) => job.id],
];

/**
 * The selected jobs, or every job that matches the list's filters, as a CSV file, the newest first.
 * @throws 404 if a selected job is not in the caller's scope
 */
async function jobsFile(
  db: Database,
  scope: CompanyScope,
  { ids, timeZone, language, ...search }: ExportJobs & Reader,
): Promise<CsvFile> {
  const inIds = ids && inArray(jobs.id, await assertInScope({ db, scope, ids }));
  const where = and(jobListWhere(scope, inIds ? {} : { ...search, timeZone }), inIds);
  const batches = readInBatches<JobListItem>(async (last, limit) => {
    const after = last && sql`(${jobs.createdAt}, ${jobs.id}) < (${last.createdAt.toISOString()}::timestamptz, ${last.id}::uuid)`;
    const rows = await db
      .select(listItemColumns(startOfToday({ timeZone })))
      .from(jobs)
      .where(and(where, after ?? undefined))
      .orderBy(desc(jobs.createdAt), desc(jobs.id))
      .limit(limit);
    return addCompanyNames(
      db,
      scope,
      rows.map((row) => toListItem(row, { language })),
    );
  });
  const companyColumn: CsvColumn<JobListItem> = [text('ui.company'), (job) => job.companyName];
  return csvFile(
    { name: 'jobs', columns: scope.companyId === null ? [companyColumn, ...columns] : columns, timeZone, language },
    batches,
  );
}

const edit = scoped('jobs.edit');

/** Actions on several selected jobs. */
export const bulkRouter = router({
  cancelRenewal: edit
    .input(bulkCancelRenewalSchema)
    .output(bulkOutcomeSchema)
    .mutation(({ ctx: { services, scope, ...ctx }, input: { ids, renewalCancellationReason } }) =>
      forEachJob({ db: services.db, scope, ids, language: ctx.language }, (id) =>
        cancelRenewal(services, scope, actorOf(ctx), {
          id,
          renewalCancellationReason: renewalCancellationReason || null,
        }),
      ),
    ),
  tag: edit
    .input(bulkTagSchema)
    .output(bulkOutcomeSchema)
    .mutation(({ ctx: { services, scope, language }, input: { ids, text: tag } }) =>
      forEachJob({ db: services.db, scope, ids, language }, (id) => tagJob(services.db, scope, { id, text: tag })),
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
