import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { fillDatabase } from '#tests/bench/data.ts';
import { median } from '#tests/bench/numbers.ts';
import { openRecorder } from '#tests/bench/record.ts';
import { startCluster } from '#tests/helpers/cluster.ts';
import { type RunningServer, startServer } from '#tests/helpers/server.ts';
import { startProxy } from '#tests/helpers/two-nodes.ts';
import { buildPublicPages } from '#web/public-pages/build.ts';
import { type Answer, sendAtPace, sendAtMaximum } from './client.ts';
import { computeFigures } from './figures.ts';
import { startFloor } from './floor-mix.ts';
import { measureUsage } from './machine.ts';
import { requestKinds, createRequestSequence } from './mix.ts';
import { openPeople } from './people.ts';
import { computeVerdicts, type Measurement, formatReport, writeReport } from './report.ts';

/**
 * Measures one server with PostgreSQL and 1,000,000 applications, with the load client on the same machine. It measures the
 * maximum rate, then some minutes at 70% of it, a minute at twice the maximum, and the time to recover. Then it runs two
 * servers and kills one. It exits with 1 if a limit is missed. To write docs/performance.md as far as "Single calls", run
 * `node tests/bench/sustained/run.ts --keep /folder --report`.
 */
const { values } = parseArgs({
  options: {
    /** The folder of the database. It is filled on the first run. */
    keep: { type: 'string', default: join(tmpdir(), 'haulboard-load') },
    minutes: { type: 'string', default: '10' },
    /** The seconds at twice the maximum rate. */
    over: { type: 'string', default: '60' },
    /** The seconds with two servers. One of them is killed after a third of the time. */
    killed: { type: 'string', default: '45' },
    connections: { type: 'string', default: '32' },
    /** The seconds of each of the two measurements of the maximum rate. */
    most: { type: 'string', default: '20' },
    /** Whether to fill the database and stop. */
    fill: { type: 'boolean', default: false },
    report: { type: 'boolean', default: false },
  },
});
const printLine = (text: string) => process.stdout.write(`${text}\n`);
const [minutes, overloadSeconds, connections, maximumSeconds] = [
  values.minutes,
  values.over,
  values.connections,
  values.most,
].map(Number) as [number, number, number, number];
const amounts = { companies: 2000, jobs: 200_000, drivers: 100_000, applications: 1_000_000 };
const recoverySeconds = 20;
const killSeconds = Number(values.killed);

