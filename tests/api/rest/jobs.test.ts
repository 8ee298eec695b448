import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applications } from '#drizzle/schema/drivers.ts';
import { makeDriver, makeJob, rowOfApplication } from '#server/demo/builders.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { getAddonPrice, getJobPrice } from '#tests/helpers/prices.ts';
import { makePeople, type People } from './wire.ts';

/** Jobs and applicants on the wire (`docs/product/jobs.md`). */
let t: TestApp;
let people: People;
beforeAll(async () => {
  t = await startTestApp();
  people = await makePeople(t);
});
afterAll(() => t.close());

const address = { street1: '1414 Harney St', city: 'Omaha', state: 'NE', postal_code: '68102', country: 'US' };
const payload = {
  title: 'Flatbed driver',
  job_type: 'flatBed',
  required_experience: 'Y1',
  home_time: 'D4',
  job_description: 'Plain words & <b>bold ones</b>.',
  driver_unload: true,
  expected_pay: 1850.5,
  signon_bonus: 2500,
  starting_bonus: 0,
  benefits: ['healthCoverage', { detail: 'visionCoverage' }],
  endorsements: [{ detail: 'H' }, 'TWIC'],
  salary_type: 'weekly',
  addons: [
    { addon_type: 'hyperlink', subscribed: true, external_url: 'https://carrier.example/apply' },
    { addon_type: 'noAddons' },
  ],
  addresses: [address, { ...address, country: 'EE. UU.', coordinates: { latitude: 41.2587, longitude: -95.9378 } }],
  video_url: null,
};
type PostedJobs = { jobs_post_token: string; jobs: { id: string; cost: number; addons: { addon_type: string }[] }[] };
const send = (method: 'POST' | 'PATCH' | 'GET' | 'DELETE', path: string, body?: object, token = people.tokens.owner) =>
  t.callRest(method, path, { token, ...(body ? { body } : {}) });
const post = async (overrides: object = {}) => {
  const answer = await send('POST', '/jobs', { ...payload, ...overrides });
  return { ...answer, data: answer.body.data as PostedJobs };
};
const detail = async (id: string | undefined) => (await send('GET', `/jobs/${id}`)).body.data as Record<string, unknown>;

const item =
  'id company_id employer_id title job_type cdl_class status decline_reason today_applicants total_applicants total_candidates posting_date ' +
  'next_billing_date expiration_date renewable auto_renew renewal_failing renewal_canceled_at renewal_cancellation_reason boost_active requisite_number ' +
  'boost_remaining_days city state time_zone tags order_id created_at';

