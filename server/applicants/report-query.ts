import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { invoiceLines, invoices } from '#drizzle/schema/billing.ts';
import { applications } from '#drizzle/schema/drivers.ts';
import { applicationEvents, jobInvitations } from '#drizzle/schema/hiring.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import type { Database } from '#server/db/open.ts';
import { invalid, notFound } from '#server/errors.ts';
import { readCompanyZone } from '#server/places/company-zone.ts';
import type { OwnCompany } from '#server/trpc.ts';
import {
  costPer,
  funnelStages,
  type HiringReport,
  type HiringReportInput,
  type HiringReportJob,
  type HiringReportJobsInput,
  reportPeriod,
  type ReportPeriod,
  shareOf,
} from '#shared/applicants/report.ts';
import { applicationSources, notAFitReasons, type Stage } from '#shared/applicants/stages.ts';
import { foldText } from '#shared/fold-text.ts';
import type { Order, PageOf } from '#shared/lists/list.ts';
import { text } from '#shared/texts/texts.ts';
import { endOfDay, localDay, startOfDay, type TimeZone } from '#shared/time-zone.ts';
import { readStageSettings } from './stage-settings.ts';

type ReportScope = { companyId: string; jobId: string | undefined; period: ReportPeriod; timeZone: TimeZone; stages: Stage[] };

/**
 * Reads what a report covers: the company, the days and the stages.
 * @throws not found for a company or job that does not exist
 * @throws invalid for a period that ends before it begins or is too long
 */
async function readReportScope(db: Database, { companyId }: OwnCompany, input: HiringReportInput): Promise<ReportScope> {
  const [timeZone, settings, [job]] = await Promise.all([
    readCompanyZone(db, companyId),
    readStageSettings(db, companyId),
    db
      .select({ id: jobs.id })
      .from(jobs)
      .where(and(eq(jobs.companyId, companyId), eq(jobs.id, input.jobId ?? companyId))),
  ]);
  if (input.jobId !== undefined && !job) throw notFound(text('errors.jobNotFound'));
  const period = reportPeriod(input, localDay(timeZone, Date.now()));
  if (!period) {
    const isBackwards = input.from !== undefined && input.to !== undefined && input.from > input.to;
    throw invalid('from', text(isBackwards ? 'errors.startAfterEnd' : 'errors.dateRangeTooLong'));
  }
  const order = settings.stages.map(({ stage }) => stage);
  return { companyId, jobId: input.jobId, period, timeZone, stages: funnelStages(order) };
}

/** The condition that a time is in the period. The period lasts until the end of its last day. */
function isWithinPeriod(column: SQL, { period, timeZone }: ReportScope): SQL {
  const from = startOfDay(period.from, timeZone).toISOString();
  const end = endOfDay(period.to, timeZone).toISOString();
  return sql`${column} >= ${from}::timestamptz and ${column} < ${end}::timestamptz`;
}

type Counts = {
  jobId: string | null;
  applicants: number;
  reached: number[];
  notAFit: number;
  withdrawn: number;
  reasons: Record<string, number>;
  sources: Record<string, number>;
  hiresBySource: Record<string, number>;
  medianResponseHours: number | null;
  slowResponseHours: number | null;
  unanswered: number;
  measured: number;
};

const countByCode = (list: readonly { code: string }[], condition: (code: string) => SQL) =>
  sql`json_build_object(${sql.join(
    list.map(({ code }) => sql`${code}::text, count(*) filter (where ${condition(code)})`),
    sql`, `,
  )})`;

/**
 * Counts the applications of the period, in total or with one row for each job. An application counts for the furthest stage
 * that it is or was in. It counts as hired only while it is in that stage, so that a move by mistake does not count as a hire.
 */
