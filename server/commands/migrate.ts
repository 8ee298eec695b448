import { onDatabase } from './command.ts';
import { readOptions } from './options.ts';

readOptions({ name: 'npm run db:migrate', about: 'Brings the configured database up to date and stops.' });

await onDatabase(async ({ kind }) => {
  process.stdout.write(`The ${kind} database is up to date\n`);
});
