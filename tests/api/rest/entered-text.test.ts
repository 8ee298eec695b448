// @engine both
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { users } from '#drizzle/schema/accounts.ts';
import { applications } from '#drizzle/schema/drivers.ts';
import { makeCompany, makeDriver, makeEmployee, makeJob, makeUser, rowOfApplication } from '#server/demo/builders.ts';
import { roles } from '#shared/access/access.ts';
import { type Caller, startTestApp, type TestApp } from '#tests/helpers/app.ts';

/** How text is stored and compared (`docs/product/rest.md#text`). */

let t: TestApp;
let employer: Caller;
let adminToken: string;
let employerToken: string;
let employeeId: string;
let jobId: string;

/** Names as stored, in the order of lists, with one way to type each of them. */
const people = [
  { firstName: 'adam', lastName: 'Brown', typed: 'ADAM' },
  { firstName: 'Álvaro', lastName: 'Cruz', typed: 'alvaro' },
  { firstName: 'Alvin', lastName: 'Dent', typed: 'alv\u00efn' },
  { firstName: 'Bob', lastName: 'Mun\u0303oz', typed: 'bob muñoz' },
  { firstName: 'Carl', lastName: 'Muñoz', typed: 'carl munoz' },
  { firstName: 'Jean–Luc', lastName: 'Long', typed: 'jean-luc' },
  { firstName: 'Jean-Mark', lastName: 'Long', typed: 'jean‑mark' },
  { firstName: 'José', lastName: 'Ibáñez', typed: 'jose iban\u0303ez' },
  { firstName: 'Łukasz', lastName: 'Nowak', typed: 'lukasz' },
  { firstName: 'Pat', lastName: 'O’Brien', typed: "o'brien" },
  { firstName: 'Pat', lastName: "O'Connor", typed: 'o’connor' },
  { firstName: 'Zed\u200b', lastName: 'Last', typed: 'zed last' },
];
const toFullName = ({ firstName, lastName }: { firstName: string; lastName: string }) => `${firstName} ${lastName}`;
const sortedNames = people.map(toFullName);

beforeAll(async () => {
  t = await startTestApp();
  const { db } = t.services;
  const company = await makeCompany(db, { companyName: 'Prairie' });
  const employee = await makeEmployee(db, company.id, { roles: [roles.companyAdmin] });
  employeeId = employee.id;
  const job = await makeJob(db, company.id, { title: 'Été–Hiver Driver', city: 'Cañon City' });
  await makeJob(db, company.id, { title: 'Tanker', city: 'Omaha' });
  jobId = job.id;
  for (const { firstName, lastName } of people.toReversed()) {
    await makeUser(db, { roles: [roles.newsContributor], firstName, lastName });
    const driver = await makeDriver(db, { user: { firstName, lastName } });
    await db.insert(applications).values(rowOfApplication(job, driver));
  }
  for (const companyName of ['Zebra Lines', 'O’Neil Hauling', 'Alpha', 'Águila Freight']) await makeCompany(db, { companyName });
  const superAdmin = await makeUser(db, { roles: [roles.superAdmin] });
  adminToken = await t.createToken(superAdmin);
  employer = await t.createCallerFor(employee);
  employerToken = await t.createToken(employee);
});
afterAll(() => t.close());

async function search(path: string, field: string, value: string | null, token = adminToken): Promise<Record<string, unknown>[]> {
  const filters = value === null ? {} : { filters: { and: [{ field, operator: 'ilike', value }] } };
  const body = { ...filters, orders: [{ field, direction: 'asc' }] };
  const answer = await t.callRest('POST', `${path}?limit=100`, { token, body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data;
}

test.each(people)('administrators and applicants: $typed finds $firstName $lastName', async (person) => {
  const admins = await search('/admin/admins/search', 'full_name', person.typed);
  expect(admins.map(({ full_name }) => full_name)).toEqual([toFullName(person)]);
  const applicants = await search(`/jobs/${jobId}/applicants/search`, 'applicant', person.typed, employerToken);
  expect(applicants.map(({ last_name }) => last_name)).toEqual([person.lastName]);
});

test('names are sorted without regard to case and accents', async () => {
  const admins = await search('/admin/admins/search', 'full_name', null);
  expect(admins.map(({ full_name }) => full_name).filter((name) => sortedNames.includes(String(name)))).toEqual(sortedNames);
  const applicants = await search(`/jobs/${jobId}/applicants/search`, 'applicant', null, employerToken);
  expect(applicants.map(({ first_name, last_name }) => `${String(first_name)} ${String(last_name)}`)).toEqual(sortedNames);
});

test.each([
  ['aguila', 'Águila Freight'],
  ["o'neil", 'O’Neil Hauling'],
  ['A\u0301GUILA', 'Águila Freight'],
])('companies: %s finds %s', async (typed, name) => {
  const found = await search('/companies/search', 'company_name', typed);
  expect(found.map(({ company_name }) => company_name)).toEqual([name]);
});

test('companies are sorted without regard to accents', async () => {
  const found = await search('/companies/search', 'company_name', null);
  expect(found.map(({ company_name }) => company_name)).toEqual([
    'Águila Freight',
    'Alpha',
    'O’Neil Hauling',
    'Prairie',
    'Zebra Lines',
  ]);
});

test.each([
  ['title', 'ete-hiver'],
  ['title', 'E\u0301te\u0301‑HIVER'],
  ['city', 'canon'],
  ['city', 'CAÑON'],
])('jobs: the %s %s is found', async (field, typed) => {
  const found = await search('/jobs/search', field, typed, employerToken);
  expect(found.map(({ title }) => title)).toEqual(['Été–Hiver Driver']);
});

test('the public search finds words with letters that Unicode does not take apart', async () => {
  const company = await makeCompany(t.services.db, { companyName: 'Łódź Haulers' });
  const job = await makeJob(t.services.db, company.id, { title: 'Smørrebrød Driver', status: 'POSTED' });
  const anonymous = await t.createCallerFor(null);
  for (const query of ['lodz', 'Łódź', 'smorrebrod', 'SMØRREBRØD'])
    expect(
      (await anonymous.public.search({ query })).items.map(({ id }) => id),
      query,
    ).toEqual([job.id]);
});

test.each([
  ['Mun\u0303oz', 'Muñoz'],
  ['\u202eDana\u202c', 'Dana'],
  ['Zo\u200be\u0308', 'Zoë'],
  ['\ufeffSoft\u00ad', 'Soft'],
])('%j is stored as %s', async (typed, stored) => {
  const storedName = async () => {
    const [row] = await t.services.db.select({ name: users.firstName }).from(users).where(eq(users.id, employeeId));
    return row?.name;
  };
  const answer = await t.callRest('PATCH', `/employees/${employeeId}`, { token: employerToken, body: { first_name: typed } });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  expect(await storedName()).toBe(stored);
  await employer.employees.update({ id: employeeId, firstName: 'Other' });
  await employer.employees.update({ id: employeeId, firstName: typed });
  expect(await storedName()).toBe(stored);
});
