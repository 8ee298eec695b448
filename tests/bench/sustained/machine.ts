import { readFileSync } from 'node:fs';
import { cpuOf } from '#tests/bench/cpu.ts';

export type Usage = {
  /** The server's memory in MiB, once a second. */
  memory: number[];
  /** Average cores in use: by the server, by this process, by the whole machine. */
  node: number;
  client: number;
  machine: number;
};

/** Measures a process while something runs. */
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

/** Milliseconds during which the machine's cores were not idle. The kernel counts in hundredths of a second. */
function busyMs(): number {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = readFileSync('/proc/stat', 'utf8')
    .split('\n', 1)[0]!
    .trim()
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (user + nice + system + irq + softirq) * 10;
}
