import { and, desc, eq, isNull, lte, sql, type SQL } from 'drizzle-orm';
import { applications, drivers } from '#drizzle/schema/drivers.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { whereInScope } from '#server/access/scope.ts';
import { claimDue, type DueRows } from '#server/db/due.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import { toMatchJob, matchJobColumns } from '#server/jobs/job-columns.ts';
import { milesBetween, cellOf, cellCenter, type Point, cellsNear, nearestFirst } from '#server/places/cells.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { roles } from '#shared/access/access.ts';
import { toDollars } from '#shared/billing/pricing.ts';
import type { CdlStatus, Endorsement, HomeTime, JobType } from '#shared/catalogues.ts';
import { daysAfter } from '#shared/days.ts';
import { rangeMiles } from '#shared/drivers/driver.ts';
import type { PageOf } from '#shared/lists/list.ts';
import { type Candidate, type ListCandidates, type CandidateAreas, directions, maxMatches } from '#shared/matching/candidate.ts';
import { experienceText } from '#shared/matching/experience.ts';
import { reasonsOf } from '#shared/matching/match-reasons.ts';
import {
  type MatchDriver,
  type MatchPoints,
  matchVersion,
  matchScoreFor,
  matchScoreOf,
  pointsOf,
  acceptedClasses,
  type MatchJob,
} from '#shared/matching/matching.ts';
import { text, type Language, type TextWriter } from '#shared/texts/texts.ts';
import { writerIn } from '#shared/texts/write-text.ts';
import { readInvitations } from './invitation-query.ts';

const batchSize = 10;

/**
 * Posted jobs whose candidates must be counted: once a day, and soon after the job is posted or edited. New and edited jobs
 * come first.
 */
export const dueCandidates: DueRows = {
  table: jobs,
  at: jobs.candidatesDueAt,
  when: (now) => and(sql`${jobs.status} = 'POSTED'`, lte(jobs.candidatesDueAt, now)),
  newestFirst: true,
};

/**
 * Updates the stored candidate counts of posted jobs, so that lists do not have to count. Claiming a job moves its due date to
 * the next day, so two servers never count the same job.
 */
export async function countCandidates(db: Database, now = new Date()): Promise<number> {
  const dueJobs = await claimJobs(db, now);
  for (const job of dueJobs) {
    const candidateCount = await countNearbyDrivers(db, toMatchJob(job));
    await db
      .update(jobs)
      .set({ candidateCount, updatedAt: sql`${jobs.updatedAt}` })
      .where(and(eq(jobs.id, job.id), sql`${jobs.candidateCount} is distinct from ${candidateCount}`));
    await refreshMatchScores(db, toMatchJob(job));
  }
  return dueJobs.length;
}

const maxScoredApplications = 10_000;

/**
 * Updates the match scores of a job's newest applicants after the job or the rules have changed. The score uses the data sent
 * with the application, and the home time and expected pay from the driver's profile.
 */
async function refreshMatchScores(db: Database, job: LocatedJob): Promise<void> {
  const { id, distance, cdlStatus, yearsOfExperience, workExperiences, ownerOperator, matchScore } = applications;
  const rows = await db
    .select({
      id,
      distance,
      cdlStatus,
      yearsOfExperience,
      workExperiences,
      endorsements: applications.endorsements,
      ownerOperator,
      matchScore,
      homeTime: drivers.homeTime,
      expectedPayCents: drivers.expectedPayCents,
    })
    .from(applications)
    .innerJoin(drivers, eq(drivers.userId, applications.driverId))
    .where(and(eq(applications.jobId, job.id), isNull(applications.withdrawnAt)))
    .orderBy(desc(applications.applicationAt), desc(id))
    .limit(maxScoredApplications);
  const changedScores = rows.flatMap(({ expectedPayCents, matchScore: previousScore, ...driver }) => {
    const expectedPay = expectedPayCents === null ? null : toDollars(expectedPayCents);
    const score = matchScoreFor(job, { ...driver, expectedPay });
    return isSameScore(previousScore, score) ? [] : [{ id: driver.id, score }];
  });
  if (changedScores.length > 0)
    await db.execute(sql`update ${applications} set match_score = scored.score
      from json_to_recordset(${JSON.stringify(changedScores)}::text::json) as scored(id uuid, score real)
      where scored.id = ${applications.id}`);
}

