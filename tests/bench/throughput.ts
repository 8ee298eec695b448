import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '#tests/helpers/server.ts';
import { startChild } from './child.ts';
import { readCpuMs } from './cpu.ts';
import { load, type LoadResult } from './load.ts';
import { median, type Row, formatNumber, formatVerdict } from './numbers.ts';
import type { Recorder, Script } from './record.ts';
import type { Request, Target } from './targets.ts';

type Options = { folder: string; databaseUrl: string; seconds: number; rounds: number; connections: number };
/** `cpu` is the Node process's processor time per response in microseconds. */
type SideResult = LoadResult & { cpu: number };
type Side = 'floor' | 'rest' | 'trpc';

const sides: readonly Side[] = ['floor', 'rest', 'trpc'];

/** Records the statements of each sample for the bare server. REST and tRPC must send the same ones. */
async function recordScripts(recorder: Recorder, targets: readonly Target[]): Promise<Script[][]> {
  const scripts: Script[][] = [];
  for (const { name, samples } of targets) {
    const targetScripts: Script[] = [];
    for (const { rest, trpc } of samples) {
      const script = await recorder.record(rest);
      const trpcScript = await recorder.record(trpc);
      if (joinTexts(script) !== joinTexts(trpcScript)) throw new Error(`${name}: the two transports send different statements`);
      targetScripts.push(script);
    }
    scripts.push(targetScripts);
  }
  return scripts;
}

const joinTexts = (script: Script) =>
  script
    .flat()
    .map(({ text }) => text)
    .sort()
    .join(';');

/** Measures the bare server, REST and tRPC in turn, for several rounds, and compares them. */
export async function measureThroughput(
  app: { url: string; pid: number },
  recorder: Recorder,
  targets: readonly Target[],
  options: Options,
): Promise<Row[]> {
  const { folder, databaseUrl, seconds, rounds, connections } = options;
  const file = join(folder, 'scripts.json');
  const scripts = await recordScripts(recorder, targets);
  writeFileSync(file, JSON.stringify(scripts));
  const port = await freePort();
  const floor = await startChild(new URL('floor.ts', import.meta.url).pathname, [String(port), databaseUrl, file], port);
  const measure = async (target: number, side: Side, durationSeconds: number): Promise<SideResult> => {
    const server = side === 'floor' ? floor : app;
    const samples = targets[target]?.samples ?? [];
    const requests = samples.map((sample, n): Request =>
      side === 'floor' ? { method: 'GET', path: `/${target}/${n}`, headers: {} } : sample[side],
    );
    const cpuMsBefore = readCpuMs(server.pid);
    const result = await load(folder, { url: server.url, requests, connections, seconds: durationSeconds });
    return { ...result, cpu: ((readCpuMs(server.pid) - cpuMsBefore) * 1000) / (result.rate * durationSeconds || 1) };
  };
  const rows: Row[] = [];
  for (const [index, target] of targets.entries()) {
    const resultsBySide: Record<Side, SideResult[]> = { floor: [], rest: [], trpc: [] };
    for (const side of sides) await measure(index, side, 2);
    for (let round = 0; round < rounds; round += 1)
      for (const side of sides) resultsBySide[side].push(await measure(index, side, seconds));
    rows.push(...compare(target, resultsBySide));
    const statements = scripts[index]?.[0]?.map((group) => group.length).join('+') ?? '';
    process.stdout.write(
      `  ${target.name}: ${statements} statements; floor ${formatRates(resultsBySide.floor)}; REST ${formatRates(resultsBySide.rest)}; tRPC ${formatRates(resultsBySide.trpc)}\n`,
    );
  }
  await floor.stop();
  return rows;
}

const formatRates = (results: readonly LoadResult[]) => results.map(({ rate }) => Math.round(rate)).join(' ');

function compare({ name, minRatios }: Target, resultsBySide: Record<Side, SideResult[]>): Row[] {
  const rate = (side: Side) => median(resultsBySide[side].map((one) => one.rate));
  return (['rest', 'trpc'] as const).map((transport) => {
    // The ratios are computed within each round, because other load on the machine affects both sides of a round.
    const ratio = median(resultsBySide[transport].map((one, round) => one.rate / (resultsBySide.floor[round]?.rate ?? Infinity)));
    const errors = [...resultsBySide[transport], ...resultsBySide.floor].reduce((sum, one) => sum + one.errors, 0);
    const cpu = (side: Side) => Math.round(median(resultsBySide[side].map((one) => one.cpu)));
    const p99 = median(resultsBySide[transport].map((one) => one.p99));
    const isPassed = ratio >= minRatios[transport] && errors === 0;
    return [
      name,
      transport === 'rest' ? 'REST' : 'tRPC',
      formatNumber(rate('floor')),
      formatNumber(rate(transport)),
      formatNumber(p99),
      cpu('floor'),
      cpu(transport),
      ratio.toFixed(2),
      `≥ ${minRatios[transport]}`,
      formatVerdict(isPassed),
    ];
  });
}

export const throughputColumns = [
  'call',
  'transport',
  'floor/s',
  'ours/s',
  'p99 ms',
  'floor µs',
  'ours µs',
  'ratio',
  'bound',
  '',
];
