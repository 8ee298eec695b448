import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { fill } from '#tests/bench/data.ts';
import { median } from '#tests/bench/numbers.ts';
import { openRecorder } from '#tests/bench/record.ts';
import { startCluster } from '#tests/helpers/cluster.ts';
import { type RunningServer, startServer } from '#tests/helpers/server.ts';
import { startProxy } from '#tests/helpers/two-nodes.ts';
import { type Answer, sendAtPace, sendAtMaximum } from './client.ts';
import { figuresOf } from './figures.ts';
import { startFloor } from './floor-mix.ts';
import { watch } from './machine.ts';
import { requestKinds, shots } from './mix.ts';
import { openPeople } from './people.ts';
import { verdictsOf, type Measurement, print, write } from './report.ts';

/**
 * One server with PostgreSQL, 1,000,000 applications and the load client on this machine: its maximum, minutes at 70% of
 * it, a minute at twice that, and the time to recover; then two servers, one of which is killed. Exits with 1 if a limit is
 * missed. `node tests/bench/sustained/run.ts --keep /folder --report` writes docs/performance.md.
 */
const { values } = parseArgs({
  options: {
    /** The folder of the database, which is filled the first time. */
    keep: { type: 'string', default: join(tmpdir(), 'haulboard-load') },
    minutes: { type: 'string', default: '10' },
    /** Seconds at twice the maximum. */
    over: { type: 'string', default: '60' },
    /** Seconds of the load on two servers, one of which is killed after a third. */
    killed: { type: 'string', default: '45' },
    connections: { type: 'string', default: '32' },
    /** Seconds of each of the two measurements of the maximum. */
    most: { type: 'string', default: '20' },
    /** Only fills the database. */
    fill: { type: 'boolean', default: false },
    report: { type: 'boolean', default: false },
  },
});
const say = (text: string) => process.stdout.write(`${text}\n`);
const [minutes, over, connections, most] = [values.minutes, values.over, values.connections, values.most].map(Number) as [
  number,
  number,
  number,
  number,
];
const amounts = { companies: 2000, jobs: 200_000, drivers: 100_000, applications: 1_000_000 };
const afterSeconds = 20;
const killSeconds = Number(values.killed);

const cluster = await startCluster({
  durable: true,
  dataFolder: resolve(values.keep),
  // The settings that docs/operations.md recommends.
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
say(`Filled with ${JSON.stringify(amounts)} in ${(await fill(databaseUrl, folder, amounts)).toFixed(0)} s`);

if (!values.fill) {
  const tokenKey = randomBytes(32).toString('hex');
  const recorder = await openRecorder(databaseUrl, tokenKey);
  const people = await openPeople(recorder.services.db, recorder.services.sql, recorder.services.keys);
  const kinds = requestKinds(people, 1);
  const floor = await startFloor(recorder, kinds, { folder, databaseUrl });
  await recorder.close();
  const env = {
    DATABASE_URL: databaseUrl,
    TOKEN_KEY: tokenKey,
    LOG_LEVEL: 'error',
    NODE_ENV: 'production',
    GATEWAY: 'simulator',
    TRUST_PROXY: '127.0.0.1',
  };
  const node = await startServer({ dataDir: join(folder, 'node'), env });
  const next = shots(kinds, 2);
  const rateOf = (answers: readonly Answer[], seconds: number) => figuresOf(answers, seconds).rate;
  const ourRates: number[] = [];
  const bareRates: number[] = [];
  await sendAtMaximum({ url: node.url, next, seconds: most / 2, connections });
  await sendAtMaximum({ url: floor.url, next: floor.next, seconds: most / 4, connections });
  for (let round = 0; round < 2; round += 1) {
    bareRates.push(rateOf(await sendAtMaximum({ url: floor.url, next: floor.next, seconds: most, connections }), most));
    ourRates.push(rateOf(await sendAtMaximum({ url: node.url, next, seconds: most, connections }), most));
  }
  await floor.stop();
  const maximum = median(ourRates);
  say(`The most: ${ourRates.map(Math.round).join(' ')}/s; bare ${bareRates.map(Math.round).join(' ')}/s`);
  const ask = (pace: number, seconds: number) =>
    watch(node.child.pid ?? 0, () => sendAtPace({ url: node.url, next, pace, seconds }));
  const steady = await ask(maximum * 0.7, minutes * 60);
  say(`At 70 %: ${JSON.stringify(figuresOf(steady.result, minutes * 60))}`);
  const twice = await ask(maximum * 2, over);
  const after = await ask(maximum * 0.7, afterSeconds);
  const other = await startServer({ dataDir: join(folder, 'other'), env });
  const killed = await killNode([other, node], (url, seconds) => sendAtPace({ url, next, pace: maximum * 0.7, seconds }));
  const measurement: Measurement = {
    amounts: { ...amounts, longest: people.long.applicants },
    kinds,
    connections,
    maximum,
    bare: median(bareRates),
    steady: { ...steady, seconds: minutes * 60, pace: maximum * 0.7 },
    twice: { ...twice, seconds: over, pace: maximum * 2 },
    after: { ...after, seconds: afterSeconds, pace: maximum * 0.7 },
    killed: { ...killed, seconds: killSeconds, pace: maximum * 0.7 },
  };
  const verdicts = verdictsOf(measurement);
  say(print(measurement, verdicts));
  if (values.report) write(measurement, verdicts);
  if (verdicts.some(({ holds }) => !holds)) process.exitCode = 1;
  const code = await node.stop();
  if (code !== 0) say(`The node ended with ${code}:\n${node.output()}`);
}
await cluster.stop();
rmSync(folder, { recursive: true, force: true });

/**
 * Sends the load through a proxy to two servers and kills the first one after a third. Returns the answers and how much of
 * what was confirmed is missing.
 */
async function killNode(nodes: [RunningServer, RunningServer], ask: (url: string, seconds: number) => Promise<Answer[]>) {
  const proxy = await startProxy(nodes.map(({ url }) => Number(new URL(url).port)));
  const asking = ask(proxy.url, killSeconds);
  await setTimeout((killSeconds / 3) * 1000);
  await nodes[0].kill();
  const result = await asking;
  proxy.close();
  const createdIds = result.flatMap(({ kind, made: id }) => (kind === 'application' && id ? [id] : []));
  const sql = postgres(databaseUrl, { max: 1 });
  const [found] = await sql<{ n: number }[]>`select count(*)::int n from applications where id = any(${createdIds}::uuid[])`;
  await sql.end();
  return { result, acknowledged: createdIds.length, lost: createdIds.length - (found?.n ?? 0) };
}
