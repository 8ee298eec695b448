import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applications } from '#drizzle/schema/drivers.ts';
import { makeDriver, makeJob, rowOfApplication } from '#server/demo/builders.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { condition, makePeople, type People } from './wire.ts';

/** Filters and orders of search bodies in detail (`docs/product/rest.md#filters-and-orders`). */
let t: TestApp;
let people: People;
beforeAll(async () => {
  t = await startTestApp();
  people = await makePeople(t);
  const { db } = t.services;
  const { company, job } = people;
  const at = (day: string) => new Date(`${day}T15:00:00Z`);
  await makeJob(db, company.id, {
    title: '100% Home_Daily',
    city: 'Tulsa',
    state: 'OK',
    jobType: 'tanker',
    autoRenew: false,
    createdAt: at('2026-01-05'),
  });
  await makeJob(db, company.id, {
    title: 'Reefer Team',
    city: 'Moab',
    state: 'UT',
    jobType: 'reefer',
    status: 'CLOSED',
    createdAt: at('2026-02-05'),
  });
  await makeJob(db, company.id, { title: 'Boosted', boostUntil: new Date(Date.now() + 86_400_000), createdAt: at('2026-03-05') });
  const apply = async (firstName: string, lastName: string, profile: object, overrides: object = {}) => {
    const driver = await makeDriver(db, { user: { firstName, lastName }, profile });
    await db.insert(applications).values(rowOfApplication(job, driver, { applicationAt: at('2026-04-01'), ...overrides }));
  };
  await apply('Ada', 'Byron', {
    yearsOfExperience: 12,
    ownerOperator: true,
    workExperiences: ['tanker'],
    endorsements: ['H', 'N'],
  });
  await apply(
    'Bo',
    'Diaz',
    { yearsOfExperience: 1, ownerOperator: false, workExperiences: ['dryVan'], endorsements: [] },
    { distance: 400, withinRange: false },
  );
  await apply(
    'Cy',
    'Young',
    { yearsOfExperience: null, ownerOperator: null, workExperiences: ['reefer', 'tanker'], endorsements: ['T'] },
    { applicationAt: at('2026-05-01') },
  );
});
afterAll(() => t.close());

async function search(path: string, body: object, token = people.tokens.owner) {
  const answer = await t.callRest('POST', path, { token, body });
  return { ...answer, rows: (answer.body.data ?? []) as { title: string; first_name: string; company_name: string }[] };
}
const jobs = async (...conditions: object[]) => {
  const { status, rows } = await search('/jobs/search', {
    filters: { and: conditions },
    orders: [{ field: 'title', direction: 'asc' }],
  });
  expect(status).toBe(200);
  return rows.map(({ title }) => title);
};
const applicants = async (...conditions: object[]) => {
  const { status, rows, body } = await search(`/jobs/${people.job.id}/applicants/search`, { filters: { and: conditions } });
  expect(status, `${body.message}`).toBe(200);
  return rows.map(({ first_name }) => first_name);
};
const all = ['100% Home_Daily', 'Boosted', 'CDL-A Regional Driver', 'Reefer Team'];

