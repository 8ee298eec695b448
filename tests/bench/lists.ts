import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Sql } from 'postgres';
import { openDatabase } from '#server/db/open.ts';
import { unpreparedMark } from '#server/db/prepare.ts';
import { generate } from '#server/demo/generate.ts';
import { seedPlaces } from '#server/places/seed-places.ts';
import { startCluster } from '#tests/helpers/cluster.ts';
import { listCases } from './list-cases.ts';
import { median, type Row, show, table, verdict } from './numbers.ts';

/**
 * `node tests/bench/lists.ts`: the lists of administrators over 100,000 companies and as many jobs, by every filter in every
 * order. What is measured are the statements in the database, the total's included: 10 ms of its processor each page (by the
 * fastest run, which is what the work itself takes; the median of the time on the clock stands beside it, which whatever else
 * the machine does makes longer). On Linux, whose kernel counts it. Never part of the tests.
 */
const { values } = parseArgs({
  options: {
    /** Folder of the database, kept for the next run. */
    keep: { type: 'string' },
    times: { type: 'string', default: '7' },
    /** Of the cases, those whose name holds this. */
    case: { type: 'string', default: '' },
    /** How many of the slowest are shown. */
    slowest: { type: 'string', default: '30' },
  },
});
const most = 10;
const amount = 100_000;
const say = (text: string) => process.stdout.write(`${text}\n`);

const cluster = await startCluster({
  keepIn: values.keep ? resolve(values.keep) : undefined,
  settings: { shared_buffers: '1GB' },
});
if (!cluster) throw new Error('The bench needs a PostgreSQL server: install postgresql');
const folder = mkdtempSync(join(tmpdir(), 'haulboard-lists-'));
let seen: { text: string; parameters: unknown[] }[] = [];
const onStatement = (text: string, parameters: unknown[]) => seen.push({ text, parameters });
const { db, sql, close } = await openDatabase({ url: `${cluster.url}/template1`, dataDir: folder, pool: 1, onStatement });
await fill(sql);
const [backend] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;

const measured: { name: string; least: number; row: Row }[] = [];
for (const { name, work } of listCases(db).filter((one) => one.name.includes(values.case))) {
  seen = [];
  await work();
  const statements = seen.slice();
  const took: { clock: number; processor: number }[] = [];
  for (let n = 0; n < Number(values.times); n += 1) took.push(await run(statements));
  const least = Math.min(...took.map(({ processor }) => processor));
  const clock = median(took.map((one) => one.clock));
  measured.push({ name, least, row: [name, show(least), show(clock), `≤ ${most}`, verdict(least <= most)] });
}
const slowest = measured.toSorted((a, b) => b.least - a.least).slice(0, Number(values.slowest));
say(
  table(
    ['in the database', 'processor', 'p50', 'bound', ''],
    slowest.map(({ row }) => row),
  ),
);
const missed = measured.filter(({ least }) => least > most).length;
say(`\n${measured.length} cases, median ${show(median(measured.map(({ least }) => least)))} ms, ${missed} bounds missed`);
await close();
await cluster.stop();
rmSync(folder, { recursive: true, force: true });
process.exitCode = missed ? 1 : 0;

/** A hundredth is generated and copied inside the database, which is much faster. */
async function fill(database: Sql): Promise<void> {
  const [has] = await database<{ n: number }[]>`select count(*)::int n from companies`;
  if ((has?.n ?? 0) < amount) {
    await seedPlaces(database);
    await generate(db, { companies: amount / 100, jobs: amount / 100, drivers: 100, applications: 100 });
    await database`alter table jobs disable trigger user`;
    await database`insert into companies (id, company_name, type, billing_type, status, email, phone, total_jobs, total_active_jobs,
        created_at)
      select gen_random_uuid(), company_name || ' ' || n, type, billing_type,
        case when (n + hashtext(company_name)) % 50 = 0 then 'Cancelled' else status end, n || email,
        case when n % 4 > 0 then (4025550000 + (hashtext(company_name || n) & 9999))::text end,
        hashtext(company_name || n) & 31, hashtext(company_name || n) & 7, created_at + n * interval '1 hour'
      from companies, generate_series(2, 100) n`;
    await database`insert into jobs (id, company_id, status, title, job_type, required_experience, experience_rank, home_time,
        description_html, description_text, salary_type, city, state, latitude, longitude, cell, cost_cents, posting_date,
        expiration_date, created_at)
      select gen_random_uuid(), company_id, status, title || ' ' || n, job_type, required_experience, experience_rank, home_time,
        description_html, description_text, salary_type, city, state, latitude, longitude, cell, cost_cents,
        posting_date + n * interval '1 hour', expiration_date + n * interval '1 hour', created_at + n * interval '1 hour'
      from jobs, generate_series(2, 100) n`;
    await database`alter table jobs enable trigger user`;
  }
  await database`vacuum analyze`;
}

async function run(statements: typeof seen): Promise<{ clock: number; processor: number }> {
  const [started, spent] = [performance.now(), processorMs()];
  for (const { text, parameters } of statements)
    await sql.unsafe(text, parameters as never, { prepare: parameters.length > 0 && !text.includes(unpreparedMark) });
  return { clock: performance.now() - started, processor: processorMs() - spent };
}

/** What the connection's server process has spent so far. */
function processorMs(): number {
  return Number(readFileSync(`/proc/${backend?.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}
