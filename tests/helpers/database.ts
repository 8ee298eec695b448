import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { inject } from 'vitest';
import { type OpenDatabase, openDatabase } from '#server/db/open.ts';
import { templateDatabase } from './global-setup.ts';

/** Opens a separate database, cloned from the migrated template, on the engine of this run. `close` deletes it. */
export async function openTestDatabase(options: DatabaseOptions = {}): Promise<OpenDatabase> {
  const serverUrl = inject('server');
  return serverUrl ? cloneOnServer(serverUrl, options) : cloneFolder(options);
}

/** Creates a data folder for a separate server, from the migrated template if there is one. The caller deletes it. */
export function createDataFolder(): string {
  const template = inject('templateFolder');
  const dataDir = mkdtempSync(join(tmpdir(), 'haulboard-data-'));
  if (template) cpSync(join(template, 'postgres'), join(dataDir, 'postgres'), { recursive: true });
  return dataDir;
}

type DatabaseOptions = Pick<Parameters<typeof openDatabase>[0], 'onStatement' | 'pool'>;

async function cloneOnServer(serverUrl: string, options: DatabaseOptions): Promise<OpenDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const runAsAdmin = async (statement: string) => {
    const sql = postgres(`${serverUrl}/postgres`, { max: 1, onnotice: () => undefined });
    await sql.unsafe(statement);
    await sql.end();
  };
  await runAsAdmin(`create database ${name} template ${templateDatabase}`);
  const database = await openDatabase({ url: `${serverUrl}/${name}`, dataDir: tmpdir(), runMigrations: false, ...options });
  const close = async () => {
    await database.close();
    await runAsAdmin(`drop database ${name} with (force)`);
  };
  return { ...database, close };
}

async function cloneFolder(options: DatabaseOptions): Promise<OpenDatabase> {
  const dataDir = createDataFolder();
  const database = await openDatabase({ dataDir, durable: false, runMigrations: false, ...options });
  const close = async () => {
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { ...database, close };
}