async function countApplications(db: Database, scope: ReportScope, grouping: 'total' | 'by job'): Promise<Counts[]> {
  const { companyId, jobId, stages } = scope;
  const stageOrder = sql`${`{${stages.filter((stage) => stage !== 'hired').join(',')}}`}::text[]`;
  const reached = sql.join(
    stages.map((_, index) => sql`count(*) filter (where furthest_stage >= ${index + 1}::int)`),
    sql`, `,
  );
  const rows = await db.execute<Counts>(sql`
    with applied as (
      select a.job_id, a.stage, a.not_a_fit_reason, a.source, a.driver_id is not null as is_measured,
        case when a.stage = 'hired' then ${stages.length}::int else greatest(
          1,
          array_position(${stageOrder}, a.stage),
          max(array_position(${stageOrder}, e.detail->>'from')) filter (where e.kind = 'stage'),
          max(array_position(${stageOrder}, e.detail->>'to')) filter (where e.kind = 'stage')
        ) end as furthest_stage,
        extract(epoch from min(e.at) filter (
          where e.source <> 'system' and (e.kind <> 'message' or e.detail->>'from' is distinct from 'driver')
        ) - a.application_at)::float8 / 3600 as hours
      from ${applications} a
      left join ${applicationEvents} e on e.application_id = a.id and e.company_id = ${companyId}::uuid
        and e.kind in ('stage', 'call', 'message') and e.at >= a.application_at
      where a.company_id = ${companyId}::uuid and ${isWithinPeriod(sql`a.application_at`, scope)}
        ${jobId ? sql`and a.job_id = ${jobId}::uuid` : sql``}
      group by a.id
    )
    select ${grouping === 'by job' ? sql`job_id` : sql`null`} as "jobId",
      count(*)::int as applicants,
      json_build_array(${reached}) as reached,
      count(*) filter (where stage = 'not_a_fit')::int as "notAFit",
      count(*) filter (where stage = 'withdrawn')::int as withdrawn,
      ${countByCode(notAFitReasons, (code) => sql`not_a_fit_reason = ${code}`)} as reasons,
      ${countByCode(applicationSources, (code) => sql`source = ${code}`)} as sources,
      ${countByCode(applicationSources, (code) => sql`source = ${code} and stage = 'hired'`)} as "hiresBySource",
      percentile_cont(0.5) within group (order by hours) filter (where is_measured) as "medianResponseHours",
      percentile_cont(0.9) within group (order by hours) filter (where is_measured) as "slowResponseHours",
      count(*) filter (where is_measured and hours is null and stage <> 'withdrawn')::int as unanswered,
      count(*) filter (where is_measured)::int as measured
    from applied ${grouping === 'by job' ? sql`group by job_id` : sql``}`);
  return [...rows];
}

/**
 * The cents that were billed in the period for each job, from the lines of invoices that are not void. A refund belongs to a
 * whole invoice and reduces its lines in proportion. The running sums are rounded, so that the lines add up to the invoice.
 */
async function costsByJob(db: Database, scope: ReportScope): Promise<Map<string, number>> {
  const { companyId, jobId } = scope;
  const unrefundedShare = sql`(i.amount_cents - i.refunded_cents)::numeric / i.amount_cents`;
  const runningTotal = sql`sum(l.amount_cents) over (partition by l.invoice_id order by l.id)`;
  const rows = await db.execute<{ jobId: string; costCents: number }>(sql`
    select job_id as "jobId", sum(cost)::float8 as "costCents" from (
      select l.job_id, round(${runningTotal} * ${unrefundedShare}) - round((${runningTotal} - l.amount_cents) * ${unrefundedShare}) as cost
      from ${invoices} i join ${invoiceLines} l on l.invoice_id = i.id
      where i.company_id = ${companyId}::uuid and i.status <> 'void' and ${isWithinPeriod(sql`i.billing_date`, scope)}
    ) lines
    where ${jobId ? sql`job_id = ${jobId}::uuid` : sql`job_id is not null`}
    group by job_id`);
  return new Map([...rows].map((row) => [row.jobId, row.costCents]));
}

async function countInvitations(db: Database, scope: ReportScope): Promise<number> {
  const { companyId, jobId } = scope;
  const { createdAt } = jobInvitations;
  return db.$count(
    jobInvitations,
    and(
      eq(jobInvitations.companyId, companyId),
      jobId === undefined ? undefined : eq(jobInvitations.jobId, jobId),
      isWithinPeriod(sql`${createdAt}`, scope),
    ),
  );
}

function toCostFields(costCents: number, applicants: number, hires: number) {
  return { costCents, costPerApplicantCents: costPer(costCents, applicants), costPerHireCents: costPer(costCents, hires) };
}

const roundHours = (hours: number | null) => (hours === null ? null : Math.round(hours * 10) / 10);

function toResponseFields({ medianResponseHours, slowResponseHours, unanswered, measured }: Counts) {
  return {
    medianResponseHours: roundHours(medianResponseHours),
    slowResponseHours: roundHours(slowResponseHours),
    unanswered,
    measured,
  };
}

/** The hiring report of a company or one of its jobs (`docs/product/applicants-and-matching.md#reports`). */
export async function readHiringReport(db: Database, company: OwnCompany, input: HiringReportInput): Promise<HiringReport> {
  const scope = await readReportScope(db, company, input);
  const [[counts], costs, invitations] = await Promise.all([
    countApplications(db, scope, 'total'),
    costsByJob(db, scope),
    countInvitations(db, scope),
  ]);
  if (!counts) throw new Error('A count without groups has one row');
  const { applicants, reached, notAFit, withdrawn } = counts;
  const hires = reached.at(-1) ?? 0;
  const costCents = [...costs.values()].reduce((sum, cents) => sum + cents, 0);
  return {
    ...scope.period,
    timeZone: scope.timeZone,
    applicants,
    hires,
    funnel: scope.stages.map((stage, index) => ({
      stage,
      applicants: reached[index] ?? 0,
      shareOfPrevious: index === 0 ? null : shareOf(reached[index] ?? 0, reached[index - 1] ?? 0),
    })),
    notAFit,
    reasons: notAFitReasons.map(({ code }) => ({ reason: code, applicants: counts.reasons[code] ?? 0 })),
    withdrawn,
    sources: applicationSources.map(({ code }) => ({
      source: code,
      applicants: counts.sources[code] ?? 0,
      hires: counts.hiresBySource[code] ?? 0,
    })),
    invitations,
    ...toResponseFields(counts),
    ...toCostFields(costCents, applicants, hires),
  };
}

