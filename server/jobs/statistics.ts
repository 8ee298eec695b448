import { and, asc, between, eq } from 'drizzle-orm';
import { jobDays, jobs } from '#drizzle/schema/jobs.ts';
import { whereInScope } from '#server/access/scope.ts';
import type { Database } from '#server/db/open.ts';
import { invalid, notFound } from '#server/errors.ts';
import { zoneColumns, zoneOfPlace } from '#server/places/place-zone.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { type JobStatistics, type JobStatisticsInput, maxStatisticsDays, statisticsDays } from '#shared/jobs/job.ts';
import { text } from '#shared/texts/texts.ts';
import { addDays, localDay, daysBetween } from '#shared/time-zone.ts';

/** A job's daily statistics in its time zone (`docs/product/jobs.md#job-statistics`), read from the daily counters. */
export async function readJobStatistics(db: Database, scope: CompanyScope, input: JobStatisticsInput): Promise<JobStatistics> {
  const { views, applications, hyperlinkClicks, day } = jobDays;
  const [job] = await db
    .select({ candidates: jobs.candidateCount, ...zoneColumns(jobs) })
    .from(jobs)
    .where(and(whereInScope(jobs.companyId, scope), eq(jobs.id, input.id)));
  if (!job) throw notFound(text('errors.jobNotFound'));
  const { from, to } = toDateRange(input, localDay(zoneOfPlace(job), Date.now()));
  const rows = await db
    .select({ day, views, applications, hyperlinkClicks })
    .from(jobDays)
    .where(and(eq(jobDays.jobId, input.id), between(day, from, to)))
    .orderBy(asc(day));
  const total = (counter: 'views' | 'applications' | 'hyperlinkClicks') => rows.reduce((sum, row) => sum + row[counter], 0);
  return {
    views: total('views'),
    applications: total('applications'),
    candidates: job.candidates,
    hyperlinkClicks: total('hyperlinkClicks'),
    byDay: fillDays(from, to, new Map(rows.map((row) => [row.day, row]))),
  };
}

type Counts = Omit<JobStatistics['byDay'][number], 'date'>;

function fillDays(from: string, to: string, countsByDay: ReadonlyMap<string, Counts>): JobStatistics['byDay'] {
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, n) => {
    const date = addDays(from, n);
    const { views = 0, applications = 0, hyperlinkClicks = 0 } = countsByDay.get(date) ?? {};
    return { date, views, applications, hyperlinkClicks };
  });
}

function toDateRange({ from, to }: JobStatisticsInput, today: string): { from: string; to: string } {
  const last = to ?? (from && from > today ? from : today);
  const first = from ?? addDays(last, 1 - statisticsDays);
  if (first > last) throw invalid('from', text('errors.startAfterEnd'));
  if (daysBetween(first, last) >= maxStatisticsDays) throw invalid('from', text('errors.dateRangeTooLong'));
  return { from: first, to: last };
}
