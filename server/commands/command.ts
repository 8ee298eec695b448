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
 * Does a command's work on the configured database, brought up to date unless told otherwise, and closes it. What a setting or
 * a refusal explains ends the command in words, as it ends a start; any other failure keeps its trace.
 */
export async function onDatabase(work: Work, { runMigrations = true } = {}): Promise<void> {
  let settings: Settings | undefined;
  try {
    settings = settingsOfProcess();
    const database = await openDatabase({ ...settings.database, dataDir: settings.dataDir, runMigrations });
    try {
      await work(database, settings);
    } finally {
      await database.close();
    }
  } catch (error) {
    const refusal = error instanceof BackupRefused ? error.message : refusalOf(error, settings);
    if (refusal === null) throw error;
    stop(refusal);
  }
}
