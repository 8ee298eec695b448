import { restoreBackup } from '#server/backup/restore-backup.ts';
import { openStore } from '#server/media/open-store.ts';
import { runOnDatabase } from './command.ts';
import { readOptions, exitWithError } from './options.ts';

const options = readOptions({
  name: 'npm run restore',
  description: 'Loads a backup into the configured database, of either engine, and its file store.',
  options: {
    from: { type: 'string', value: 'folder', description: 'Folder of the backup (required)' },
    replace: { type: 'boolean', default: false, description: 'Delete the data that are there first' },
  },
});
const sourceFolder = options.from ?? exitWithError('Say where from: npm run restore -- --from folder');

await runOnDatabase(
  async ({ sql }, settings) => {
    const { dataDir } = settings;
    const { tables, media, madeAt } = await restoreBackup({ sql, media: openStore(settings), dataDir }, sourceFolder, options);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    process.stdout.write(`Restored ${rows} rows of ${tables.length} tables and ${media.files} files of ${madeAt}\n`);
  },
  { migrations: 'always' },
);