const cluster = await startCluster({
  durable: true,
  dataFolder: resolve(values.keep),
  // docs/operations.md recommends these settings.
  settings: {
    shared_buffers: '2GB',
    effective_cache_size: '4GB',
    max_wal_size: '4GB',
    wal_compression: 'lz4',
    checkpoint_timeout: '15min',
  },
});
if (!cluster) throw new Error('This needs a PostgreSQL server: install postgresql');
const folder = mkdtempSync(join(tmpdir(), 'haulboard-sustained-'));
const databaseUrl = `${cluster.url}/postgres`;
/** Ends the programs that measureLoad has started, also after an error. Ending one twice does nothing. */
const stopFunctions: (() => Promise<unknown>)[] = [];
try {
  printLine(`Filled with ${JSON.stringify(amounts)} in ${(await fillDatabase(databaseUrl, folder, amounts)).toFixed(0)} s`);
  if (!values.fill) await measureLoad();
} finally {
  for (const stop of stopFunctions) await stop();
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function measureLoad(): Promise<void> {
  await buildPublicPages();
  const tokenKey = randomBytes(32).toString('hex');
  const recorder = await openRecorder(databaseUrl, tokenKey);
  const people = await openPeople(recorder.services.db, recorder.services.sql, recorder.services.keys);
  const kinds = requestKinds(people, 1);
  const floor = await startFloor(recorder, kinds, { folder, databaseUrl });
  stopFunctions.push(floor.stop);
  await recorder.close();
  const env = {
    DATABASE_URL: databaseUrl,
    TOKEN_KEY: tokenKey,
    LOG_LEVEL: 'error',
    NODE_ENV: 'production',
    GATEWAY: 'simulator',
    TRUST_PROXY: '127.0.0.1',
  };
  const startNode = async (name: string) => {
    const server = await startServer({ dataDir: join(folder, name), env });
    stopFunctions.push(server.kill);
    return server;
  };
  const node = await startNode('node');
  const nextRequest = createRequestSequence(kinds, 2);
  const getRate = (answers: readonly Answer[], seconds: number) => computeFigures(answers, seconds).rate;
  const ourRates: number[] = [];
  const bareRates: number[] = [];
  await sendAtMaximum({ url: node.url, next: nextRequest, seconds: maximumSeconds / 2, connections });
  await sendAtMaximum({ url: floor.url, next: floor.next, seconds: maximumSeconds / 4, connections });
  for (let round = 0; round < 2; round += 1) {
    bareRates.push(
      getRate(await sendAtMaximum({ url: floor.url, next: floor.next, seconds: maximumSeconds, connections }), maximumSeconds),
    );
    ourRates.push(
      getRate(await sendAtMaximum({ url: node.url, next: nextRequest, seconds: maximumSeconds, connections }), maximumSeconds),
    );
  }
  await floor.stop();
  const maxRate = median(ourRates);
  printLine(`The most: ${ourRates.map(Math.round).join(' ')}/s; bare ${bareRates.map(Math.round).join(' ')}/s`);
  const sendAndMeasure = (pace: number, seconds: number) =>
    measureUsage(node.child.pid ?? 0, () => sendAtPace({ url: node.url, next: nextRequest, pace, seconds }));
  const steady = await sendAndMeasure(maxRate * 0.7, minutes * 60);
  printLine(`At 70 %: ${JSON.stringify(computeFigures(steady.result, minutes * 60))}`);
  const overload = await sendAndMeasure(maxRate * 2, overloadSeconds);
  const recovery = await sendAndMeasure(maxRate * 0.7, recoverySeconds);
  const secondNode = await startNode('other');
  const failover = await killNode([secondNode, node], (url, seconds) =>
    sendAtPace({ url, next: nextRequest, pace: maxRate * 0.7, seconds }),
  );
  const measurement: Measurement = {
    amounts: { ...amounts, longest: people.longestJob.applicants },
    kinds,
    connections,
    maxRate,
    maxBareRate: median(bareRates),
    steady: { ...steady, seconds: minutes * 60, pace: maxRate * 0.7 },
    overload: { ...overload, seconds: overloadSeconds, pace: maxRate * 2 },
    recovery: { ...recovery, seconds: recoverySeconds, pace: maxRate * 0.7 },
    failover: { ...failover, seconds: killSeconds, pace: maxRate * 0.7 },
  };
  const verdicts = computeVerdicts(measurement);
  printLine(formatReport(measurement, verdicts));
  if (values.report) writeReport(measurement, verdicts);
  if (verdicts.some(({ isMet }) => !isMet)) process.exitCode = 1;
  const code = await node.stop();
  if (code !== 0) printLine(`The node ended with ${code}:\n${node.output()}`);
}

/**
 * Sends the load through a proxy to two servers and kills the first one after a third of the time. Returns the responses
 * and the number of confirmed applications that are missing.
 */
async function killNode(nodes: [RunningServer, RunningServer], sendLoad: (url: string, seconds: number) => Promise<Answer[]>) {
  const proxy = await startProxy(nodes.map(({ url }) => Number(new URL(url).port)));
  const pendingAnswers = sendLoad(proxy.url, killSeconds);
  await setTimeout((killSeconds / 3) * 1000);
  await nodes[0].kill();
  const result = await pendingAnswers;
  proxy.close();
  const createdIds = result.flatMap(({ kind, createdId: id }) => (kind === 'application' && id ? [id] : []));
  const sql = postgres(databaseUrl, { max: 1 });
  const [existing] = await sql<{ n: number }[]>`select count(*)::int n from applications where id = any(${createdIds}::uuid[])`;
  await sql.end();
  return { result, acknowledged: createdIds.length, lost: createdIds.length - (existing?.n ?? 0) };
}
