import type { Sql } from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { roles } from '#shared/access.ts';
import type { Order } from '#shared/list.ts';
import { listAdmins } from '#server/admin/admin-query.ts';
import { listApplicantUsers } from '#server/admin/applicant-list.ts';
import { listSentApplications } from '#server/admin/sent-applications.ts';
import { listEmployees } from '#server/company/employee-list.ts';
import type { OpenDatabase } from '#server/db/open.ts';
import { makeCompany, makeEmployee, makeUser } from '#server/demo/builders.ts';
import { generate } from '#server/demo/generate.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { openTestDatabase } from '#tests/helpers/database.ts';

/** Every statement of the lists of people on 20,000 drivers is explained; none may read a whole big table. */
type Node = { 'Node Type': string; 'Relation Name'?: string; Plans?: Node[] };
type Seen = { text: string; parameters: unknown[] };

let database: OpenDatabase;
let seen: Seen[] = [];
let companyId: string;
let driverId: string;

const big = ['users', 'drivers', 'applications'];
const page = { offset: 0, limit: 25 };

beforeAll(async () => {
  database = await openTestDatabase({ onStatement: (text, parameters) => seen.push({ text, parameters }) });
  const { db, sql } = database;
  await generate(db, { companies: 50, jobs: 500, drivers: 20_000, applications: 40_000 });
  const company = await makeCompany(db);
  companyId = company.id;
  for (let n = 0; n < 5; n += 1) await makeEmployee(db, companyId, { roles: [roles.companyUser] });
  for (const role of [roles.superAdmin, roles.admin, roles.newsAdmin]) await makeUser(db, { roles: [role] });
  await sql`vacuum analyze`;
  const [row] = await sql<{ driver_id: string }[]>`select driver_id from applications limit 1`;
  driverId = row?.driver_id ?? '';
}, 120_000);
afterAll(() => database.close());

async function wholeReads(work: () => Promise<unknown>): Promise<string[]> {
  seen = [];
  await work();
  const statements = seen;
  expect(statements.length).toBeGreaterThan(0);
  const plans = await Promise.all(statements.map((statement) => planOf(database.sql, statement)));
  return plans.flatMap(readers);
}

async function planOf(sql: Sql, { text, parameters }: Seen): Promise<Node> {
  const [row] = await sql.unsafe<{ 'QUERY PLAN': { Plan: Node }[] }[]>(`explain (format json) ${text}`, parameters as never, {
    prepare: false,
  });
  const plan = row?.['QUERY PLAN'][0]?.Plan;
  if (!plan) throw new Error(`No plan for ${text}`);
  return plan;
}

function readers(node: Node): string[] {
  const relation = node['Relation Name'] ?? '';
  const isWhole = node['Node Type'].endsWith('Seq Scan') && big.includes(relation);
  return [...(isWhole ? [relation] : []), ...(node.Plans ?? []).flatMap(readers)];
}

const filters = (field: string, operator: string, value: string | string[] | number) => ({ and: [{ field, operator, value }] });
const orders = (field: string, direction: 'asc' | 'desc' = 'asc'): Order[] => [{ field, direction }];

test.for<[string, Partial<Parameters<typeof listApplicantUsers>[1]>]>([
  ['newest first', {}],
  ['deep in the list', { offset: 9_000 }],
  ['by name', { orders: orders('full_name') }],
  ['by name, from the end', { orders: orders('full_name', 'desc') }],
  ['by address', { orders: orders('email') }],
  ['by number of applications', { orders: orders('applications', 'desc') }],
  ['by city', { orders: orders('city') }],
  ['whose name holds a text', { filters: filters('full_name', 'ilike', 'ivanov') }],
  ['whose address holds a text', { filters: filters('email', 'ilike', 'driver-0-777') }],
  ['of a city', { filters: filters('city', 'equals', 'Omaha') }],
  ['of a state', { filters: filters('state', 'in', ['NE', 'TX']) }],
  ['whose city does not hold a text', { filters: filters('city', 'not_ilike', 'om') }],
  ['created between', { filters: filters('created_at', 'between', ['2026-01-01', '2026-02-01']) }],
  ['with many applications', { filters: filters('applications', 'greater_than', 3) }],
])('applicants %s', async ([, input]) => {
  expect(await wholeReads(() => listApplicantUsers(database.db, { ...page, ...input }))).toEqual([]);
});

test.for<[string, Partial<Parameters<typeof listAdmins>[1]>]>([
  ['oldest first', {}],
  ['by name', { orders: orders('full_name') }],
  ['whose name holds a text', { filters: filters('full_name', 'ilike', 'whit') }],
  ['of a role', { filters: filters('role', 'equals', roles.newsAdmin) }],
])('admins %s', async ([, input]) => {
  expect(await wholeReads(() => listAdmins(database.db, { ...page, ...input }))).toEqual([]);
});

test.for<[string, Partial<Parameters<typeof listEmployees>[2]>]>([
  ['newest first', {}],
  ['by name', { orders: orders('full_name') }],
  ['whose address holds a text', { filters: filters('email', 'ilike', 'user-') }],
])('employees %s', async ([, input]) => {
  const scope = { companyId } as CompanyScope;
  expect(await wholeReads(() => listEmployees(database.db, scope, { ...page, ...input }))).toEqual([]);
});

test('what a driver sent', async () => {
  expect(await wholeReads(() => listSentApplications(database.db, { ...page, id: driverId }))).toEqual([]);
});
