import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applicantListFields } from '#server/applicants/list-query.ts';
import { jobListFields } from '#server/jobs/list-query.ts';
import { routes } from '#server/rest/routes.ts';
import { operators } from '#shared/lists/paging.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { makePeople, type People, raw } from './wire.ts';

/** No input makes the server fail, and no error reveals its insides (`docs/product/rest.md#errors`). */
let t: TestApp;
let people: People;
beforeAll(async () => {
  t = await startTestApp();
  people = await makePeople(t);
});
afterAll(() => t.close());

const json = 'application/json';
const huge = 'x'.repeat(100_000);
const nestedFilter = (depth: number) => `${'{"and":['.repeat(depth)}${']}'.repeat(depth)}`;
const internals = /node_modules|\bat .+:\d+|\bselect "|insert into|pg_|postgres|drizzle|\$1|[Zz]od|TypeError|RangeError/;

/** Every field that any call reads, all with the same value. */
const everywhere = (value: string) => {
  const names =
    'title text email password name first_name last_name phone query city state street1 postal_code company_name size type ' +
    'job_description job_type secret_token card_token card_holder_name message code token id tag_id job_id applicant_id ' +
    'additional_experience birthdate posting_date expected_pay years_of_experience addresses addons tags benefits filters orders ' +
    'offset limit coordinates endorsements work_experiences job_description_doc latitude status renewalCancelationReason ' +
    'old_password new_password refresh_token device_id role timezone profile_picture logo video_url radius pay_min';
  return `{${names
    .split(' ')
    .map((name) => `"${name}":${value}`)
    .join(',')}}`;
};

const values: [string, string][] = [
  ['NUL', '"a\\u0000b"'],
  ['half a pair', '"\\ud83d"'],
  ['NUL in a key', '{"a\\u0000":1}'],
  ['a long text', `"${huge}"`],
  ['an empty text', '""'],
  ['a huge number', '1e308'],
  ['an endless number', '1e999'],
  ['a number beyond 64 bits', '99999999999999999999999'],
  ['a negative number', '-1'],
  ['null', 'null'],
  ['a list', '[[],{},null,1,"x"]'],
  ['a record', '{"detail":{"detail":[]},"constructor":{},"toString":1}'],
  ['true', 'true'],
  ['a direction override', '"\\u202egnp.exe"'],
  ['SQL', '"\'; drop table jobs; -- %_\\\\"'],
  ['year 0', '"0000-01-01T00:00:00Z"'],
  ['year 9999', '"9999-12-31T23:59:59Z"'],
];

const calls = routes.filter(({ path }) => !path.startsWith('/auth/logout') && !path.startsWith('/auth/change-password'));

describe.each(values)('%s in every field', (_name, value) => {
  test('of every call', async () => {
    for (const { method, path } of calls) {
      const who =
        path.startsWith('/member') || path.endsWith('/apply') ? 'driver' : path.startsWith('/admin') ? 'admin' : 'owner';
      const url = path
        .replace(':id', path.startsWith('/jobs') ? people.job.id : people.company.id)
        .replace(':fileName', 'x.webp');
      const options = { token: people.tokens[who], type: json, payload: everywhere(value) };
      const { status, text } = await raw(t, method as 'POST', url, method === 'GET' ? { token: options.token } : options);
      expect(status, `${method} ${path} ${text.slice(0, 300)}`).toBeLessThan(500);
      expect(status < 400 ? '' : text, `${method} ${path}`).not.toMatch(internals);
    }
  });
});

test.each(['%00', '%ed%a0%80', encodeURIComponent(huge.slice(0, 3000)), '-1', "'%22%3B--", '..%2f..%2fetc'])(
  '%s in every path and query',
  async (text) => {
    for (const { method, path } of calls) {
      const url = path.replace(/:\w+/, text);
      const query = method === 'GET' ? `?query=${text}&city=${text}&postal_code=${text}&company_id=${text}&status=${text}` : '';
      for (const token of [people.tokens.owner, people.tokens.admin, people.tokens.driver]) {
        const { status, text: answer } = await raw(t, method as 'GET', url + query, { token });
        expect(status, `${method} ${url.slice(0, 100)} ${answer.slice(0, 200)}`).toBeLessThan(500);
      }
    }
  },
);

const filterValues = values.filter(([name]) =>
  /^(NUL|half a pair|a huge|an endless|null|a list|a record|SQL|year 0)$/.test(name),
);