describe('posting', () => {
  test('an order of one job per address; money in dollars, lists as details, both spellings of unload', async () => {
    const { status, data } = await post();
    expect(status).toBe(201);
    expect(data).toMatchObject({
      jobs_post_token: expect.any(String),
      jobs: [
        {
          id: expect.any(String),
          cost: getJobPrice(),
          addons: [{ addon_type: 'hyperlink', cost: getAddonPrice('hyperlink'), job_hyperlink: 'https://carrier.example/apply' }],
        },
        { cost: getJobPrice() },
      ],
    });
    const job = await detail(data.jobs[1]?.id);
    expect(job).toMatchObject({
      title: 'Flatbed driver',
      job_type: 'flatBed',
      required_experience: 'Y1',
      home_time: 'D4',
      job_description: expect.stringContaining('<b>bold ones</b>'),
      additional_experience: null,
      cdl_class: null,
      drive_unload: true,
      driver_unload: true,
      expected_pay: 1850.5,
      signon_bonus: 2500,
      starting_bonus: 0,
      salary_type: 'weekly',
      benefits: [{ detail: 'healthCoverage' }, { detail: 'visionCoverage' }],
      endorsements: [{ detail: 'H' }, { detail: 'TWIC' }],
      street1: '1414 Harney St',
      city: 'Omaha',
      state: 'NE',
      postal_code: '68102',
      country: 'US',
      coordinates: { latitude: 41.2587, longitude: -95.9378 },
      cost: getJobPrice(),
      video_url: null,
      status: 'INACTIVE',
      auto_renew: true,
    });
  });

  test('camelCase, drive_unload, defaults', async () => {
    const { status, data } = await post({
      driver_unload: undefined,
      drive_unload: true,
      salary_type: undefined,
      salaryType: 'perMile',
    });
    expect(status).toBe(201);
    expect(await detail(data.jobs[0]?.id)).toMatchObject({ drive_unload: true, driver_unload: true, salary_type: 'perMile' });
    const { job_description: _, ...rest } = payload;
    const minimalJob = await send('POST', '/jobs', {
      title: 'Bare',
      jobType: 'bus',
      requiredExperience: 'CS',
      homeTime: 'O',
      jobDescription: 'Words',
      salaryType: 'hourly',
      addresses: [{ postalCode: '68102' }],
    });
    expect(rest.title).toBe(payload.title);
    expect(minimalJob.status).toBe(201);
    expect(await detail((minimalJob.body.data as PostedJobs).jobs[0]?.id)).toMatchObject({
      city: 'Omaha',
      state: 'NE',
      expected_pay: null,
      signon_bonus: 0,
      starting_bonus: 0,
      benefits: [],
      endorsements: [],
      drive_unload: false,
      addons: [],
      tags: [],
    });
  });

  test('the editor’s document instead of the description', async () => {
    const text = (words: string, ...marks: object[]) => ({ type: 'text', text: words, ...(marks.length ? { marks } : {}) });
    const doc = {
      type: 'doc',
      content: [
        { type: 'heading', attrs: { level: 2 }, content: [text('Night <runs>')] },
        { type: 'paragraph', attrs: { textAlign: 'center' }, content: [text('Home '), text('weekly', { type: 'bold' })] },
        {
          type: 'bulletList',
          content: [{ type: 'listItem', content: [{ type: 'paragraph', content: [text('Paid detention')] }] }],
        },
        { type: 'paragraph', content: [text('x', { type: 'link', attrs: { href: 'javascript:alert(1)' } })] },
        { type: 'paragraph', content: [{ type: 'hard_break' }] },
      ],
    };
    const { status, data } = await post({ job_description: undefined, job_description_doc: doc });
    expect(status).toBe(201);
    const job = await detail(data.jobs[0]?.id);
    expect(job['job_description_doc']).toMatchObject({
      type: 'doc',
      content: [
        doc.content[0],
        doc.content[1],
        doc.content[2],
        { content: [{ type: 'text', text: 'x' }] },
        { content: [{ type: 'hardBreak' }] },
      ],
    });
    expect(JSON.stringify(job['job_description_doc'])).not.toContain('javascript:');
    expect(job['job_description']).toMatch(/<h2>Night &lt;runs&gt;<\/h2>.*<strong>weekly<\/strong>.*<ul><li>.*Paid detention/s);
    expect(job['job_description']).not.toContain('javascript:');
    const unknown = await post({ job_description_doc: { type: 'doc', content: [{ type: 'iframe' }] } });
    expect(unknown).toMatchObject({ status: 422, body: { errors: [{ field: 'job_description_doc' }] } });
    const neither = await post({ job_description: undefined });
    expect(neither).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'job_description', message: 'Enter a job description' }] },
    });
  });

  test.each([
    ['salary_type', { salary_type: undefined }],
    ['salary_type', { salary_type: 'fortnightly' }],
    ['cdl_class', { cdl_class: 'Permit' }],
    ['benefits.0', { benefits: ['pizza'] }],
    ['endorsements.0', { endorsements: [{ detail: 'Z' }] }],
    ['expected_pay', { expected_pay: 100_000_000 }],
    ['expected_pay', { expected_pay: 1.234 }],
    ['expected_pay', { expected_pay: '1850' }],
    ['addresses', { addresses: [] }],
    ['addresses', { addresses: Array.from({ length: 51 }, () => address) }],
    ['addresses.0.country', { addresses: [{ ...address, country: 'Canada' }] }],
    ['addresses.0.city', { addresses: [{ street1: 'Somewhere' }] }],
    ['addons.0.addon_type', { addons: [{ addon_type: 'gold' }] }],
    ['addons.0.external_url', { addons: [{ addon_type: 'hyperlink', subscribed: true }] }],
    ['title', { title: '' }],
  ])('%s wrong', async (field, overrides) => {
    const { status, body } = await post(overrides);
    expect(status).toBe(422);
    expect(body.errors.map((error) => error.field)).toContain(field);
  });

  test('up to fifty addresses', async () => {
    expect((await post({ addresses: Array.from({ length: 50 }, () => address) })).data.jobs).toHaveLength(50);
  });
});

