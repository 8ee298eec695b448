import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { makePeople, type People, raw } from './wire.ts';

/** An update can be a multipart form, whose texts are read as the fields' types (`docs/product/rest.md#requests`). */
let t: TestApp;
let people: People;
beforeAll(async () => {
  t = await startTestApp();
  people = await makePeople(t);
});
afterAll(() => t.close());

type Field = readonly [name: string, value: string];

function patch(path: string, fields: readonly Field[], token: string, file = '') {
  const parts = fields.map(([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
  return raw(t, 'PATCH', path, {
    token,
    type: 'multipart/form-data; boundary=b',
    payload: `${parts.join('')}${file}--b--\r\n`,
  });
}

test('numbers, yes and no, lists in each of their ways, objects as JSON, nothing as an empty field', async () => {
  const fields = [
    ['expected_pay', '1750.5'],
    ['drive_unload', 'true'],
    ['benefits[]', 'healthCoverage'],
    ['endorsements', 'H'],
    ['endorsements', 'N'],
    ['video_url', ''],
    ['cdl_class', 'Class B'],
    ['additional_experience', '{"kept": "as text"}'],
    ['isGlobal', 'false'],
  ] as const;
  expect(await patch(`/jobs/${people.job.id}`, fields, people.tokens.owner)).toMatchObject({
    status: 200,
    body: {
      data: {
        expected_pay: 1750.5,
        drive_unload: true,
        benefits: [{ detail: 'healthCoverage' }],
        endorsements: [{ detail: 'H' }, { detail: 'N' }],
        video_url: null,
        cdl_class: 'Class B',
        additional_experience: '{"kept": "as text"}',
      },
    },
  });
  const byType = await patch(`/jobs/${people.job.id}`, [['cdl_class', '']], people.tokens.owner);
  expect(byType).toMatchObject({ status: 200, body: { data: { cdl_class: null } } });
  const addresses = [{ street1: '125 E Center St', city: 'Moab', state: 'UT', postal_code: '84532', country: 'US' }];
  const moved = await patch(`/jobs/${people.job.id}/addresses`, [['addresses', JSON.stringify(addresses)]], people.tokens.owner);
  expect(moved).toMatchObject({ status: 200, body: { data: { city: 'Moab', state: 'UT', postal_code: '84532' } } });
});

test('every kind of update takes one', async () => {
  const { owner, admin, driver } = people.tokens;
  for (const [path, fields, token, data] of [
    ['/companies', [['companyName', 'Form Freight']], owner, { company_name: 'Form Freight' }],
    [`/companies/${people.company.id}`, [['size', '6-10']], admin, { size: '6-10' }],
    ['/employer', [['phone', '(402)555-0177']], owner, { phone: '4025550177' }],
    ['/user', [['timezone', 'US/Eastern']], owner, { timezone: 'US/Eastern' }],
    [
      '/member/profile',
      [
        ['years_of_experience', '4'],
        ['work_experiences', 'tanker,reefer'],
      ],
      driver,
      { years_of_experience: 4 },
    ],
    ['/ads/settings', [['max_per_page', '2']], admin, { max_per_page: 2 }],
  ] as const)
    expect(await patch(path, fields, token), path).toMatchObject({ status: 200, body: { data } });
});

test('invalid fields are rejected as in JSON', async () => {
  const { owner } = people.tokens;
  const update = (fields: readonly Field[], file?: string) => patch(`/jobs/${people.job.id}`, fields, owner, file);
  expect(await update([['expected_pay', 'much']])).toMatchObject({ status: 422, body: { errors: [{ field: 'expected_pay' }] } });
  expect(await update([['benefits', '[{"detail":']])).toMatchObject({ status: 422 });
  expect(await update([['__proto__', '{}']])).toMatchObject({ status: 400 });
  expect(await update([['title', 'x'.repeat(1_100_000)]])).toMatchObject({ status: 413 });
  const file = '--b\r\ncontent-disposition: form-data; name="logo"; filename="a.png"\r\ncontent-type: image/png\r\n\r\nx\r\n';
  expect(await update([], file)).toMatchObject({ status: 422, body: { errors: [{ field: 'logo', code: 'invalid' }] } });
  const cut = { token: owner, type: 'multipart/form-data; boundary=b', payload: '--b\r\ncontent-disposition: form-data; na' };
  expect(await raw(t, 'PATCH', `/jobs/${people.job.id}`, cut)).toMatchObject({ status: 400 });
});
