import { InvalidBackupError } from '#server/backup/manifest.ts';
import { type OpenDatabase, openDatabase } from '#server/db/open.ts';
import { type Settings, readProcessSettings } from '#server/env.ts';
import { startErrorText } from '#server/start-error.ts';
import { exitWithError } from './options.ts';

/** Prints a message and sets exit code 1. It does not stop the command, so that the database is still closed. */
export function failWith(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}

type DatabaseTask = (database: OpenDatabase, settings: Settings) => Promise<void>;

/**
 * Runs a command's work on the configured database, migrated by default, and closes it. If the database does not open or a
 * backup is invalid, the command ends with a message. Any other failure keeps its stack trace.
 */
export async function runOnDatabase(work: DatabaseTask, { runMigrations = true } = {}): Promise<void> {
  const { database, settings } = await openConfiguredDatabase(runMigrations);
  try {
    await work(database, settings);
  } catch (error) {
    if (!(error instanceof InvalidBackupError)) throw error;
    failWith(error.message);
  } finally {
    await database.close();
  }
}

/** Opens the configured database. A wrong setting is explained as it is when the server starts. */
async function openConfiguredDatabase(runMigrations: boolean): Promise<{ database: OpenDatabase; settings: Settings }> {
  let settings: Settings | undefined;
  try {
    settings = readProcessSettings();
    return { database: await openDatabase({ ...settings.database, dataDir: settings.dataDir, runMigrations }), settings };
  } catch (error) {
    const errorText = startErrorText(error, settings);
    if (errorText === null) throw error;
    return exitWithError(errorText);
  }
}
