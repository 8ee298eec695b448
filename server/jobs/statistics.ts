import { and, asc, between, eq } from 'drizzle-orm';
import { jobDays, jobs } from '#drizzle/schema/jobs.ts';
import { type JobStatistics, type JobStatisticsInput, mostStatisticsDays, statisticsDays } from '#shared/job-statistics.ts';
import type { Database } from '#server/db/open.ts';
import { invalid, notFound } from '#server/errors.ts';
import { inScope } from '#server/scope.ts';
import type { CompanyScope } from '#server/trpc.ts';

const dayMs = 86_400_000;
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** How a job does, by UTC day (`rest: Jobs and applicants`). Read off the counts that are kept, whatever happened on them. */
export async function jobStatistics(db: Database, scope: CompanyScope, input: JobStatisticsInput): Promise<JobStatistics> {
  const { from, to } = spanOf(input);
  const { views, applications, hyperlinkClicks, day } = jobDays;
  const [[job], rows] = await Promise.all([
    db
      .select({ candidates: jobs.candidateCount })
      .from(jobs)
      .where(and(inScope(jobs.companyId, scope), eq(jobs.id, input.id))),
    db
      .select({ day, views, applications, hyperlinkClicks })
      .from(jobDays)
      .where(and(eq(jobDays.jobId, input.id), between(day, from, to)))
      .orderBy(asc(day)),
  ]);
  if (!job) throw notFound('This job');
  const total = (of: 'views' | 'applications' | 'hyperlinkClicks') => rows.reduce((sum, row) => sum + row[of], 0);
  return {
    views: total('views'),
    applications: total('applications'),
    candidates: job.candidates,
    hyperlinkClicks: total('hyperlinkClicks'),
    byDay: everyDay(from, to, new Map(rows.map((row) => [row.day, row]))),
  };
}

type Counts = Omit<JobStatistics['byDay'][number], 'date'>;

function everyDay(from: string, to: string, counted: ReadonlyMap<string, Counts>): JobStatistics['byDay'] {
  const length = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  return Array.from({ length }, (_, n) => {
    const date = dayOf(Date.parse(from) + n * dayMs);
    const { views = 0, applications = 0, hyperlinkClicks = 0 } = counted.get(date) ?? {};
    return { date, views, applications, hyperlinkClicks };
  });
}

function spanOf({ from, to }: JobStatisticsInput): { from: string; to: string } {
  const last = to ?? dayOf(from ? Math.max(Date.now(), Date.parse(from)) : Date.now());
  const first = from ?? dayOf(Date.parse(last) - (statisticsDays - 1) * dayMs);
  if (first > last) throw invalid('from', 'Choose a start date before the end date');
  if (Date.parse(last) - Date.parse(first) >= mostStatisticsDays * dayMs)
    throw invalid('from', 'Choose a range of one year or less');
  return { from: first, to: last };
}
