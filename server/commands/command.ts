import { InvalidBackupError } from '#server/backup/manifest.ts';
import { type OpenDatabase, assertMigrated, openDatabase } from '#server/db/open.ts';
import { type Settings, readProcessSettings } from '#server/settings/env.ts';
import { startErrorText } from '#server/start/start-error.ts';
import { exitWithError } from './options.ts';

/** Prints a message and sets exit code 1. It does not stop the command, so that the database is still closed. */
export function failWith(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}

type Migrations = 'as set' | 'always' | 'never';
type DatabaseTask = (database: OpenDatabase, settings: Settings) => Promise<void>;

/**
 * Runs a command's work on the configured database and closes it. `migrations` says whether it is migrated first: as the
 * settings say, whatever they say, or not at all. If the database does not open or a
 * backup is invalid, the command ends with a message. Any other failure keeps its stack trace.
 */
export async function runOnDatabase(
  work: DatabaseTask,
  { migrations = 'as set' }: { migrations?: Migrations } = {},
): Promise<void> {
  const { database, settings } = await openConfiguredDatabase(migrations);
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
async function openConfiguredDatabase(migrations: Migrations): Promise<{ database: OpenDatabase; settings: Settings }> {
  let settings: Settings | undefined;
  try {
    settings = readProcessSettings();
    const runMigrations = migrations === 'always' || (migrations === 'as set' && settings.database.runMigrations);
    const database = await openDatabase({ ...settings.database, dataDir: settings.dataDir, runMigrations });
    if (migrations === 'as set' && !runMigrations) await assertMigrated(database.sql);
    return { database, settings };
  } catch (error) {
    const errorText = startErrorText(error, settings);
    if (errorText === null) throw error;
    return exitWithError(errorText);
  }
}
