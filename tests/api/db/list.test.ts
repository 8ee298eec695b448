// @engine both
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { companies } from '#drizzle/schema/companies.ts';
import { rowOfCompany, bulkInsert } from '#server/demo/builders.ts';
import { AppError } from '#server/errors.ts';
import { filterSql, type ListFields, orderSql } from '#server/lists/conditions.ts';
import type { Condition, Filter } from '#shared/lists/list.ts';
import { openTestDatabase } from '#tests/helpers/database.ts';

type Database = Awaited<ReturnType<typeof openTestDatabase>>;
type Row = {
  id: string;
  companyName: string;
  phone: string | null;
  type: number;
  createdAt: Date;
  flagged: boolean;
  status: string;
};

const fields: ListFields = {
  company_name: { kind: 'text', column: companies.companyName },
  phone: { kind: 'text', column: companies.phone },
  type: { kind: 'number', column: companies.type },
  created_at: { kind: 'date', column: companies.createdAt },
  flagged: { kind: 'flag', column: companies.secondChanceCompany },
  status: { kind: 'enum', column: companies.status, values: ['Active', 'Inactive', 'Cancelled'] },
};

const alphabet = ['a', 'A', 'b', '%', '_', '\\', "'", '"', ' ', 'é'];
const word = fc.string({ unit: fc.constantFrom(...alphabet), maxLength: 4 });
const day = fc.integer({ min: 0, max: 40 }).map((n) => new Date(Date.UTC(2026, 0, 1 + n)));

let database: Database;
let rows: Row[];

beforeAll(async () => {
  database = await openTestDatabase();
  const sample = fc.sample(
    fc.record({
      companyName: word,
      phone: fc.option(word),
      type: fc.constantFrom(1, 2),
      createdAt: day,
      flagged: fc.boolean(),
      status: fc.constantFrom('Active', 'Inactive', 'Cancelled'),
    }),
    { numRuns: 400, seed: 7 },
  );
  const created = sample.map(({ flagged, status, ...rest }) => ({
    ...rowOfCompany(rest),
    secondChanceCompany: flagged,
    status: status as 'Active',
  }));
  await bulkInsert(database.db, companies, created);
  rows = created.map((row, n) => ({ ...sample[n]!, id: row.id }));
});
afterAll(() => database.close());

const valueOf = (row: Row, field: string) =>
  ({
    company_name: row.companyName,
    phone: row.phone,
    type: row.type,
    created_at: row.createdAt.getTime(),
    flagged: row.flagged,
    status: row.status,
  })[field] ?? null;
const same = (a: unknown, b: unknown) =>
  typeof a === 'string' && typeof b === 'string' ? a.toLowerCase() === b.toLowerCase() : a === b;

/** The meaning of the filter without SQL. */
function matches(row: Row, filter: Filter): boolean {
  if ('and' in filter) return filter.and.every((part) => matches(row, part));
  if ('or' in filter) return filter.or.length === 0 || filter.or.some((part) => matches(row, part));
  const has = valueOf(row, filter.field);
  const expectedValues = (Array.isArray(filter.value) ? filter.value : [filter.value]).map((value) =>
    filter.field === 'created_at' && value !== null ? Date.parse(String(value)) : value,
  );
  const text = String(has ?? '').toLowerCase();
  switch (filter.operator) {
    case 'equals':
      return filter.value === null ? has === null : has !== null && same(has, expectedValues[0]);
    case 'ilike':
      return filter.value === '' || (has !== null && text.includes(String(expectedValues[0]).toLowerCase()));
    case 'not_ilike':
      return has === null || !text.includes(String(expectedValues[0]).toLowerCase());
    case 'greater_than':
      return has !== null && Number(has) > Number(expectedValues[0]);
    case 'less_than':
      return has !== null && Number(has) < Number(expectedValues[0]);
    case 'between':
      return (
        (expectedValues[0] === null || Number(has) >= Number(expectedValues[0])) &&
        (expectedValues[1] === null || Number(has) <= Number(expectedValues[1]))
      );
    default:
      return has !== null && expectedValues.some((value) => same(has, value));
  }
}

