import { and, desc, inArray, sql } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs.ts';
import { jobTypes, labelOf } from '#shared/catalogues.ts';
import type { JobListItem } from '#shared/jobs/job.ts';
import type { ExportJobs } from '#shared/jobs/job-bulk.ts';
import { statusLabel } from '#shared/jobs/jobs.ts';
import { dayIn } from '#shared/time-zone.ts';
import { type CsvColumn, csvFile, type CsvFile } from '#server/csv.ts';
import { inBatches } from '#server/lists/batches.ts';
import type { Reader } from '#server/lists/filter.ts';
import type { Database } from '#server/db/open.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { theirs } from './bulk.ts';
import { listItemColumns, startOfToday, toListItem } from './list-item.ts';
import { jobListWhere } from './list-query.ts';
import { nameCompanies } from './name-companies.ts';

/** The days of a job are days in its own zone, here as on every screen and page. */
const dayOf = ({ timeZone }: JobListItem, at: Date | null) => at && dayIn(timeZone, at);

const columns: readonly CsvColumn<JobListItem>[] = [
  ['Job', (job) => job.title],
  ['Status', (job) => statusLabel(job)],
  ['Type', (job) => labelOf(jobTypes, job.jobType)],
  ['City', (job) => job.city],
  ['State', (job) => job.state],
  ['Applicants', (job) => job.totalApplicants],
  ['Applicants today', (job) => job.todayApplicants],
  ['Candidates', (job) => job.totalCandidates],
  ['Posted', (job) => dayOf(job, job.postingDate)],
  ['Next billing', (job) => dayOf(job, job.nextBillingDate)],
  ['Expires', (job) => dayOf(job, job.expirationDate)],
  ['Renews', (job) => job.autoRenew],
  ['Boost days left', (job) => job.boostRemainingDays],
  ['Tags', (job) => job.tags.map(({ text }) => text).join(', ')],
  ['Created', (job) => job.createdAt, 'time'],
  ['Requisition number', (job) => job.requisiteNumber],
  ['Id', (job) => job.id],
];

/** The named jobs, or all that the list finds, as a file, newest first. @throws 404 when a named one is not the caller's */
export async function jobsFile(
  db: Database,
  scope: CompanyScope,
  { ids, timeZone, ...search }: ExportJobs & Reader,
): Promise<CsvFile> {
  const named = ids && inArray(jobs.id, await theirs({ db, scope, ids }));
  const where = and(jobListWhere(scope, named ? {} : { ...search, timeZone }), named);
  const batches = inBatches<JobListItem>(async (last, limit) => {
    const after = last && sql`(${jobs.createdAt}, ${jobs.id}) < (${last.createdAt.toISOString()}::timestamptz, ${last.id}::uuid)`;
    const rows = await db
      .select(listItemColumns(startOfToday({ timeZone })))
      .from(jobs)
      .where(and(where, after ?? undefined))
      .orderBy(desc(jobs.createdAt), desc(jobs.id))
      .limit(limit);
    return nameCompanies(
      db,
      scope,
      rows.map((row) => toListItem(row)),
    );
  });
  const whose: CsvColumn<JobListItem> = ['Company', (job) => job.companyName];
  return csvFile({ name: 'jobs', columns: scope.companyId === null ? [whose, ...columns] : columns, timeZone }, batches);
}
