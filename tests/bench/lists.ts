import { mkdtempSync, rmSync } from 'node:fs';
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
 * order. What is measured are the statements in the database, the total's included: 10 ms each page (by its fastest run, which
 * is what the work itself takes; the median stands beside it). Never part of the tests.
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
const { db, sql, close } = await openDatabase({ url: `${cluster.url}/template1`, dataDir: folder, pool: 4, onStatement });
await fill(sql);

const measured: { name: string; least: number; row: Row }[] = [];
for (const { name, work } of listCases(db).filter((one) => one.name.includes(values.case))) {
  seen = [];
  await work();
  const statements = seen;
  const took: number[] = [];
  for (let n = 0; n < Number(values.times); n += 1) took.push(await run(statements));
  const least = Math.min(...took);
  measured.push({ name, least, row: [name, show(least), show(median(took)), `≤ ${most}`, verdict(least <= most)] });
}
const slowest = measured.toSorted((a, b) => b.least - a.least).slice(0, Number(values.slowest));
say(
  table(
    ['in the database', 'least', 'p50', 'bound', ''],
    slowest.map(({ row }) => row),
  ),
);
const missed = measured.filter(({ least }) => least > most).length;
say(`\n${measured.length} cases, median ${show(median(measured.map(({ least }) => least)))} ms, ${missed} bounds missed`);
await close();
await cluster.stop();
rmSync(folder, { recursive: true, force: true });
process.exitCode = missed ? 1 : 0;

async function fill(database: Sql): Promise<void> {
  const [has] = await database<{ n: number }[]>`select count(*)::int n from companies`;
  if (!has?.n) {
    await seedPlaces(database);
    await generate(db, { companies: amount, jobs: amount, drivers: 100, applications: 100 });
    await database`update companies set phone = (4025550000 + (hashtext(id::text) & 9999))::text where hashtext(id::text) % 4 <> 0`;
    await database`update companies set status = 'Cancelled' where hashtext(company_name) % 50 = 0`;
    await database`update companies set total_jobs = hashtext(email) & 31, total_active_jobs = hashtext(email) & 7`;
  }
  await database`vacuum analyze`;
}

async function run(statements: typeof seen): Promise<number> {
  const started = performance.now();
  for (const { text, parameters } of statements)
    await sql.unsafe(text, parameters as never, { prepare: parameters.length > 0 && !text.includes(unpreparedMark) });
  return performance.now() - started;
}
