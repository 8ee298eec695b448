import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { median, show, table } from '#tests/bench/numbers.ts';
import { chart } from './chart.ts';
import type { Answer } from './client.ts';
import { byKind, figuresOf, recoverySeconds, figuresByInterval } from './figures.ts';
import type { Usage } from './machine.ts';
import type { Kind } from './mix.ts';

type Phase = { result: Answer[]; usage: Usage; seconds: number; pace: number };
export type Measurement = {
  amounts: { companies: number; jobs: number; drivers: number; applications: number; longest: number };
  kinds: readonly Kind[];
  connections: number;
  /** The maximum answers per second, and those of the bare server for the same mix. */
  maximum: number;
  bare: number;
  steady: Phase;
  twice: Phase;
  after: Phase;
  /** Two servers, one killed midway: the confirmed applications, and how many of them are missing. */
  killed: Omit<Phase, 'usage'> & { acknowledged: number; lost: number };
};
export type Verdict = { what: string; bound: string; found: string; holds: boolean };

const boundMs = 150;
const recoverSeconds = 5;
const maxGrowth = 1.1;

/** Compares the measurement with the load limits of docs/performance.md. */
export function verdictsOf({ maximum, bare, steady, twice, after, killed }: Measurement): Verdict[] {
  const steadyFigures = figuresOf(steady.result, steady.seconds);
  const overloadFigures = figuresOf(twice.result, twice.seconds);
  const well = recoverySeconds(after.result, after.seconds, Math.max(boundMs, steadyFigures.p99));
  const growth = growthOf(steady.usage.memory);
  const errors = steadyFigures.shed + steadyFigures.failed;
  return [
    { what: 'at 70 %: errors', bound: '0', found: String(errors), holds: errors === 0 },
    {
      what: 'at 70 %: p99',
      bound: `≤ ${boundMs} ms`,
      found: `${show(steadyFigures.p99)} ms`,
      holds: steadyFigures.p99 <= boundMs,
    },
    {
      what: 'at 70 %: memory, last third over the middle one',
      bound: `≤ ${maxGrowth}`,
      found: growth.toFixed(2),
      holds: growth <= maxGrowth,
    },
    {
      what: 'at 200 %: turned away with 429 or 503',
      bound: '> 0',
      found: show(overloadFigures.shed),
      holds: overloadFigures.shed > 0,
    },
    {
      what: 'at 200 %: answered otherwise or not at all',
      bound: '0',
      found: String(overloadFigures.failed),
      holds: overloadFigures.failed === 0,
    },
    { what: 'then: seconds until well', bound: `≤ ${recoverSeconds}`, found: String(well), holds: well <= recoverSeconds },
    {
      what: 'one of two nodes killed: requests that failed',
      bound: '≤ 1 %',
      found: `${show(failedShare(killed) * 100)} %`,
      holds: failedShare(killed) <= 0.01,
    },
    {
      what: `… of ${killed.acknowledged} acknowledged applications lost`,
      bound: '0',
      found: String(killed.lost),
      holds: killed.lost === 0,
    },
    { what: 'the most, over the bare floor', bound: '', found: (maximum / bare).toFixed(2), holds: true },
  ];
}

function failedShare({ result, seconds }: Measurement['killed']): number {
  const { shed, failed } = figuresOf(result, seconds);
  return (shed + failed) / result.length;
}

/** The memory growth of a warm server. The first third is left out, because caches fill during it. */
function growthOf(memory: readonly number[]): number {
  const third = Math.floor(memory.length / 3);
  return median(memory.slice(-third)) / median(memory.slice(third, 2 * third));
}

const columns = ['request', 'of 100', 'a second', 'p50 ms', 'p99 ms'];

function rowsOf({ kinds, steady }: Measurement): (string | number)[][] {
  return byKind(steady.result, steady.seconds).map(([kind, { rate, p50, p99 }]) => [
    kind,
    kinds.find(({ name }) => name === kind)?.share ?? 0,
    show(rate),
    show(p50),
    show(p99),
  ]);
}

const verdictRows = (verdicts: readonly Verdict[]) =>
  verdicts.map(({ what, bound, found, holds }) => [what, bound, found, bound ? (holds ? 'holds' : 'MISSED') : '']);

/** Failures at normal load, by kind and status. */
function faultsOf({ steady }: Measurement): string {
  const faults = steady.result.filter(({ status }) => status < 200 || status >= 400);
  const named = Map.groupBy(faults, ({ kind, status }) => `${kind}: ${status || 'no answer'}`);
  return [...named].map(([name, ones]) => `Fault at 70 %: ${name}, ${ones.length} times\n`).join('');
}

export function print(measurement: Measurement, verdicts: readonly Verdict[]): string {
  const { usage } = measurement.steady;
  const cores = `Cores at 70 %: node ${show(usage.node)}, client ${show(usage.client)}, machine ${show(usage.machine)}`;
  return `\n${table(columns, rowsOf(measurement))}\n\n${faultsOf(measurement)}${cores}\n\n${table(['what', 'bound', 'found', ''], verdictRows(verdicts))}\n`;
}

const intervalFor = (seconds: number) => (seconds >= 300 ? 5 : 1);

