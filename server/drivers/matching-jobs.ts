import { eq, sql } from 'drizzle-orm';
import { applications } from '#drizzle/schema/drivers.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import type { Database } from '#server/db/open.ts';
import { isPublic } from '#server/jobs/public-columns.ts';
import { publicCards } from '#server/jobs/public-search.ts';
import { milesBetween, cellsNear, nearestFirst, type Point } from '#server/places/cells.ts';
import { toDollars } from '#shared/billing/pricing.ts';
import {
  codes,
  type Endorsement,
  type HomeTime,
  type JobType,
  type RequiredCdlClass,
  requiredExperiences,
  type SalaryType,
} from '#shared/catalogues.ts';
import { rangeMiles } from '#shared/drivers/driver.ts';
import type { PageOf } from '#shared/lists/list.ts';
import type { MatchingJob, MatchingJobsInput } from '#shared/matching/candidate.ts';
import { reasonsOf } from '#shared/matching/match-reasons.ts';
import { matchVersion, pointsOf, matchScoreOf } from '#shared/matching/matching.ts';
import type { Language } from '#shared/texts/texts.ts';
import { writerIn } from '#shared/texts/write-text.ts';
import { readDriver } from './update-profile.ts';

/** The maximum number of jobs that are compared, so that the cost does not grow with the number of jobs. */
const maxJobs = 1000;
const experiences = codes(requiredExperiences);

/** The columns of a job that its match needs. */
export type MatchRow = {
  id: string;
  jobType: JobType;
  cdlClass: RequiredCdlClass | null;
  experienceRank: number;
  endorsements: Endorsement[];
  homeTime: HomeTime;
  expectedPayCents: number | null;
  salaryType: SalaryType;
  latitude: number;
  longitude: number;
};

/**
 * The public jobs in the map cells around a place, up to {@link maxJobs}. The nearest cell comes first, and the newest jobs
 * come first within a cell. The lateral subquery has its own limit, so that the planner reads the index cell by cell.
 */
async function nearbyJobs(db: Database, from: Point, miles: number) {
  const cells = `{${nearestFirst(cellsNear(from.latitude, from.longitude, miles), from).join(',')}}`;
  const rows = await db.execute<MatchRow>(sql`
    select near.* from unnest(${cells}::int[]) as around(cell) cross join lateral (
      select ${matchColumns} from ${jobs} where ${jobs.cell} = around.cell and ${isPublic}
      order by ${jobs.postingDate} desc, ${jobs.id} desc limit ${maxJobs}
    ) near limit ${maxJobs}`);
  return rows.map(toMatchJob);
}

export const matchColumns = sql`id, job_type as "jobType", cdl_class as "cdlClass", experience_rank as "experienceRank", endorsements,
  home_time as "homeTime", expected_pay_cents::float8 as "expectedPayCents", salary_type as "salaryType", latitude, longitude`;

export const toMatchJob = ({ experienceRank, ...row }: MatchRow) => ({
  ...row,
  requiredExperience: experiences[experienceRank] ?? 'CS',
  expectedPay: toDollarsOrNull(row.expectedPayCents),
});

/**
 * Public jobs within {@link rangeMiles} that the driver is eligible for and never applied to. The best matches come first, and
 * among equal matches the nearest. The page is empty if the driver has no location or has turned matching off.
 */
export async function listMatchingJobs(
  db: Database,
  userId: string,
  request: MatchingJobsInput & { language: Language },
): Promise<PageOf<MatchingJob>> {
  const { offset, limit, language } = request;
  const { latitude, longitude, expectedPayCents, ...profile } = await readDriver(db, userId);
  if (!profile.matchEnabled || latitude === null || longitude === null)
    return { items: [], pagination: { offset, limit, total: 0 } };
  const home = { latitude, longitude };
  const expectedPay = toDollarsOrNull(expectedPayCents);
  const [nearbyRows, appliedIds] = await Promise.all([nearbyJobs(db, home, rangeMiles), appliedJobIds(db, userId)]);
  const matches = nearbyRows
    .flatMap((row) => {
      const distance = Math.round(milesBetween(home, row) * 100) / 100;
      if (distance > rangeMiles || appliedIds.has(row.id)) return [];
      const driver = { ...profile, expectedPay, distance };
      const points = pointsOf(row, driver);
      return points ? [{ job: row, driver, points, matchScore: matchScoreOf(points) }] : [];
    })
    .toSorted((a, b) => b.matchScore - a.matchScore || a.driver.distance - b.driver.distance || (a.job.id < b.job.id ? -1 : 1));
  const page = matches.slice(offset, offset + limit);
  const cards = await publicCards(
    db,
    page.map(({ job }) => job.id),
    { center: home, end: null, miles: rangeMiles },
  );
  const items = page.flatMap(({ job, driver, points, matchScore }) => {
    const card = cards.find(({ id }) => id === job.id);
    return card ? [{ ...card, matchScore, matchVersion, reasons: reasonsOf(job, driver, points, writerIn(language)) }] : [];
  });
  return { items, pagination: { offset, limit, total: matches.length } };
}

export const toDollarsOrNull = (cents: number | null) => (cents === null ? null : toDollars(cents));

/** Includes withdrawn applications, because the driver has already seen those jobs. */
async function appliedJobIds(db: Database, userId: string): Promise<Set<string>> {
  const rows = await db.select({ jobId: applications.jobId }).from(applications).where(eq(applications.driverId, userId));
  return new Set(rows.map(({ jobId }) => jobId));
}
