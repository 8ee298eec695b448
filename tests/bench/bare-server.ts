import Fastify from 'fastify';
import postgres from 'postgres';
import type { BareQueries } from './bare-floor.ts';

/**
 * A server with hand-written SQL, without sessions, permissions, rules or checks: the fastest answers that this stack can give.
 * Arguments: port, database, and the values of the queries as JSON.
 */
const [port = '', url = '', values = '{}'] = process.argv.slice(2);
const { jobIds, companyIds, longestJobId, search, place } = JSON.parse(values) as BareQueries;
const sql = postgres(url, { max: 16, onnotice: () => undefined });
const app = Fastify({ logger: { level: 'error' } });

let calls = 0;
/** Each call takes the next one of the values. */
const nextOf = (list: readonly string[]) => list[calls++ % list.length] ?? '';

app.get('/job-by-id', async () => {
  const [job] = await sql`select * from jobs where id = ${nextOf(jobIds)}`;
  return { data: job };
});

app.get('/employers-jobs', async () => {
  const companyId = nextOf(companyIds);
  const [data, [total]] = await Promise.all([
    sql`select id, title, status, city, state, posting_date, expiration_date, next_billing_date, application_count,
        candidate_count, (select count(*)::int from applications a where a.job_id = jobs.id
          and a.application_at >= date_trunc('day', now())) as today
      from jobs where company_id = ${companyId} order by created_at desc, id desc limit 10`,
    sql`select count(*)::int from jobs where company_id = ${companyId}`,
  ]);
  return { data, total };
});

app.get('/public-search', async () => {
  const matches = sql`from jobs where status = 'POSTED' and expiration_date > now() and state = ${search.state}
    and job_type = ${search.jobType} and title ilike ${`%${search.query}%`}`;
  const [data, [total]] = await Promise.all([
    sql`select id, title, city, state, job_type, home_time, expected_pay_cents, salary_type, posting_date ${matches}
      order by posting_date desc, id desc limit 20`,
    sql`select count(*)::int ${matches}`,
  ]);
  return { data, total };
});

app.get('/applicants', async () => {
  const matches = sql`from applications where job_id = ${longestJobId} and withdrawn_at is null and years_of_experience > 1`;
  const [data, [total]] = await Promise.all([
    sql`select id, first_name, last_name, city, state, distance, years_of_experience, endorsements, stage, application_at
      ${matches} order by application_at desc, id desc limit 25 offset 5000`,
    sql`select count(*)::int ${matches}`,
  ]);
  return { data, total };
});

app.get('/candidates', async () => {
  const { latitude, longitude, miles } = place;
  const degrees = miles / 69;
  const width = degrees / Math.cos((latitude * Math.PI) / 180);
  const data = await sql`select user_id, city, cdl_status, years_of_experience, endorsements, distance from (
      select *, miles_between(latitude, longitude, ${latitude}, ${longitude}) as distance from drivers
      where match_enabled and latitude between ${latitude - degrees} and ${latitude + degrees}
        and longitude between ${longitude - width} and ${longitude + width}) near
    where distance <= ${miles} order by distance, user_id limit 10`;
  return { data };
});

app.get('/healthz', () => ({ ok: true }));

await app.listen({ port: Number(port), host: '127.0.0.1' });
process.on('SIGTERM', () => {
  void app
    .close()
    .then(() => sql.end())
    .then(() => process.exit(0));
});
