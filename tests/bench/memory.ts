import { readFileSync } from 'node:fs';

/** The resident memory of a process in bytes. Linux only. */
export function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
}

/** The maximum memory of a process during `work`, sampled every 10 ms. */
export async function peakOf(pid: number, work: () => Promise<void>): Promise<number> {
  let peak = memoryOf(pid);
  const watch = setInterval(() => (peak = Math.max(peak, memoryOf(pid))), 10);
  await work().finally(() => clearInterval(watch));
  return peak;
}
