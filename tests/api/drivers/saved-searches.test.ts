import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seenJobs } from '#drizzle/schema/drivers.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { savedSearches } from '#drizzle/schema/searches.ts';
import { makeCompany, makeDriver, makeEmployee, makeJob } from '#server/demo/builders.ts';
import { matchNewJobs } from '#server/drivers/saved-searches/match-jobs.ts';
import { newRefresh, refreshSavedSearches } from '#server/drivers/saved-searches/refresh-searches.ts';
import { roles } from '#shared/access/access.ts';
import { maxSavedSearches } from '#shared/drivers/saved-search.ts';
import { maxSeenJobs } from '#shared/drivers/seen-job-limit.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

/** Saved searches and recently viewed jobs (`docs/product/drivers.md#saved-searches`, `#recently-viewed`). */
let t: TestApp;
let company: Awaited<ReturnType<typeof makeCompany>>;
let otherCompany: typeof company;
beforeAll(async () => {
  t = await startTestApp();
  company = await makeCompany(t.services.db);
  otherCompany = await makeCompany(t.services.db);
});
afterAll(() => t.close());

type SavedSearch = { id: string; name: string; frequency: string; new_jobs: number; path: string; details: string[] };

async function makePerson() {
  const driver = await makeDriver(t.services.db);
  const token = await t.createToken(driver);
  const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
    t.callRest(method, `/member${path}`, { token, body });
  const list = async () => (await call('GET', '/saved-searches')).body.data as SavedSearch[];
  const save = async (body: object) => ((await call('POST', '/saved-searches', body)).body.data as { id: string }).id;
  const seen = async () => (await call('GET', '/seen-jobs')).body.data as { job_id: string; is_open: boolean }[];
  return { ...driver, token, call, list, save, seen };
}

