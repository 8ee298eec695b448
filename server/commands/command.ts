import { parseArgs } from 'node:util';
import { BackupRefused } from '#server/backup/refused.ts';
import { type OpenDatabase, openDatabase } from '#server/db/open.ts';
import { type Settings, settingsOfProcess } from '#server/env.ts';
import { refusalOf } from '#server/start-refusal.ts';

/** Ends a command that cannot be done as asked: says why on standard error and exits 1. */
export function stop(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/** What a command does not do, said from within its work: the database is closed, then it ends with 1. */
export function refuse(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}

/** The options of a command; one that it does not know, or that lacks its value, ends it in words. */
export const readOptions: typeof parseArgs = (config) => {
  try {
    return parseArgs(config);
  } catch (error) {
    if (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')) stop(error.message);
    throw error;
  }
};

type Work = (database: OpenDatabase, settings: Settings) => Promise<void>;

/**
 * Does a command's work on the configured database, brought up to date unless told otherwise, and closes it. A database that does
 * not open and a backup that is refused end the command in words; any other failure keeps its trace.
 */
export async function onDatabase(work: Work, { runMigrations = true } = {}): Promise<void> {
  const { database, settings } = await open(runMigrations);
  try {
    await work(database, settings);
  } catch (error) {
    if (!(error instanceof BackupRefused)) throw error;
    refuse(error.message);
  } finally {
    await database.close();
  }
}

/** What a setting explains is said as at a start. */
async function open(runMigrations: boolean): Promise<{ database: OpenDatabase; settings: Settings }> {
  let settings: Settings | undefined;
  try {
    settings = settingsOfProcess();
    return { database: await openDatabase({ ...settings.database, dataDir: settings.dataDir, runMigrations }), settings };
  } catch (error) {
    const refusal = refusalOf(error, settings);
    if (refusal === null) throw error;
    return stop(refusal);
  }
}
