import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { users } from '#drizzle/schema/accounts.ts';
import { companies, employees } from '#drizzle/schema/companies.ts';
import { drivers } from '#drizzle/schema/drivers.ts';
import { listAdmins } from '#server/admin/admin-query.ts';
import { listApplicantUsers } from '#server/admin/applicant-list.ts';
import { listEmployees } from '#server/company/employee-list.ts';
import type { OpenDatabase } from '#server/db/open.ts';
import { rowOfCompany, rowOfDriver, rowOfUser, bulkInsert } from '#server/demo/builders.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { type Role, roles } from '#shared/access/access.ts';
import { adminRoles, employeeRoles } from '#shared/access/authority.ts';
import { employeeStatuses, employeeStatusOf } from '#shared/companies/employee.ts';
import type { Filter, Order, PageOf } from '#shared/lists/list.ts';
import { openTestDatabase } from '#tests/helpers/database.ts';
import {
  arbitraryCondition,
  arbitraryFilter,
  matchesFilter,
  getOperators,
  type OracleFields,
  wildcardWord,
} from '#tests/helpers/filter-oracle.ts';

/** Every field and operator of the lists of people on 400 rows, compared with their meaning. */
type Person = {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string | null;
  roles: Role[];
  status: 'Active' | 'Locked';
  createdAt: Date;
  updatedAt: Date;
  active: boolean;
  invited: boolean;
  formerRole: (typeof employeeRoles)[number] | null;
  city: string | null;
  state: string | null;
  applications: number;
};

const rowsOfList = 400;
const instant = fc.integer({ min: 0, max: 40 * 4 }).map((n) => new Date(Date.UTC(2026, 0, 1) + n * 6 * 60 * 60 * 1000));
const time = fc.oneof(
  instant.map((at) => at.toISOString()),
  instant.map((at) => at.toISOString().slice(0, 10)),
);
const person = fc.record({
  firstName: wildcardWord,
  lastName: wildcardWord,
  phone: fc.option(wildcardWord),
  status: fc.constantFrom('Active' as const, 'Locked' as const),
  createdAt: instant,
  updatedAt: instant,
  active: fc.boolean(),
  invited: fc.boolean(),
  role: fc.nat(),
  city: fc.option(wildcardWord),
  state: fc.option(fc.constantFrom('TX', 'NE', 'tx', "O'K", '%')),
  applications: fc.integer({ min: 1, max: 6 }),
  mailbox: wildcardWord,
});

let database: OpenDatabase;
const people: Record<'employees' | 'admins' | 'applicants', Person[]> = { employees: [], admins: [], applicants: [] };
const company = rowOfCompany();
const other = rowOfCompany();

function peopleWith(seed: number, count: number, rolesOf: (n: number) => Role[]): Person[] {
  return fc.sample(person, { numRuns: count, seed }).map(({ role, mailbox, ...one }, n) => {
    const row = rowOfUser();
    return { ...row, ...one, email: `${mailbox}${n}@${seed}.example`, roles: rolesOf(role), formerRole: null };
  });
}

const rowOf = ({ active: _a, invited, formerRole: _f, city: _c, state: _s, applications: _n, ...user }: Person) =>
  rowOfUser({ ...user, passwordHash: invited ? null : 'a hash', emailVerifiedAt: invited ? null : new Date() });

beforeAll(async () => {
  database = await openTestDatabase();
  const { db } = database;
  people.employees = peopleWith(1, rowsOfList, (n) => [employeeRoles[n % 2]!]).map((one, n) => {
    if (one.active) return one;
    const formerRole = employeeRoles[n % 2]!;
    return { ...one, formerRole, roles: n % 3 === 0 ? [roles.driver] : [] };
  });
  const otherPeople = peopleWith(2, 60, () => [roles.companyUser]);
  people.admins = peopleWith(3, rowsOfList, (n) => [
    adminRoles[n % adminRoles.length]!,
    ...(n % 5 === 0 ? [roles.adsAdmin, roles.driver] : []),
  ]);
  people.applicants = peopleWith(4, rowsOfList, () => [roles.driver]);
  const unmatchedDrivers = peopleWith(5, 60, () => [roles.driver]);
  await bulkInsert(db, companies, [company, other]);
  await bulkInsert(
    db,
    users,
    [...people.employees, ...otherPeople, ...people.admins, ...people.applicants, ...unmatchedDrivers].map(rowOf),
  );
  const employeeRowOf = (companyId: string) => (one: Person) => ({
    userId: one.id,
    companyId,
    active: one.active,
    formerRole: one.formerRole,
    createdAt: one.createdAt,
  });
  await bulkInsert(db, employees, [
    ...people.employees.map(employeeRowOf(company.id)),
    ...otherPeople.map(employeeRowOf(other.id)),
  ]);
  const drives = (one: Person, applicationCount: number) =>
    rowOfDriver(one.id, { city: one.city, state: one.state, createdAt: one.createdAt, applicationCount });
  await bulkInsert(db, drivers, [
    ...people.applicants.map((one) => drives(one, one.applications)),
    ...unmatchedDrivers.map((one) => drives(one, 0)),
  ]);
}, 120_000);
afterAll(() => database.close());

const fullName = (one: Person) => `${one.firstName} ${one.lastName}`;
const employeeRoleOf = (one: Person) => one.formerRole ?? employeeRoles.find((role) => one.roles.includes(role)) ?? null;
const flag = fc.constantFrom(true, false, 'Yes', 'No', 'true', 'false');

