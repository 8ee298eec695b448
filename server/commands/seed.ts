import { generate } from '#server/demo/generate.ts';
import { seedPlaces } from '#server/places/cities.ts';
import { onDatabase, refuse } from './command.ts';
import { readOptions, stop } from './options.ts';
import { like } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import type { Database } from '#server/db/open.ts';

const values = readOptions({
  name: 'npm run seed',
  about: 'Adds generated data to the configured database, different data each time.',
  options: {
    companies: { type: 'string', default: '100', value: 'number', about: 'Companies to add' },
    jobs: { type: 'string', default: '2000', value: 'number', about: 'Jobs to add' },
    drivers: { type: 'string', default: '5000', value: 'number', about: 'Drivers to add' },
    applications: { type: 'string', default: '10000', value: 'number', about: 'Applications to add' },
    seed: { type: 'string', value: 'number', about: 'Same number, same data; each number works once (default: the next one)' },
  },
});
const amount = (name: 'companies' | 'jobs' | 'drivers' | 'applications' | 'seed') => {
  const n = Number(values[name]);
  return Number.isInteger(n) && n >= 0 ? n : stop(`--${name} takes a whole number`);
};
const amounts = {
  companies: Math.max(1, amount('companies')),
  jobs: amount('jobs'),
  drivers: amount('drivers'),
  applications: amount('applications'),
};

const requestedSeed = values.seed === undefined ? null : amount('seed');

await onDatabase(async ({ db, sql }) => {
  const used = await usedSeeds(db);
  const seed = requestedSeed ?? nextSeed(used);
  if (used.has(seed)) return refuse(`The data of --seed ${seed} are there already; leave it out, or take another number`);
  await seedPlaces(sql);
  const started = performance.now();
  await generate(db, amounts, { seed });
  process.stdout.write(
    `Generated ${JSON.stringify(amounts)} with --seed ${seed} in ${((performance.now() - started) / 1000).toFixed(1)} s\n`,
  );
});

/** The seeds whose data the database already has. The owner of each seed's first company identifies it (`generate.ts`). */
async function usedSeeds(db: Database): Promise<ReadonlySet<number>> {
  const owners = await db.select({ email: users.email }).from(users).where(like(users.email, 'owner-%-0@generated.example'));
  return new Set(owners.map(({ email }) => Number(email.split('-')[1])));
}

/** The lowest unused seed, starting at 1. */
function nextSeed(usedSeedSet: ReadonlySet<number>): number {
  let seed = 1;
  while (usedSeedSet.has(seed)) seed += 1;
  return seed;
}
