import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeJob } from '#server/demo/builders.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { keysOf, makePeople, type People } from './wire.ts';

/** Drivers and public jobs on the wire (`docs/product/drivers.md`). */
let t: TestApp;
let people: People;
beforeAll(async () => {
  t = await startTestApp();
  people = await makePeople(t);
});
afterAll(() => t.close());

const send = (method: 'POST' | 'PATCH' | 'GET' | 'DELETE', path: string, body?: object) =>
  t.callRest(method, path, { token: people.tokens.driver, ...(body ? { body } : {}) });

test('the profile in and out', async () => {
  const body = {
    first_name: 'June',
    lastName: 'Pacheco',
    phone: '(435)555-0188',
    street1: '50 N 100 W',
    street2: null,
    city: 'Price',
    state: 'UT',
    postal_code: '84501',
    birthdate: '1990-02-03',
    cdl_status: 'Class B',
    years_of_experience: 6,
    work_experiences: ['tanker', 'dryVan'],
    endorsements: ['N'],
    equipment: ['liftgate', 'tarps'],
    owner_operator: true,
    home_time: 'HD',
    expected_pay: 1700.5,
    shifts: ['night'],
    available_from: '2026-11-01',
  };
  const { lastName, first_name, ...same } = body;
  const profile = {
    ...same,
    first_name,
    last_name: lastName,
    phone: '4355550188',
    email: people.driver.email,
    id: people.driver.id,
    match_enabled: true,
    completeness: 1,
  };
  expect(await send('PATCH', '/member/profile', body)).toMatchObject({ status: 200, body: { data: profile } });
  const read = await send('GET', '/member/profile');
  expect(read.body.data).toEqual(profile);
  expect(await send('PATCH', '/member/profile', read.body.data)).toMatchObject({ status: 200, body: { data: profile } });
  expect(await send('PATCH', '/member/profile', { cdl_status: null, birthdate: null })).toMatchObject({
    status: 200,
    body: { data: { cdl_status: null, birthdate: null, city: 'Price' } },
  });
  for (const [field, value] of [
    ['match_enabled', null],
    ['cdl_status', 'Class Z'],
    ['birthdate', '1990-02-30'],
    ['birthdate', '2190-01-01'],
    ['work_experiences', 'tanker'],
    ['equipment', ['spaceship']],
    ['shifts', ['noon']],
    ['available_from', '2190-01-01'],
    ['available_from', '2026-02-30'],
    ['years_of_experience', -1],
    ['state', 'Ontario'],
    ['postal_code', '1234'],
    ['phone', '123'],
  ] as const)
    expect(
      (await send('PATCH', '/member/profile', { [field]: value })).body.errors?.[0]?.field,
      `${field} ${String(value)}`,
    ).toMatch(field);
});

test('public jobs without a token: filters, distance, and jobs that are closed or not posted', async () => {
  const { db } = t.services;
  const { company } = people;
  const up = await makeJob(db, company.id, {
    title: 'Hazmat tanker',
    jobType: 'tanker',
    endorsements: ['H'],
    homeTime: 'HD',
    requiredExperience: 'Y2',
  });
  const closed = await makeJob(db, company.id, { status: 'CLOSED' });
  const draft = await makeJob(db, company.id, {
    status: 'INACTIVE',
    postingDate: null,
    expirationDate: null,
    nextBillingDate: null,
  });
  const disabled = await makeJob(db, company.id, { status: 'DISABLED' });
  const find = async (query: string) => {
    const { status, body } = await t.callRest('GET', `/public/jobs?${query}`);
    expect(status, `${query}`).toBe(200);
    return body.data as { id: string; distance: number | null }[];
  };
  expect((await find('')).map(({ id }) => id).sort()).toEqual([up.id, people.job.id].sort());
  for (const query of [
    'query=hazmat',
    'job_type=tanker',
    'jobType=tanker,bus',
    'job_type=tanker&job_type=bus',
    'home_time=HD',
    'postal_code=68102&radius=25&query=hazmat',
    'city=Omaha&state=NE&radius=10&query=hazmat',
  ])
    expect(
      (await find(query)).map(({ id }) => id),
      `${query}`,
    ).toEqual([up.id]);
  expect((await find('endorsements=T')).map(({ id }) => id)).toEqual([people.job.id]);
  expect((await find('required_experience=Y1')).map(({ id }) => id)).toEqual([people.job.id]);
  expect(await find('pay_min=1651')).toEqual([]);
  expect(await find('pay_min=1650')).toHaveLength(2);
  expect((await find('postal_code=68102&radius=25'))[0]?.distance).toEqual(expect.any(Number));
  for (const query of ['radius=x', 'job_type=nothing', 'state=ZZ', 'pay_min=-1', 'limit=1000'])
    expect((await t.callRest('GET', `/public/jobs?${query}`)).status, `${query}`).toBe(422);

  const page = await t.callRest('GET', `/public/jobs/${up.id}`);
  expect(page).toMatchObject({
    status: 200,
    body: {
      data: {
        id: up.id,
        endorsements: [{ detail: 'H' }],
        expected_pay: 1650,
        coordinates: { latitude: expect.any(Number) },
        drive_unload: false,
        driver_unload: false,
      },
    },
  });
  expect(keysOf(page.body.data).filter((key) => /[A-Z]/.test(key))).toEqual([]);
  expect(await t.callRest('GET', `/public/jobs/${closed.id}`)).toMatchObject({
    status: 410,
    body: { errors: [{ code: 'gone' }] },
  });
  for (const { id } of [draft, disabled, { id: 'nothing' }])
    expect((await t.callRest('GET', `/public/jobs/${id}`)).status).toBe(404);
});

test('apply once, list the application, withdraw it', async () => {
  const { id: jobId } = people.job;
  await send('PATCH', '/member/profile', { cdl_status: 'No CDL' });
  const sent = await send('POST', `/jobs/${jobId}/apply`, { message: 'I run that road today.\nCall me.' });
  expect(sent).toMatchObject({ status: 201, body: { data: { id: expect.any(String) } } });
  expect((await send('POST', `/jobs/${jobId}/apply`)).status).toBe(409);
  expect((await send('POST', '/jobs/nothing/apply')).status).toBe(404);
  const { id } = sent.body.data as { id: string };
  expect((await send('GET', '/member/applications')).body).toMatchObject({
    data: [
      { id, job_id: jobId, title: 'CDL-A Regional Driver', company_name: 'Wire Freight', status: 'sent', withdrawn_at: null },
    ],
    pagination: { offset: 0, limit: 10, total: 1 },
  });
  expect(await send('DELETE', `/member/applications/${id}`)).toMatchObject({ status: 200, body: { data: { id } } });
  expect((await send('DELETE', `/member/applications/${id}`)).status).toBe(409);
  expect((await send('DELETE', '/member/applications/nothing')).status).toBe(404);
  expect((await t.callRest('POST', `/jobs/${jobId}/apply`, { token: people.tokens.owner })).status).toBe(403);
});
