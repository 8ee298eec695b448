import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/open.ts';
import { cellsAround, nearestFirst, type Point } from '#server/places/cells.ts';
import { roles } from '#shared/access/access.ts';
import type { CdlStatus, Endorsement, HomeTime, JobType } from '#shared/catalogues.ts';
import { maxMatches } from '#shared/matching/candidate.ts';
import { rangeMiles } from '#shared/drivers/driver.ts';
import { acceptedClasses, type MatchJob } from '#shared/matching/matching.ts';

/**
 * Selects the drivers that are matched against a job, without those who turned matching off. The map cells around the job
 * are read from the nearest outward, from an index that holds all needed columns. Reading stops after {@link maxDrivers}
 * drivers or {@link maxMatches} eligible ones, so that the cost does not grow with the number of drivers. Beyond that
 * limit, farther drivers are left out, and within a cell the newer accounts.
 */
const maxDrivers = 4_000;
/**
 * A driver's location is rounded to the center of a square of a fiftieth of a degree, about a mile. Companies can request
 * candidates for jobs at any address, so exact distances from several jobs would reveal where the driver lives. No square
 * lies in two cells of the index.
 */
const squaresPerDegree = 50;

export type NearbyDriver = {
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

export type PlacedJob = MatchJob & Point & { id: string };

/** Eligible drivers at their rounded locations, in no order. */
export function nearbyDrivers(db: Database, job: PlacedJob, isLimited: boolean): Promise<NearbyDriver[]> {
  return readQualified(db, job, { isLimited, isExact: false });
}

/** Drivers within range by their exact locations, for uses that companies never see. */
export function driversInRange(db: Database, job: PlacedJob): Promise<NearbyDriver[]> {
  return readQualified(db, job, { isLimited: true, isExact: true });
}

type Reach = { isLimited: boolean; isExact: boolean };

async function readQualified(db: Database, job: PlacedJob, reach: Reach): Promise<NearbyDriver[]> {
  const rows = await db.execute<NearbyDriver>(sql`${await qualified(db, job, reach)}
    select user_id as "userId", latitude, longitude, cdl_status as "cdlStatus", years_of_experience as "yearsOfExperience",
      owner_operator as "ownerOperator", home_time as "homeTime", expected_pay_cents::float8 as "expectedPayCents", endorsements,
      work_experiences as "workExperiences", city from qualified`);
  return [...rows];
}

/** The number of eligible drivers, up to {@link maxMatches}. */
export async function countNearbyDrivers(db: Database, job: PlacedJob): Promise<number> {
  const [row] = await db.execute<{ total: number }>(
    sql`${await qualified(db, job, { isLimited: true, isExact: false })} select count(*)::int as total from qualified`,
  );
  return row?.total ?? 0;
}

/** Each lateral part has its own limit, so that the planner goes cell by cell and then looks up each eligible driver by key. */
async function qualified(db: Database, job: PlacedJob, { isLimited, isExact }: Reach): Promise<SQL> {
  const around = isLimited ? cellsAround(job.latitude, job.longitude, rangeMiles) : await inhabitedCells(db);
  const cells = `{${nearestFirst(around, job).join(',')}}`;
  const conditions = [sql`true`, ...hardRequirements(job), ...(isLimited ? [withinRange(job)] : [])];
  return sql`with seen as (
      select near.* from unnest(${cells}::int[]) as around(cell) cross join lateral (
        select user_id, ${isExact ? sql`latitude, longitude` : sql`${middle('latitude')}, ${middle('longitude')}`}, cdl_status,
          years_of_experience, owner_operator, home_time, expected_pay_cents, endorsements, work_experiences, city
        from drivers where drivers.cell = around.cell and drivers.match_enabled order by user_id desc limit ${maxDrivers}
      ) near limit ${maxDrivers}
    ), qualified as (
      select seen.* from seen
      cross join lateral (select 1 from users u where u.id = seen.user_id and u.status = 'Active'
        and u.email_verified_at is not null and ${roles.driver} = any(u.roles) limit 1) open
      left join lateral (select true as sent from applications a
        where a.job_id = ${job.id} and a.driver_id = seen.user_id limit 1) applied on true
      where applied.sent is null and ${sql.join(conditions, sql` and `)} limit ${maxMatches}
    )`;
}

function middle(column: 'latitude' | 'longitude'): SQL {
  const name = sql.identifier(column);
  return sql`(floor(${name} * ${squaresPerDegree}::int) + 0.5) / ${squaresPerDegree}::int as ${name}`;
}

/** Preselects in SQL what `isEligible` in `shared/matching/matching.ts` decides in the end. */
function hardRequirements(job: PlacedJob): SQL[] {
  const classes = acceptedClasses(job);
  const held = (...codes: Endorsement[]) => `{${codes.join(',')}}`;
  const required = job.endorsements.map((code) => {
    if (code === 'X') return sql`(seen.endorsements @> ${held('X')}::text[] or seen.endorsements @> ${held('H', 'N')}::text[])`;
    if (code === 'H' || code === 'N') return sql`seen.endorsements && ${held(code, 'X')}::text[]`;
    return sql`seen.endorsements @> ${held(code)}::text[]`;
  });
  return [
    ...(classes ? [sql`seen.cdl_status = any(${`{${classes.map((name) => `"${name}"`).join(',')}}`}::text[])`] : []),
    ...required,
  ];
}

function withinRange({ latitude, longitude }: Point): SQL {
  return sql`miles_between(seen.latitude, seen.longitude, ${latitude}::float8, ${longitude}::float8) <= ${rangeMiles}::float8`;
}

/** Every cell with drivers who have matching on. The query skips through the index from one cell to the next. */
async function inhabitedCells(db: Database): Promise<number[]> {
  const rows = await db.execute<{ cell: number }>(sql`with recursive known(cell) as (
      select min(cell) from drivers where cell is not null and match_enabled
      union all select (select min(cell) from drivers where drivers.cell > known.cell and match_enabled) from known where known.cell is not null
    ) select cell from known where cell is not null`);
  return rows.map(({ cell }) => cell);
}
