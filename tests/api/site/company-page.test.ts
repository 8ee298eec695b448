import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { companies } from '#drizzle/schema/companies.ts';
import { carrierChecks, companyPhotos, companyProfiles, companyTerminals } from '#drizzle/schema/company-pages.ts';
import { daysFromNow, makeCompany, makeEmployee, makeJob } from '#server/demo/builders.ts';
import { companyPath } from '#shared/companies/company-page.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { browserHeaders, extractText } from '#tests/helpers/public-page.ts';

/** The public page of a company (`docs/product/companies.md#public-page`). */
let t: TestApp;
beforeAll(async () => void (t = await startTestApp()));
afterAll(() => t.close());

async function get(url: string) {
  const response = await t.app.inject({ method: 'GET', url, headers: browserHeaders });
  return { status: response.statusCode, text: response.body, headers: response.headers };
}

const pathOf = async (id: string) => {
  const [row] = await t.services.db.select({ slug: companies.slug }).from(companies).where(eq(companies.id, id));
  return companyPath(row?.slug ?? '');
};
const newCompany = (overrides: object = {}) =>
  makeCompany(t.services.db, { companyName: 'Juniper & Sons <Freight>', ...overrides });
const structured = (page: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page)?.[1] ?? 'null') as {
    '@graph': Record<string, unknown>[];
  };

async function fillPage(companyId: string, isVerified: boolean): Promise<void> {
  const { db } = t.services;
  await db.insert(companyProfiles).values({
    companyId,
    about: 'Family <b>owned</b>.\n\nHome weekly.',
    website: 'https://juniper.example/drivers',
    fleetSize: 1234,
    foundedYear: 1988,
    usdotNumber: '7654321',
    mcNumber: '123',
  });
  const place = { companyId, city: 'Omaha', state: 'NE', postalCode: '68102', latitude: 41.26, longitude: -95.93 };
  await db.insert(companyTerminals).values([
    { ...place, position: 0, name: 'Main yard' },
    { ...place, position: 1, name: null, city: 'Denver', state: 'CO', latitude: 39.74, longitude: -104.99 },
  ]);
  await db
    .insert(companyPhotos)
    .values({ companyId, position: 0, fileName: 'photo-of-a-truck.webp', alt: 'A “green” truck', width: 1200, height: 900 });
  if (!isVerified) return;
  const carrier = {
    usdotNumber: '7654321',
    legalName: 'JUNIPER LLC',
    dbaName: null,
    city: 'OMAHA',
    state: 'NE',
    isAllowedToOperate: true,
    isOutOfService: false,
    powerUnits: 5,
    drivers: 77,
  };
  const checkedAt = new Date('2026-11-20T18:00:00Z');
  // A number is verified for one company only.
  await db.delete(carrierChecks);
  await db
    .insert(carrierChecks)
    .values({ companyId, state: 'verified', source: 'fmcsa', usdotNumber: '7654321', carrier, checkedAt, recheckAt: checkedAt });
}

