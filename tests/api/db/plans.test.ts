import { afterAll, beforeAll, expect, test } from 'vitest';
import { applicantsFile } from '#server/applicants/export.ts';
import { listApplicants } from '#server/applicants/list-query.ts';
import { listCompanies } from '#server/company/company-query.ts';
import { generate } from '#server/demo/generate.ts';
import { listApplications } from '#server/drivers/router.ts';
import { getJob } from '#server/jobs/job-query.ts';
import { listJobs } from '#server/jobs/list-query.ts';
import { getPublicJob } from '#server/jobs/public-columns.ts';
import { searchPublicJobs } from '#server/jobs/public-search.ts';
import {
  findAllIndexes,
  findIndexes,
  makeFilter,
  openRecordingDatabase,
  makeOrders,
  makeScope,
  type RecordingDatabase,
  createFullScanFinder,
} from '#tests/helpers/query-plans.ts';

/** Explains every statement of the lists on 20,000 rows. None may read a whole large table. */

let database: RecordingDatabase;
let longJob: { id: string; companyId: string };
let driverId: string;

const fullTableScans = createFullScanFinder(() => database, ['jobs', 'applications']);
const page = { offset: 0, limit: 25 };

beforeAll(async () => {
  database = await openRecordingDatabase();
  const { db, sql } = database;
  await generate(db, { companies: 200, jobs: 20_000, drivers: 2_000, applications: 20_000 });
  await sql`vacuum analyze`;
  const [row] = await sql<
    { id: string; company_id: string }[]
  >`select id, company_id from jobs order by application_count desc limit 1`;
  const [driver] = await sql<{ driver_id: string }[]>`select driver_id from applications limit 1`;
  longJob = { id: row?.id ?? '', companyId: row?.company_id ?? '' };
  driverId = driver?.driver_id ?? '';
}, 120_000);

afterAll(() => database.close());

test.for<[string, (companyId: string) => Parameters<typeof listJobs>[2], boolean]>([
  ['newest first', () => page, true],
  ['searched by title', () => ({ ...page, query: 'tanker' }), true],
  ['of one status', () => ({ ...page, filters: makeFilter('status', 'equals', 'POSTED') }), true],
  ['sorted by title', () => ({ ...page, orders: makeOrders('title') }), true],
  ['of every company, newest first', () => page, false],
  ['of every company, of one of them', (companyId) => ({ ...page, companyId }), false],
])('the job list %s', async ([, input, isOwn]) => {
  const { db } = database;
  const scope = makeScope(isOwn ? longJob.companyId : null);
  expect(await fullTableScans(() => listJobs(db, scope, input(longJob.companyId)))).toEqual([]);
});

test('a job and a public job', async () => {
  const { db } = database;
  expect(await fullTableScans(() => getJob(db, makeScope(longJob.companyId), { id: longJob.id }))).toEqual([]);
  expect(await fullTableScans(() => getPublicJob(db, longJob.id))).toEqual([]);
});

test.for<[string, Partial<Parameters<typeof listApplicants>[2]>]>([
  ['by name', {}],
  ['newest first', { orders: makeOrders('application_at', 'desc') }],
  ['nearest first', { orders: makeOrders('distance') }],
  ['most experienced first', { orders: makeOrders('years_of_experience', 'desc') }],
  ['whose name holds a text', { filters: makeFilter('applicant', 'ilike', 'mar') }],
  ['deep in the list', { offset: 900 }],
])('applicants %s', async ([, input]) => {
  const { db } = database;
  const scope = makeScope(longJob.companyId);
  expect(await fullTableScans(() => listApplicants(db, scope, { id: longJob.id, ...page, ...input }))).toEqual([]);
});

test.for<[string, Partial<Parameters<typeof listApplicants>[2]>, string]>([
  ['by name', {}, 'applications_name_index'],
  ['nearest first', { orders: makeOrders('distance') }, 'applications_distance_index'],
  ['most experienced first', { orders: makeOrders('years_of_experience', 'desc') }, 'applications_experience_index'],
])('applicants %s are read in the order of an index', async ([, input, index]) => {
  const scope = makeScope(longJob.companyId);
  const plans = await database.getPlans(() => listApplicants(database.db, scope, { id: longJob.id, ...page, ...input }));
  expect(plans.flatMap(findAllIndexes)).toContain(index);
});

test('the file of applicants reads each batch in the order of an index', async () => {
  const readFile = async () => {
    const { file } = await applicantsFile(database.db, makeScope(longJob.companyId), { id: longJob.id, language: 'en' });
    for await (const chunk of file.chunks) expect(chunk).not.toBe('');
  };
  const plans = await database.getPlans(readFile);
  const batchPlans = plans.filter((plan) => findIndexes(plan, 'applications').length > 0);
  expect(batchPlans.length).toBeGreaterThan(0);
  for (const plan of batchPlans) expect(findAllIndexes(plan)).toContain('applications_name_index');
});

test.for<[string, Partial<Parameters<typeof searchPublicJobs>[1]>]>([
  ['without filters', {}],
  ['by a common word', { query: 'driver' }],
  ['by a rare word', { query: 'reno' }],
  ['in a state', { state: 'TX' }],
  ['around a city', { city: 'Dallas', state: 'TX', radius: 100 }],
  ['of a job type', { jobType: ['tanker'] }],
  ['deep in the list', { offset: 9_000 }],
  ['by the highest pay', { sort: 'pay' }],
  ['by the highest pay around a city', { city: 'Dallas', state: 'TX', radius: 300, sort: 'pay' }],
  ['of the nearest in a wide circle', { postalCode: '68102', radius: 500 }],
])('the public search %s', async ([, input]) => {
  const { db } = database;
  expect(await fullTableScans(() => searchPublicJobs(db, { ...page, ...input }))).toEqual([]);
});

test.for<[string, Partial<Parameters<typeof searchPublicJobs>[1]>, string]>([
  ['the newest of many, after the promoted', { offset: 900 }, 'job_search_newest_index'],
  ['the highest pay of many, after the promoted', { offset: 900, sort: 'pay' }, 'job_search_pay_index'],
  ['a rare word', { query: 'reno' }, 'job_search_words_index'],
  ['a city by name', { city: 'Dallas', state: 'TX' }, 'job_search_words_index'],
  ['a small circle', { postalCode: '68102', radius: 20 }, 'job_search_cell_index'],
])('the public search for %s is read from an index', async ([, input, index]) => {
  const plans = await database.getPlans(() => searchPublicJobs(database.db, { ...page, ...input }));
  expect(plans.flatMap(findAllIndexes)).toContain(index);
});

test("a driver's applications and the companies with their jobs", async () => {
  const { db } = database;
  expect(await fullTableScans(() => listApplications(db, driverId, page))).toEqual([]);
  expect(await fullTableScans(() => listCompanies(db, page))).toEqual([]);
});
