import { parseArgs } from 'node:util';
import { BackupRefused } from '#server/backup/refused.ts';
import { writeBackup } from '#server/backup/write-backup.ts';
import { DataFolderRefused } from '#server/db/embedded.ts';
import { openDatabase } from '#server/db/open.ts';
import { settingsOfProcess } from '#server/env.ts';
import { openStore } from '#server/media/open-store.ts';
import { version } from '#server/version.ts';

/** `npm run backup -- --to folder`: the configured database and its files, from either engine, into a new folder. */
const { values } = parseArgs({ options: { to: { type: 'string' } } });

function stop(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

const to = values.to ?? stop('Say where to: npm run backup -- --to folder');
const settings = settingsOfProcess();
try {
  const { sql, kind, close } = await openDatabase({ ...settings.database, dataDir: settings.dataDir, runMigrations: false });
  try {
    const { tables, media } = await writeBackup({ sql, kind, media: openStore(settings), release: version }, to);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    process.stdout.write(`Backed up ${rows} rows of ${tables.length} tables and ${media.files} files to ${to}\n`);
    for (const name of media.missing) process.stderr.write(`Not in the store: ${name}\n`);
  } finally {
    await close();
  }
} catch (error) {
  if (error instanceof BackupRefused || error instanceof DataFolderRefused) stop(error.message);
  throw error;
}
