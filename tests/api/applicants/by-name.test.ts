import { afterAll, beforeAll, expect, test } from 'vitest';
import { applications } from '#drizzle/schema/drivers.ts';
import { listApplicants } from '#server/applicants/list-query.ts';
import { makeCompany, makeJob, rowOfApplication, rowOfDriver, rowOfUser } from '#server/demo/builders.ts';
import { bulkInsert } from '#server/demo/bulk.ts';
import { openTestDatabase } from '#tests/helpers/database.ts';
import { scopeOf } from '#tests/helpers/query-plans.ts';

/** Names that fewer and more applicants have than are sorted in the read that finds them. */
const many = 3_000;
let database: Awaited<ReturnType<typeof openTestDatabase>>;
let rows: ReturnType<typeof rowOfApplication>[];
let jobId: string;

beforeAll(async () => {
  database = await openTestDatabase();
  const { db } = database;
  const company = await makeCompany(db);
  const [job, beside] = [await makeJob(db, company.id), await makeJob(db, company.id)];
  jobId = job.id;
  const user = rowOfUser();
  const applicant = { ...user, profile: rowOfDriver(user.id) };
  const made = Array.from({ length: many }, (_, n) =>
    rowOfApplication(n % 50 === 0 ? beside : job, applicant, {
      driverId: null,
      firstName: n % 7 === 0 ? 'Bo' : 'ANNE',
      lastName: `Of-${n}`,
      distance: n % 3 === 0 ? null : (n * 37) % 1000,
      withdrawnAt: n % 90 === 1 ? new Date() : null,
    }),
  );
  await bulkInsert(db, applications, made);
  rows = made.filter((row) => row.jobId === jobId && !row.withdrawnAt);
}, 60_000);
afterAll(() => database.close());

const farthest = (a: (typeof rows)[number], b: (typeof rows)[number]) =>
  (b.distance ?? -1) - (a.distance ?? -1) || ((a.id ?? '') < (b.id ?? '') ? 1 : -1);

test.each([
  ['ilike', 'ann', 0],
  ['ilike', 'ann', 2_400],
  ['ilike', 'BO', 40],
  ['ilike', '99', 0],
  ['ilike', 'nobody', 0],
  ['equals', 'bo of-77', 0],
  ['in', 'Anne Of-8', 0],
])('%s "%s" from %i: how many there are, and who is on the page', async (operator, value, offset) => {
  const filters = { and: [{ field: 'applicant', operator, value: operator === 'in' ? [value] : value }] };
  const orders = [{ field: 'distance', direction: 'desc' as const }];
  const asked = { id: jobId, filters, orders, offset, limit: 50 };
  const { items, pagination } = await listApplicants(database.db, scopeOf(null), asked);
  const named = rows.filter(({ firstName, lastName }) => {
    const name = `${firstName} ${lastName}`.toLowerCase();
    return operator === 'ilike' ? name.includes(value.toLowerCase()) : name === value.toLowerCase();
  });
  const page = named.toSorted(farthest).slice(offset, offset + 50);
  expect(items.map(({ id }) => id)).toEqual(page.map(({ id }) => id));
  expect(pagination.total).toBe(named.length);
});