const posting = {
  title: 'Dry van, regional',
  job_type: 'dryVan',
  required_experience: 'M6',
  home_time: 'HW',
  job_description: 'Run regional freight.',
  job_description_doc: null,
  additional_experience: 'None',
  driver_unload: false,
  expected_pay: 1500,
  signon_bonus: 0,
  starting_bonus: 0,
  salary_type: 'weekly',
  benefits: [],
  endorsements: [],
  video_url: null,
  tags: [],
  auto_renew: true,
  posting_date: null,
  addons: [],
  addresses: [{ city: 'Omaha', state: 'NE' }],
};
const company = { company_name: 'Wire', size: '1-5', email: 'a@wire.example', phone: '4025550142', postal_code: '68102' };
const profile = {
  first_name: 'Dana',
  phone: '4025550142',
  street1: '1 Main St',
  city: 'Omaha',
  state: 'NE',
  postal_code: '68102',
  birthdate: '1990-01-01',
  years_of_experience: 1,
  work_experiences: [],
  endorsements: [],
  expected_pay: 1,
  home_time: 'HW',
};

test.each([
  ['POST', '/jobs', 'owner', posting],
  ['PATCH', '/jobs/:id', 'owner', posting],
  ['PATCH', '/companies', 'owner', company],
  ['PATCH', '/member/profile', 'driver', profile],
] as const)('%s %s with one field wrong at a time', async (method, path, who, body) => {
  for (const key of Object.keys(body)) {
    for (const [name, value] of values) {
      const payload = JSON.stringify({ ...body, [key]: '@' }).replace('"@"', value);
      const { status, text } = await raw(t, method, path.replace(':id', people.job.id), {
        token: people.tokens[who],
        type: json,
        payload,
      });
      expect(status, `${key}: ${name} ${text.slice(0, 200)}`).toBeLessThan(500);
      expect(status < 400 ? '' : text).not.toMatch(internals);
    }
  }
});

test.each([
  ['/jobs/search', 'owner', jobListFields],
  ['/jobs/:id/applicants/search', 'owner', applicantListFields('00000000-0000-4000-8000-000000000000')],
  ['/companies/search', 'admin', { company_name: 0, type: 0, billing_type: 0, status: 0, created_at: 0 }],
] as const)('%s with any value for any field and operator', async (path, who, fields) => {
  for (const field of Object.keys(fields)) {
    for (const operator of operators) {
      for (const [name, value] of filterValues) {
        const rawValue = operator === 'between' ? `[${value},${value}]` : operator === 'in' ? `[${value}]` : value;
        const payload = `{"filters":{"and":[{"field":"${field}","operator":"${operator}","value":${rawValue}}]}}`;
        const options = { token: people.tokens[who], type: json, payload };
        const { status, text } = await raw(t, 'POST', path.replace(':id', people.job.id), options);
        expect([200, 422], `${field} ${operator} ${name} ${text.slice(0, 200)}`).toContain(status);
      }
    }
  }
});

test('the same applies to the public pages and to tRPC', async () => {
  for (const text of ['%00', '%ed%a0%80', '%E0%A4%A', "'%22--"]) {
    for (const url of [`/jobs?query=${text}&location=${text}`, `/jobs/${text}`, `/jobs/${text}/go`, `/media/${text}`]) {
      const { statusCode, body } = await t.app.inject({ url });
      expect(statusCode, `${url}`).toBeLessThan(500);
      expect(body).not.toMatch(/node_modules|\bat .+\.ts:\d+/);
    }
  }
  const payload = { email: 'a\u0000@b.example', password: '\ud800' };
  expect((await t.app.inject({ method: 'POST', url: '/trpc/auth.login', payload })).statusCode).toBe(422);
});

test('lists take no filter, order or depth that they cannot bear', async () => {
  const { owner } = people.tokens;
  const search = (payload: string) => raw(t, 'POST', '/jobs/search', { token: owner, type: json, payload });
  for (const depth of [5, 70, 20_000])
    expect(await search(`{"filters":${nestedFilter(depth)}}`), `${depth}`).toMatchObject({ status: 422 });
  const many = Array.from({ length: 2000 }, () => '{"field":"title","operator":"equals","value":"x"}').join(',');
  expect((await search(`{"filters":{"or":[${many}]}}`)).status).toBe(422);
  expect((await search(`{"filters":{"and":[{"field":"__proto__","operator":"equals","value":1}]}}`)).status).toBe(422);
  expect((await search(`{"filters":{"and":[{"field":"constructor","operator":"equals","value":1}]}}`)).status).toBe(422);
  expect((await search(`{"filters":{"and":[{"field":"title","operator":"toString","value":1}]}}`)).status).toBe(422);
  expect((await search(`{"orders":[{"field":"hasOwnProperty","direction":"asc"}]}`)).status).toBe(422);
});
