import { parseArgs } from 'node:util';
import { openDatabase } from '#server/db/open.ts';
import { generate } from '#server/demo/generate.ts';
import { settingsOfProcess } from '#server/env.ts';
import { seedPlaces } from '#server/places/seed-places.ts';

/** `npm run seed -- --companies N --jobs N --drivers N --applications N`: generated data into the configured database. */
const { values } = parseArgs({
  options: {
    companies: { type: 'string', default: '100' },
    jobs: { type: 'string', default: '2000' },
    drivers: { type: 'string', default: '5000' },
    applications: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
  },
});
const amount = (name: 'companies' | 'jobs' | 'drivers' | 'applications' | 'seed') => {
  const n = Number(values[name]);
  if (Number.isInteger(n) && n >= 0) return n;
  process.stderr.write(`--${name} takes a whole number\n`);
  return process.exit(1);
};
const amounts = {
  companies: Math.max(1, amount('companies')),
  jobs: amount('jobs'),
  drivers: amount('drivers'),
  applications: amount('applications'),
};

const settings = settingsOfProcess();
const { db, sql, close } = await openDatabase({ ...settings.database, dataDir: settings.dataDir });
await seedPlaces(sql);
const started = performance.now();
await generate(db, amounts, { seed: amount('seed') });
await close();
process.stdout.write(`Generated ${JSON.stringify(amounts)} in ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
