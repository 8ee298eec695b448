import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { clockEnvironment } from './clock.ts';
import { freePort } from './server.ts';

export type Cluster = { url: string; stop: () => Promise<void> };

/** Finds the newest installed PostgreSQL server programs, on PATH or in Debian's folder. */
export function findServerProgramFolder(): string | null {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...versions.map((version) => join(debian, version, 'bin')), ...(process.env['PATH'] ?? '').split(':')];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'))) ?? null;
}

/** Returns an unprivileged account for PostgreSQL if the tests run as root, because PostgreSQL refuses to run as root. */
function findUnprivilegedAccount(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const readId = (flag: string, name: string) =>
    Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }).toString());
  for (const name of ['postgres', 'nobody']) {
    try {
      return { uid: readId('-u', name), gid: readId('-g', name) };
    } catch {
      continue;
    }
  }
  throw new Error('Tests as root need an account that PostgreSQL can run as');
}

type Options = {
  durable?: boolean;
  /** A data folder to keep and reuse. Without it, the data is deleted when the server stops. */
  dataFolder?: string | undefined;
  /** The default is a free port. */
  port?: number;
  /** Additional settings of the server. */
  settings?: Record<string, string | number>;
};

/** Starts a temporary PostgreSQL server. Returns null if no server programs are installed. */
export async function startCluster({
  durable = false,
  dataFolder,
  port: requestedPort,
  settings: extraSettings = {},
}: Options = {}): Promise<Cluster | null> {
  const programFolder = findServerProgramFolder();
  if (!programFolder) return null;
  const account = findUnprivilegedAccount();
  if (dataFolder) mkdirSync(dataFolder, { recursive: true });
  const folder = dataFolder ?? mkdtempSync(join(tmpdir(), 'haulboard-cluster-'));
  if (account) chownSync(folder, account.uid, account.gid);
  const dataPath = join(folder, 'data');
  if (!existsSync(join(dataPath, 'PG_VERSION'))) initializeData(join(programFolder, 'initdb'), dataPath, account ?? {});
  const port = requestedPort ?? (await freePort());
  const options = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    max_connections: 300,
    ...(durable ? {} : { fsync: 'off', full_page_writes: 'off' }),
    ...extraSettings,
  };
  const settings = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(join(programFolder, 'postgres'), ['-D', dataPath, ...settings], {
    stdio: 'ignore',
    env: { ...process.env, ...clockEnvironment() },
    ...account,
  });
  const url = `postgres://postgres@127.0.0.1:${port}`;
  await waitUntilReady(url);
  return {
    url,
    stop: async () => {
      const exitEvent = once(server, 'exit');
      server.kill('SIGINT');
      await exitEvent;
      if (!dataFolder) rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function waitUntilReady(url: string): Promise<void> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const sql = postgres(`${url}/postgres`, { max: 1, connect_timeout: 2, onnotice: () => undefined });
    try {
      await sql`select 1`;
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
    } finally {
      await sql.end({ timeout: 1 });
    }
  }
}

/**
 * Initializes the data folder with the locale C.UTF-8, in which the database can change the case of every letter. If the
 * machine does not have it, the environment's locale is used.
 */
function initializeData(initdb: string, dataPath: string, account: { uid?: number; gid?: number }): void {
  const options = ['-D', dataPath, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'];
  try {
    execFileSync(initdb, [...options, '--locale', 'C.UTF-8'], { stdio: 'ignore', ...account });
  } catch {
    execFileSync(initdb, options, { stdio: 'ignore', ...account });
  }
}
