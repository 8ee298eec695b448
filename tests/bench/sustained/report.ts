import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { median, formatNumber, formatTable } from '#tests/bench/numbers.ts';
import { drawChart } from './chart.ts';
import type { Answer } from './client.ts';
import { computeFiguresByKind, computeFigures, computeRecoverySeconds, computeFiguresByInterval } from './figures.ts';
import type { Usage } from './machine.ts';
import type { RequestKind } from './mix.ts';

type Phase = { result: Answer[]; usage: Usage; seconds: number; pace: number };
export type Measurement = {
  amounts: { companies: number; jobs: number; drivers: number; applications: number; longest: number };
  kinds: readonly RequestKind[];
  connections: number;
  /** The maximum responses per second of Haulboard and of the bare server for the same mix. */
  maxRate: number;
  maxBareRate: number;
  steady: Phase;
  overload: Phase;
  recovery: Phase;
  /** The confirmed applications after one of two servers was killed, and how many of them are missing. */
  failover: Omit<Phase, 'usage'> & { acknowledged: number; lost: number };
};
export type Verdict = { name: string; bound: string; measured: string; isMet: boolean };

const maxP99Ms = 150;
const maxRecoverySeconds = 5;
const maxMemoryRatio = 1.1;

/** Compares the measurement with the load limits of docs/performance.md. */
export function computeVerdicts({ maxRate, maxBareRate, steady, overload, recovery, failover }: Measurement): Verdict[] {
  const steadyFigures = computeFigures(steady.result, steady.seconds);
  const overloadFigures = computeFigures(overload.result, overload.seconds);
  const recoveredAfter = computeRecoverySeconds(recovery.result, recovery.seconds, Math.max(maxP99Ms, steadyFigures.p99));
  const growth = computeMemoryGrowth(steady.usage.memoryMib);
  const errors = steadyFigures.shed + steadyFigures.failed;
  return [
    { name: 'at 70 %: errors', bound: '0', measured: String(errors), isMet: errors === 0 },
    {
      name: 'at 70 %: p99',
      bound: `≤ ${maxP99Ms} ms`,
      measured: `${formatNumber(steadyFigures.p99)} ms`,
      isMet: steadyFigures.p99 <= maxP99Ms,
    },
    {
      name: 'at 70 %: memory, last third over the middle one',
      bound: `≤ ${maxMemoryRatio}`,
      measured: growth.toFixed(2),
      isMet: growth <= maxMemoryRatio,
    },
    {
      name: 'at 200 %: turned away with 429 or 503',
      bound: '> 0',
      measured: formatNumber(overloadFigures.shed),
      isMet: overloadFigures.shed > 0,
    },
    {
      name: 'at 200 %: answered otherwise or not at all',
      bound: '0',
      measured: String(overloadFigures.failed),
      isMet: overloadFigures.failed === 0,
    },
    {
      name: 'then: seconds until well',
      bound: `≤ ${maxRecoverySeconds}`,
      measured: String(recoveredAfter),
      isMet: recoveredAfter <= maxRecoverySeconds,
    },
    {
      name: 'one of two nodes killed: requests that failed',
      bound: '≤ 1 %',
      measured: `${formatNumber(computeFailedShare(failover) * 100)} %`,
      isMet: computeFailedShare(failover) <= 0.01,
    },
    {
      name: `… of ${failover.acknowledged} acknowledged applications lost`,
      bound: '0',
      measured: String(failover.lost),
      isMet: failover.lost === 0,
    },
    { name: 'the most, over the bare floor', bound: '', measured: (maxRate / maxBareRate).toFixed(2), isMet: true },
  ];
}

function computeFailedShare({ result, seconds }: Measurement['failover']): number {
  const { shed, failed } = computeFigures(result, seconds);
  return (shed + failed) / result.length;
}

/** Returns the memory growth after the first third of the run, during which the caches fill. */
function computeMemoryGrowth(memory: readonly number[]): number {
  const third = Math.floor(memory.length / 3);
  return median(memory.slice(-third)) / median(memory.slice(third, 2 * third));
}

