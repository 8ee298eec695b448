import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listCandidates, countCandidates } from '#server/applicants/candidates.ts';
import { makeDriver } from '#server/demo/builders.ts';
import { generate } from '#server/demo/generate.ts';
import { listMatchingJobs } from '#server/drivers/matching-jobs.ts';
import { openRecordingDatabase, makeScope, type RecordingDatabase, createFullScanFinder } from '#tests/helpers/query-plans.ts';

/** Matching with 40,000 drivers. Every statement is explained, and none may read a whole large table. */

let database: RecordingDatabase;
let job: { id: string; title: string };
let driverId: string;

const fullTableScans = createFullScanFinder(() => database, ['users', 'drivers', 'applications', 'jobs']);
const scope = makeScope(null);
const page = { offset: 0, limit: 10 };

beforeAll(async () => {
  database = await openRecordingDatabase();
  const { db, sql } = database;
  await generate(db, { companies: 50, jobs: 10_000, drivers: 40_000, applications: 20_000 });
  driverId = (await makeDriver(db)).id;
  await sql`vacuum analyze`;
  const [row] = await sql<{ id: string; title: string }[]>`select id, title from jobs order by application_count desc limit 1`;
  job = row ?? { id: '', title: '' };
}, 180_000);
afterAll(() => database.close());

describe('no big table is read from end to end', () => {
  test.for([
    ['within range', true],
    ['anywhere', false],
  ] as const)('for the candidates of a job %s', async ([, distanceLimit]) => {
    const read = () => listCandidates(database.db, scope, { ...page, id: job.id, distanceLimit, language: 'en' });
    expect(await fullTableScans(read)).toEqual([]);
    const { pagination } = await read();
    expect(pagination.total).toBeGreaterThan(10);
    expect(pagination.total).toBeLessThanOrEqual(1000);
  });

  test('for the matching jobs of a driver', async () => {
    const read = () => listMatchingJobs(database.db, driverId, { ...page, language: 'en' });
    expect(await fullTableScans(read)).toEqual([]);
    expect((await read()).items).toHaveLength(10);
  });

  test('for the counts that the worker keeps', async () => {
    expect(await fullTableScans(() => countCandidates(database.db))).toEqual([]);
  });
});
