import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { openDatabase, type OpenDatabase } from '#server/db/open.ts';
import { unpreparedMark } from '#server/db/prepare.ts';
import { generate } from '#server/demo/generate.ts';
import { seedPlaces } from '#server/places/seed-places.ts';
import { startCluster } from '#tests/helpers/cluster.ts';
import { grow } from './grow.ts';
import { growthCases, type GrowthCase, type Kind, longestJob, somePostedJobs } from './growth-cases.ts';
import { median, type Row, show, table, verdict } from './numbers.ts';

/**
 * `node tests/bench/growth.ts`: applicants of a job with 10,000, candidates of a job, lists and searches of jobs, in a database
 * of 1,000,000 drivers and applications and 200,000 jobs and in one of a tenth, asked in turns so that what else the machine
 * does hits both alike. Statements in the database: applicants by any filter and order 5 ms, 15 ms deep in the list; ten best
 * candidates 15 ms; lists of jobs 5 ms; the public search 10 ms; ten times the data at most 1.5 times the cost of an answer of
 * the same size (by the fastest of all rounds, which is what the work itself takes). Each case is held to it, and a summary says
 * how it is with the median case of each kind; where ten times as many are found, the answer says so and is not of one size.
 * Never part of the tests.
 */
const { values } = parseArgs({
  options: {
    /** Folder of the databases, kept for the next run. */
    keep: { type: 'string' },
    most: { type: 'string', default: '1000000' },
    times: { type: 'string', default: '25' },
    /** Of the cases, those whose name holds this. */
    case: { type: 'string', default: '' },
  },
});
const most = Number(values.most);
const say = (text: string) => process.stdout.write(`${text}\n`);
type Statement = { text: string; parameters: unknown[] };
type Side = OpenDatabase & {
  statementsOf: (work: GrowthCase['work']) => Promise<{ statements: Statement[]; size: number; total: number }>;
};

const cluster = await startCluster({
  keepIn: values.keep ? resolve(values.keep) : undefined,
  settings: { shared_buffers: '1GB', max_wal_size: '4GB', synchronous_commit: 'off' },
});
if (!cluster) throw new Error('The bench needs a PostgreSQL server: install postgresql');
const folder = mkdtempSync(join(tmpdir(), 'haulboard-growth-'));
const small = await open('growth_small', most / 10);
const whole = await open('growth_whole', most);
const [smallCases, wholeCases] = [await casesOf(small), await casesOf(whole)];
const compared: Compared[] = [];
for (const [n, found] of wholeCases.entries()) {
  const before = smallCases[n];
  if (before && found.name.includes(values.case)) compared.push(await compare(before, found));
}
const missed = compared.filter(({ holds }) => !holds);
const head = ['in the database', 'found', 'found in a tenth', 'tenth, least', 'least', 'p50', 'count', 'bound', 'ratio', ''];
say(`\n${table(head, compared.map(rowOf))}`);
const kinds = [...new Set(compared.map(({ kind }) => kind))];
say(
  `\n${table(['median case', 'cases', 'tenth, least', 'least', 'ratio', 'cases above 1.5', 'as many found'], kinds.map(summaryOf))}`,
);
say(missed.length ? `\n${missed.length} bounds are missed` : '\nAll bounds hold');
await Promise.all([small.close(), whole.close()]);
await cluster.stop();
rmSync(folder, { recursive: true, force: true });
process.exitCode = missed.length ? 1 : 0;

