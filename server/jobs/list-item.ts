import { type Placeholder, type SQL, sql, and, eq, inArray } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs.ts';
import type { JobListItem } from '#shared/jobs/job.ts';
import { isRenewable } from '#shared/billing/renewal.ts';
import { zoneOfPlace } from '#shared/places/place-zone.ts';
import { dayIn, platformZone, startOfDay } from '#shared/time-zone.ts';
import type { Reader } from '#server/lists/filter.ts';
import { dayMs } from '#shared/days.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import { inScope } from '#server/scope.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { companies } from '#drizzle/schema/companies.ts';

/** Sub-selects write `jobs.id` out: a column alone is rendered without its table, and would mean the inner one. */
const tags: SQL<{ id: string; text: string }[]> =
  sql`coalesce((select json_agg(json_build_object('id', t.id, 'text', t.text) order by lower(t.text))
  from job_tags jt join company_tags t on t.id = jt.tag_id where jt.job_id = jobs.id), '[]'::json)`;

/** Of the applicants those since the start of the reader's day. Withdrawn applications are not counted here or in the total. */
const applicantsSince = (today: string | Placeholder): SQL<number> => sql`(select count(*)::int from applications a
  where a.job_id = jobs.id and a.withdrawn_at is null and a.application_at >= ${today}::timestamptz)`;

/** When today began for a reader. */
export const startOfToday = ({ timeZone = platformZone }: Reader): string =>
  startOfDay(dayIn(timeZone, Date.now()), timeZone).toISOString();

/** What a list item is made of: columns of the job, and two look-ups by key. */
export const listItemColumns = (today: string | Placeholder) => ({
  id: jobs.id,
  companyId: jobs.companyId,
  employerId: jobs.employerId,
  title: jobs.title,
  jobType: jobs.jobType,
  status: jobs.status,
  declineReason: jobs.declineReason,
  todayApplicants: applicantsSince(today),
  totalApplicants: jobs.applicationCount,
  totalCandidates: jobs.candidateCount,
  postingDate: jobs.postingDate,
  nextBillingDate: jobs.nextBillingDate,
  expirationDate: jobs.expirationDate,
  autoRenew: jobs.autoRenew,
  renewalCanceledAt: jobs.renewalCanceledAt,
  renewalCancellationReason: jobs.renewalCancellationReason,
  boostUntil: jobs.boostUntil,
  city: jobs.city,
  state: jobs.state,
  postalCode: jobs.postalCode,
  requisiteNumber: jobs.requisiteNumber,
  tags,
  orderId: jobs.orderId,
  createdAt: jobs.createdAt,
});

type Row = Omit<JobListItem, 'renewable' | 'boostActive' | 'boostRemainingDays' | 'timeZone'> & {
  postalCode: string | null;
  boostUntil: Date | null;
};

/**
 * Candidates are those that the worker counted last. Columns that are no part of the answer go with its schema; taking them
 * out of each row, or copying the row, would cost more than all the rest.
 */
export function toListItem(row: Row, now = Date.now()): JobListItem {
  const { boostUntil } = row;
  const boostLeft = boostUntil ? boostUntil.getTime() - now : 0;
  return Object.assign(row, {
    timeZone: zoneOfPlace(row),
    renewable: isRenewable(row, new Date(now)),
    boostActive: row.status === 'POSTED' && boostLeft > 0,
    boostRemainingDays: row.status === 'POSTED' && boostLeft > 0 ? Math.ceil(boostLeft / dayMs) : 0,
  });
}

/** One job as its list shows it: the answer of calls that move a job. */
export async function getListItem(
  db: Database,
  scope: CompanyScope,
  { id, ...reader }: { id: string } & Reader,
): Promise<JobListItem> {
  const [row] = await db
    .select(listItemColumns(startOfToday(reader)))
    .from(jobs)
    .where(and(inScope(jobs.companyId, scope), eq(jobs.id, id)));
  if (!row) throw notFound('This job');
  return toListItem(row);
}

type Named = { companyId: string; companyName?: string | undefined };

/** Says whose each job is to those who see the jobs of every company; people of one know. */
export async function nameCompanies<Job extends Named>(db: Database, scope: CompanyScope, jobs: Job[]): Promise<Job[]> {
  const ids = [...new Set(jobs.map(({ companyId }) => companyId))];
  if (scope.companyId !== null || ids.length === 0) return jobs;
  const rows = await db
    .select({ id: companies.id, name: companies.companyName })
    .from(companies)
    .where(inArray(companies.id, ids));
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  for (const job of jobs) job.companyName = names.get(job.companyId);
  return jobs;
}
