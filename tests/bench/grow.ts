import type { Sql } from 'postgres';

/** Drivers and applications that a database is grown to, made of those that it holds already. */
export type Size = { drivers: number; applications: number };

/**
 * Copies drivers (a few miles aside) and applications (to other jobs, by other drivers) inside the database, which is much
 * faster than generating them, or drops applications. The job with the longest list keeps it as it is.
 */
export async function grow(sql: Sql, { drivers, applications }: Size): Promise<void> {
  const [has] = await sql<{ drivers: number; applications: number }[]>`
    select (select count(*)::int from drivers) drivers, (select count(*)::int from applications) applications`;
  if (!has) throw new Error('The database does not answer');
  await copyDrivers(sql, drivers - has.drivers);
  await copyApplications(sql, applications - has.applications);
  await sql`vacuum analyze`;
}

async function copyDrivers(sql: Sql, missing: number): Promise<void> {
  if (missing <= 0) return;
  await sql.begin(async (tx) => {
    await tx`create temp table source on commit drop as select user_id, row_number() over () - 1 as nth from drivers`;
    await tx`create temp table copied on commit drop as select gen_random_uuid() id, user_id as source
      from generate_series(1, ${missing}::int) n join source on nth = n % (select count(*) from source)`;
    await tx`insert into users (id, email, email_verified_at, first_name, last_name, phone, roles, created_at)
      select c.id, 'copy-' || c.id || '@generated.example', u.email_verified_at, u.first_name, u.last_name, u.phone, u.roles,
        u.created_at from copied c join users u on u.id = c.source`;
    await tx`insert into drivers (user_id, street1, city, state, postal_code, latitude, longitude, cell, birthdate, cdl_status,
        years_of_experience, work_experiences, endorsements, owner_operator, home_time, expected_pay_cents)
      select id, street1, city, state, postal_code, lat, lng, floor(lat * 2)::int * 1000 + floor((lng + 200) * 2)::int, birthdate,
        cdl_status, years_of_experience, work_experiences, endorsements, owner_operator, home_time, expected_pay_cents
      from (select c.id, d.*, d.latitude + (random() - 0.5) * 0.3 lat, d.longitude + (random() - 0.5) * 0.3 lng
        from copied c join drivers d on d.user_id = c.source) moved`;
  });
}

async function copyApplications(sql: Sql, missing: number): Promise<void> {
  if (missing < 0)
    await sql`delete from applications where id in (select id from applications
      where job_id <> (select id from jobs order by application_count desc limit 1) order by id limit ${-missing})`;
  if (missing <= 0) return;
  await sql.begin(async (tx) => {
    await tx`create temp table sent on commit drop as select a.*, row_number() over () - 1 as nth from
      (select * from applications order by id limit 100000) a`;
    await tx`create temp table open_job on commit drop as select id, company_id, row_number() over () - 1 as nth from jobs
      where id <> (select id from jobs order by application_count desc limit 1)`;
    await tx`create temp table sender on commit drop as select user_id, row_number() over () - 1 as nth from drivers`;
    await tx`insert into applications (id, job_id, company_id, driver_id, application_at, first_name, last_name, email, phone, street1,
        city, state, postal_code, distance, within_range, is_over21, cdl_status, years_of_experience, work_experiences,
        endorsements, owner_operator)
      select gen_random_uuid(), j.id, j.company_id, d.user_id, s.application_at, s.first_name, s.last_name, s.email, s.phone,
        s.street1, s.city, s.state, s.postal_code, s.distance, s.within_range, s.is_over21, s.cdl_status,
        s.years_of_experience, s.work_experiences, s.endorsements, s.owner_operator
      from generate_series(1, ${missing}::int) n
      join sent s on s.nth = n % (select count(*) from sent)
      join open_job j on j.nth = (n::bigint * 7919 + n / 1000) % (select count(*) from open_job)
      join sender d on d.nth = (n::bigint * 104729) % (select count(*) from sender)
      on conflict do nothing`;
  });
}