/** A database of so many drivers and applications, with one job that 10,000 applied to. */
async function open(name: string, size: number): Promise<Side> {
  const url = cluster?.url ?? '';
  const admin = postgres(`${url}/template1`, { max: 1, onnotice: () => undefined });
  const [there] = await admin`select 1 from pg_database where datname = ${name}`;
  if (!there) await admin`create database ${admin(name)}`;
  await admin.end();
  let seen: Statement[] = [];
  const onStatement = (text: string, parameters: unknown[]) => seen.push({ text, parameters });
  const database = await openDatabase({ url: `${url}/${name}`, dataDir: folder, pool: 4, onStatement });
  const started = performance.now();
  const [has] = await database.sql<{ jobs: number }[]>`select count(*)::int jobs from jobs`;
  if (!has?.jobs) {
    await seedPlaces(database.sql);
    await generate(database.db, { companies: size / 500, jobs: size / 5, drivers: 20_000, applications: 200_000 });
  }
  await grow(database.sql, { drivers: size, applications: size });
  say(`${size.toLocaleString('en-US')} drivers and applications after ${((performance.now() - started) / 1000).toFixed(0)} s`);
  const statementsOf = async (work: GrowthCase['work']) => {
    seen = [];
    const { items, pagination } = await work();
    return { statements: seen, size: items.length, total: pagination.total };
  };
  return { ...database, statementsOf };
}

type Recorded = {
  kind: Kind;
  name: string;
  most: number;
  side: Side;
  size: number;
  total: number;
  page: Statement[];
  counts: Statement[];
};

async function casesOf(side: Side): Promise<Recorded[]> {
  const cases: GrowthCase[] = growthCases(side.db, await longestJob(side.sql), await somePostedJobs(side.sql));
  const recorded: Recorded[] = [];
  for (const { work, ...named } of cases) {
    // The first time: later a node may know a total.
    const { statements, ...answer } = await side.statementsOf(work);
    const counts = statements.filter(({ text }) => /^\s*select count\(/i.test(text));
    recorded.push({ ...named, ...answer, side, counts, page: statements.filter((one) => !counts.includes(one)) });
  }
  return recorded;
}

/** Milliseconds of the whole database (`least`, `p50`, `count`) and of the tenth; no ratio where the pages differ in length. */
type Compared = {
  kind: Kind;
  name: string;
  most: number;
  found: { before: number; after: number };
  leastBefore: number;
  least: number;
  p50: number;
  count: number;
  ratio: number | null;
  holds: boolean;
};

async function compare(before: Recorded, found: Recorded): Promise<Compared> {
  const took = { before: [] as number[], found: [] as number[], counts: [] as number[] };
  for (let n = 0; n < Number(values.times); n += 1) {
    took.before.push(await run(before.side, before.page));
    took.found.push(await run(found.side, found.page));
    took.counts.push(await run(found.side, found.counts));
  }
  const { kind, name, most } = found;
  const [least, leastBefore, p50] = [Math.min(...took.found), Math.min(...took.before), median(took.found)];
  const ratio = found.size === before.size ? ratioOf(leastBefore, least) : null;
  const holds = p50 <= most && (ratio ?? 1) <= 1.5;
  const totals = { before: before.total, after: found.total };
  return { kind, name, most, found: totals, leastBefore, least, p50, count: median(took.counts), ratio, holds };
}

/** Below half a millisecond it would be that of the two sockets. */
function ratioOf(before: number, after: number): number {
  return Math.max(after, 0.5) / Math.max(before, 0.5);
}

function rowOf({ name, found, leastBefore, least, p50, count, most, ratio, holds }: Compared): Row {
  const figures = [leastBefore, least, p50, count].map(show);
  return [name, found.after, found.before, ...figures, `≤ ${most}`, ratio?.toFixed(2) ?? '', verdict(holds)];
}

function summaryOf(kind: Kind): Row {
  const alike = compared.filter((one) => one.kind === kind && one.ratio !== null);
  const before = median(alike.map(({ leastBefore }) => leastBefore));
  const after = median(alike.map(({ least }) => least));
  const above = alike.filter(({ ratio }) => (ratio ?? 0) > 1.5);
  const ofOneSize = above.filter(({ found }) => found.before === found.after);
  return [kind, alike.length, show(before), show(after), ratioOf(before, after).toFixed(2), above.length, ofOneSize.length];
}

async function run({ sql }: Side, statements: readonly Statement[]): Promise<number> {
  const started = performance.now();
  for (const { text, parameters } of statements)
    await sql.unsafe(text, parameters as never, { prepare: parameters.length > 0 && !text.includes(unpreparedMark) });
  return performance.now() - started;
}