describe('one job', () => {
  test('a list item, and a detail that can be sent back unchanged', async () => {
    const list = await send('GET', `/jobs?query=cdl-a&company_id=${people.company.id}`);
    expect(list.body.pagination).toMatchObject({ total: 1 });
    const [row] = list.body.data as Record<string, unknown>[];
    expect(Object.keys(row ?? {}).sort()).toEqual(item.split(' ').sort());
    expect(row).toMatchObject({ status: 'POSTED', total_applicants: 0, boost_active: false, boost_remaining_days: 0, tags: [] });
    const fullJob = await detail(people.job.id);
    expect(await send('PATCH', `/jobs/${people.job.id}`, fullJob)).toMatchObject({
      status: 200,
      body: {
        data: { title: fullJob['title'], job_description: fullJob['job_description'], posting_date: fullJob['posting_date'] },
      },
    });
    expect(await send('PATCH', `/jobs/${people.job.id}`, { expectedPay: 99.99, benefits: [] })).toMatchObject({
      status: 200,
      body: { data: { expected_pay: 99.99, benefits: [], title: fullJob['title'] } },
    });
    const addresses = [{ street1: '200 S Main St', city: 'Tulsa', state: 'Oklahoma', country: 'USA' }];
    expect(await send('PATCH', `/jobs/${people.job.id}/addresses`, { addresses })).toMatchObject({
      status: 200,
      body: { data: { city: 'Tulsa', state: 'OK', coordinates: { latitude: expect.any(Number) } } },
    });
    expect((await send('PATCH', `/jobs/${people.job.id}/addresses`, { addresses: [...addresses, ...addresses] })).status).toBe(
      422,
    );
  });

  test('cancelled, closed, duplicated', async () => {
    const { id } = await makeJob(t.services.db, people.company.id);
    expect(await send('PATCH', `/jobs/${id}/cancel`, { renewalCancelationReason: 'Filled' })).toMatchObject({
      status: 200,
      body: {
        data: {
          id,
          auto_renew: false,
          renewal_cancellation_reason: 'Filled',
          renewal_canceled_at: expect.any(String),
          status: 'POSTED',
        },
      },
    });
    expect(await send('POST', `/jobs/${id}/close`)).toMatchObject({ status: 200, body: { data: { id, status: 'CLOSED' } } });
    const again = await send('POST', `/jobs/${id}/close`);
    expect(again).toMatchObject({
      status: 409,
      body: { errors: [{ code: 'conflict', message: expect.stringContaining('closed') }] },
    });
    const copy = await send('POST', `/jobs/${id}/duplicate`);
    expect(copy).toMatchObject({ status: 201, body: { data: { id: expect.any(String) } } });
    const copied = await detail((copy.body.data as { id: string }).id);
    expect(copied).toMatchObject({ title: 'CDL-A Regional Driver Copy', status: 'INACTIVE', posting_date: null });
    for (const path of [`/jobs/${id}/close`, `/jobs/${id}/duplicate`])
      expect((await send('POST', path, undefined, people.tokens.stranger)).status).toBe(404);
  });

  test('add-ons and their costs', async () => {
    expect((await send('GET', '/jobs/addons/costs')).body.data).toEqual(
      expect.arrayContaining([
        { addon_id: expect.any(String), addon_type: 'boost', cost: getAddonPrice('boost') },
        { addon_id: expect.any(String), addon_type: 'hyperlink', cost: getAddonPrice('hyperlink') },
        { addon_id: expect.any(String), addon_type: 'promote', cost: getAddonPrice('promote') },
      ]),
    );
    for (const method of ['POST', 'PATCH'] as const) {
      const answer = await send(method, `/jobs/${people.job.id}/addons`, { addons: [{ addonType: 'boost', subscribed: true }] });
      expect(answer.status).toBe(200);
      expect(answer.body.data).toMatchObject([
        { addon_type: 'boost', cost: getAddonPrice('boost'), subscribed: true, job_hyperlink: null },
      ]);
    }
  });
});

describe('applicants', () => {
  const wire =
    'id first_name last_name phone email application_at years_of_experience distance cdl_status work_experiences endorsements birthdate ' +
    'is_over21 street1 street2 city state postal_code within_range owner_operator tags message is_flagged screening_answers rating job stage owner job_matching source ' +
    'equipment shifts available_from';

  test('listed, tagged by id or text, untagged; lists of codes, no birth date', async () => {
    const driver = await makeDriver(t.services.db, { profile: { cdlStatus: null } });
    const row = rowOfApplication(people.job, driver);
    await t.services.db.insert(applications).values(row);
    for (const answer of [
      await send('GET', `/jobs/${people.job.id}/applicants`),
      await send('POST', `/jobs/${people.job.id}/applicants/search`),
      await send('POST', `/jobs/${people.job.id}/applicants/search?limit=1`, {
        orders: [{ field: 'distance', direction: 'desc' }],
      }),
    ]) {
      expect(answer).toMatchObject({ status: 200, body: { pagination: { offset: 0, total: 1 } } });
      const [found] = answer.body.data as Record<string, unknown>[];
      expect(Object.keys(found ?? {}).sort()).toEqual(wire.split(' ').sort());
      expect(found).toMatchObject({
        id: row.id,
        birthdate: null,
        cdl_status: null,
        work_experiences: ['dryVan', 'reefer'],
        endorsements: ['H', 'T'],
        tags: [],
      });
    }
    const tagged = await send('POST', '/jobs/applicants/tag', { jobId: people.job.id, applicantId: row.id, text: 'Call back' });
    expect(tagged).toMatchObject({ status: 200, body: { data: { id: row.id, tags: [{ text: 'Call back' }] } } });
    const tagId = (tagged.body.data as { tags: { id: string }[] }).tags[0]?.id;
    const remove = (body: object) =>
      send('POST', `/jobs/${people.job.id}/applicants/delete-tags`, { applicantId: row.id, ...body });
    expect(await remove({ tagId })).toMatchObject({ status: 200, body: { data: { tags: [] } } });
    const again = await send('POST', '/jobs/applicants/tag', {
      job_id: people.job.id,
      applicant_id: row.id,
      tag_id: tagId,
      text: null,
    });
    expect(again).toMatchObject({ status: 200, body: { data: { tags: [{ id: tagId }] } } });
    expect(await remove({ clean_all: true, tag_id: null })).toMatchObject({ status: 200, body: { data: { tags: [] } } });
    expect((await send('GET', `/jobs/${people.job.id}/applicants`, undefined, people.tokens.stranger)).status).toBe(404);
  });
});
