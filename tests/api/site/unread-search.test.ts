import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCompany, makeJob } from '#server/demo/builders.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

/** The search page never shows a filter that it could not read, and never drops one silently. */

let t: TestApp;
let ids: { plain: string; doubles: string; hazmat: string };

beforeAll(async () => {
  t = await startTestApp();
  const { db } = t.services;
  const { id } = await makeCompany(db, { companyName: 'Prairie Freight' });
  const [plain, doubles, hazmat] = await Promise.all([
    makeJob(db, id, { endorsements: [] }),
    makeJob(db, id, { endorsements: ['T'] }),
    makeJob(db, id, { endorsements: ['H'] }),
  ]);
  ids = { plain: plain.id, doubles: doubles.id, hazmat: hazmat.id };
});
afterAll(() => t.close());

async function get(address: string) {
  const { statusCode, body } = await t.app.inject({ method: 'GET', url: `/jobs?${address}` });
  expect(statusCode).toBe(200);
  return {
    body,
    title: /<title>(.*?)<\/title>/.exec(body)?.[1],
    canonical: /rel="canonical" href="(.*?)"/.exec(body)?.[1],
    isIndexed: !body.includes('content="noindex"'),
    hasChips: body.includes('class="chips"'),
    problems: [...body.matchAll(/<p class="wrong" id="(\w+)-problem">(.*?)<\/p>/g)].map(([, field, text]) => [field, text]),
    found: Object.entries(ids)
      .filter(([, id]) => body.includes(`href="/jobs/${id}"`))
      .map(([name]) => name),
  };
}
const everything = ['plain', 'doubles', 'hazmat'];
const pay = 'Enter an amount, such as 1500';

describe('a filter that cannot be read', () => {
  it.each([
    ['pay_min=1500/wk', 'pay_min', pay],
    ['pay_min=-5', 'pay_min', pay],
    ['job_type=zzz', 'job_type', 'Choose a job type from the list'],
    ['home_time=zzz', 'home_time', 'Choose a home time from the list'],
    ['required_experience=zzz', 'required_experience', 'Choose your experience from the list'],
    ['endorsements=ZZ', 'endorsements', 'Choose your endorsements from the list'],
  ])('%s is said, and claimed nowhere', async (address, field, text) => {
    const page = await get(address);
    expect(page).toMatchObject({
      title: 'Truck driver jobs | Haulboard',
      canonical: 'http://localhost:3000/jobs',
      isIndexed: false,
      hasChips: false,
      problems: [[field, text]],
      found: everything,
    });
    expect(page.body).toMatch(/<div id="filters" class="card filters panel open"/);
    expect(page.body).toMatch(new RegExp(`aria-describedby="${field}-problem"`));
    expect(page.body).toContain('We couldn’t use part of this search.');
  });

  it('stays in its field to be put right', async () => {
    expect((await get('pay_min=1500/wk')).body).toMatch(/id="pay_min"[^>]*value="1500\/wk"[^>]*aria-invalid="true"/);
  });

  it('leaves those beside it alone', async () => {
    const page = await get('endorsements=T&endorsements=ZZ&pay_min=abc');
    expect(page).toMatchObject({
      canonical: 'http://localhost:3000/jobs?endorsements=T',
      isIndexed: false,
      found: ['plain', 'doubles'],
    });
    expect(page.body).toContain('Double/Triples<span aria-hidden="true">×</span>');
  });
});

describe('a place that cannot be read', () => {
  it('does not match every place', async () => {
    const page = await get('location=681');
    expect(page).toMatchObject({
      title: 'Truck driver jobs | Haulboard',
      canonical: 'http://localhost:3000/jobs',
      isIndexed: false,
      hasChips: false,
      problems: [['location', 'Enter a five-digit ZIP code']],
      found: [],
    });
    expect(page.body).toContain('No jobs match this search');
    expect(page.body).toMatch(/id="location"[^>]*value="681"/);
  });

  it('differs from an unknown place, which the page names', async () => {
    const page = await get('location=Zzyzxville');
    expect(page).toMatchObject({ hasChips: true, problems: [], found: [], isIndexed: false });
  });

  it.each([501, 9999])('is read with %i miles as with the most', async (radius) => {
    const page = await get(`location=Omaha, NE&radius=${radius}`);
    expect(page).toMatchObject({
      canonical: 'http://localhost:3000/jobs?location=Omaha%2C+NE&amp;radius=500',
      isIndexed: true,
      problems: [],
      found: everything,
    });
    expect(page.body).toMatch(/<option value="500"\s+selected>500 miles/);
  });
});

it('shows an amount as money', async () => {
  expect((await get('pay_min=1,200.5')).body).toContain('$1,200.50 per week or more');
});

it('keeps a heading over what was found', async () => {
  for (const address of ['', 'query=zeppelin', 'page=99'])
    expect((await get(address)).body).toMatch(/<div role="status">\s*<h2>[^<]+<\/h2>\s*<\/div>/);
});

it('counts the jobs of a search that is being chosen, in the language of the page', async () => {
  const count = async (path: string) => (await t.app.inject({ url: path })).json<{ label: string }>().label;
  expect(await count('/jobs/count')).toBe('Show 3 jobs');
  expect(await count('/jobs/count?endorsements=T')).toBe('Show 2 jobs');
  expect(await count('/jobs/count?endorsements=T&pay_min=abc')).toBe('Show jobs');
  expect(await count('/jobs/count?query=zeppelin')).toMatch(/no jobs/i);
  expect(await count('/es/jobs/count?endorsements=T')).toContain('2');
  expect(await count('/es/jobs/count?endorsements=T')).not.toBe('Show 2 jobs');
});