/** The database stores scores as 32-bit numbers, so a score that was read back can differ slightly. */
const isSameScore = (one: number | null, other: number | null) =>
  one === null || other === null ? one === other : Math.abs(one - other) < 0.001;

function claimJobs(db: Database, now: Date) {
  return db
    .update(jobs)
    .set({ candidatesDueAt: daysAfter(now, 1), updatedAt: sql`${jobs.updatedAt}` })
    .where(sql`${jobs.id} in (${claimDue(db, dueCandidates, now, batchSize)})`)
    .returning(matchJobColumns);
}

type MatchedDriver = { row: NearbyDriver; driver: MatchDriver & { distance: number }; points: MatchPoints; matchScore: number };

/**
 * Lists the drivers who match a job in the scope and have never applied to it. Drivers who withdrew an application are left out
 * too. The best matches come first, and nearer drivers come first among equal matches. Only the fields of {@link Candidate}
 * leave the server.
 */
export async function listCandidates(
  db: Database,
  scope: CompanyScope,
  input: ListCandidates & { language: Language },
): Promise<PageOf<Candidate>> {
  const { id, offset, limit, distanceLimit = false, language } = input;
  const write = writerIn(language);
  const { job, matches: unsortedMatches } = await findMatches(db, scope, id, distanceLimit);
  const matches = unsortedMatches.toSorted(byScoreDescending);
  const page = matches.slice(offset, offset + limit);
  const getInvitationState = await readInvitations(
    db,
    job.id,
    page.map(({ row }) => row.userId),
  );
  const items = page.map((match) => toCandidate(job, match, { write, invitation: getInvitationState(match.row.userId) }));
  return { items, pagination: { offset, limit, total: matches.length } };
}

/**
 * The drivers who match a job in the scope and have not applied, in no particular order.
 * @throws not found
 */
export async function findMatches(
  db: Database,
  scope: CompanyScope,
  id: string,
  isLimited: boolean,
): Promise<{ job: LocatedJob; matches: MatchedDriver[] }> {
  const job = await readJob(db, scope, id);
  const rows = await findNearbyDrivers(db, job, isLimited);
  return { job, matches: rows.flatMap((row) => toMatches(job, row)) };
}

async function readJob(db: Database, scope: CompanyScope, id: string): Promise<LocatedJob> {
  const [row] = await db
    .select(matchJobColumns)
    .from(jobs)
    .where(and(whereInScope(jobs.companyId, scope), eq(jobs.id, id)));
  if (!row) throw notFound(text('errors.jobNotFound'));
  return toMatchJob(row);
}

function toMatches(job: LocatedJob, row: NearbyDriver): MatchedDriver[] {
  const { cdlStatus, yearsOfExperience, workExperiences, endorsements, ownerOperator, homeTime, expectedPayCents } = row;
  const distance = Math.round(milesBetween(row, job) * 100) / 100;
  const expectedPay = expectedPayCents === null ? null : toDollars(expectedPayCents);
  const profile = { cdlStatus, yearsOfExperience, workExperiences, endorsements, ownerOperator, homeTime };
  const driver = { ...profile, distance, expectedPay };
  const points = pointsOf(job, driver);
  return points ? [{ row, driver, points, matchScore: matchScoreOf(points) }] : [];
}

function byScoreDescending(a: MatchedDriver, b: MatchedDriver): number {
  return b.matchScore - a.matchScore || a.driver.distance - b.driver.distance || (a.row.userId < b.row.userId ? -1 : 1);
}

type CandidateView = Pick<Candidate, 'invitation'> & { write: TextWriter };

function toCandidate(
  job: LocatedJob,
  { row, driver, points, matchScore }: MatchedDriver,
  { write, invitation }: CandidateView,
): Candidate {
  return {
    userId: row.userId,
    stringExperience: write(experienceText(driver.yearsOfExperience)),
    distance: driver.distance,
    cdlStatus: driver.cdlStatus,
    matchScore,
    workExperiences: [...driver.workExperiences],
    yearsOfExperience: driver.yearsOfExperience,
    city: row.city,
    matchVersion,
    reasons: reasonsOf(job, driver, points, write),
    invitation,
  };
}