describe('operators by kind of field', () => {
  test('text: equals, ilike, not_ilike, in; without case, wildcards are ordinary characters', async () => {
    expect(await jobs(condition('title', 'equals', 'reefer team'))).toEqual(['Reefer Team']);
    expect(await jobs(condition('title', 'ilike', 'EE'))).toEqual(['Reefer Team']);
    expect(await jobs(condition('title', 'ilike', '0% h'))).toEqual(['100% Home_Daily']);
    expect(await jobs(condition('title', 'ilike', 'e_d'))).toEqual(['100% Home_Daily']);
    expect(await jobs(condition('title', 'ilike', '%'))).toEqual(['100% Home_Daily']);
    expect(await jobs(condition('title', 'ilike', ''))).toEqual(all);
    expect(await jobs(condition('title', 'not_ilike', 'e'))).toEqual([]);
    expect(await jobs(condition('city', 'in', ['moab', 'Tulsa']))).toEqual(['100% Home_Daily', 'Reefer Team']);
    expect(await jobs(condition('state', 'in', []))).toEqual([]);
  });

  test('dates: equals, greater_than, less_than, between, in; a calendar date is the whole day', async () => {
    expect(await jobs(condition('created_at', 'less_than', '2026-02-01'))).toEqual(['100% Home_Daily']);
    expect(await jobs(condition('created_at', 'between', ['2026-01-01', '2026-02-05']))).toEqual([
      '100% Home_Daily',
      'Reefer Team',
    ]);
    expect(await jobs(condition('created_at', 'between', ['2026-02-05T00:00:00Z', '2026-02-05T15:00:00.000Z']))).toEqual([
      'Reefer Team',
    ]);
    expect(await jobs(condition('created_at', 'between', ['2026-02-05T00:00:00Z', '2026-02-05T14:59:00Z']))).toEqual([]);
    expect(await jobs(condition('created_at', 'equals', '2026-02-05'))).toEqual(['Reefer Team']);
    expect(await jobs(condition('created_at', 'in', ['2026-02-05', '2026-01-05']))).toEqual(['100% Home_Daily', 'Reefer Team']);
    expect(await jobs(condition('created_at', 'greater_than', '2026-03-01T00:00:00-06:00'))).toEqual([
      'Boosted',
      'CDL-A Regional Driver',
    ]);
  });

  test('numbers, yes/no and enumerations', async () => {
    expect(await applicants(condition('years_of_experience', 'greater_than', 1))).toEqual(['Ada']);
    expect(await applicants(condition('years_of_experience', 'in', [1, 12]))).toEqual(['Ada', 'Bo']);
    expect(await applicants(condition('years_of_experience', 'between', [1, 5]))).toEqual(['Bo']);
    expect(await applicants(condition('distance', 'less_than', 100.5))).toEqual(['Ada', 'Cy']);
    expect(await applicants(condition('owner_operator', 'equals', 'Yes'))).toEqual(['Ada']);
    expect(await applicants(condition('owner_operator', 'equals', false))).toEqual(['Bo']);
    expect(await applicants(condition('within_range', 'equals', 'No'))).toEqual(['Bo']);
    expect(await applicants(condition('job_type', 'equals', 'tanker'))).toEqual(['Ada', 'Cy']);
    expect(await applicants(condition('job_type', 'in', ['dryVan', 'reefer']))).toEqual(['Bo', 'Cy']);
    expect(await applicants(condition('endorsements', 'in', ['H', 'T']))).toEqual(['Ada', 'Cy']);
    expect(await applicants(condition('applicant', 'ilike', 'a by'))).toEqual(['Ada']);
    expect(await applicants(condition('application_at', 'between', ['2026-04-30', '2026-05-01']))).toEqual(['Cy']);
    expect(await jobs(condition('status', 'equals', 'CLOSED'))).toEqual(['Reefer Team']);
    expect(await jobs(condition('job_type', 'in', ['tanker', 'reefer']))).toEqual(['100% Home_Daily', 'Reefer Team']);
    expect(await jobs(condition('auto_renew', 'equals', 'No'))).toEqual(['100% Home_Daily']);
    expect(await jobs(condition('boost_active', 'equals', true))).toEqual(['Boosted']);
    expect(await jobs(condition('boost_active', 'equals', 'No'))).toHaveLength(3);
  });

  test('tags, by text or id', async () => {
    const { owner } = people.tokens;
    const tagged = await t.callRest('POST', `/jobs/${people.job.id}/tag`, { token: owner, body: { text: 'Urgent' } });
    expect(tagged).toMatchObject({ status: 201, body: { data: { id: expect.any(String), text: 'Urgent' } } });
    const { id } = tagged.body.data as { id: string };
    for (const value of ['urgent', id]) expect(await jobs(condition('tag', 'equals', value))).toEqual(['CDL-A Regional Driver']);
    expect(await jobs(condition('tag', 'in', ['nothing', id]))).toEqual(['CDL-A Regional Driver']);
    expect(await t.callRest('DELETE', `/jobs/tag/${id}`, { token: owner })).toMatchObject({
      status: 200,
      body: { data: { id } },
    });
    expect(await jobs(condition('tag', 'equals', 'urgent'))).toEqual([]);
  });
});

