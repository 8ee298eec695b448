import { openDatabase } from '#server/db/open.ts';
import { settingsOfProcess } from '#server/env.ts';

/** `npm run db:migrate`: brings the configured database up to date and stops. */
const settings = settingsOfProcess();
const { close, kind } = await openDatabase({ ...settings.database, dataDir: settings.dataDir });
await close();
process.stdout.write(`The ${kind} database is up to date\n`);
