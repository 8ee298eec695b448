import { like } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import type { Database } from '#server/db/open.ts';
import { generate } from '#server/demo/generate.ts';
import { seedPlaces } from '#server/places/cities.ts';
import { runOnDatabase, failWith } from './command.ts';
import { readOptions, exitWithError } from './options.ts';

const values = readOptions({
  name: 'npm run seed',
  description: 'Adds generated data to the configured database, different data each time.',
  options: {
    companies: { type: 'string', default: '100', value: 'number', description: 'Companies to add' },
    jobs: { type: 'string', default: '2000', value: 'number', description: 'Jobs to add' },
    drivers: { type: 'string', default: '5000', value: 'number', description: 'Drivers to add' },
    applications: { type: 'string', default: '10000', value: 'number', description: 'Applications to add' },
    seed: {
      type: 'string',
      value: 'number',
      description: 'Same number, same data; each number works once (default: the next one)',
    },
  },
});
const readNumber = (name: 'companies' | 'jobs' | 'drivers' | 'applications' | 'seed') => {
  const n = Number(values[name]);
  return Number.isInteger(n) && n >= 0 ? n : exitWithError(`--${name} takes a whole number`);
};
const amounts = {
  companies: Math.max(1, readNumber('companies')),
  jobs: readNumber('jobs'),
  drivers: readNumber('drivers'),
  applications: readNumber('applications'),
};

const requestedSeed = values.seed === undefined ? null : readNumber('seed');

await runOnDatabase(async ({ db, sql }) => {
  const seedsInUse = await findUsedSeeds(db);
  const seed = requestedSeed ?? findUnusedSeed(seedsInUse);
  if (seedsInUse.has(seed)) return failWith(`The data of --seed ${seed} are there already; leave it out, or take another number`);
  await seedPlaces(sql);
  const startedAt = performance.now();
  await generate(db, amounts, { seed });
  process.stdout.write(
    `Generated ${JSON.stringify(amounts)} with --seed ${seed} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`,
  );
});

/**
 * The seeds that the database already has data for. The owner of a seed's first company has an email address with the seed
 * (`generate.ts`).
 */
async function findUsedSeeds(db: Database): Promise<ReadonlySet<number>> {
  const owners = await db.select({ email: users.email }).from(users).where(like(users.email, 'owner-%-0@generated.example'));
  return new Set(owners.map(({ email }) => Number(email.split('-')[1])));
}

/** The lowest unused seed, starting at 1. */
function findUnusedSeed(seedsInUse: ReadonlySet<number>): number {
  let seed = 1;
  while (seedsInUse.has(seed)) seed += 1;
  return seed;
}
