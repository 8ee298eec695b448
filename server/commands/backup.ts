import { writeBackup } from '#server/backup/write-backup.ts';
import { openStore } from '#server/media/open-store.ts';
import { version } from '#server/settings/version.ts';
import { runOnDatabase } from './command.ts';
import { readOptions, exitWithError } from './options.ts';

const options = readOptions({
  name: 'npm run backup',
  description: 'Copies the configured database, of either engine, and its files into a new folder.',
  options: { to: { type: 'string', value: 'folder', description: 'Folder to make (required)' } },
});
const targetFolder = options.to ?? exitWithError('Say where to: npm run backup -- --to folder');

await runOnDatabase(
  async ({ sql, kind }, settings) => {
    const { tables, media } = await writeBackup({ sql, kind, media: openStore(settings), release: version }, targetFolder);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    process.stdout.write(`Backed up ${rows} rows of ${tables.length} tables and ${media.files} files to ${targetFolder}\n`);
    for (const name of media.missing) process.stderr.write(`Not in the store: ${name}\n`);
  },
  { migrations: 'never' },
);