type Area = CandidateAreas['areas'][number];

/**
 * The approximate areas of a job's candidates, the areas with the most candidates first. Only map cells leave the server, never
 * a driver's location.
 */
export async function candidateAreas(db: Database, scope: CompanyScope, id: string): Promise<CandidateAreas> {
  const { job, matches } = await findMatches(db, scope, id, true);
  const counts = new Map<number, number>();
  for (const { row } of matches) {
    const cell = cellOf(row.latitude, row.longitude);
    counts.set(cell, (counts.get(cell) ?? 0) + 1);
  }
  const areas = [...counts].map(([cell, candidates]): Area => {
    const center = cellCenter(cell);
    const miles = Math.round(milesBetween(job, center) / 5) * 5;
    return { ...center, candidates, miles, direction: directionTo(job, center) };
  });
  return { areas: areas.toSorted((a, b) => b.candidates - a.candidates || a.miles - b.miles || a.latitude - b.latitude) };
}

function directionTo(from: Point, to: Point): Area['direction'] {
  const east = (to.longitude - from.longitude) * Math.cos((from.latitude * Math.PI) / 180);
  const eighths = Math.round(Math.atan2(east, to.latitude - from.latitude) / (Math.PI / 4));
  return directions[(eighths + 8) % 8] ?? 'north';
}

/**
 * The maximum number of drivers that are compared with a job. The map cells around the job are read from the nearest outward,
 * from an index that holds all needed columns. Reading stops at this number of drivers or at {@link maxMatches} eligible ones,
 * so the cost does not grow with the number of drivers. Farther drivers are then left out, and the older accounts of the last
 * cell.
 */
const maxDrivers = 4_000;
/**
 * A driver's location is rounded to the center of a square of a fiftieth of a degree, about a mile. Companies can request
 * candidates for jobs at any address, so exact distances from several jobs would reveal where the driver lives. Each square
 * lies within one cell of the index.
 */
const squaresPerDegree = 50;

type NearbyDriver = {
  userId: string;
  latitude: number;
  longitude: number;
  cdlStatus: CdlStatus | null;
  yearsOfExperience: number | null;
  ownerOperator: boolean | null;
  homeTime: HomeTime | null;
  expectedPayCents: number | null;
  endorsements: Endorsement[];
  workExperiences: JobType[];
  city: string | null;
};

export type LocatedJob = MatchJob & Point & { id: string };

/** Eligible drivers at their rounded locations, in no particular order. */
function findNearbyDrivers(db: Database, job: LocatedJob, isLimited: boolean): Promise<NearbyDriver[]> {
  return readQualifiedDrivers(db, job, { isLimited, isExact: false });
}

/** Drivers within range by their exact locations, for uses that companies never see. */
export function driversInRange(db: Database, job: LocatedJob): Promise<NearbyDriver[]> {
  return readQualifiedDrivers(db, job, { isLimited: true, isExact: true });
}

/** `driverId` limits the query to one driver, at any distance. */
type DriverQueryOptions = { isLimited: boolean; isExact: boolean; driverId?: string };

async function readQualifiedDrivers(db: Database, job: LocatedJob, options: DriverQueryOptions): Promise<NearbyDriver[]> {
  const rows = await db.execute<NearbyDriver>(sql`${await qualifiedDriversQuery(db, job, options)}
    select user_id as "userId", latitude, longitude, cdl_status as "cdlStatus", years_of_experience as "yearsOfExperience",
      owner_operator as "ownerOperator", home_time as "homeTime", expected_pay_cents::float8 as "expectedPayCents", endorsements,
      work_experiences as "workExperiences", city from qualified`);
  return [...rows];
}

/** How one driver matches the job. Null if the driver is not a candidate or has applied. */
export async function findCandidate(db: Database, job: LocatedJob, driverId: string): Promise<MatchedDriver | null> {
  const rows = await readQualifiedDrivers(db, job, { isLimited: false, isExact: false, driverId });
  return rows.flatMap((row) => toMatches(job, row))[0] ?? null;
}

