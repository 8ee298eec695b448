import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { freePort } from './server.ts';

export type Cluster = { url: string; stop: () => Promise<void> };

/** The folder of the newest installed PostgreSQL server programs, on PATH or where Debian puts them. */
export function findServerPrograms(): string | null {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...versions.map((version) => join(debian, version, 'bin')), ...(process.env['PATH'] ?? '').split(':')];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'))) ?? null;
}

/** PostgreSQL refuses to run as root, so there it runs as the system's unprivileged account. */
function unprivileged(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const idOf = (flag: string, name: string) =>
    Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }).toString());
  for (const name of ['postgres', 'nobody']) {
    try {
      return { uid: idOf('-u', name), gid: idOf('-g', name) };
    } catch {
      continue;
    }
  }
  throw new Error('Tests as root need an account that PostgreSQL can run as');
}

type Options = {
  durable?: boolean;
  /** A folder to keep and reuse. Without it, the data is deleted when the server stops. */
  dataFolder?: string | undefined;
  /** The port. By default a free one. */
  port?: number;
  /** More settings of the server. */
  settings?: Record<string, string | number>;
};

/** Starts a temporary PostgreSQL server. Null if no server programs are installed. */
export async function startCluster({
  durable = false,
  dataFolder: keepIn,
  port: givenPort,
  settings: more = {},
}: Options = {}): Promise<Cluster | null> {
  const programs = findServerPrograms();
  if (!programs) return null;
  const as = unprivileged();
  if (keepIn) mkdirSync(keepIn, { recursive: true });
  const folder = keepIn ?? mkdtempSync(join(tmpdir(), 'haulboard-cluster-'));
  if (as) chownSync(folder, as.uid, as.gid);
  const data = join(folder, 'data');
  if (!existsSync(join(data, 'PG_VERSION'))) makeData(join(programs, 'initdb'), data, as ?? {});
  const port = givenPort ?? (await freePort());
  const options = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    max_connections: 300,
    ...(durable ? {} : { fsync: 'off', full_page_writes: 'off' }),
    ...more,
  };
  const settings = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(join(programs, 'postgres'), ['-D', data, ...settings], { stdio: 'ignore', ...as });
  const url = `postgres://postgres@127.0.0.1:${port}`;
  await waitUntilReady(url);
  return {
    url,
    stop: async () => {
      const ended = once(server, 'exit');
      server.kill('SIGINT');
      await ended;
      if (!keepIn) rmSync(folder, { recursive: true, force: true });
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
 * Uses a locale that knows the case of all letters, whatever the environment's is, or the environment's if the machine has
 * no other.
 */
function makeData(initdb: string, data: string, as: { uid?: number; gid?: number }): void {
  const options = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'];
  try {
    execFileSync(initdb, [...options, '--locale', 'C.UTF-8'], { stdio: 'ignore', ...as });
  } catch {
    execFileSync(initdb, options, { stdio: 'ignore', ...as });
  }
}
