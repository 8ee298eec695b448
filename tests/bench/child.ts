import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { npmStartOptions } from '#tests/helpers/server.ts';

export type Child = { url: string; pid: number; stop: () => Promise<void> };

/** Starts a Node program, with the options of `npm start`, that listens on the port and waits until it answers `/healthz`. */
export async function startChild(
  program: string,
  args: string[],
  port: number,
  env: Record<string, string> = {},
): Promise<Child> {
  const child = spawn(process.execPath, [...npmStartOptions, program, ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...env },
  });
  const exitEvent = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + 60_000;
  while (!(await isHealthy(`${url}/healthz`))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`${program} did not start`);
    await setTimeout(10);
  }
  return {
    url,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGTERM');
      await exitEvent;
    },
  };
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}