describe('the shape of a search', () => {
  const tulsa = condition('city', 'equals', 'Tulsa');
  const moab = condition('city', 'equals', 'Moab');

  test('and, or, nested to depth 3; nothing at all', async () => {
    const find = async (filters: unknown) => (await search('/jobs/search', { filters })).rows.length;
    expect(await find({ and: [tulsa, moab] })).toBe(0);
    expect(await find({ or: [tulsa, moab] })).toBe(2);
    expect(await find({ and: [{ or: [tulsa, { and: [moab, condition('status', 'equals', 'CLOSED')] }] }] })).toBe(2);
    expect(await find({ and: [] })).toBe(4);
    expect(await find(null)).toBe(4);
    expect((await search('/jobs/search', {})).rows).toHaveLength(4);
    const three = { and: [{ or: [tulsa, { and: [moab, condition('status', 'equals', 'CLOSED')] }] }] };
    const byAdmin = await search('/jobs/search?query=e', { filters: three }, people.tokens.admin);
    expect(byAdmin.rows.map(({ title }) => title).toSorted()).toEqual(['100% Home_Daily', 'Reefer Team']);
    const numbered = condition('requisite_number', 'not_ilike', 'no one has this');
    const acrossCompanies = await search(
      '/jobs/search',
      { filters: { and: [{ or: [{ and: [tulsa, numbered] }] }] } },
      people.tokens.admin,
    );
    expect(acrossCompanies.rows).toHaveLength(1);
    const four = { and: [{ or: [{ and: [{ or: [tulsa] }] }] }] };
    expect(await search('/jobs/search', { filters: four })).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'filters' }] },
    });
  });

  test('a group is and, or it is or: one with both is refused, not half read', async () => {
    for (const filters of [{ and: [tulsa], or: [moab] }, { and: [{ or: [moab], and: [tulsa] }] }, [{ and: [tulsa], or: [moab] }]])
      expect(await search('/jobs/search', { filters })).toMatchObject({ status: 422, body: { errors: [{ field: 'filters' }] } });
    for (const filters of [
      { and: [tulsa], mode: 'all' },
      { and: [tulsa], or: [] },
      { and: [], or: [tulsa] },
      { or: [tulsa], and: null },
    ])
      expect((await search('/jobs/search', { filters })).rows).toHaveLength(1);
  });

  test('orders: asc, desc, the first decides; newest first without', async () => {
    const titles = async (orders?: object[]) => (await search('/jobs/search', { orders })).rows.map(({ title }) => title);
    expect(await titles([{ field: 'title', direction: 'desc' }])).toEqual([...all].reverse());
    expect(
      await titles([
        { field: 'state', direction: 'asc' },
        { field: 'title', direction: 'desc' },
      ]),
    ).toEqual(['CDL-A Regional Driver', 'Boosted', '100% Home_Daily', 'Reefer Team']);
    expect(await titles()).toEqual(['CDL-A Regional Driver', 'Boosted', 'Reefer Team', '100% Home_Daily']);
    expect(await titles([])).toHaveLength(4);
  });

  test('field names come in camelCase too', async () => {
    expect(await jobs(condition('jobType', 'equals', 'tanker'))).toEqual(['100% Home_Daily']);
    expect((await search('/jobs/search', { orders: [{ field: 'createdAt', direction: 'asc' }] })).rows[0]?.title).toBe(
      '100% Home_Daily',
    );
  });

  test.each([
    ['nonsense', 'equals', 1],
    ['salary', 'equals', 1],
    ['title', 'greater_than', 'x'],
    ['title', 'contains', 'x'],
    ['title', 'equals', ['x']],
    ['title', 'equals', true],
    ['status', 'ilike', 'POST'],
    ['status', 'equals', 'posted'],
    ['created_at', 'ilike', '2026'],
    ['created_at', 'equals', 'yesterday'],
    ['created_at', 'between', ['2026-01-01']],
    ['created_at', 'between', '2026-01-01'],
    ['state', 'in', 'UT'],
    ['auto_renew', 'in', [true]],
    ['auto_renew', 'equals', 'maybe'],
    ['tag', 'ilike', 'x'],
  ])('%s %s %j is 422 and names the field', async (field, operator, value) => {
    const { status, body } = await search('/jobs/search', { filters: { and: [condition(field, operator, value)] } });
    expect({ status, errors: body.errors }).toMatchObject({ status: 422, errors: [{ code: 'invalid', field }] });
  });

  test.each([
    { filters: 'x' },
    { filters: { not: [] } },
    { filters: { and: {} } },
    { filters: { and: [{ field: 'title' }] } },
    { orders: [{ field: 'title', direction: 'up' }] },
    { orders: { field: 'title', direction: 'asc' } },
    { orders: [{ field: 'nothing', direction: 'asc' }] },
  ])('%j is 422', async (body) => {
    expect(await search('/jobs/search', body)).toMatchObject({ status: 422, body: { errors: [{ code: 'invalid' }] } });
  });
});

test('companies, for admins: type, billing type, name, status and date; newest first, fifty to a page', async () => {
  const { admin, owner } = people.tokens;
  const find = (body: object, token = admin) => search('/companies/search', { ...body, statistics: true }, token);
  const found = await find({ filters: { and: [condition('company_name', 'ilike', 'wire')] } });
  expect(found.body).toMatchObject({
    data: [{ id: people.company.id, company_name: 'Wire Freight', total_active_jobs: 3, total_jobs: 4 }],
    pagination: { offset: 0, limit: 50, total: 1 },
  });
  expect(Object.keys(found.rows[0] ?? {}).sort()).toEqual(
    [
      'billing_type',
      'company_name',
      'created_at',
      'id',
      'phone',
      'phone_extension',
      'sales_ref',
      'status',
      'total_active_jobs',
      'total_jobs',
      'type',
    ].sort(),
  );
  for (const [field, operator, value] of [
    ['type', 'equals', 2],
    ['billing_type', 'in', ['CELERO']],
    ['billing_type', 'equals', 'CELERO'],
    ['status', 'equals', 'Active'],
    ['created_at', 'between', ['2020-01-01', '2100-01-01']],
  ] as const)
    expect((await find({ filters: { and: [condition(field, operator, value)] } })).rows, `${field}`).toHaveLength(2);
  const byInvoice = { or: [{ and: [condition('billing_type', 'in', ['CONTRACT'])] }] };
  expect(await find({ filters: byInvoice })).toMatchObject({ status: 200, rows: [] });
  for (const unknown of ['card', 'CHECK'])
    expect(await find({ filters: { and: [condition('billing_type', 'equals', unknown)] } })).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'billing_type', message: `"${unknown}" is not a valid value for the field billing_type` }] },
    });
  expect((await find({ orders: [{ field: 'company_name', direction: 'asc' }] })).rows[0]?.company_name).toBe('Other Freight');
  expect((await find({}, owner)).status).toBe(403);
});
