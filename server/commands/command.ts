import { BackupRefused } from '#server/backup/manifest.ts';
import { type OpenDatabase, openDatabase } from '#server/db/open.ts';
import { type Settings, settingsOfProcess } from '#server/env.ts';
import { refusalOf } from '#server/start-refusal.ts';
import { stop } from './options.ts';

/** Ends a command with exit code 1 and a message, from within its work. The database is closed first. */
export function refuse(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}

type Work = (database: OpenDatabase, settings: Settings) => Promise<void>;

/**
 * Runs a command's work on the configured database, migrated by default, and closes it. A database that does not open and a
 * refused backup end the command with a message. Any other failure keeps its stack trace.
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

/** Explains a wrong setting in the same way as at a server start. */
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