const columns = ['request', 'of 100', 'a second', 'p50 ms', 'p99 ms'];

function createKindRows({ kinds, steady }: Measurement): (string | number)[][] {
  return computeFiguresByKind(steady.result, steady.seconds).map(([kind, { rate, p50, p99 }]) => [
    kind,
    kinds.find(({ name }) => name === kind)?.share ?? 0,
    formatNumber(rate),
    formatNumber(p50),
    formatNumber(p99),
  ]);
}

const createVerdictRows = (verdicts: readonly Verdict[]) =>
  verdicts.map(({ name, bound, measured, isMet }) => [name, bound, measured, bound ? (isMet ? 'holds' : 'MISSED') : '']);

/** Describes the failures at normal load by kind and status. */
function describeFaults({ steady }: Measurement): string {
  const faults = steady.result.filter(({ status }) => status < 200 || status >= 400);
  const faultsByName = Map.groupBy(faults, ({ kind, status }) => `${kind}: ${status || 'no answer'}`);
  return [...faultsByName].map(([name, ones]) => `Fault at 70 %: ${name}, ${ones.length} times\n`).join('');
}

export function formatReport(measurement: Measurement, verdicts: readonly Verdict[]): string {
  const { usage } = measurement.steady;
  const cores = `Cores at 70 %: node ${formatNumber(usage.node)}, client ${formatNumber(usage.client)}, machine ${formatNumber(usage.machine)}`;
  return `\n${formatTable(columns, createKindRows(measurement))}\n\n${describeFaults(measurement)}${cores}\n\n${formatTable(['what', 'bound', 'found', ''], createVerdictRows(verdicts))}\n`;
}

const getIntervalSeconds = (seconds: number) => (seconds >= 300 ? 5 : 1);

/** What follows this heading of docs/performance.md is written by hand. */
const singleCallsHeading = '\n## Single calls\n';

