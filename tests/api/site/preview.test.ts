import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCompany, makeEmployee } from '#server/demo/builders.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const content = {
  title: 'Night <b>tanker</b> driver',
  jobType: 'tanker',
  cdlClass: 'Class B',
  requiredExperience: 'Y1',
  homeTime: 'HD',
  salaryType: 'weekly',
  expectedPay: 1875,
} as const;

async function asEmployee() {
  const company = await makeCompany(t.services.db);
  const api = await t.createCallerFor(await makeEmployee(t.services.db, company.id));
  return { company, api };
}

describe('the preview of a job', () => {
  it('is the public page with the company and the first location', async () => {
    const { company, api } = await asEmployee();
    const address = { city: 'Moab', state: 'UT', postalCode: '84532', coordinates: { latitude: 38.57, longitude: -109.55 } };
    const { html } = await api.preview.job({ ...content, jobDescription: 'Haul water.', address, addonTypes: ['promote'] });
    expect(html).toContain(company.companyName);
    expect(html).toContain('Moab, UT');
    expect(html).toContain('$1,875 per week');
    expect(html).toContain('CDL Class B or higher');
    expect(html).toContain('<p>Haul water.</p>');
  });

  it('escapes the title and has no scripts', async () => {
    const { api } = await asEmployee();
    const { html } = await api.preview.job({
      ...content,
      jobDescription: '<p onclick="x()">Steady<script>alert(1)</script></p>',
    });
    expect(html).toContain('Night &lt;b&gt;tanker&lt;/b&gt; driver');
    expect(html).toContain('Steady');
    expect(html).not.toMatch(/<script(?! type="application)|onclick/);
  });

  it('writes nothing and needs the fields that every job has', async () => {
    const { api } = await asEmployee();
    await api.preview.job(content);
    expect((await api.jobs.list({})).items).toEqual([]);
    await expect(api.preview.job({ ...content, title: '' })).rejects.toThrow(/title/i);
  });
});
