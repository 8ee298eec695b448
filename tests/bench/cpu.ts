import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

let ticks = 0;

/** Milliseconds of processor that a process has used so far; 0 where the system does not tell (only Linux does). */
export function cpuOf(pid: number): number {
  try {
    ticks ||= Number(execFileSync('getconf', ['CLK_TCK']).toString());
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticks;
  } catch {
    return 0;
  }
}
