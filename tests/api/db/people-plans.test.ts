import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAdmins } from '#server/admin/admin-query.ts';
import { listApplicantUsers, listSentApplications } from '#server/admin/applicant-list.ts';
import { listEmployees } from '#server/company/employee-list.ts';
import { makeCompany, makeEmployee, makeUser } from '#server/demo/builders.ts';
import { generate } from '#server/demo/generate.ts';
import { roles } from '#shared/access/access.ts';
import {
  makeFilter,
  openRecordingDatabase,
  makeOrders,
  makeScope,
  type RecordingDatabase,
  createFullScanFinder,
} from '#tests/helpers/query-plans.ts';

/** Explains every statement of the lists of people with 20,000 drivers. As they open, none may read a whole large table. */

let database: RecordingDatabase;
let companyId: string;
let driverId: string;

const fullTableScans = createFullScanFinder(() => database, ['users', 'drivers', 'applications']);
const page = { offset: 0, limit: 25 };

beforeAll(async () => {
  database = await openRecordingDatabase();
  const { db, sql } = database;
  // A third of the drivers never applied. Otherwise the planner would rather read the table.
  await generate(db, { companies: 50, jobs: 500, drivers: 30_000, applications: 20_000 });
  const company = await makeCompany(db);
  companyId = company.id;
  for (let n = 0; n < 5; n += 1) await makeEmployee(db, companyId, { roles: [roles.companyUser] });
  for (const role of [roles.superAdmin, roles.admin, roles.newsAdmin]) await makeUser(db, { roles: [role] });
  await sql`vacuum analyze`;
  const [row] = await sql<{ driver_id: string }[]>`select driver_id from applications limit 1`;
  driverId = row?.driver_id ?? '';
}, 120_000);
afterAll(() => database.close());

test.for<[string, Partial<Parameters<typeof listApplicantUsers>[1]>]>([
  ['newest first', {}],
  ['whose name contains a text', { filters: makeFilter('full_name', 'ilike', 'ivanov') }],
  ['whose email contains a text', { filters: makeFilter('email', 'ilike', 'driver-0-777') }],
])('applicants %s', async ([, input]) => {
  expect(await fullTableScans(() => listApplicantUsers(database.db, { ...page, ...input }))).toEqual([]);
});

test.for<[string, Partial<Parameters<typeof listAdmins>[1]>]>([
  ['oldest first', {}],
  ['by name', { orders: makeOrders('full_name') }],
  ['whose name holds a text', { filters: makeFilter('full_name', 'ilike', 'whit') }],
  ['of a role', { filters: makeFilter('role', 'equals', roles.newsAdmin) }],
])('admins %s', async ([, input]) => {
  expect(await fullTableScans(() => listAdmins(database.db, { ...page, ...input }))).toEqual([]);
});

test.for<[string, Partial<Parameters<typeof listEmployees>[2]>]>([
  ['newest first', {}],
  ['by name', { orders: makeOrders('full_name') }],
  ['whose address holds a text', { filters: makeFilter('email', 'ilike', 'user-') }],
])('employees %s', async ([, input]) => {
  expect(await fullTableScans(() => listEmployees(database.db, makeScope(companyId), { ...page, ...input }))).toEqual([]);
});

test('what a driver sent', async () => {
  expect(await fullTableScans(() => listSentApplications(database.db, { ...page, id: driverId }))).toEqual([]);
});