const iso = day.map((date) => date.toISOString());
const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({
    field: fc.constantFrom('company_name', 'phone'),
    operator: fc.constantFrom('equals', 'ilike', 'not_ilike'),
    value: word,
  }),
  fc.record({
    field: fc.constantFrom('company_name', 'phone'),
    operator: fc.constant('in'),
    value: fc.array(word, { maxLength: 3 }),
  }),
  fc.record({
    field: fc.constant('type'),
    operator: fc.constantFrom('equals', 'greater_than', 'less_than'),
    value: fc.constantFrom(0, 1, 2, 3),
  }),
  fc.record({ field: fc.constant('created_at'), operator: fc.constantFrom('equals', 'greater_than', 'less_than'), value: iso }),
  fc.record({
    field: fc.constant('created_at'),
    operator: fc.constant('between'),
    value: fc.tuple(fc.option(iso), fc.option(iso)).map((pair) => [...pair]),
  }),
  fc.record({ field: fc.constant('flagged'), operator: fc.constant('equals'), value: fc.boolean() }),
  fc.record({
    field: fc.constant('status'),
    operator: fc.constant('in'),
    value: fc.subarray(['Active', 'Inactive', 'Cancelled']),
  }),
);
const group = (inner: fc.Arbitrary<Filter>): fc.Arbitrary<Filter> =>
  fc.oneof(
    fc.array(inner, { maxLength: 3 }).map((and) => ({ and })),
    fc.array(inner, { maxLength: 3 }).map((or) => ({ or })),
  );
const filter: fc.Arbitrary<Filter> = fc.oneof(condition, group(condition), group(fc.oneof(condition, group(condition))));

test('every filter means the same in SQL as in JavaScript', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(filter, async (expectedRows) => {
      const found = await database.db.select({ id: companies.id }).from(companies).where(filterSql(fields, expectedRows));
      const expected = rows.filter((row) => matches(row, expectedRows)).map((row) => row.id);
      expect(found.map((row) => row.id).toSorted()).toEqual(expected.toSorted());
    }),
    { numRuns: 400 },
  );
});

test('pages of any order neither overlap nor leave a row out', async () => {
  const order = orderSql(fields, [{ field: 'status', direction: 'desc' }], companies.id);
  const readIds = new Set<string>();
  for (let offset = 0; offset < rows.length; offset += 37) {
    const page = await database.db.select({ id: companies.id }).from(companies).orderBy(order).limit(37).offset(offset);
    for (const { id } of page) readIds.add(id);
  }
  expect(readIds.size).toBe(rows.length);
});

test.each<[Filter, string]>([
  [{ field: 'password_hash', operator: 'equals', value: 'x' }, 'password_hash'],
  [{ field: '__proto__', operator: 'equals', value: 'x' }, '__proto__'],
  [{ field: 'type', operator: 'ilike', value: '1' }, 'ilike'],
  [{ field: 'type', operator: 'equals', value: 'one' }, 'type'],
  [{ field: 'created_at', operator: 'between', value: ['2026-01-01'] }, 'between'],
  [{ field: 'created_at', operator: 'greater_than', value: 'yesterday' }, 'created_at'],
  [{ field: 'created_at', operator: 'less_than', value: '2026-02-30' }, 'created_at'],
  [{ field: 'created_at', operator: 'between', value: ['2026-11-31T00:00:00Z', null] }, 'created_at'],
  [{ field: 'status', operator: 'equals', value: 'Gone' }, 'status'],
  [{ field: 'company_name', operator: 'in', value: 'a' }, 'list of values for “in”'],
  [{ and: [{ or: [{ and: [{ or: [{ field: 'type', operator: 'equals', value: 1 }] }] }] }] }, 'deep'],
])('%j is refused with words', (expected, words) => {
  expect(() => filterSql(fields, expected)).toThrow(AppError);
  expect(() => filterSql(fields, expected)).toThrow(new RegExp(words));
});

test('a field that cannot be sorted by is refused', () => {
  expect(() => orderSql(fields, [{ field: 'secret', direction: 'asc' }], companies.id)).toThrow(/secret/);
});
