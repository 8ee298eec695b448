import { parseArgs } from 'node:util';
import { BackupRefused } from '#server/backup/refused.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { DataFolderRefused } from '#server/db/embedded.ts';
import { openDatabase } from '#server/db/open.ts';
import { settingsOfProcess } from '#server/env.ts';
import { openStore } from '#server/media/open-store.ts';

/**
 * `npm run restore -- --from folder`: a backup into the configured database, of either engine, and its store. With
 * `--replace` also over data that are there, which are then gone.
 */
const { values } = parseArgs({ options: { from: { type: 'string' }, replace: { type: 'boolean', default: false } } });

function stop(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

const from = values.from ?? stop('Say where from: npm run restore -- --from folder');
const settings = settingsOfProcess();
const { dataDir } = settings;
try {
  const { sql, close } = await openDatabase({ ...settings.database, dataDir });
  try {
    const { tables, media, madeAt } = await restoreBackup({ sql, media: openStore(settings), dataDir }, from, values);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    process.stdout.write(`Restored ${rows} rows of ${tables.length} tables and ${media.files} files of ${madeAt}\n`);
  } finally {
    await close();
  }
} catch (error) {
  if (error instanceof BackupRefused || error instanceof DataFolderRefused) stop(error.message);
  throw error;
}