describe('saved searches', () => {
  test('are named by their filters, and saved once', async () => {
    const driver = await makePerson();
    const filters = { query: 'Reefer', city: 'Omaha', state: 'NE', radius: 50, endorsements: ['T', 'H'], pay_min: 1500 };
    const saved = await driver.call('POST', '/saved-searches', filters);
    expect(saved.status).toBe(201);
    const id = await driver.save({ ...filters, query: 'reefer', endorsements: ['H', 'T'], frequency: 'weekly' });
    expect(saved.body.data).toEqual({ id });
    const [search, ...others] = await driver.list();
    expect(others).toEqual([]);
    expect(search).toMatchObject({ id, name: 'Reefer jobs near Omaha, NE', frequency: 'daily', new_jobs: 0 });
    expect(search?.details).toHaveLength(4);
    const query = new URL(search?.path ?? '', 'http://localhost').searchParams;
    expect(query.get('location')).toBe('Omaha, NE');
    expect(query.getAll('endorsements')).toEqual(['H', 'T']);
    await driver.call('PATCH', `/saved-searches/${id}`, { name: 'My search', frequency: 'off' });
    expect(await driver.list()).toMatchObject([{ id, name: 'My search', frequency: 'off' }]);
  });

  test('of another driver do not exist', async () => {
    const [driver, other] = [await makePerson(), await makePerson()];
    const id = await driver.save({ query: 'tanker' });
    expect(await other.list()).toEqual([]);
    expect((await other.call('PATCH', `/saved-searches/${id}`, { frequency: 'off' })).status).toBe(404);
    expect((await other.call('DELETE', `/saved-searches/${id}`)).status).toBe(200);
    expect(await driver.list()).toMatchObject([{ id, frequency: 'daily' }]);
    for (const _ of [1, 2]) expect((await driver.call('DELETE', `/saved-searches/${id}`)).status).toBe(200);
    expect(await driver.list()).toEqual([]);
  });

  test('need a filter and a place in the fifty states', async () => {
    const driver = await makePerson();
    for (const body of [{}, { radius: 50 }, { city: 'Toronto, ON', radius: 50 }, { query: 'reefer', frequency: 'hourly' }])
      expect((await driver.call('POST', '/saved-searches', body)).status).toBe(422);
    expect(await driver.list()).toEqual([]);
  });

  test('are limited, also if two are saved at the same time', async () => {
    const driver = await makePerson();
    const rows = Array.from({ length: maxSavedSearches - 1 }, (_, n) => ({
      driverId: driver.id,
      name: `Search ${n}`,
      filters: { query: `word${n}` },
      key: String(n),
    }));
    await t.services.db.insert(savedSearches).values(rows);
    const answers = await Promise.all(['flatbed', 'tanker'].map((query) => driver.call('POST', '/saved-searches', { query })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  });

  test('count the open jobs that were found since the driver looked', async () => {
    const driver = await makePerson();
    const id = await driver.save({ query: 'zebra', frequency: 'off' });
    const job = await makeJob(t.services.db, company.id, { title: 'Zebra hauler' });
    await makeJob(t.services.db, otherCompany.id, { title: 'Zebra night hauler' });
    await matchNewJobs(t.services.db);
    expect(await driver.list()).toMatchObject([{ id, new_jobs: 2 }]);
    await t.services.db.update(jobs).set({ status: 'CLOSED' }).where(eq(jobs.id, job.id));
    expect(await driver.list()).toMatchObject([{ id, new_jobs: 1 }]);
    await driver.call('PATCH', `/saved-searches/${id}`, { seen: true });
    expect(await driver.list()).toMatchObject([{ id, new_jobs: 0 }]);
  });

  test('are compiled again after the words of the trade have changed', async () => {
    const driver = await makePerson();
    const id = await driver.save({ query: 'reefer', state: 'NE', endorsements: ['H', 'T'], pay_min: 1500 });
    await driver.save({ city: 'DFW' });
    await driver.save({ city: 'Nowhereville', radius: 50 });
    const { db } = t.services;
    const read = async () => (await db.select().from(savedSearches).where(eq(savedSearches.id, id)))[0];
    const compiled = await read();
    const earlier = { words: "'earlier'", experienceRank: 1, weeklyPay: null, endorsements: null };
    await db.update(savedSearches).set(earlier).where(eq(savedSearches.id, id));
    const progress = newRefresh();
    await refreshSavedSearches(db, progress);
    expect(await read()).toEqual(compiled);
    expect(await refreshSavedSearches(db, newRefresh())).toBe(0);
    await db.update(savedSearches).set(earlier).where(eq(savedSearches.id, id));
    expect(await refreshSavedSearches(db, progress)).toBe(0);
  });

  test('are for drivers', async () => {
    const token = await t.createToken(await makeEmployee(t.services.db, company.id));
    for (const path of ['/member/saved-searches', '/member/seen-jobs']) {
      expect((await t.callRest('GET', path, { token })).status).toBe(403);
      expect((await t.callRest('GET', path)).status).toBe(401);
    }
  });
});

describe('recently viewed jobs', () => {
  test('are the driver’s own, the last one first, and stay when the job closes', async () => {
    const [driver, other] = [await makePerson(), await makePerson()];
    const [first, second] = [await makeJob(t.services.db, company.id), await makeJob(t.services.db, otherCompany.id)];
    const never = await makeJob(t.services.db, company.id, { status: 'INACTIVE', postingDate: null });
    await driver.call('POST', '/seen-jobs', { job_ids: [first.id] });
    await driver.call('POST', '/seen-jobs', { job_ids: [second.id, first.id, never.id] });
    expect((await driver.seen()).map(({ job_id: id }) => id)).toEqual([second.id, first.id]);
    await t.services.db.update(jobs).set({ status: 'CLOSED' }).where(eq(jobs.id, first.id));
    expect(await driver.seen()).toMatchObject([{ is_open: true }, { job_id: first.id, is_open: false }]);
    await other.call('DELETE', '/seen-jobs');
    await driver.call('DELETE', `/seen-jobs/${second.id}`);
    expect(await driver.seen()).toMatchObject([{ job_id: first.id }]);
    await driver.call('DELETE', '/seen-jobs');
    expect(await driver.seen()).toEqual([]);
  });

  test('are limited, and the last ones stay', async () => {
    const driver = await makePerson();
    const { db } = t.services;
    const old = await Promise.all(Array.from({ length: maxSeenJobs }, () => makeJob(db, company.id)));
    const seenAt = new Date(Date.now() - 60_000);
    await db.insert(seenJobs).values(old.map(({ id: jobId }) => ({ driverId: driver.id, jobId, seenAt })));
    const job = await makeJob(db, company.id);
    expect((await driver.call('POST', '/seen-jobs', { job_ids: [job.id] })).body.data).toEqual({ count: maxSeenJobs });
    const seen = await driver.seen();
    expect([seen.length, seen[0]?.job_id]).toEqual([maxSeenJobs, job.id]);
  });

  test('someone who acts as the driver leaves none', async () => {
    const driver = await makePerson();
    const { db } = t.services;
    const admin = await makeEmployee(db, company.id, { roles: [roles.superAdmin] });
    const job = await makeJob(db, company.id);
    const token = await t.createImpersonationToken(admin, driver).catch(() => null);
    if (token) await t.callRest('POST', '/member/seen-jobs', { token, body: { job_ids: [job.id] } });
    expect(await driver.seen()).toEqual([]);
  });
});
