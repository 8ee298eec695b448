// @engine both
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { applications, drivers } from '#drizzle/schema/drivers.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { makeCompany, makeDriver, makeEmployee, makeJob, rowOfApplication } from '#server/demo/builders.ts';
import type { RequiredCdlClass } from '#shared/catalogues.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { makeJobRequest } from '#tests/helpers/posting.ts';

/** The CDL class that a job requires: the employer's choice, or that of its type of driving (`docs/product/jobs.md#cdl-class`). */
let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

async function employer() {
  const { id: companyId } = await makeCompany(t.services.db);
  const account = await makeEmployee(t.services.db, companyId);
  return { companyId, api: await t.createCallerFor(account), token: await t.createToken(account) };
}

const wire = {
  title: 'Box truck reefer',
  job_type: 'reefer',
  required_experience: 'M6',
  home_time: 'HD',
  job_description: 'Deliver to stores.',
  salary_type: 'weekly',
  addresses: [{ postal_code: '68102' }],
};
type Posted = { jobs: { id: string }[] };

describe('the class of a job', () => {
  it('is chosen through REST, changed, left alone, and set back to the type of driving', async () => {
    const { token } = await employer();
    const call = (method: 'POST' | 'PATCH' | 'GET', path: string, body?: object) =>
      t.callRest(method, path, { token, ...(body ? { body } : {}) });
    const created = await call('POST', '/jobs', { ...wire, cdl_class: 'Class B' });
    const id = (created.body.data as Posted).jobs[0]?.id;
    const read = async () => (await call('GET', `/jobs/${id}`)).body.data;
    expect(await read()).toMatchObject({ job_type: 'reefer', cdl_class: 'Class B' });
    const change = async (body: object) => (await call('PATCH', `/jobs/${id}`, body)).body.data;
    expect(await change({ title: 'Another title' })).toMatchObject({ title: 'Another title', cdl_class: 'Class B' });
    expect(await change({ cdlClass: 'No CDL' })).toMatchObject({ cdl_class: 'No CDL' });
    expect(await change({ cdl_class: null })).toMatchObject({ cdl_class: null });
    const silent = await call('POST', '/jobs', wire);
    expect((await call('GET', `/jobs/${(silent.body.data as Posted).jobs[0]?.id}`)).body.data).toMatchObject({ cdl_class: null });
  });

  it('is chosen through the web and copied to a duplicate', async () => {
    const { api } = await employer();
    const { jobs: posted } = await api.checkout.placeOrder(makeJobRequest({ cdlClass: 'Class C' }));
    const id = posted[0]?.id ?? '';
    expect((await api.jobs.get({ id })).cdlClass).toBe('Class C');
    const copy = await api.jobs.duplicate({ id });
    expect((await api.jobs.get({ id: copy.id })).cdlClass).toBe('Class C');
    await api.jobs.update({ id: copy.id, cdlClass: 'Class A' });
    expect((await api.jobs.get({ id })).cdlClass).toBe('Class C');
    expect((await api.jobs.get({ id: copy.id })).cdlClass).toBe('Class A');
  });

  it.each(['Permit', 'A', '', 1])('%j is refused, and the answer names the field', async (cdl_class) => {
    const { companyId, token } = await employer();
    const { id } = await makeJob(t.services.db, companyId);
    const refused = { status: 422, body: { errors: [{ field: 'cdl_class' }] } };
    expect(await t.callRest('POST', '/jobs', { token, body: { ...wire, cdl_class } })).toMatchObject(refused);
    expect(await t.callRest('PATCH', `/jobs/${id}`, { token, body: { cdl_class } })).toMatchObject(refused);
  });

  it('cannot be changed by another company', async () => {
    const [own, stranger] = [await employer(), await employer()];
    const { id } = await makeJob(t.services.db, own.companyId, { cdlClass: 'Class B' });
    const answer = await t.callRest('PATCH', `/jobs/${id}`, { token: stranger.token, body: { cdl_class: 'Class A' } });
    expect(answer.status).toBe(404);
    await expect(stranger.api.jobs.update({ id, cdlClass: 'Class A' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await own.api.jobs.get({ id })).cdlClass).toBe('Class B');
  });

  it('filters the job list and is in its file, chosen or by the type of driving', async () => {
    const { companyId, api, token } = await employer();
    const make = (title: string, values: Partial<typeof jobs.$inferInsert>) =>
      makeJob(t.services.db, companyId, { title, ...values });
    await make('Chosen', { jobType: 'reefer', cdlClass: 'Class B' });
    await make('By type', { jobType: 'dumpTruck' });
    await make('Higher than its type', { jobType: 'rollOff', cdlClass: 'Class A' });
    await make('None', { jobType: 'hotShot' });
    const filters = { and: [{ field: 'cdl_class', operator: 'equals' as const, value: 'Class B' }] };
    expect((await api.jobs.list({ filters })).items.map(({ title }) => title).toSorted()).toEqual(['By type', 'Chosen']);
    const headers = { authorization: `Bearer ${token}` };
    const file = await t.app.inject({ method: 'POST', url: '/api/1.0/jobs/export', headers, payload: {} });
    const [heading = '', ...lines] = file.body.split('\r\n').map((line) => line.split(','));
    const classOf = (title: string) => lines.find((cells) => cells[0] === title)?.[heading.indexOf('CDL class')];
    expect(['Chosen', 'By type', 'Higher than its type', 'None'].map(classOf)).toEqual([
      'CDL Class B or higher',
      'CDL Class B or higher',
      'CDL Class A',
      '',
    ]);
  });
});

describe('an explicit class decides who matches', () => {
  const inLincoln = { latitude: 40.8136, longitude: -96.7026 };
  const classes = ['Class A', 'Class B', 'Class C', 'No CDL'] as const;

  test.each<[Partial<typeof jobs.$inferInsert>, readonly string[]]>([
    [{ jobType: 'dryVan' }, ['Class A']],
    [{ jobType: 'dryVan', cdlClass: 'Class B' }, ['Class A', 'Class B']],
    [{ jobType: 'hotShot' }, classes],
    [{ jobType: 'hotShot', cdlClass: 'Class A' }, ['Class A']],
    [{ jobType: 'dumpTruck', cdlClass: 'No CDL' }, classes],
  ])('%o', async (values, accepted) => {
    const { db } = t.services;
    await db.delete(applications);
    await db.delete(drivers);
    await db.update(jobs).set({ status: 'CLOSED' });
    const { companyId, token } = await employer();
    const people = await Promise.all(classes.map((cdlStatus) => makeDriver(db, { profile: { ...inLincoln, cdlStatus } })));
    const job = await makeJob(db, companyId, { ...inLincoln, ...values });
    const candidates = await t.callRest('GET', `/jobs/${job.id}/candidates?distance_limit=true`, { token });
    expect((candidates.body.data as { cdl_status: string }[]).map(({ cdl_status }) => cdl_status).toSorted()).toEqual(
      accepted.toSorted(),
    );
    for (const person of people) {
      const { body } = await t.callRest('GET', '/member/matching-jobs', { token: await t.createToken(person) });
      const ids = (body.data as { id: string }[]).map(({ id }) => id);
      expect(ids, `${person.profile.cdlStatus}`).toEqual(accepted.includes(String(person.profile.cdlStatus)) ? [job.id] : []);
    }
  });

  test('and what the pages of the job and of an applicant say', async () => {
    const { db } = t.services;
    const { companyId, token } = await employer();
    const job = await makeJob(db, companyId);
    const applicant = await makeDriver(db, { profile: { cdlStatus: 'Class B' } });
    const application = rowOfApplication(job, applicant);
    await db.insert(applications).values(application);
    const requirement = async () => {
      const { body } = await t.callRest('GET', `/applicants/${application.id}`, { token });
      return (body.data as { requirements: { kind: string }[] }).requirements.find(({ kind }) => kind === 'cdl');
    };
    const page = async () => (await t.app.inject({ url: `/jobs/${job.id}` })).body;
    const choose = (cdlClass: RequiredCdlClass | null) => db.update(jobs).set({ cdlClass }).where(eq(jobs.id, job.id));

    expect(await requirement()).toMatchObject({ name: 'CDL Class A', is_met: false });
    expect(await page()).toContain('<dd>CDL Class A');
    await choose('Class B');
    expect(await requirement()).toMatchObject({ name: 'CDL Class B or higher', is_met: true });
    expect(await page()).toContain('<dd>CDL Class B or higher');
    expect(await page()).toContain('"qualifications":"CDL Class B or higher"');
    await choose('No CDL');
    expect(await requirement()).toBeUndefined();
    expect(await page()).toContain('<dd>No CDL needed');
    await db.update(jobs).set({ cdlClass: null, jobType: 'hotShot' }).where(eq(jobs.id, job.id));
    expect(await page()).not.toContain('CDL class');
  });
});
