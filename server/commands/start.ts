import '#server/start/module-loading.ts';
import { readServerSettings, InvalidSettingsError } from '#server/settings/env.ts';
import { buildWebIfStale } from './build-web.ts';
import { readOptions } from './options.ts';

readOptions({
  name: 'npm start',
  description:
    'Builds the web app where its build is missing or older than its sources, then serves everything on one port.\n' +
    'Settings come from the environment and .env; .env.example lists all of them with their defaults.',
});

// A build takes a while, so wrong settings are reported before it.
try {
  readServerSettings();
} catch (error) {
  if (!(error instanceof InvalidSettingsError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
await buildWebIfStale();
const { startProcess } = await import('#server/start/process.ts');
await startProcess();
