import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditLog } from '#drizzle/schema/accounts.ts';
import { newId } from '#drizzle/schema/columns.ts';
import { makeCompany, makeEmployee, makeUser, bulkInsert } from '#server/demo/builders.ts';
import { roles } from '#shared/access/access.ts';
import { foldText } from '#shared/fold-text.ts';
import { type Caller, startTestApp, type TestApp } from '#tests/helpers/app.ts';
import {
  arbitraryCondition,
  arbitraryFilter,
  matchesFilter,
  type OracleFields,
  getOperators,
  wildcardWord,
} from '#tests/helpers/filter-oracle.ts';

/** Every filter and operator of the audit search and a company's log on 2,000 rows, compared with their meaning. */
let t: TestApp;
let admin: Caller;
let owner: Caller;
let rows: Row[];
let mine: string;
let people: { id: string; name: string }[];
let carriers: { id: string; name: string }[];

type Row = {
  id: string;
  at: Date;
  actorId: string | null;
  impersonatedId: string | null;
  companyId: string | null;
  action: string;
  subjectType: string | null;
  subjectId: string | null;
  ip: string;
};

const start = Date.parse('2026-01-01T00:00:00Z');
const hour = 60 * 60 * 1000;
const actions = ['company.update', 'job.close', "it''s.odd", '100%.a_b', 'job.edit_addons'];
const subjects = ['company', 'job', 'user', null];
const ids = ['a%b', 'A_b', "o'x", 'plain', null];

beforeAll(async () => {
  t = await startTestApp();
  const { db } = t.services;
  const company = await makeCompany(db, { companyName: 'Aa%b Freight' });
  const other = await makeCompany(db, { companyName: "O'Neil_b Lines" });
  const companyAdmin = await makeEmployee(db, company.id, { firstName: "Ab'", lastName: 'Aé%b' });
  const second = await makeUser(db, { firstName: 'Bb_a', lastName: 'Cc' });
  const staff = await makeUser(db, { firstName: 'Ada', lastName: 'Admin', roles: [roles.superAdmin] });
  mine = company.id;
  const nameOf = (user: { id: string; firstName: string; lastName: string }) => ({
    id: user.id,
    name: `${user.firstName} ${user.lastName}`,
  });
  people = [companyAdmin, second, staff].map(nameOf);
  carriers = [company, other].map(({ id, companyName }) => ({ id, name: companyName }));
  const pick = <T>(list: readonly T[], n: number) => list[n % list.length] as T;
  rows = Array.from({ length: 600 }, (_, n) => ({
    id: newId(),
    at: new Date(start + (n % 500) * 5 * hour),
    actorId: n % 11 === 0 ? null : pick(people, n).id,
    impersonatedId: n % 6 === 0 ? pick(people, n + 1).id : null,
    companyId: pick([company.id, other.id, null], n),
    action: pick(actions, n * 3 + (n % 7)),
    subjectType: pick(subjects, n + (n % 3)),
    subjectId: pick(ids, n + (n % 4)),
    ip: '192.0.2.1',
  }));
  await bulkInsert(db, auditLog, rows);
  admin = await t.createCallerFor(staff);
  owner = await t.createCallerFor(companyAdmin);
});
afterAll(() => t.close());

const nameById = (list: () => { id: string; name: string }[], id: string | null) =>
  list().find((one) => one.id === id)?.name ?? null;
const lazyId = (list: () => { id: string }[]) => fc.nat(5).map((n) => list()[n]?.id ?? (n === 4 ? 'no id' : newId()));
const instants = fc.integer({ min: -5, max: 505 }).map((n) => new Date(start + n * 5 * hour).toISOString());
const days = fc.integer({ min: -2, max: 110 }).map((n) => new Date(start + n * 24 * hour).toISOString().slice(0, 10));

