import { on, once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import type { EngineAnswer } from './embedded-worker.ts';

/** The PostgreSQL version of the embedded engine. A data folder of another version cannot be opened. */
const engineVersion = '18';

/** Thrown when the data folder cannot be used. The message says why and what to do. */
export class DataFolderError extends Error {}

export type Embedded = { socketPath: string; close: () => Promise<void> };

/**
 * Opens the embedded database in `dataDir` for one process at a time. The kernel holds the lock and releases it however the
 * process ends. `durable: false` skips synchronous commits, for temporary test databases.
 * @throws DataFolderError if another process uses the folder or another engine version wrote it
 */
export async function openEmbedded(dataDir: string, { durable = true } = {}): Promise<Embedded> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const unlock = lockFolder(dataDir);
  try {
    const folder = join(dataDir, 'postgres');
    checkEngineVersion(folder);
    const runFolder = mkdtempSync(join(tmpdir(), 'haulboard-'));
    const socketPath = join(runFolder, '.s.PGSQL.5432');
    const thread = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
      workerData: { dataDir: folder, path: socketPath, durable },
    });
    await waitUntilStarted(thread, folder);
    return {
      socketPath,
      close: async () => {
        const exit = once(thread, 'exit');
        thread.postMessage('stop');
        await exit;
        rmSync(runFolder, { recursive: true, force: true });
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

function lockFolder(dataDir: string): () => void {
  const lock = openLock(dataDir);
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive');
  } catch {
    lock.close();
    throw new DataFolderError(
      `The data folder ${dataDir} is in use by another process. Stop that one, or set DATA_DIR to another folder or DATABASE_URL to a PostgreSQL server.`,
    );
  }
  return () => lock.close();
}

function openLock(dataDir: string): DatabaseSync {
  try {
    return new DatabaseSync(join(dataDir, 'lock'));
  } catch {
    throw new DataFolderError(
      `The data folder ${dataDir} cannot be written in. Give it to this user, or set DATA_DIR to another.`,
    );
  }
}

function checkEngineVersion(folder: string): void {
  const file = join(folder, 'PG_VERSION');
  if (!existsSync(file)) return;
  const version = readFileSync(file, 'utf8').trim();
  if (version !== engineVersion) {
    throw new DataFolderError(
      `The database in ${folder} was written by engine version ${version}; this release reads version ${engineVersion}. Start the release that wrote it and move the data, or set DATA_DIR to another folder.`,
    );
  }
}

async function waitUntilStarted(thread: Worker, folder: string): Promise<void> {
  // Under `node --watch` a thread first reports the modules that it has loaded.
  for await (const [message] of on(thread, 'message', { close: ['exit'] })) {
    if (!isAnswer(message)) continue;
    if (message.ready) return;
    throw new DataFolderError(`The embedded database in ${folder} did not open: ${message.reason}`);
  }
  throw new DataFolderError(`The embedded database in ${folder} did not open: the engine stopped`);
}

function isAnswer(message: unknown): message is EngineAnswer {
  return typeof message === 'object' && message !== null && 'ready' in message;
}
