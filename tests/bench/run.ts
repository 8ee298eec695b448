import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readOptions } from '#server/commands/options.ts';
import { startCluster } from '#tests/helpers/cluster.ts';
import { startServer } from '#tests/helpers/server.ts';
import { bareFloorColumns, measureBareFloor } from './bare-floor.ts';
import { fillDatabase, pickBenchData } from './data.ts';
import { loadTool } from './load.ts';
import { measureSignIns } from './log-in.ts';
import { type Row, formatTable } from './numbers.ts';
import { pageColumns, measurePages } from './pages.ts';
import { openRecorder } from './record.ts';
import { searchColumns, measureSearches } from './searches.ts';
import { createTargets } from './targets.ts';
import { measureThroughput, throughputColumns } from './throughput.ts';

const values = readOptions({
  name: 'npm run bench',
  description:
    'Compares one node on a large database with the bare floor, on the same machine in the same run. Prints ratios and their\n' +
    'bounds; exits 1 when one is missed.',
  options: {
    keep: { type: 'string', value: 'folder', description: 'Keep the database in this folder for the next run' },
    seconds: { type: 'string', default: '8', value: 'number', description: 'Length of one measurement' },
    rounds: { type: 'string', default: '3', value: 'number', description: 'Measurements of each call' },
    connections: { type: 'string', default: '32', value: 'number', description: 'Requests at the same time' },
    jobs: { type: 'string', default: '200000', value: 'number', description: 'Jobs in the database' },
    applications: { type: 'string', default: '1000000', value: 'number', description: 'Applications in the database' },
    only: { type: 'string', default: 'pages,searches,bare,throughput,login', value: 'parts', description: 'Parts to run' },
    call: { type: 'string', default: '', value: 'text', description: 'Only calls with this text in their name (throughput)' },
  },
});
const print = (text: string) => process.stdout.write(`${text}\n`);
const [jobs, applications] = [Number(values.jobs), Number(values.applications)];
const loadOptions = { seconds: Number(values.seconds), rounds: Number(values.rounds), connections: Number(values.connections) };
const parts = values.only.split(',');

const cluster = await startCluster({
  dataFolder: values.keep ? resolve(values.keep) : undefined,
  settings: { shared_buffers: '512MB', max_wal_size: '4GB', synchronous_commit: 'off' },
});
if (!cluster) throw new Error('The bench needs a PostgreSQL server: install postgresql');
const folder = mkdtempSync(join(tmpdir(), 'haulboard-bench-'));
const databaseUrl = `${cluster.url}/postgres`;
const drivers = Math.max(1000, Math.ceil(applications / 5));
const amounts = { companies: Math.max(10, Math.ceil(jobs / 100)), jobs, drivers, applications };
print(
  `Filled with ${JSON.stringify(amounts)} in ${(await fillDatabase(databaseUrl, folder, amounts)).toFixed(0)} s; load by ${loadTool}`,
);

const tokenKey = randomBytes(32).toString('hex');
const recorder = await openRecorder(databaseUrl, tokenKey);
const data = await pickBenchData(recorder.services.db, recorder.services.sql, recorder.services.keys);
const targets = createTargets(data);
print(`The longest list has ${data.longestJob.applicants.toLocaleString('en-US')} applicants`);
const missedRows: Row[] = [];
const report = (title: string, head: string[], rows: Row[]) => {
  missedRows.push(...rows.filter((row) => row.at(-1) === 'MISS'));
  print(`\n${title}\n${formatTable(head, rows)}`);
};

const { sql } = recorder.services;
if (parts.includes('pages')) report('In the database, p50', pageColumns, await measurePages(recorder, sql, data));
if (parts.includes('searches')) report('In the database', searchColumns, await measureSearches(recorder, sql));
const env = {
  DATABASE_URL: databaseUrl,
  TOKEN_KEY: tokenKey,
  WORKER: 'off',
  LOG_LEVEL: 'error',
  NODE_ENV: 'production',
  GATEWAY: 'simulator',
};
if (parts.includes('bare')) {
  const settings = { ...env, REQUIRE_SECOND_FACTOR: 'off', DATA_DIR: join(folder, 'data'), PUBLIC_URL: 'http://127.0.0.1' };
  const rows = await measureBareFloor(settings, sql, data, { folder, databaseUrl, ...loadOptions });
  report('Compared with hand-written SQL and no rules', bareFloorColumns, rows);
}
if (parts.includes('throughput') || parts.includes('login')) {
  const app = await startServer({ env });
  if (parts.includes('throughput')) {
    const chosenTargets = targets.filter(({ name }) => name.includes(values.call));
    const rows = await measureThroughput({ url: app.url, pid: app.child.pid ?? 0 }, recorder, chosenTargets, {
      folder,
      databaseUrl,
      ...loadOptions,
    });
    report(
      `${loadOptions.connections} connections, medians of ${loadOptions.rounds} interleaved rounds`,
      throughputColumns,
      rows,
    );
  }
  if (parts.includes('login')) {
    const rows = await measureSignIns(app.url, data, targets[0]?.samples ?? [], { folder, ...loadOptions });
    report('Log-ins; the floor is the bare password hash', throughputColumns, rows);
  }
  await app.stop();
}
await recorder.close();
await cluster.stop();
rmSync(folder, { recursive: true, force: true });
print(missedRows.length ? `\n${missedRows.length} bounds are missed` : '\nAll bounds hold');
process.exitCode = missedRows.length ? 1 : 0;
