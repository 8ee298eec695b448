import { readFileSync } from 'node:fs';

/** Bytes of memory that a process holds (its resident set). Only Linux tells. */
export function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
}

/** The most that a process holds while `work` goes on, looked at every 10 ms. */
export async function peakOf(pid: number, work: () => Promise<void>): Promise<number> {
  let peak = memoryOf(pid);
  const watch = setInterval(() => (peak = Math.max(peak, memoryOf(pid))), 10);
  await work().finally(() => clearInterval(watch));
  return peak;
}
