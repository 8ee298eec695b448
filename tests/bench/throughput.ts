import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '#tests/helpers/server.ts';
import { startChild } from './child.ts';
import { cpuOf } from './cpu.ts';
import { load, type Measured } from './load.ts';
import { median, type Row, show, verdict } from './numbers.ts';
import type { Recorder, Script } from './record.ts';
import type { Request, Target } from './targets.ts';

type Options = { folder: string; databaseUrl: string; seconds: number; rounds: number; connections: number };
/** `cpu` is the Node process's processor time per answer in microseconds. */
type Found = Measured & { cpu: number };
type Side = 'floor' | 'rest' | 'trpc';

const sides: readonly Side[] = ['floor', 'rest', 'trpc'];

/** Records the statements of each sample for the bare server. REST and tRPC must send the same ones. */
async function record(recorder: Recorder, targets: readonly Target[]): Promise<Script[][]> {
  const scripts: Script[][] = [];
  for (const { name, samples } of targets) {
    const targetScripts: Script[] = [];
    for (const { rest, trpc } of samples) {
      const script = await recorder.record(rest);
      const other = await recorder.record(trpc);
      if (texts(script) !== texts(other)) throw new Error(`${name}: the two transports send different statements`);
      targetScripts.push(script);
    }
    scripts.push(targetScripts);
  }
  return scripts;
}

const texts = (script: Script) =>
  script
    .flat()
    .map(({ text }) => text)
    .sort()
    .join(';');

/** Measures the bare server, REST and tRPC in turn, round after round, and compares the medians. */
export async function throughput(
  app: { url: string; pid: number },
  recorder: Recorder,
  targets: readonly Target[],
  options: Options,
): Promise<Row[]> {
  const { folder, databaseUrl, seconds, rounds, connections } = options;
  const file = join(folder, 'scripts.json');
  const scripts = await record(recorder, targets);
  writeFileSync(file, JSON.stringify(scripts));
  const port = await freePort();
  const floor = await startChild(new URL('floor.ts', import.meta.url).pathname, [String(port), databaseUrl, file], port);
  const measure = async (target: number, side: Side, time: number): Promise<Found> => {
    const on = side === 'floor' ? floor : app;
    const samples = targets[target]?.samples ?? [];
    const requests = samples.map((sample, n): Request =>
      side === 'floor' ? { method: 'GET', path: `/${target}/${n}`, headers: {} } : sample[side],
    );
    const before = cpuOf(on.pid);
    const measured = await load(folder, { url: on.url, requests, connections, seconds: time });
    return { ...measured, cpu: ((cpuOf(on.pid) - before) * 1000) / (measured.rate * time || 1) };
  };
  const rows: Row[] = [];
  for (const [index, target] of targets.entries()) {
    const found: Record<Side, Found[]> = { floor: [], rest: [], trpc: [] };
    for (const side of sides) await measure(index, side, 2);
    for (let round = 0; round < rounds; round += 1)
      for (const side of sides) found[side].push(await measure(index, side, seconds));
    rows.push(...compare(target, found));
    const statements = scripts[index]?.[0]?.map((group) => group.length).join('+') ?? '';
    process.stdout.write(
      `  ${target.name}: ${statements} statements; floor ${rates(found.floor)}; REST ${rates(found.rest)}; tRPC ${rates(found.trpc)}\n`,
    );
  }
  await floor.stop();
  return rows;
}

const rates = (list: readonly Measured[]) => list.map(({ rate }) => Math.round(rate)).join(' ');

function compare({ name, bounds }: Target, found: Record<Side, Found[]>): Row[] {
  const rate = (side: Side) => median(found[side].map((one) => one.rate));
  return (['rest', 'trpc'] as const).map((transport) => {
    // The median of the ratios within one round, because other load on the machine affects both sides of a round.
    const ratio = median(found[transport].map((one, round) => one.rate / (found.floor[round]?.rate ?? Infinity)));
    const errors = [...found[transport], ...found.floor].reduce((sum, one) => sum + one.errors, 0);
    const cpu = (side: Side) => Math.round(median(found[side].map((one) => one.cpu)));
    const p99 = median(found[transport].map((one) => one.p99));
    const isPassed = ratio >= bounds[transport] && errors === 0;
    return [
      name,
      transport === 'rest' ? 'REST' : 'tRPC',
      show(rate('floor')),
      show(rate(transport)),
      show(p99),
      cpu('floor'),
      cpu(transport),
      ratio.toFixed(2),
      `≥ ${bounds[transport]}`,
      verdict(isPassed),
    ];
  });
}

export const throughputHead = ['call', 'transport', 'floor/s', 'ours/s', 'p99 ms', 'floor µs', 'ours µs', 'ratio', 'bound', ''];
