import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applications } from '#drizzle/schema/drivers.ts';
import { makeCompany, makeDriver, makeEmployee, makeJob, makeUser, rowOfApplication } from '#server/demo/builders.ts';
import { roles } from '#shared/access/access.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const page = async (path: string) => (await t.app.inject({ method: 'GET', url: path, headers: { accept: 'text/html' } })).payload;

describe('requisition numbers', () => {
  it('are written with a job, read, searched, sorted by and copied, and no driver sees them', async () => {
    const { db } = t.services;
    const company = await makeCompany(db, { enableRequisiteNumbers: true });
    const owner = await makeEmployee(db, company.id);
    const token = await t.createToken(owner);
    const job = await makeJob(db, company.id, { title: 'Numbered hauler' });
    await makeJob(db, company.id, { title: 'Plain hauler' });
    expect(await t.callRest('PATCH', `/jobs/${job.id}`, { token, body: { requisite_number: ' REQ-20/7 ' } })).toMatchObject({
      status: 200,
      body: { data: { requisite_number: 'REQ-20/7' } },
    });
    const filters = { and: [{ field: 'requisite_number', operator: 'ilike', value: 'req-20' }] };
    const orders = [{ field: 'requisite_number', direction: 'asc' }];
    expect((await t.callRest('POST', '/jobs/search', { token, body: { filters, orders } })).body.data).toMatchObject([
      { id: job.id, requisite_number: 'REQ-20/7' },
    ]);
    const { body } = await t.callRest('POST', `/jobs/${job.id}/duplicate`, { token });
    const { id } = body.data as { id: string };
    expect((await t.callRest('GET', `/jobs/${id}`, { token })).body.data).toMatchObject({ requisite_number: 'REQ-20/7' });
    expect((await t.callRest('PATCH', `/jobs/${id}`, { token, body: { requisite_number: '' } })).body.data).toMatchObject({
      requisite_number: null,
    });
    expect((await t.callRest('PATCH', `/jobs/${id}`, { token, body: { requisite_number: 'x'.repeat(41) } })).status).toBe(422);
    expect((await t.callRest('GET', `/public/jobs/${job.id}`)).body.data).not.toHaveProperty('requisite_number');
    expect(await page(`/jobs/${job.id}`)).not.toContain('REQ-20/7');
  });
});

describe('the experienced-driver filter', () => {
  it('is a group of conditions that the applicants’ list takes: at least the years, without those who have not answered', async () => {
    const { db } = t.services;
    const company = await makeCompany(db, { experiencedDriverFilter: true });
    const owner = await makeEmployee(db, company.id);
    const job = await makeJob(db, company.id, { requiredExperience: 'Y2' });
    const ids = new Map<number | null, string>();
    for (const years of [null, 1.5, 2, 7]) {
      const row = rowOfApplication(job, await makeDriver(db), { yearsOfExperience: years });
      await db.insert(applications).values(row);
      ids.set(years, row.id);
    }
    const field = 'years_of_experience';
    const least = {
      or: [
        { field, operator: 'equals' as const, value: 2 },
        { field, operator: 'greater_than' as const, value: 2 },
      ],
    };
    const named = { field: 'applicant', operator: 'ilike' as const, value: '' };
    const found = await (
      await t.createCallerFor(owner)
    ).applicants.list({ id: job.id, filters: { and: [{ and: [named] }, least] } });
    expect(new Set(found.items.map(({ id }) => id))).toEqual(new Set([ids.get(2), ids.get(7)]));
  });
});

describe('a second-chance company', () => {
  it('says so on its cards and pages, and is found by it', async () => {
    const { db } = t.services;
    const yes = await makeJob(db, (await makeCompany(db, { secondChanceCompany: true })).id, { title: 'Second hauler' });
    const no = await makeJob(db, (await makeCompany(db)).id, { title: 'Second opinion hauler' });
    const found = (query: string) => t.callRest('GET', `/public/jobs?query=second&${query}`);
    expect(((await found('')).body.data as { id: string }[]).map(({ id }) => id).sort()).toEqual([yes.id, no.id].sort());
    const { body } = await found('second_chance=true');
    expect(body.data).toMatchObject([{ id: yes.id, second_chance: true }]);
    expect(body.pagination.total).toBe(1);
    const list = await page('/jobs?query=second&second_chance=true');
    expect(list).toContain('Fair-chance employer');
    expect(list).toContain(yes.id);
    expect(list).not.toContain(no.id);
    expect(await page(`/jobs/${yes.id}`)).toContain('Drivers with a criminal record may apply');
    expect(await page(`/jobs/${no.id}`)).not.toContain('Drivers with a criminal record');
  });
});

describe('the colour of a company', () => {
  it('is used on its public job pages; an unknown one falls back to the product’s', async () => {
    const { db } = t.services;
    const pageIn = async (colorTemplate: string | null) =>
      page(`/jobs/${(await makeJob(db, (await makeCompany(db, { colorTemplate })).id)).id}`);
    expect(await pageIn('teal')).toContain('--accent:#0b7f86');
    expect(await pageIn(null)).toContain('--accent:#ff6e01');
    expect(await pageIn('"><script>')).toContain('--accent:#ff6e01');
  });
});

describe('the sales reference', () => {
  it('is in the administrators’ list of companies and its file', async () => {
    const { db } = t.services;
    const company = await makeCompany(db, { companyName: 'Referred Freight', salesRef: 'Kim, west' });
    const admin = await makeUser(db, { roles: [roles.admin] });
    const token = await t.createToken(admin);
    const filters = { and: [{ field: 'company_name', operator: 'equals', value: 'Referred Freight' }] };
    expect((await t.callRest('POST', '/companies/search', { token, body: { filters } })).body.data).toMatchObject([
      { id: company.id, sales_ref: 'Kim, west' },
    ]);
  });
});

it('a logo that fails to load gives way to the initials', async () => {
  const { db } = t.services;
  const job = await makeJob(db, (await makeCompany(db, { logo: 'gone-for-ever.webp' })).id);
  const source = await page(`/jobs/${job.id}`);
  expect(source).toMatch(/<img\s+src="\/media\/gone-for-ever\.webp"[^>]*\sdata-instead="PF"/);
});
