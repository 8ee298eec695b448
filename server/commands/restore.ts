import { restoreBackup } from '#server/backup/restore-backup.ts';
import { openStore } from '#server/media/open-store.ts';
import { onDatabase, readOptions, stop } from './command.ts';

/**
 * `npm run restore -- --from folder`: a backup into the configured database, of either engine, and its store. With
 * `--replace` also over data that are there, which are then gone.
 */
const { values } = readOptions({ options: { from: { type: 'string' }, replace: { type: 'boolean', default: false } } });
const from = values.from ?? stop('Say where from: npm run restore -- --from folder');

await onDatabase(async ({ sql }, settings) => {
  const { dataDir } = settings;
  const { tables, media, madeAt } = await restoreBackup({ sql, media: openStore(settings), dataDir }, from, values);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  process.stdout.write(`Restored ${rows} rows of ${tables.length} tables and ${media.files} files of ${madeAt}\n`);
});
