import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobs } from '#drizzle/schema/jobs.ts';
import { daysFromNow, makeCompany, rowOfJob, bulkInsert } from '#server/demo/builders.ts';
import { jobListFields, listJobs } from '#server/jobs/list-query.ts';
import { codes, jobTypes, requiredCdlClasses } from '#shared/catalogues.ts';
import { jobStatuses } from '#shared/jobs/jobs.ts';
import type { Page, Search } from '#shared/lists/list.ts';
import { requiredClass } from '#shared/matching/matching.ts';
import { openTestDatabase } from '#tests/helpers/database.ts';
import { matchesFilter, type OracleFields, wildcardWord } from '#tests/helpers/filter-oracle.ts';
import { checkPages, type SortKeys } from '#tests/helpers/list-oracle.ts';
import { makeScope } from '#tests/helpers/query-plans.ts';

/** Filters, operators and orders of the administrators' job list on 1,000 jobs, compared with their meaning. */

type Database = Awaited<ReturnType<typeof openTestDatabase>>;
type Job = typeof jobs.$inferSelect;

const start = Date.parse('2026-01-01T00:00:00Z');
const hour = 60 * 60 * 1000;
const at = (n: number) => new Date(start + n * 7 * hour);
const wildcardPairs = fc.sample(fc.tuple(wildcardWord, wildcardWord), { numRuns: 1000, seed: 5 });
const everyone = makeScope(null);

let database: Database;
let rows: Job[];
let companyIds: string[];
/** The position of a text among the others by the database's collation. */
const places = new Map<string, number>();

beforeAll(async () => {
  database = await openTestDatabase();
  const { db } = database;
  const created = [await makeCompany(db), await makeCompany(db), await makeCompany(db)];
  companyIds = created.map(({ id }) => id);
  await bulkInsert(
    db,
    jobs,
    wildcardPairs.map(([one, two], n) =>
      rowOfJob(companyIds[n % 3] ?? '', {
        title: `${one}Driver ${two}`,
        status: n % 5 === 0 ? (jobStatuses[(n / 5) % jobStatuses.length] ?? 'CLOSED') : 'POSTED',
        jobType: codes(jobTypes)[(n * 7) % codes(jobTypes).length] ?? 'dryVan',
        cdlClass: [null, ...codes(requiredCdlClasses)][n % 6] ?? null,
        city: `${two}City`,
        state: ['NE', 'IA', 'TX', 'NE'][n % 4] ?? 'NE',
        requisiteNumber: n % 3 === 0 ? `${one}R` : null,
        autoRenew: n % 2 === 0,
        renewalFailures: n % 3,
        postingDate: at(n % 300),
        expirationDate: at(n % 290),
        nextBillingDate: n % 4 === 0 ? null : at(n % 310),
        createdAt: at(n % 400),
        boostUntil: [null, daysFromNow(-1), daysFromNow(2)][n % 3] ?? null,
        candidatesDueAt: daysFromNow(1),
      }),
    ),
  );
  rows = await db.select().from(jobs);
  const texts = await db.execute<{ text: string; place: number }>(sql`
    select text, (dense_rank() over (order by text))::int as place
    from (select search_title as text from jobs union select search_city from jobs union select status from jobs
      union select state from jobs union select requisite_number from jobs where requisite_number is not null) t`);
  for (const { text, place } of texts) places.set(text, place);
});
afterAll(() => database.close());

const placeOf = (text: string | null) => (text === null ? null : (places.get(text) ?? null));
const instants = fc.integer({ min: -5, max: 405 }).map((n) => at(n).toISOString());
const days = fc.integer({ min: -2, max: 120 }).map((n) => new Date(start + n * 24 * hour).toISOString().slice(0, 10));
const dates = fc.oneof(instants, days);
const text = fc.oneof(wildcardWord, fc.constantFrom('Driver', 'CITY', 'r', 'r ', 'nothing of that'));

const fields: OracleFields<Job> = {
  title: { kind: 'text', getValue: (row) => row.title, values: text },
  status: { kind: 'enum', getValue: (row) => row.status, values: fc.constantFrom(...jobStatuses) },
  job_type: { kind: 'enum', getValue: (row) => row.jobType, values: fc.constantFrom('tanker', 'bus', 'dryVan') },
  cdl_class: { kind: 'enum', getValue: requiredClass, values: fc.constantFrom(...codes(requiredCdlClasses)) },
  city: { kind: 'text', getValue: (row) => row.city, values: text },
  state: { kind: 'text', getValue: (row) => row.state, values: fc.constantFrom('NE', 'ne', 'Tx', 'zz', 'e') },
  requisite_number: { kind: 'text', getValue: (row) => row.requisiteNumber, values: text },
  posting_date: { kind: 'date', getValue: (row) => row.postingDate, values: dates },
  expiration_date: { kind: 'date', getValue: (row) => row.expirationDate, values: dates },
  next_billing_date: { kind: 'date', getValue: (row) => row.nextBillingDate, values: dates },
  auto_renew: { kind: 'flag', getValue: (row) => row.autoRenew, values: fc.boolean() },
  created_at: { kind: 'date', getValue: (row) => row.createdAt, values: dates },
  boost_active: {
    kind: 'flag',
    getValue: (row) => row.status === 'POSTED' && row.boostUntil !== null && row.boostUntil > new Date(),
    values: fc.boolean(),
  },
  renewal_failing: {
    kind: 'flag',
    getValue: (row) => row.status === 'POSTED' && row.autoRenew && row.renewalFailures > 0 && row.nextBillingDate !== null,
    values: fc.boolean(),
  },
};

const keys: SortKeys<Job> = {
  title: (row) => placeOf(row.searchTitle),
  status: (row) => placeOf(row.status),
  city: (row) => placeOf(row.searchCity),
  state: (row) => placeOf(row.state),
  requisite_number: (row) => placeOf(row.requisiteNumber),
  next_billing_date: (row) => row.nextBillingDate?.getTime() ?? null,
  created_at: (row) => row.createdAt.getTime(),
};

test('the oracle knows every field of the list except tags, which are not in the row', () => {
  expect([...Object.keys(fields), 'tag'].toSorted()).toEqual(Object.keys(jobListFields).toSorted());
});

test('any filter in any order', { timeout: 120_000 }, async () => {
  const read = (search: Search & Page) => listJobs(database.db, everyone, search);
  await expect(checkPages(fields, keys, rows, read)).resolves.toBeUndefined();
});

test('words and a company beside the filters', async () => {
  const filters = { or: ['equals', 'not_ilike'].map((operator) => ({ field: 'state', operator, value: 'NE' })) };
  const [companyId] = companyIds;
  for (const query of ['driver', '%', 'nowhere']) {
    const fits = (row: Job) =>
      row.companyId === companyId && row.title.toLowerCase().includes(query) && matchesFilter(fields, row, filters);
    const { items, pagination } = await listJobs(database.db, everyone, { companyId, query, filters, offset: 0, limit: 100 });
    expect(pagination.total).toBe(rows.filter(fits).length);
    expect(items.map(({ id }) => id)).toEqual(
      rows
        .filter(fits)
        .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1))
        .slice(0, 100)
        .map(({ id }) => id),
    );
  }
});
