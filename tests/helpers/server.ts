import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type RunningServer = {
  url: string;
  dataDir: string;
  child: ChildProcess;
  /** Everything it has printed so far. */
  output: () => string;
  /** SIGTERM and wait; the data folder goes too unless it was given. */
  stop: () => Promise<number | null>;
  /** kill -9 and wait. */
  kill: () => Promise<void>;
};

/**
 * A port that nothing listens on, of those that the system does not give to outgoing connections by itself: what is stopped
 * and started again on its port finds it free, however many connections were made meanwhile.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_240, 32_768);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}

type Options = { dataDir?: string; port?: number; env?: Record<string, string> };

/** The real server as a process of its own, answering at `url`. Its settings are only those given here. */
export async function startServer({ dataDir, port, env = {} }: Options = {}): Promise<RunningServer> {
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'haulboard-server-'));
  const listenOn = port ?? (await freePort());
  const url = `http://127.0.0.1:${listenOn}`;
  const settings = { PORT: String(listenOn), PUBLIC_URL: url, DATA_DIR: folder, LOG_LEVEL: 'warn', ...env };
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: new URL('../..', import.meta.url).pathname,
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const ended = once(child, 'exit');
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  await answering(url, isOver, () => printed);
  return {
    url,
    dataDir: folder,
    child,
    output: () => printed,
    stop: async () => {
      if (!isOver()) child.kill('SIGTERM');
      const [code] = (await ended) as [number | null];
      if (!dataDir) rmSync(folder, { recursive: true, force: true });
      return code;
    },
    kill: async () => {
      if (!isOver()) child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Asks until the process says that it is ready; the pause between two questions is no wait for a state of the test. */
async function answering(url: string, isOver: () => boolean, output: () => string): Promise<void> {
  const deadline = Date.now() + 120_000;
  for (;;) {
    if (isOver()) throw new Error(`The server stopped:\n${output()}`);
    const response = await fetch(`${url}/readyz`).catch(() => null);
    if (response?.ok) return;
    if (Date.now() > deadline) throw new Error(`The server did not get ready:\n${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
