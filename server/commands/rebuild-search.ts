import { rebuildSearchDocuments } from '#server/search/find-jobs.ts';
import { runOnDatabase } from './command.ts';
import { readOptions } from './options.ts';

readOptions({ name: 'npm run search:rebuild', description: 'Writes the search documents of all public jobs again.' });

await runOnDatabase(async ({ db }) => {
  await rebuildSearchDocuments(db);
  process.stdout.write('The search documents are up to date\n');
});
