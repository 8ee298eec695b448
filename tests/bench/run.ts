import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readOptions } from '#server/commands/options.ts';
import { startCluster } from '#tests/helpers/cluster.ts';
import { startServer } from '#tests/helpers/server.ts';
import { fill, pick } from './data.ts';
import { loader } from './load.ts';
import { logIns } from './log-in.ts';
import { type Row, table } from './numbers.ts';
import { pagesHead, pageTimes } from './pages.ts';
import { openRecorder } from './record.ts';
import { searchesHead, searchTimes } from './searches.ts';
import { targetsOf } from './targets.ts';
import { throughput, throughputHead } from './throughput.ts';

const values = readOptions({
  name: 'npm run bench',
  about:
    'Compares one node on a large database with the bare floor, on the same machine in the same run. Prints ratios and their\n' +
    'bounds; exits 1 when one is missed.',
  options: {
    keep: { type: 'string', value: 'folder', about: 'Keep the database in this folder for the next run' },
    seconds: { type: 'string', default: '4', value: 'number', about: 'Length of one measurement' },
    rounds: { type: 'string', default: '3', value: 'number', about: 'Measurements of each call' },
    connections: { type: 'string', default: '32', value: 'number', about: 'Requests at the same time' },
    jobs: { type: 'string', default: '200000', value: 'number', about: 'Jobs in the database' },
    applications: { type: 'string', default: '400000', value: 'number', about: 'Applications in the database' },
    only: { type: 'string', default: 'pages,searches,throughput,login', value: 'parts', about: 'Parts to run' },
    call: { type: 'string', default: '', value: 'text', about: 'Only calls with this text in their name (throughput)' },
  },
});
const say = (text: string) => process.stdout.write(`${text}\n`);
const [jobs, applications] = [Number(values.jobs), Number(values.applications)];
const load = { seconds: Number(values.seconds), rounds: Number(values.rounds), connections: Number(values.connections) };
const parts = values.only.split(',');

const cluster = await startCluster({
  dataFolder: values.keep ? resolve(values.keep) : undefined,
  settings: { shared_buffers: '512MB', max_wal_size: '4GB', synchronous_commit: 'off' },
});
if (!cluster) throw new Error('The bench needs a PostgreSQL server: install postgresql');
const folder = mkdtempSync(join(tmpdir(), 'haulboard-bench-'));
const databaseUrl = `${cluster.url}/postgres`;
const drivers = Math.max(1000, Math.ceil(applications / 10));
const amounts = { companies: Math.max(10, Math.ceil(jobs / 100)), jobs, drivers, applications };
say(`Filled with ${JSON.stringify(amounts)} in ${(await fill(databaseUrl, folder, amounts)).toFixed(0)} s; load by ${loader}`);

const tokenKey = randomBytes(32).toString('hex');
const recorder = await openRecorder(databaseUrl, tokenKey);
const data = await pick(recorder.services.db, recorder.services.sql, recorder.services.keys);
const targets = targetsOf(data);
say(`The longest list has ${data.long.applicants.toLocaleString('en-US')} applicants`);
const missed: Row[] = [];
const report = (title: string, head: string[], rows: Row[]) => {
  missed.push(...rows.filter((row) => row.at(-1) === 'MISS'));
  say(`\n${title}\n${table(head, rows)}`);
};

const { sql } = recorder.services;
if (parts.includes('pages')) report('In the database, p50', pagesHead, await pageTimes(recorder, sql, data));
if (parts.includes('searches')) report('In the database', searchesHead, await searchTimes(recorder, sql));
if (parts.includes('throughput') || parts.includes('login')) {
  const app = await startServer({
    env: {
      DATABASE_URL: databaseUrl,
      TOKEN_KEY: tokenKey,
      WORKER: 'off',
      LOG_LEVEL: 'error',
      NODE_ENV: 'production',
      GATEWAY: 'simulator',
    },
  });
  if (parts.includes('throughput')) {
    const chosenTargets = targets.filter(({ name }) => name.includes(values.call));
    const rows = await throughput({ url: app.url, pid: app.child.pid ?? 0 }, recorder, chosenTargets, {
      folder,
      databaseUrl,
      ...load,
    });
    report(`${load.connections} connections, medians of ${load.rounds} interleaved rounds`, throughputHead, rows);
  }
  if (parts.includes('login')) {
    const rows = await logIns(app.url, data, targets[0]?.samples ?? [], { folder, ...load });
    report('Log-ins; the floor is the bare password hash', throughputHead, rows);
  }
  await app.stop();
}
await recorder.close();
await cluster.stop();
rmSync(folder, { recursive: true, force: true });
say(missed.length ? `\n${missed.length} bounds are missed` : '\nAll bounds hold');
process.exitCode = missed.length ? 1 : 0;
