import { readFileSync } from 'node:fs';
import { readCpuMs } from '#tests/bench/cpu.ts';

export type Usage = {
  /** The server's memory in MiB, once a second. */
  memoryMib: number[];
  /** The average number of cores that the server, this process and the whole machine use. */
  node: number;
  client: number;
  machine: number;
};

/** Measures the memory and the processor time of a server while `run` executes. */
export async function measureUsage<Result>(pid: number, run: () => Promise<Result>): Promise<{ result: Result; usage: Usage }> {
  const memoryMib: number[] = [];
  const [startedAt, nodeMsBefore, clientMsBefore, machineMsBefore] = [
    performance.now(),
    readCpuMs(pid),
    readCpuMs(process.pid),
    readBusyMs(),
  ];
  const timer = setInterval(() => memoryMib.push(readMemoryMib(pid)), 1000);
  const result = await run();
  clearInterval(timer);
  const elapsed = performance.now() - startedAt;
  const toCores = (now: number, before: number) => (now - before) / elapsed;
  return {
    result,
    usage: {
      memoryMib,
      node: toCores(readCpuMs(pid), nodeMsBefore),
      client: toCores(readCpuMs(process.pid), clientMsBefore),
      machine: toCores(readBusyMs(), machineMsBefore),
    },
  };
}

function readMemoryMib(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
}

/**
 * Returns the milliseconds during which the machine's cores were not idle. The kernel counts them in hundredths of a second.
 */
function readBusyMs(): number {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = readFileSync('/proc/stat', 'utf8')
    .split('\n', 1)[0]!
    .trim()
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (user + nice + system + irq + softirq) * 10;
}
