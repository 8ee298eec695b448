import { readFileSync } from 'node:fs';

/** Returns the resident memory of a process in bytes. It works only on Linux. */
export function readMemoryBytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
}

/** Returns the maximum memory of a process during `work`, sampled every 10 ms. */
export async function measurePeakBytes(pid: number, work: () => Promise<void>): Promise<number> {
  let peak = readMemoryBytes(pid);
  const timer = setInterval(() => (peak = Math.max(peak, readMemoryBytes(pid))), 10);
  await work().finally(() => clearInterval(timer));
  return peak;
}
