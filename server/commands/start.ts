import { settingsToServe, WrongSettings } from '#server/env.ts';
import { buildWebIfStale } from './build-web.ts';

/**
 * `npm start`: builds the web app where its build is missing or older than its sources, then serves everything. A build takes
 * a while, so wrong settings are told before it.
 */
try {
  settingsToServe();
} catch (error) {
  if (!(error instanceof WrongSettings)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
await buildWebIfStale();
const { startProcess } = await import('#server/process.ts');
await startProcess();