type List = {
  rows: () => Person[];
  fields: OracleFields<Person>;
  ask: (given: ListRequest) => Promise<PageOf<{ id: string }>>;
  /** The default order of the list. */
  inOrder: (a: Person, b: Person) => number;
};
type ListRequest = { filters?: Filter; orders?: Order[]; offset: number; limit: number };

const byId = (a: Person, b: Person) => (a.id < b.id ? -1 : 1);
const oldest = (a: Person, b: Person) => a.createdAt.getTime() - b.createdAt.getTime() || byId(a, b);
const newest = (a: Person, b: Person) => oldest(b, a);
const scope = { companyId: company.id } as CompanyScope;
const textField = (getValue: (one: Person) => string | null) => ({ kind: 'text' as const, getValue, values: wildcardWord });
const address = {
  kind: 'text' as const,
  getValue: (one: Person) => one.email,
  values: fc.oneof(wildcardWord, fc.constant('a1@1.example')),
};
const created = { kind: 'date' as const, getValue: (one: Person) => one.createdAt, values: time };

const lists: Record<string, List> = {
  employees: {
    rows: () => people.employees,
    ask: (given) => listEmployees(database.db, scope, given),
    inOrder: newest,
    fields: {
      full_name: textField(fullName),
      email: address,
      phone: textField((one) => one.phone),
      role: { kind: 'enum', getValue: employeeRoleOf, values: fc.constantFrom(...employeeRoles) },
      active: { kind: 'flag', getValue: (one) => one.active, values: flag },
      status: {
        kind: 'enum',
        getValue: (one) => employeeStatusOf({ active: one.active, blocked: one.status === 'Locked', invited: one.invited }),
        values: fc.constantFrom(...employeeStatuses),
      },
      blocked: { kind: 'flag', getValue: (one) => one.status === 'Locked', values: flag },
      created_at: created,
    },
  },
  admins: {
    rows: () => people.admins,
    ask: (given) => listAdmins(database.db, given),
    inOrder: oldest,
    fields: {
      full_name: textField(fullName),
      email: address,
      role: {
        kind: 'enum',
        getValue: (one) => adminRoles.find((role) => one.roles.includes(role)) ?? null,
        values: fc.constantFrom(...adminRoles),
      },
      status: { kind: 'enum', getValue: (one) => one.status, values: fc.constantFrom('Active', 'Locked') },
      created_at: created,
      updated_at: { kind: 'date', getValue: (one) => one.updatedAt, values: time },
    },
  },
  applicants: {
    rows: () => people.applicants,
    ask: (given) => listApplicantUsers(database.db, given),
    inOrder: newest,
    fields: {
      full_name: textField(fullName),
      email: address,
      city: textField((one) => one.city),
      state: { ...textField((one) => one.state), values: fc.constantFrom('TX', 'ne', "O'K", '%', '_', '') },
      applications: { kind: 'number', getValue: (one) => one.applications, values: fc.integer({ min: 0, max: 7 }) },
      created_at: created,
    },
  },
};

const limit = 50;

async function expectSame(list: List, filters: Filter): Promise<void> {
  const { items, pagination } = await list.ask({ filters, offset: 0, limit });
  const expected = list
    .rows()
    .filter((row) => matchesFilter(list.fields, row, filters))
    .toSorted(list.inOrder);
  expect(pagination.total).toBe(expected.length);
  expect(items.map(({ id }) => id)).toEqual(expected.slice(0, limit).map(({ id }) => id));
}

describe.each(Object.entries(lists))('%s', (_name, list) => {
  const pairs = Object.entries(list.fields).flatMap(([field, of]) => getOperators(of).map((operator) => ({ field, operator })));

  test.each(pairs)('$field $operator', async ({ field, operator }) => {
    const condition = arbitraryCondition(field, operator, list.fields[field]!.values);
    await fc.assert(
      fc.asyncProperty(condition, (expected) => expectSame(list, { and: [expected] })),
      { numRuns: 12 },
    );
  });

  test('in groups of groups', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryFilter(list.fields), (expected) => expectSame(list, expected)),
      { numRuns: 80 },
    );
  });

  test.each(Object.keys(list.fields))('sorted by %s, no page overlaps and no row is left out', async (field) => {
    for (const direction of ['asc', 'desc'] as const) {
      const readIds: string[] = [];
      for (let offset = 0; offset < rowsOfList; offset += limit) {
        const { items } = await list.ask({ orders: [{ field, direction }], offset, limit });
        readIds.push(...items.map(({ id }) => id));
      }
      expect(new Set(readIds)).toEqual(new Set(list.rows().map(({ id }) => id)));
      expect(readIds).toHaveLength(rowsOfList);
      expectSorted(list, field, direction, readIds);
    }
  });

  test.each([
    [{ field: 'password_hash', operator: 'equals', value: 'x' }],
    [{ field: 'full_name', operator: 'between', value: ['a', 'b'] }],
    [{ field: 'created_at', operator: 'ilike', value: '2026' }],
    [{ field: 'constructor', operator: 'equals', value: 'x' }],
  ] as [Filter][])('refuses %j', async (expected) => {
    await expect(list.ask({ filters: expected, offset: 0, limit })).rejects.toMatchObject({ code: 'invalid' });
  });
});

/** Numbers and dates compare by value. For texts the database's collation decides. */
function expectSorted(list: List, field: string, direction: 'asc' | 'desc', ids: string[]): void {
  const { kind, getValue } = list.fields[field]!;
  if (kind !== 'date' && kind !== 'number') return;
  const rows = new Map(list.rows().map((row) => [row.id, row]));
  const values = ids.map((id) => Number(getValue(rows.get(id)!)));
  expect(values).toEqual(values.toSorted((a, b) => (direction === 'asc' ? a - b : b - a)));
}
