import { BackupRefused } from '#server/backup/manifest.ts';
import { type OpenDatabase, openDatabase } from '#server/db/open.ts';
import { type Settings, settingsOfProcess } from '#server/env.ts';
import { refusalOf } from '#server/start-refusal.ts';
import { stop } from './options.ts';

/** What a command does not do, said from within its work: the database is closed, then it ends with 1. */
export function refuse(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}

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