/** The values that the table of jobs can be sorted by, by their names in a request. */
const sortKeys: Record<string, (row: HiringReportJob) => number | string | null> = {
  title: ({ title }) => foldText(title),
  applicants: ({ applicants }) => applicants,
  reviewed: ({ reviewed }) => reviewed,
  contacted: ({ contacted }) => contacted,
  interview: ({ interview }) => interview,
  offer: ({ offer }) => offer,
  hires: ({ hires }) => hires,
  not_a_fit: ({ notAFit }) => notAFit,
  withdrawn: ({ withdrawn }) => withdrawn,
  median_response_hours: ({ medianResponseHours }) => medianResponseHours,
  slow_response_hours: ({ slowResponseHours }) => slowResponseHours,
  unanswered: ({ unanswered }) => unanswered,
  cost_cents: ({ costCents }) => costCents,
  cost_per_applicant_cents: ({ costPerApplicantCents }) => costPerApplicantCents,
  cost_per_hire_cents: ({ costPerHireCents }) => costPerHireCents,
};

const defaultOrder: readonly Order[] = [{ field: 'applicants', direction: 'desc' }];

/** Returns a function that compares two rows. Missing values come last in both directions, and equal rows are ordered by id. */
function createRowComparer(orders: readonly Order[]) {
  const keys = orders.map(({ field, direction }) => {
    const getValue = sortKeys[field];
    if (!getValue) throw invalid(field, text('errors.cannotSortBy', { name: field }));
    return { valueOf: getValue, sign: direction === 'desc' ? -1 : 1 };
  });
  return (one: HiringReportJob, other: HiringReportJob): number => {
    for (const { valueOf, sign } of keys) {
      const [a, b] = [valueOf(one), valueOf(other)];
      if (a === b) continue;
      if (a === null) return 1;
      if (b === null) return -1;
      return a < b ? -sign : sign;
    }
    return one.id < other.id ? -1 : 1;
  };
}

/** Every job with applications or costs in the period. By default, the jobs with the most applicants come first. */
export async function readHiringReportByJob(
  db: Database,
  company: OwnCompany,
  { orders, ...input }: HiringReportInput & Pick<HiringReportJobsInput, 'orders'>,
): Promise<HiringReportJob[]> {
  const compare = createRowComparer(orders?.length ? orders : defaultOrder);
  const scope = await readReportScope(db, company, input);
  const [counts, costs] = await Promise.all([countApplications(db, scope, 'by job'), costsByJob(db, scope)]);
  const countsByJob = new Map(counts.map((row) => [row.jobId, row]));
  const ids = [...new Set([...counts.flatMap(({ jobId }) => jobId ?? []), ...costs.keys()])];
  if (ids.length === 0) return [];
  const jobRows = await db
    .select({ id: jobs.id, title: jobs.title, city: jobs.city, state: jobs.state })
    .from(jobs)
    .where(and(eq(jobs.companyId, scope.companyId), inArray(jobs.id, ids)));
  return jobRows
    .map((job) => toReportRow(job, scope.stages, countsByJob.get(job.id) ?? emptyCounts, costs.get(job.id) ?? 0))
    .toSorted(compare);
}

const emptyCounts: Counts = {
  jobId: null,
  applicants: 0,
  reached: [],
  notAFit: 0,
  withdrawn: 0,
  reasons: {},
  sources: {},
  hiresBySource: {},
  medianResponseHours: null,
  slowResponseHours: null,
  unanswered: 0,
  measured: 0,
};

type JobFacts = Pick<HiringReportJob, 'id' | 'title' | 'city' | 'state'>;

function toReportRow(job: JobFacts, stages: readonly Stage[], counts: Counts, costCents: number): HiringReportJob {
  const countReached = (stage: Stage) => counts.reached[stages.indexOf(stage)] ?? 0;
  const hires = countReached('hired');
  const { applicants, notAFit, withdrawn } = counts;
  return {
    ...job,
    applicants,
    reviewed: countReached('reviewed'),
    contacted: countReached('contacted'),
    interview: countReached('interview'),
    offer: countReached('offer'),
    hires,
    notAFit,
    withdrawn,
    ...toResponseFields(counts),
    ...toCostFields(costCents, applicants, hires),
  };
}

/** A page of the report by job. */
export async function listHiringReportJobs(
  db: Database,
  company: OwnCompany,
  { offset, limit, ...input }: HiringReportJobsInput,
): Promise<PageOf<HiringReportJob>> {
  const rows = await readHiringReportByJob(db, company, input);
  return { items: rows.slice(offset, offset + limit), pagination: { offset, limit, total: rows.length } };
}