/** The number of eligible drivers, up to {@link maxMatches}. */
async function countNearbyDrivers(db: Database, job: LocatedJob): Promise<number> {
  const [row] = await db.execute<{ total: number }>(
    sql`${await qualifiedDriversQuery(db, job, { isLimited: true, isExact: false })} select count(*)::int as total from qualified`,
  );
  return row?.total ?? 0;
}

/** Each lateral subquery has its own limit, so that the planner reads cell by cell and looks up each eligible driver by key. */
async function qualifiedDriversQuery(
  db: Database,
  job: LocatedJob,
  { isLimited, isExact, driverId }: DriverQueryOptions,
): Promise<SQL> {
  const matchableDrivers = sql`select user_id, ${isExact ? sql`latitude, longitude` : sql`${squareCenter('latitude')}, ${squareCenter('longitude')}`}, cdl_status,
    years_of_experience, owner_operator, home_time, expected_pay_cents, endorsements, work_experiences, city
    from drivers where match_enabled`;
  const consideredDrivers =
    driverId === undefined
      ? sql`select near.* from unnest(${await nearestCells(db, job, isLimited)}::int[]) as around(cell) cross join lateral (
          ${matchableDrivers} and drivers.cell = around.cell order by user_id desc limit ${maxDrivers}
        ) near limit ${maxDrivers}`
      : sql`${matchableDrivers} and drivers.cell is not null and drivers.user_id = ${driverId}::uuid`;
  const conditions = [sql`true`, ...hardRequirements(job), ...(isLimited ? [withinRange(job)] : [])];
  return sql`with seen as (
      ${consideredDrivers}
    ), qualified as (
      select seen.* from seen
      cross join lateral (select 1 from users u where u.id = seen.user_id and u.status = 'Active'
        and u.email_verified_at is not null and ${roles.driver} = any(u.roles) limit 1) open
      left join lateral (select true as sent from applications a
        where a.job_id = ${job.id} and a.driver_id = seen.user_id limit 1) applied on true
      where applied.sent is null and ${sql.join(conditions, sql` and `)} limit ${maxMatches}
    )`;
}

async function nearestCells(db: Database, job: LocatedJob, isLimited: boolean): Promise<string> {
  const cells = isLimited ? cellsNear(job.latitude, job.longitude, rangeMiles) : await cellsWithDrivers(db);
  return `{${nearestFirst(cells, job).join(',')}}`;
}

function squareCenter(column: 'latitude' | 'longitude'): SQL {
  const name = sql.identifier(column);
  return sql`(floor(${name} * ${squaresPerDegree}::int) + 0.5) / ${squaresPerDegree}::int as ${name}`;
}

/** Filters drivers in SQL by the hard requirements. `isEligible` in `shared/matching/matching.ts` makes the final decision. */
function hardRequirements(job: LocatedJob): SQL[] {
  const classes = acceptedClasses(job);
  const arrayLiteral = (...codes: Endorsement[]) => `{${codes.join(',')}}`;
  const endorsementConditions = job.endorsements.map((code) => {
    if (code === 'X')
      return sql`(seen.endorsements @> ${arrayLiteral('X')}::text[] or seen.endorsements @> ${arrayLiteral('H', 'N')}::text[])`;
    if (code === 'H' || code === 'N') return sql`seen.endorsements && ${arrayLiteral(code, 'X')}::text[]`;
    return sql`seen.endorsements @> ${arrayLiteral(code)}::text[]`;
  });
  return [
    ...(classes ? [sql`seen.cdl_status = any(${`{${classes.map((name) => `"${name}"`).join(',')}}`}::text[])`] : []),
    ...endorsementConditions,
  ];
}

function withinRange({ latitude, longitude }: Point): SQL {
  return sql`miles_between(seen.latitude, seen.longitude, ${latitude}::float8, ${longitude}::float8) <= ${rangeMiles}::float8`;
}

/**
 * Every cell that has drivers with matching turned on. The recursive query jumps through the index from one cell to the next.
 */
async function cellsWithDrivers(db: Database): Promise<number[]> {
  const rows = await db.execute<{ cell: number }>(sql`with recursive known(cell) as (
      select min(cell) from drivers where cell is not null and match_enabled
      union all select (select min(cell) from drivers where drivers.cell > known.cell and match_enabled) from known where known.cell is not null
    ) select cell from known where cell is not null`);
  return rows.map(({ cell }) => cell);
}
