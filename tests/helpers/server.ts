import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clockEnvironment } from './clock.ts';

export type RunningServer = {
  url: string;
  dataDir: string;
  child: ChildProcess;
  /** Returns everything that the server has printed so far. */
  output: () => string;
  /** Sends SIGTERM and waits. Deletes the data folder unless the caller passed one. */
  stop: () => Promise<number | null>;
  /** Sends SIGKILL and waits. */
  kill: () => Promise<void>;
};

/** Finds a free port outside the range for outgoing connections, because a restarted server needs the same port again. */
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

const checkout = new URL('../..', import.meta.url).pathname;

const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as { scripts: { start: string } };
/** The options that `npm start` passes to Node, so that tests and benchmarks run what production runs. */
export const npmStartOptions: readonly string[] = scripts.start.split(' ').filter((word) => word.startsWith('--'));

type Options = {
  dataDir?: string;
  port?: number;
  env?: Record<string, string>;
  /** The options of Node. By default those of `npm start`. */
  nodeOptions?: readonly string[];
  /** The folder of the program: this checkout, or a copy of what is in the image. */
  programFolder?: string;
};

/** Starts the real server as a separate process at `url`, with only the given settings. */
export async function startServer({
  dataDir,
  port,
  env = {},
  nodeOptions = npmStartOptions,
  programFolder = checkout,
}: Options = {}): Promise<RunningServer> {
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'haulboard-server-'));
  const listenPort = port ?? (await freePort());
  const url = `http://127.0.0.1:${listenPort}`;
  const settings = { PORT: String(listenPort), PUBLIC_URL: url, DATA_DIR: folder, LOG_LEVEL: 'warn', ...env };
  const child = spawn(process.execPath, [...nodeOptions, 'server/main.ts'], {
    cwd: programFolder,
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...clockEnvironment(), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printedText = '';
  child.stdout.on('data', (chunk: Buffer) => (printedText += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (printedText += chunk.toString()));
  const exitEvent = once(child, 'exit');
  const hasExited = () => child.exitCode !== null || child.signalCode !== null;
  try {
    await waitUntilReady(url, hasExited, () => printedText);
  } catch (error) {
    if (!hasExited()) child.kill('SIGKILL');
    if (!dataDir) rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  return {
    url,
    dataDir: folder,
    child,
    output: () => printedText,
    stop: async () => {
      if (!hasExited()) child.kill('SIGTERM');
      const [code] = (await exitEvent) as [number | null];
      if (!dataDir) rmSync(folder, { recursive: true, force: true });
      return code;
    },
    kill: async () => {
      if (!hasExited()) child.kill('SIGKILL');
      await exitEvent;
    },
  };
}

/** Sends health checks until the process is ready, with a short pause between them. */
async function waitUntilReady(url: string, hasExited: () => boolean, output: () => string): Promise<void> {
  const deadline = Date.now() + 240_000;
  for (;;) {
    if (hasExited()) throw new Error(`The server stopped:\n${output()}`);
    const response = await fetch(`${url}/readyz`).catch(() => null);
    if (response?.ok) return;
    if (Date.now() > deadline) throw new Error(`The server did not get ready:\n${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