describe('the page', () => {
  it('shows what the company wrote and what was checked, and nothing private', async () => {
    const company = await newCompany({ email: 'private@juniper.example', phone: '4025559876', answersWithinDays: 2 });
    const employee = await makeEmployee(t.services.db, company.id, { firstName: 'Hortensia', lastName: 'Privat' });
    const job = await makeJob(t.services.db, company.id, { title: 'Juniper night run' });
    await fillPage(company.id, true);
    const path = await pathOf(company.id);
    const { status, text, headers } = await get(path);
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-cache');
    const content = extractText(text);
    for (const fact of [
      'Juniper & Sons <Freight>',
      'Omaha, NE',
      '5 (FMCSA)',
      '1988',
      '77 (FMCSA)',
      'juniper.example',
      'Home weekly.',
      'Main yard · Omaha, NE',
      'Denver, CO',
      'USDOT 7654321 checked with FMCSA on 11/20/2026',
      'JUNIPER LLC',
      'Juniper night run',
    ])
      expect(content).toContain(fact);
    expect(content).not.toContain('1,234');
    expect(text).not.toContain('<b>owned');
    expect(text).toContain('<p class="lines">Home weekly.</p>');
    expect(text).toMatch(/<a href="https:\/\/juniper\.example\/drivers" rel="nofollow noopener">/);
    expect(text).toContain('alt="A “green” truck" width="1200" height="900" loading="lazy"');
    expect(text).toContain(`href="/jobs/${job.id}"`);
    for (const secret of ['private@juniper', '5559876', 'Hortensia', employee.email, company.id])
      expect(text).not.toContain(secret);
    const [organization, crumbs] = structured(text)['@graph'];
    expect(organization).toMatchObject({
      '@type': 'Organization',
      name: 'Juniper & Sons <Freight>',
      legalName: 'JUNIPER LLC',
      identifier: { propertyID: 'USDOT', value: '7654321' },
      foundingDate: '1988',
    });
    expect(crumbs).toMatchObject({ '@type': 'BreadcrumbList' });
  });

  it('says plainly what was not checked', async () => {
    const company = await newCompany();
    await makeJob(t.services.db, company.id);
    const path = await pathOf(company.id);
    expect(extractText((await get(path)).text)).toContain('hasn’t checked this company’s USDOT number');
    await fillPage(company.id, false);
    const { text } = await get(path);
    expect(extractText(text)).toContain('The company gave USDOT 7654321 · MC 123.');
    expect(extractText(text)).toContain('1,234 (says the company)');
    expect(text).not.toContain('Verified carrier');
    expect(structured(text)['@graph'][0]).not.toHaveProperty('identifier');
  });

  it('is in Spanish too, and each language names the other', async () => {
    const company = await newCompany();
    await makeJob(t.services.db, company.id);
    await fillPage(company.id, true);
    const path = await pathOf(company.id);
    const { text } = await get(`/es${path}`);
    expect(extractText(text)).toContain('USDOT 7654321 verificado con la FMCSA');
    expect(text).toContain(`<link rel="alternate" hreflang="en" href="http://localhost:3000${path}" />`);
    expect(text).toContain(`<link rel="canonical" href="http://localhost:3000/es${path}" />`);
  });

  it('lists the public jobs by page', async () => {
    const company = await newCompany();
    for (let n = 0; n < 21; n += 1)
      await makeJob(t.services.db, company.id, { title: `Run number ${n}`, postingDate: daysFromNow(-n - 1) });
    await makeJob(t.services.db, company.id, { title: 'Closed run', status: 'CLOSED' });
    const path = await pathOf(company.id);
    const first = await get(path);
    expect(first.text.match(/<li class="card job/g)).toHaveLength(20);
    expect(first.text).toContain(`href="${path}?page=2#jobs"`);
    const second = await get(`${path}?page=2`);
    expect(second.text).toContain('Run number 20');
    expect(second.text).not.toContain('Closed run');
    for (const page of ['3', '0', 'x', '1001']) expect((await get(`${path}?page=${page}`)).status).toBe(404);
  });

  it('is linked from each job and in the sitemap', async () => {
    const company = await newCompany();
    const job = await makeJob(t.services.db, company.id, { title: 'Linked run' });
    const path = await pathOf(company.id);
    const { text } = await get(`/jobs/${job.id}`);
    expect(text).toContain(`<a href="${path}">Juniper &amp; Sons &lt;Freight&gt;</a>`);
    expect(text).not.toContain('Verified carrier');
    expect((await get('/jobs?query=linked')).text).toContain(`<a href="${path}">`);
    expect((await get('/sitemap.xml')).text).toMatch(new RegExp(`${path}</loc><lastmod>`));
    await fillPage(company.id, true);
    expect((await get(`/jobs/${job.id}`)).text).toContain('Verified carrier');
  });
});

describe('a page does not exist', () => {
  type Case = [
    name: string,
    company: Parameters<typeof newCompany>[0],
    job: Parameters<typeof makeJob>[2] | null,
    status: number,
  ];
  it.each<Case>([
    ['of a company that never had a job', {}, null, 404],
    ['of a company with an unpaid job', {}, { status: 'INACTIVE', postingDate: null, expirationDate: null }, 404],
    ['of a cancelled company', { status: 'Cancelled' }, {}, 410],
    ['of a cancelled company that never had a job', { status: 'Cancelled' }, null, 404],
    ['of an inactive company without running jobs', { status: 'Inactive' }, { status: 'CLOSED' }, 410],
    ['but of an inactive company with running jobs', { status: 'Inactive' }, {}, 200],
    ['but of an active company whose jobs are closed', {}, { status: 'CLOSED' }, 200],
  ])('%s', async (_name, overrides, job, status) => {
    const company = await newCompany(overrides);
    if (job) await makeJob(t.services.db, company.id, job);
    await fillPage(company.id, false);
    const path = await pathOf(company.id);
    const answer = await get(path);
    expect(answer.status).toBe(status);
    expect((await t.callRest('GET', `/public${path}`)).status).toBe(status);
    expect((await get('/sitemap.xml')).text.includes(`${path}</loc>`)).toBe(status === 200);
    if (status !== 200) expect(answer.text).not.toContain('Family');
  });

  it.each(['%00', 'a%00b', 'caf%C3%A9', 'a'.repeat(101)])('at /companies/%s, which no company can have', async (slug) => {
    expect((await get(`/companies/${slug}`)).status).toBe(404);
    expect([404, 422]).toContain((await t.callRest('GET', `/public/companies/${slug}`)).status);
  });

  it('at an unknown address, in the reader’s language', async () => {
    const { status, text } = await get('/es/companies/no-such-company');
    expect(status).toBe(404);
    expect(text).toContain('No se encontró la empresa');
  });
});

it('an earlier address and another spelling lead to the current one', async () => {
  const company = await newCompany({ companyName: 'Larkspur Lines' });
  await makeJob(t.services.db, company.id);
  await t.services.db.update(companies).set({ companyName: 'Larkspur Logistics' }).where(eq(companies.id, company.id));
  expect(await get('/companies/larkspur-lines')).toMatchObject({
    status: 301,
    headers: { location: '/companies/larkspur-logistics' },
  });
  expect(await get('/es/companies/Larkspur-Logistics')).toMatchObject({
    status: 301,
    headers: { location: '/es/companies/larkspur-logistics' },
  });
  const rest = await t.callRest('GET', '/public/companies/larkspur-lines');
  expect(rest).toMatchObject({ status: 200, body: { data: { slug: 'larkspur-logistics', jobs: { pagination: { total: 1 } } } } });
});
