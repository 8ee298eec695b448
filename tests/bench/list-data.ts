import type { Sql } from 'postgres';
import type { Database } from '#server/db/open.ts';
import { generate } from '#server/demo/generate.ts';
import { seedPlaces } from '#server/places/cities.ts';

/**
 * Creates `rowCount` companies (with phone numbers in 512 area codes), jobs and channels, and as many posts in one channel.
 * Returns the id of that channel. One percent is generated and then copied inside the database, which is much faster.
 */
export async function fillLists(db: Database, sql: Sql, rowCount: number): Promise<string> {
  const [counts] = await sql<{ companies: number; channels: number }[]>`
    select (select count(*)::int from companies) companies, (select count(*)::int from channels) channels`;
  if ((counts?.companies ?? 0) < rowCount) await fillCompanies(db, sql, rowCount);
  if ((counts?.channels ?? 0) < rowCount) await fillNews(sql, rowCount);
  await sql`vacuum analyze`;
  const [largest] = await sql<{ id: string }[]>`select id from channels order by post_count desc limit 1`;
  if (!largest) throw new Error('No channel was made');
  return largest.id;
}

async function fillCompanies(db: Database, sql: Sql, rowCount: number): Promise<void> {
  await seedPlaces(sql);
  await generate(db, { companies: rowCount / 100, jobs: rowCount / 100, drivers: 100, applications: 100 });
  await sql`alter table jobs disable trigger user`;
  await sql`insert into companies (id, company_name, type, billing_type, status, email, phone, total_jobs, total_active_jobs,
      created_at)
    select gen_random_uuid(), company_name || ' ' || n, type, billing_type,
      case when (n + hashtext(company_name)) % 50 = 0 then 'Cancelled' else status end, n || email,
      case when n % 4 > 0 then (201 + (hashtext(company_name) & 511))::text || (5550000 + (hashtext(company_name || n) & 9999))::text end,
      hashtext(company_name || n) & 31, hashtext(company_name || n) & 7, created_at + n * interval '1 hour'
    from companies, generate_series(2, 100) n`;
  await sql`insert into jobs (id, company_id, status, title, job_type, required_experience, experience_rank, home_time,
      description_html, description_text, salary_type, city, state, latitude, longitude, cell, cost_cents, posting_date,
      expiration_date, created_at)
    select gen_random_uuid(), company_id, status, title || ' ' || n, job_type, required_experience, experience_rank, home_time,
      description_html, description_text, salary_type, city, state, latitude, longitude, cell, cost_cents,
      posting_date + n * interval '1 hour', expiration_date + n * interval '1 hour', created_at + n * interval '1 hour'
    from jobs, generate_series(2, 100) n`;
  await sql`alter table jobs enable trigger user`;
}

/**
 * Creates the posts with titles and authors of existing jobs and accounts. A tenth are drafts, a tenth are inactive, and one
 * percent are scheduled.
 */
async function fillNews(sql: Sql, rowCount: number): Promise<void> {
  await sql`insert into channels (id, name, description, channel_type, is_active, post_count, created_at, updated_at)
    select gen_random_uuid(), 'Channel ' || n || ' ' || md5(n::text),
      case when n % 5 > 0 then 'Words about ' || md5(n || 'words') end,
      (array['Mandatory', 'Pre Subscribed', 'Open'])[1 + n % 3], n % 50 > 0, n % 7, now() - n * interval '7 minutes',
      now() - (hashtext(n::text) & 65535) * interval '9 minutes'
    from generate_series(1, ${rowCount}) n`;
  await sql`insert into users (id, email, first_name, last_name, roles)
    select gen_random_uuid(), 'writer-' || n || '@news.example', (array['Nora', 'Ed', 'Wes'])[1 + n % 3], 'News ' || n,
      '{NewsContributor}' from generate_series(1, 30) n`;
  const [channel] = await sql<
    { id: string }[]
  >`insert into channels (id, name, post_count) values (gen_random_uuid(), 'Everything', ${rowCount})
    returning id`;
  await sql`with writers as (select array_agg(id) ids from users where email like 'writer-%@news.example')
    insert into posts (id, channel_id, user_id, title, body_html, excerpt, is_active, published_at, scheduled_at, views,
      created_at, updated_at)
    select gen_random_uuid(), ${channel?.id ?? null}, ids[1 + n % 30], 'Post ' || n || ' ' || md5(n::text), repeat('<p>Words of a post.</p>', 20),
      'Words of a post.', n % 10 > 2, case when n % 10 > 1 then now() - n * interval '8 minutes' end,
      case when n % 100 = 0 then now() + n * interval '1 minute' end, hashtext(n::text) & 511, now() - n * interval '9 minutes',
      now() - (hashtext(n || 'u') & 65535) * interval '9 minutes'
    from generate_series(1, ${rowCount}) n, writers`;
}
