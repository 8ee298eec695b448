import { sql } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs.ts';
import type { Database } from '#server/db/open.ts';
import { cellsAround, nearestFirst, type Point } from '#server/places/cells.ts';
import {
  codes,
  type Endorsement,
  type HomeTime,
  type JobType,
  requiredExperiences,
  type SalaryType,
} from '#shared/catalogues.ts';
import { isPublic } from './public-condition.ts';

/** Reading stops here, so that an answer costs the same however many jobs there are. */
const mostSeen = 1000;
const experiences = codes(requiredExperiences);

type Row = {
  id: string;
  jobType: JobType;
  experienceRank: number;
  endorsements: Endorsement[];
  homeTime: HomeTime;
  expectedPayCents: number | null;
  salaryType: SalaryType;
  latitude: number;
  longitude: number;
};

/**
 * The public jobs of the cells around a place, the nearest cells first and in each the newest, up to {@link mostSeen}. The
 * lateral part has a limit of its own, so that the planner keeps walking the index of public jobs cell by cell.
 */
export async function nearbyJobs(db: Database, from: Point, miles: number) {
  const cells = `{${nearestFirst(cellsAround(from.latitude, from.longitude, miles), from).join(',')}}`;
  const rows = await db.execute<Row>(sql`
    select near.* from unnest(${cells}::int[]) as around(cell) cross join lateral (
      select id, job_type as "jobType", experience_rank as "experienceRank", endorsements, home_time as "homeTime",
        expected_pay_cents::float8 as "expectedPayCents", salary_type as "salaryType", latitude, longitude
      from ${jobs} where ${jobs.cell} = around.cell and ${isPublic}
      order by ${jobs.postingDate} desc, ${jobs.id} desc limit ${mostSeen}
    ) near limit ${mostSeen}`);
  return rows.map(({ experienceRank, ...row }) => ({ ...row, requiredExperience: experiences[experienceRank] ?? 'CS' }));
}