/** Writes the charts to docs/images and the page about them, docs/performance.md. */
export function write(measurement: Measurement, verdicts: readonly Verdict[]): void {
  const { steady, twice, after } = measurement;
  const docs = new URL('../../../docs/', import.meta.url);
  mkdirSync(new URL('images/', docs), { recursive: true });
  const draw = (name: string, drawing: Parameters<typeof chart>[0]) =>
    writeFileSync(new URL(`images/${name}.svg`, docs), chart(drawing));
  const step = intervalFor(steady.seconds);
  const steadyIntervals = figuresByInterval(steady.result, steady.seconds, step);
  draw('load-rate', {
    title: 'Answers',
    unit: 'a second',
    step,
    lines: [
      line(
        'good',
        blue,
        steadyIntervals.map(({ rate }) => rate),
      ),
    ],
  });
  draw('load-latency', {
    title: 'Time to answer',
    unit: 'ms',
    step,
    lines: [
      line(
        'p99',
        orange,
        steadyIntervals.map(({ p99 }) => p99),
      ),
      line(
        'p50',
        blue,
        steadyIntervals.map(({ p50 }) => p50),
      ),
    ],
  });
  draw('load-memory', {
    title: 'Memory of the node',
    unit: 'MiB',
    step: 1,
    lines: [line('resident', teal, steady.usage.memory)],
  });
  const shifted = after.result.map((answer) => ({ ...answer, at: answer.at + twice.seconds }));
  const overloadIntervals = figuresByInterval([...twice.result, ...shifted], twice.seconds + after.seconds, 1);
  draw('load-twice', {
    title: 'Twice the maximum, then 70 % again',
    unit: 'answers a second',
    step: 1,
    lines: [
      line(
        'good',
        blue,
        overloadIntervals.map(({ rate }) => rate),
      ),
      line(
        'turned away',
        orange,
        overloadIntervals.map(({ shed }) => shed),
      ),
    ],
  });
  writeFileSync(new URL('performance.md', docs), pageOf(measurement, verdicts));
}

const [blue, orange, teal] = ['#1c7ed6', '#e8590c', '#0ca678'] as const;
const line = (name: string, color: string, values: number[]) => ({ name, color, values });

const markdown = (head: readonly string[], rows: readonly (string | number)[][]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

function pageOf(measurement: Measurement, verdicts: readonly Verdict[]): string {
  const { amounts, steady, twice, after, killed, maximum, bare, connections } = measurement;
  const killFigures = figuresOf(killed.result, killed.seconds);
  const [calm, crowded] = [figuresOf(steady.result, steady.seconds), figuresOf(twice.result, twice.seconds)];
  const many = (value: number) => value.toLocaleString('en-US');
  const { usage } = steady;
  const machine = `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GB`;
  return `# Performance under load

Measured ${new Date().toISOString().slice(0, 10)} by \`node tests/bench/sustained/run.ts --report\` on ${machine}, which the node, PostgreSQL and the
load client **share**. Of the ${cpus().length} cores the client used ${show(usage.client)} and the node
${show(usage.node)}, with ${show(usage.machine)} busy in total. A client on another machine would leave more. PostgreSQL writes durably (\`fsync\` and
synchronous commits on). The worker ran in the node and sent an email for every application.

**Data**: ${many(amounts.applications)} applications (${many(amounts.longest)} of one job), ${many(amounts.drivers)} drivers, ${many(amounts.jobs)} jobs, ${many(amounts.companies)} companies.

**Requests**: 60% public (searches through the API and as pages, job pages), 20% employers reading (half through the web app's API, half
through REST), 10% applications by drivers, 5% sign-ins, 5% changes, from 20,000 visitors. Requests are sent at a steady rate even if
answers are late, and times are measured from when a request was due, so queueing is included.

${markdown(['what', 'bound', 'found', ''], verdictRows(verdicts))}

One node answers at most ${show(maximum)} requests per second (${connections} connections, two rounds). Bare Fastify and postgres.js, with the same
statements but no checks, mapping or durable writes, answer ${show(bare)}.

## ${show(steady.pace)} requests per second for ${show(steady.seconds / 60)} minutes (70%)

${many(calm.good)} answers, p50 ${show(calm.p50)} ms, p99 ${show(calm.p99)} ms.

![Answers a second](images/load-rate.svg)
![Time to answer](images/load-latency.svg)
![Memory](images/load-memory.svg)

${markdown(columns, rowsOf(measurement))}

## Twice the maximum

${show(twice.pace)} requests per second for ${twice.seconds} seconds: ${many(crowded.good)} were answered (p99 ${show(crowded.p99)} ms), ${many(crowded.shed)} refused with a time to
retry, ${many(crowded.failed)} not answered. ${recoverySeconds(after.result, after.seconds, Math.max(boundMs, calm.p99))} seconds after the load ended, no request was refused and answers were as fast as before.

![Twice the maximum](images/load-twice.svg)

## One of two nodes killed

Two nodes behind a proxy on the same ${cpus().length} cores, ${show(killed.pace)} requests per second; after ${killed.seconds / 3} seconds one is killed with \`kill -9\`. Of ${many(killed.result.length)} requests ${many(killFigures.shed + killFigures.failed)} failed
(${show(failedShare(killed) * 100)} %); of ${many(killed.acknowledged)} acknowledged applications ${many(killed.lost)} are missing.

To compare single calls with bare Fastify, run \`npm run bench\`. To see what grows with the data, run \`node tests/bench/growth.ts\`.
`;
}