const fields: OracleFields<Row> = {
  at: { kind: 'date', timeZone: 'US/Central', getValue: (row) => row.at, values: fc.oneof(instants, days) },
  action: {
    kind: 'text',
    getValue: (row) => row.action,
    values: fc.oneof(fc.constantFrom(...actions, 'JOB.CLOSE', '%', '_', "''"), wildcardWord),
  },
  actor_id: { kind: 'enum', getValue: (row) => row.actorId, values: lazyId(() => people) },
  impersonated_id: { kind: 'enum', getValue: (row) => row.impersonatedId, values: lazyId(() => people) },
  company_id: { kind: 'enum', getValue: (row) => row.companyId, values: lazyId(() => carriers) },
  actor: { kind: 'text', getValue: (row) => nameById(() => people, row.actorId), values: wildcardWord },
  impersonated: { kind: 'text', getValue: (row) => nameById(() => people, row.impersonatedId), values: wildcardWord },
  company: { kind: 'text', getValue: (row) => nameById(() => carriers, row.companyId), values: wildcardWord },
  is_impersonation: {
    kind: 'flag',
    getValue: (row) => row.impersonatedId !== null,
    values: fc.constantFrom(true, false, 'Yes', 'No'),
  },
};

async function found(search: Caller['audit']['search'], filters: object): Promise<{ ids: string[]; total: number }> {
  const ids: string[] = [];
  for (let offset = 0; ; offset += 100) {
    const { items, pagination } = await search({ filters: filters, offset, limit: 100 });
    ids.push(...items.map(({ id }) => id));
    if (ids.length >= pagination.total || offset > 400) return { ids, total: pagination.total };
  }
}

const newestFirst = (list: Row[]) =>
  list.toSorted((a, b) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1)).map(({ id }) => id);

test('the audit search finds what a filter says, newest first', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryFilter(fields), async (filters) => {
      const expected = newestFirst(rows.filter((row) => matchesFilter(fields, row, filters)));
      const { ids: got, total } = await found(admin.audit.search, filters);
      expect(total, JSON.stringify(filters)).toBe(expected.length);
      expect(got).toEqual(expected.slice(0, got.length));
    }),
    { numRuns: 100 },
  );
});

test('a company’s log is the same search within the company', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryFilter(fields), async (filters) => {
      const expected = newestFirst(rows.filter((row) => row.companyId === mine && matchesFilter(fields, row, filters)));
      const { ids: got, total } = await found(owner.companies.log, filters);
      expect(total, JSON.stringify(filters)).toBe(expected.length);
      expect(got).toEqual(expected.slice(0, got.length));
    }),
    { numRuns: 50 },
  );
});

/** A subject is its type, its id, or both as `type:id`. */
test('subjects go by type, by id, or by both', async () => {
  const subjectValues = fc.oneof(
    fc.constantFrom('company', 'JOB', 'plain', 'job:plain', ':', 'a%b', 'A_B', "o'x", '%', '_'),
    wildcardWord,
  );
  const condition = fc.oneof(
    ...getOperators({ kind: 'text' }).map((operator) => arbitraryCondition('subject', operator, subjectValues)),
  );
  const means = (row: Row, { operator, value }: { operator: string; value: unknown }): boolean => {
    const [type, id] = [row.subjectType, row.subjectId];
    const subject = `${type ?? ''}:${id ?? ''}`.toLowerCase();
    const is = (word: unknown) => [type?.toLowerCase(), id?.toLowerCase(), subject].includes(String(word).toLowerCase());
    if (operator === 'equals') return value === null ? type === null : is(value);
    if (operator === 'not_equals') return value === null ? type !== null : !is(value);
    if (operator === 'in') return (value as unknown[]).some(is);
    const has = value === '' || foldText(subject).includes(foldText(String(value)));
    return operator === 'ilike' ? has : !has;
  };
  await fc.assert(
    fc.asyncProperty(condition, async (one) => {
      const { total } = await found(admin.audit.search, one);
      expect(total, JSON.stringify(one)).toBe(rows.filter((row) => means(row, one)).length);
    }),
    { numRuns: 80 },
  );
});
