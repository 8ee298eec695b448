import { readFileSync } from 'node:fs';
import { cpuOf } from '#tests/bench/cpu.ts';

export type Usage = {
  /** MiB that the node holds in memory, once a second. */
  memory: number[];
  /** Cores in use on average: by the node, by this process that asks, by everything on the machine. */
  node: number;
  client: number;
  machine: number;
};

/** Watches a process while something runs. */
export async function watch<Result>(pid: number, run: () => Promise<Result>): Promise<{ result: Result; usage: Usage }> {
  const memory: number[] = [];
  const [began, node, client, machine] = [performance.now(), cpuOf(pid), cpuOf(process.pid), busyMs()];
  const looking = setInterval(() => memory.push(mebibytesOf(pid)), 1000);
  const result = await run();
  clearInterval(looking);
  const passed = performance.now() - began;
  const cores = (now: number, before: number) => (now - before) / passed;
  return {
    result,
    usage: {
      memory,
      node: cores(cpuOf(pid), node),
      client: cores(cpuOf(process.pid), client),
      machine: cores(busyMs(), machine),
    },
  };
}

function mebibytesOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
}

/** Milliseconds of all cores that were not idle; the kernel counts in hundredths of a second. */
function busyMs(): number {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = readFileSync('/proc/stat', 'utf8')
    .split('\n', 1)[0]!
    .trim()
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (user + nice + system + irq + softirq) * 10;
}
