import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

let ticksPerSecond = 0;

/** Returns the milliseconds of processor time that a process has used. On systems other than Linux it returns 0. */
export function readCpuMs(pid: number): number {
  try {
    ticksPerSecond ||= Number(execFileSync('getconf', ['CLK_TCK']).toString());
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
  } catch {
    return 0;
  }
}
