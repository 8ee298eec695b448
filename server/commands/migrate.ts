import { runOnDatabase } from './command.ts';
import { readOptions } from './options.ts';

readOptions({ name: 'npm run db:migrate', description: 'Brings the configured database up to date and stops.' });

await runOnDatabase(
  async ({ kind }) => {
    process.stdout.write(`The ${kind} database is up to date\n`);
  },
  { migrations: 'always' },
);
