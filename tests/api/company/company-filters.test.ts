import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { companies } from '#drizzle/schema/companies.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { makeUser, rowOfCompany, rowOfJob, bulkInsert } from '#server/demo/builders.ts';
import { roles } from '#shared/access/access.ts';
import { type Caller, startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { arbitraryFilter, matchesFilter, type OracleFields, wildcardWord } from '#tests/helpers/filter-oracle.ts';

/** Every filter and operator of the company list on 2,000 companies, compared with their meaning. */
let t: TestApp;
let api: Caller;
let rows: Row[];

type Row = {
  id: string;
  companyName: string;
  type: number;
  billingType: 'card' | 'invoice';
  status: 'Active' | 'Inactive' | 'Cancelled';
  phone: string | null;
  createdAt: Date;
  total: number;
  active: number;
};

const start = Date.parse('2026-01-01T00:00:00Z');
const hour = 60 * 60 * 1000;
const [names] = fc.sample(fc.array(fc.tuple(wildcardWord, wildcardWord), { minLength: 2000, maxLength: 2000 }), {
  numRuns: 1,
  seed: 4,
});

beforeAll(async () => {
  t = await startTestApp();
  const { db } = t.services;
  const created = (names ?? []).map(([one, two], n) =>
    rowOfCompany({
      companyName: `${one}Co ${two}`,
      type: n % 3 === 0 ? 1 : 2,
      billingType: n % 4 === 0 ? 'invoice' : 'card',
      status: (['Active', 'Inactive', 'Cancelled'] as const)[n % 7 === 0 ? 2 : n % 2],
      phone: n % 5 === 0 ? null : `40255501${String(n % 100).padStart(2, '0')}`,
      createdAt: new Date(start + (n % 400) * 7 * hour),
    }),
  );
  await bulkInsert(db, companies, created);
  const vacancies = created.flatMap((company, n) =>
    Array.from({ length: n % 4 }, (_, k) => rowOfJob(company.id, { status: k % 2 === 0 ? 'POSTED' : 'CLOSED' })),
  );
  await bulkInsert(db, jobs, vacancies);
  rows = created.map((company, n) => ({
    ...(company as Omit<Row, 'total' | 'active'>),
    total: n % 4,
    active: Math.ceil((n % 4) / 2),
  }));
  api = await t.createCallerFor(await makeUser(db, { roles: [roles.admin] }));
});
afterAll(() => t.close());

const instants = fc.integer({ min: -5, max: 405 }).map((n) => new Date(start + n * 7 * hour).toISOString());
const days = fc.integer({ min: -2, max: 120 }).map((n) => new Date(start + n * 24 * hour).toISOString().slice(0, 10));

const fields: OracleFields<Row> = {
  company_name: { kind: 'text', getValue: (row) => row.companyName, values: wildcardWord },
  type: { kind: 'enum', getValue: (row) => row.type, values: fc.constantFrom(1, 2, '1', '2') },
  billing_type: { kind: 'enum', getValue: (row) => row.billingType, values: fc.constantFrom('card', 'invoice') },
  status: { kind: 'enum', getValue: (row) => row.status, values: fc.constantFrom('Active', 'Inactive', 'Cancelled') },
  phone: { kind: 'text', getValue: (row) => row.phone, values: fc.constantFrom('4025550101', '0101', '%', '_', "'", '40') },
  created_at: { kind: 'date', timeZone: 'US/Central', getValue: (row) => row.createdAt, values: fc.oneof(instants, days) },
  total_jobs: { kind: 'number', getValue: (row) => row.total, values: fc.integer({ min: -1, max: 4 }) },
  total_active_jobs: { kind: 'number', getValue: (row) => row.active, values: fc.integer({ min: -1, max: 4 }) },
};

const keys: Record<string, (row: Row) => string | number> = {
  type: (row) => row.type,
  created_at: (row) => row.createdAt.getTime(),
  total_jobs: (row) => row.total,
  total_active_jobs: (row) => row.active,
};

test('any filter finds what it says, no more and no less, in the order asked for', async () => {
  const order = fc.record({
    field: fc.constantFrom(...Object.keys(keys)),
    direction: fc.constantFrom('asc' as const, 'desc' as const),
  });
  await fc.assert(
    fc.asyncProperty(arbitraryFilter(fields), order, fc.nat(300), async (filters, { field, direction }, offset) => {
      const expected = rows.filter((row) => matchesFilter(fields, row, filters));
      const { items, pagination } = await api.company.search({ filters, orders: [{ field, direction }], offset, limit: 100 });
      expect(pagination.total, JSON.stringify(filters)).toBe(expected.length);
      const sign = direction === 'asc' ? 1 : -1;
      const key = keys[field] ?? (() => 0);
      const sorted = expected.toSorted((a, b) => {
        const [x, y] = [key(a), key(b)];
        return sign * (x < y ? -1 : x > y ? 1 : a.id < b.id ? -1 : 1);
      });
      expect(items.map(({ id }) => id)).toEqual(sorted.slice(offset, offset + 100).map(({ id }) => id));
      for (const { id, totalJobs, totalActiveJobs } of items) {
        const row = expected.find((one) => one.id === id);
        expect([totalJobs, totalActiveJobs]).toEqual([row?.total, row?.active]);
      }
    }),
    { numRuns: 300 },
  );
});
