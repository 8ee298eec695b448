import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from '#server/db/open.ts';
import { unpreparedMark } from '#server/db/prepare.ts';
import { startCluster } from '#tests/helpers/cluster.ts';
import { listCases } from './list-cases.ts';
import { fillLists } from './list-data.ts';
import { median, type Row, show, table, verdict } from './numbers.ts';

/**
 * `node tests/bench/lists.ts`: the lists of administrators over 100,000 companies and as many jobs, and of news staff over as
 * many channels and posts, by every filter in every order. What is measured are the statements in the database, the total's
 * included: 10 ms of its processor each page and 5 ms for news (by the fastest run, which is what the work itself takes; the
 * median of the time on the clock stands beside it, which whatever else the machine does makes longer). On Linux, whose kernel
 * counts it. Never part of the tests.
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
const channelId = await fillLists(db, sql, amount);
const [backend] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;

const measured: { isMissed: boolean; least: number; row: Row }[] = [];
for (const { name, most, work } of listCases(db, channelId).filter((one) => one.name.includes(values.case))) {
  seen = [];
  await work();
  const statements = seen.slice();
  const took: { clock: number; processor: number }[] = [];
  for (let n = 0; n < Number(values.times); n += 1) took.push(await run(statements));
  const least = Math.min(...took.map(({ processor }) => processor));
  const clock = median(took.map((one) => one.clock));
  const isMissed = least > most;
  measured.push({ isMissed, least, row: [name, show(least), show(clock), `≤ ${most}`, verdict(!isMissed)] });
}
const slowest = measured.toSorted((a, b) => b.least - a.least).slice(0, Number(values.slowest));
say(
  table(
    ['in the database', 'processor', 'p50', 'bound', ''],
    slowest.map(({ row }) => row),
  ),
);
const missed = measured.filter(({ isMissed }) => isMissed).length;
say(`\n${measured.length} cases, median ${show(median(measured.map(({ least }) => least)))} ms, ${missed} bounds missed`);
await close();
await cluster.stop();
rmSync(folder, { recursive: true, force: true });
process.exitCode = missed ? 1 : 0;

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
