import type { Sql } from 'postgres';
import type { Database } from '#server/db/open.ts';
import { biggestCities, type City } from '#server/demo/generate.ts';
import type { Random } from '#server/demo/vocabulary.ts';
import type { Keys } from '#server/session/keys.ts';
import type { Role } from '#shared/access/access.ts';
import { type BenchData, pickBenchData, createToken } from '#tests/bench/data.ts';

const maxEmployers = 400;
const maxDrivers = 1000;
const maxJobs = 20_000;

/** The accounts that send the mix, and the data that they request. */
export type People = BenchData & {
  cities: City[];
  /** Jobs that stay public for longer than a run. */
  publicJobIds: string[];
  drivers: { token: string }[];
  /** Employers' own posted jobs, which can be edited. */
  editableJobs: BenchData['jobs'];
  /** Applicants of employers' own jobs. */
  applicants: { id: string; jobId: string; token: string }[];
  /** Returns a driver's token and a job that the driver has not applied to. It never returns a pair twice. */
  takeUnusedPair: (random: Random) => { token: string; jobId: string };
};

export async function openPeople(db: Database, sql: Sql, keys: Keys): Promise<People> {
  await keepJobsPosted(sql);
  const data = await pickBenchData(db, sql, keys, maxEmployers);
  const tokenByJobId = new Map(data.jobs.map(({ id, owner }) => [id, owner.token]));
  const postedJobs = await sql<
    { id: string }[]
  >`select id from jobs where id = any(${[...tokenByJobId.keys()]}::uuid[]) and status = 'POSTED'`;
  const postedJobIds = new Set(postedJobs.map(({ id }) => id));
  const applications = await sql<
    { id: string; jobId: string }[]
  >`select a.id, a.job_id as "jobId" from unnest(${[...tokenByJobId.keys()]}::uuid[]) j
    cross join lateral (select id, job_id from applications where job_id = j and withdrawn_at is null limit 5) a`;
  const publicJobs = await sql<{ id: string }[]>`select id from jobs tablesample system (50) where status = 'POSTED'
    and expiration_date > now() + interval '1 day' and id not in (select job_id from job_addons where addon_type = 'hyperlink')
    and company_id in (select id from companies where status <> 'Cancelled') limit ${maxJobs}`;
  // Drivers without these cannot apply (`docs/product/drivers.md`).
  const rows = await sql<{ id: string; roles: Role[] }[]>`select u.id, u.roles from users u join drivers d on d.user_id = u.id
    where u.email like 'driver-%' and d.cdl_status is not null and d.years_of_experience is not null and d.postal_code is not null
    limit ${maxDrivers}`;
  const drivers = await Promise.all(rows.map(async (row) => ({ id: row.id, token: await createToken(db, keys, row) })));
  const existingApplications = await sql<{ pair: string }[]>`select driver_id || ' ' || job_id as pair from applications
    where driver_id in ${sql(rows.map(({ id }) => id))}`;
  const existingPairs = new Set(existingApplications.map(({ pair }) => pair));
  return {
    ...data,
    editableJobs: data.jobs.filter(({ id }) => postedJobIds.has(id)),
    cities: await biggestCities(db, 200),
    publicJobIds: publicJobs.map(({ id }) => id),
    drivers,
    applicants: applications.map(({ id, jobId }) => ({ id, jobId, token: tokenByJobId.get(jobId) ?? '' })),
    takeUnusedPair: (random) => {
      for (;;) {
        const [driver, job] = [random.pick(drivers), random.pick(publicJobs)];
        const pairKey = `${driver.id} ${job.id}`;
        if (existingPairs.has(pairKey)) continue;
        existingPairs.add(pairKey);
        return { token: driver.token, jobId: job.id };
      }
    },
  };
}

/**
 * Prepares a reused database: it postpones everything that would become due during the run, and spreads the due times of
 * candidates over a day.
 */
async function keepJobsPosted(sql: Sql): Promise<void> {
  await sql`update jobs set expiration_date = now() + interval '29 days', next_billing_date = now() + interval '29 days'
    where status = 'POSTED' and expiration_date < now() + interval '6 hours'`;
  await sql`update jobs set scheduled_at = now() + interval '3 days' where status = 'SCHEDULED' and scheduled_at < now() + interval '6 hours'`;
  await sql`update jobs set candidates_due_at = now() + random() * interval '24 hours'
    where status = 'POSTED' and candidates_due_at < now()`;
  await sql`vacuum analyze`;
}
