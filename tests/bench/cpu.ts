import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

let ticks = 0;

/** Milliseconds of processor time that a process has used. 0 on systems that do not report it (all except Linux). */
export function cpuOf(pid: number): number {
  try {
    ticks ||= Number(execFileSync('getconf', ['CLK_TCK']).toString());
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticks;
  } catch {
    return 0;
  }
}
