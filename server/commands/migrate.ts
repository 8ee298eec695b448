import { onDatabase, readOptions } from './command.ts';

/** `npm run db:migrate`: brings the configured database up to date and stops. */
readOptions({ options: {} });

await onDatabase(async ({ kind }) => {
  process.stdout.write(`The ${kind} database is up to date\n`);
});
