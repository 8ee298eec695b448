import type { Sql } from 'postgres';
import { freePort } from '#tests/helpers/server.ts';
import { type Child, startChild } from './child.ts';
import type { BenchData } from './data.ts';
import { load } from './load.ts';
import { readMemoryBytes } from './memory.ts';
import { median, type Row, formatNumber } from './numbers.ts';
import { get, post, type Request } from './targets.ts';

type Options = { folder: string; databaseUrl: string; seconds: number; rounds: number; connections: number };

/** The values that the queries of the bare server use. */
export type BareQueries = {
  jobIds: string[];
  companyIds: string[];
  longestJobId: string;
  search: { query: string; state: string; jobType: string };
  place: { latitude: number; longitude: number; miles: number };
};

type Call = { name: string; barePath: string; requests: Request[] };

const search = { query: 'driver', state: 'TX', jobType: 'dryVan' };
const miles = 150;

function getCalls({ jobs, employers, longestJob, admin }: BenchData): Call[] {
  const applicants = {
    filters: { and: [{ field: 'years_of_experience', operator: 'greater_than', value: 1 }] },
    orders: [{ field: 'application_at', direction: 'desc' }],
  };
  return [
    {
      name: 'job by id (admin)',
      barePath: '/job-by-id',
      requests: jobs.map(({ id }) => get(`/jobs/${id}`, admin.token)),
    },
    {
      name: "employer's 10 newest jobs with counts and total",
      barePath: '/employers-jobs',
      requests: employers.map(({ token }) => get('/jobs?limit=10', token)),
    },
    {
      name: 'public search by word, state and type',
      barePath: '/public-search',
      requests: [get(`/public/jobs?query=${search.query}&state=${search.state}&job_type=${search.jobType}&sort=newest&limit=20`)],
    },
    {
      name: 'applicants filtered and sorted, offset 5,000',
      barePath: '/applicants',
      requests: [post(`/jobs/${longestJob.id}/applicants/search?limit=25&offset=5000`, applicants, longestJob.owner.token)],
    },
    {
      name: `candidates within ${miles} miles`,
      barePath: '/candidates',
      requests: [get(`/jobs/${longestJob.id}/candidates?limit=10&distance_limit=true`, longestJob.owner.token)],
    },
  ];
}

type Node = Child & { seconds: number };

/** Starts a server and measures the seconds until its first answer. */
async function startNode(
  program: string,
  args: (port: string) => string[],
  env: (port: string) => Record<string, string>,
): Promise<Node> {
  const port = await freePort();
  const startedAt = performance.now();
  const child = await startChild(new URL(program, import.meta.url).pathname, args(String(port)), port, env(String(port)));
  return { ...child, seconds: (performance.now() - startedAt) / 1000 };
}

const mebibyte = 1024 * 1024;

/**
 * Compares the most frequent calls, the start and the memory with a server of hand-written SQL. The difference is the price of
 * sessions, permissions, rules, synonyms, sponsored places, checked answers and the REST format. There is no bound: the ratios are
 * for `docs/performance.md`.
 */
export async function measureBareFloor(
  settings: Record<string, string>,
  sql: Sql,
  data: BenchData,
  { folder, databaseUrl, seconds, rounds, connections }: Options,
): Promise<Row[]> {
  const [place] = await sql<{ latitude: number; longitude: number }[]>`
    select latitude, longitude from jobs where id = ${data.longestJob.id}`;
  if (!place) throw new Error('The job with the longest list has no place');
  await sql`create index if not exists bench_search_index on jobs (state, job_type, posting_date desc, id desc)
    where status = 'POSTED'`;
  await sql`create index if not exists bench_place_index on drivers (latitude, longitude) where match_enabled`;
  const queries: BareQueries = {
    jobIds: data.jobs.map(({ id }) => id),
    companyIds: data.employers.map(({ companyId }) => companyId),
    longestJobId: data.longestJob.id,
    search,
    place: { ...place, miles },
  };
  const bare = await startNode(
    'bare-server.ts',
    (port) => [port, databaseUrl, JSON.stringify(queries)],
    () => ({}),
  );
  const app = await startNode(
    '../../server/main.ts',
    () => [],
    (port) => ({ ...settings, PORT: port, HOST: '127.0.0.1' }),
  );
  const rows: Row[] = [];
  try {
    for (const { name, barePath, requests } of getCalls(data)) {
      const measure = (isBare: boolean, durationSeconds: number) =>
        load(folder, {
          url: isBare ? bare.url : app.url,
          requests: isBare ? [{ method: 'GET', path: barePath, headers: {} }] : requests,
          connections,
          seconds: durationSeconds,
        });
      const results: { bare: number; ours: number; errors: number }[] = [];
      for (const isBare of [true, false]) await measure(isBare, 2);
      for (let round = 0; round < rounds; round += 1) {
        const [bareResult, oursResult] = [await measure(true, seconds), await measure(false, seconds)];
        results.push({ bare: bareResult.rate, ours: oursResult.rate, errors: bareResult.errors + oursResult.errors });
      }
      if (results.some(({ errors }) => errors > 0)) throw new Error(`${name}: some requests failed`);
      rows.push([
        name,
        formatNumber(median(results.map((one) => one.bare))),
        formatNumber(median(results.map((one) => one.ours))),
        // The ratio is computed within each round, because other load on the machine affects both sides of a round.
        median(results.map((one) => one.ours / one.bare)).toFixed(2),
      ]);
    }
    const [bareMemory, appMemory] = [bare, app].map(({ pid }) => readMemoryBytes(pid) / mebibyte);
    rows.push(
      ['start to the first answer, seconds', bare.seconds.toFixed(2), app.seconds.toFixed(2), ''],
      ['memory after these calls, MiB', formatNumber(bareMemory ?? 0), formatNumber(appMemory ?? 0), ''],
    );
  } finally {
    await Promise.all([bare.stop(), app.stop()]);
    await sql`drop index bench_search_index, bench_place_index`;
  }
  return rows;
}

export const bareFloorColumns = ['call (REST)', 'floor/s', 'ours/s', 'ratio'];
