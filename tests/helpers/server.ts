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
  /** Everything that it has printed so far. */
  output: () => string;
  /** Sends SIGTERM and waits. Also deletes the data folder unless it was given. */
  stop: () => Promise<number | null>;
  /** Sends SIGKILL and waits. */
  kill: () => Promise<void>;
};

/** A free port outside the range for outgoing connections, so that a restarted server finds it free again. */
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

/** Starts the real server as a separate process at `url`, with only the given settings. */
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

/** Asks until the process is ready. The pauses do not wait for any state of the test. */
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