/** Writes docs/performance.md, up to the single calls, and its charts in docs/images. */
export function writeReport(measurement: Measurement, verdicts: readonly Verdict[]): void {
  const { steady, overload, recovery } = measurement;
  const docs = new URL('../../../docs/', import.meta.url);
  mkdirSync(new URL('images/', docs), { recursive: true });
  const draw = (name: string, drawing: Parameters<typeof drawChart>[0]) =>
    writeFileSync(new URL(`images/${name}.svg`, docs), drawChart(drawing));
  const step = getIntervalSeconds(steady.seconds);
  const steadyIntervals = computeFiguresByInterval(steady.result, steady.seconds, step);
  draw('load-rate', {
    title: 'Answers',
    unit: 'a second',
    step,
    lines: [
      makeLine(
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
      makeLine(
        'p99',
        orange,
        steadyIntervals.map(({ p99 }) => p99),
      ),
      makeLine(
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
    lines: [makeLine('resident', teal, steady.usage.memoryMib)],
  });
  const shiftedAnswers = recovery.result.map((answer) => ({ ...answer, dueSeconds: answer.dueSeconds + overload.seconds }));
  const overloadIntervals = computeFiguresByInterval(
    [...overload.result, ...shiftedAnswers],
    overload.seconds + recovery.seconds,
    1,
  );
  draw('load-twice', {
    title: 'Twice the maximum, then 70 % again',
    unit: 'answers a second',
    step: 1,
    lines: [
      makeLine(
        'good',
        blue,
        overloadIntervals.map(({ rate }) => rate),
      ),
      makeLine(
        'turned away',
        orange,
        overloadIntervals.map(({ shed }) => shed),
      ),
    ],
  });
  const page = new URL('performance.md', docs);
  const oldText = readFileSync(page, 'utf8');
  const singleCallsAt = oldText.indexOf(singleCallsHeading);
  if (singleCallsAt === -1) throw new Error('docs/performance.md has no heading "Single calls"');
  writeFileSync(page, createReportPage(measurement, verdicts) + oldText.slice(singleCallsAt));
}

const [blue, orange, teal] = ['#1c7ed6', '#e8590c', '#0ca678'] as const;
const makeLine = (name: string, color: string, values: number[]) => ({ name, color, values });

const formatMarkdownTable = (head: readonly string[], rows: readonly (string | number)[][]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const getPeakMib = ({ usage }: Phase) => formatNumber(Math.max(...usage.memoryMib));

function createReportPage(measurement: Measurement, verdicts: readonly Verdict[]): string {
  const { amounts, steady, overload, recovery, failover, maxRate, maxBareRate, connections } = measurement;
  const killFigures = computeFigures(failover.result, failover.seconds);
  const [steadyFigures, overloadFigures] = [
    computeFigures(steady.result, steady.seconds),
    computeFigures(overload.result, overload.seconds),
  ];
  const formatCount = (value: number) => value.toLocaleString('en-US');
  const { usage } = steady;
  const machine = `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GB`;
  return `# Performance under load

Measured ${new Date().toISOString().slice(0, 10)} by \`node tests/bench/sustained/run.ts --report\` on ${machine}, which the node, PostgreSQL and the
load client **share**. Of the ${cpus().length} cores the client used ${formatNumber(usage.client)} and the node
${formatNumber(usage.node)}, with ${formatNumber(usage.machine)} busy in total. A client on another machine would leave more. PostgreSQL writes durably (\`fsync\` and
synchronous commits on). The worker ran in the node and sent an email for every application.

**Data**: ${formatCount(amounts.applications)} applications (${formatCount(amounts.longest)} of one job), ${formatCount(amounts.drivers)} drivers, ${formatCount(amounts.jobs)} jobs, ${formatCount(amounts.companies)} companies.

**Requests**: 60% public (searches through the API and as pages, job pages), 20% employers reading (half through the web app's API, half
through REST), 10% applications by drivers, 5% sign-ins, 5% changes, from 20,000 visitors. Requests are sent at a steady rate even if
answers are late, and times are measured from when a request was due, so queueing is included.

${formatMarkdownTable(['what', 'bound', 'found', ''], createVerdictRows(verdicts))}

One node answers at most ${formatNumber(maxRate)} requests per second (${connections} connections, two rounds). Bare Fastify and postgres.js, with the same
statements but no checks, mapping or durable writes, answer ${formatNumber(maxBareRate)}.

## ${formatNumber(steady.pace)} requests per second for ${formatNumber(steady.seconds / 60)} minutes (70%)

${formatCount(steadyFigures.succeeded)} answers, p50 ${formatNumber(steadyFigures.p50)} ms, p99 ${formatNumber(steadyFigures.p99)} ms.

![Answers a second](images/load-rate.svg)
![Time to answer](images/load-latency.svg)
![Memory](images/load-memory.svg)

${formatMarkdownTable(columns, createKindRows(measurement))}

## Twice the maximum

${formatNumber(overload.pace)} requests per second for ${overload.seconds} seconds: ${formatCount(overloadFigures.succeeded)} were answered (p99 ${formatNumber(overloadFigures.p99)} ms), ${formatCount(overloadFigures.shed)} refused with a time to
retry, ${formatCount(overloadFigures.failed)} not answered. ${computeRecoverySeconds(recovery.result, recovery.seconds, Math.max(maxP99Ms, steadyFigures.p99))} seconds after the load ended, no request was refused and answers were as fast as before.

![Twice the maximum](images/load-twice.svg)

## One of two nodes killed

Two nodes behind a proxy on the same ${cpus().length} cores, ${formatNumber(failover.pace)} requests per second; after ${failover.seconds / 3} seconds one is killed with \`kill -9\`. Of ${formatCount(failover.result.length)} requests ${formatCount(killFigures.shed + killFigures.failed)} failed
(${formatNumber(computeFailedShare(failover) * 100)} %); of ${formatCount(failover.acknowledged)} acknowledged applications ${formatCount(failover.lost)} are missing.

## Memory under load

The node used at most ${getPeakMib(steady)} MiB at 70 % and ${getPeakMib(overload)} MiB at twice the maximum.
`;
}
