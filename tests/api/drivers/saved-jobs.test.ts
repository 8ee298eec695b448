import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applications, savedJobs } from '#drizzle/schema/drivers.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { makeCompany, makeDriver, makeEmployee, makeJob } from '#server/demo/builders.ts';
import { maxSavedJobs } from '#shared/drivers/saved-job.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

/** Saved jobs, and the reason for withdrawing (`docs/product/drivers.md#saved-jobs`, `#withdrawing`). */
let t: TestApp;
let company: Awaited<ReturnType<typeof makeCompany>>;
let otherCompany: typeof company;
beforeAll(async () => {
  t = await startTestApp();
  company = await makeCompany(t.services.db);
  otherCompany = await makeCompany(t.services.db);
});
afterAll(() => t.close());

async function makePerson() {
  const driver = await makeDriver(t.services.db);
  const token = await t.createToken(driver);
  const call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => t.callRest(method, path, { token, body });
  const readTitles = async () => {
    const { body } = await call('GET', '/member/saved-jobs');
    return (body.data as { title: string }[]).map(({ title }) => title);
  };
  return { id: driver.id, call, readTitles };
}

describe('saved jobs', () => {
  test('are the driver’s own, the last saved one first, and saving twice or removing twice is no error', async () => {
    const [driver, other] = [await makePerson(), await makePerson()];
    const first = await makeJob(t.services.db, company.id, { title: 'First' });
    const second = await makeJob(t.services.db, otherCompany.id, { title: 'Second' });
    for (const { id } of [first, second, first]) {
      const saved = await driver.call('POST', '/member/saved-jobs', { job_id: id });
      expect(saved).toMatchObject({ status: 201, body: { data: { id } } });
    }
    expect(await driver.readTitles()).toEqual(['Second', 'First']);
    expect(await other.readTitles()).toEqual([]);
    const page = await driver.call('GET', '/member/saved-jobs?limit=1&offset=1');
    expect(page.body).toMatchObject({
      data: [{ job_id: first.id, title: 'First', is_open: true, application: null, saved_at: expect.any(String) }],
      pagination: { offset: 1, limit: 1, total: 2 },
    });
    const { body: ids } = await driver.call('GET', '/member/saved-jobs/ids');
    expect((ids.data as string[]).toSorted()).toEqual([first.id, second.id].toSorted());
    // Another driver's row does not exist.
    expect((await other.call('DELETE', `/member/saved-jobs/${first.id}`)).status).toBe(200);
    expect(await driver.readTitles()).toEqual(['Second', 'First']);
    for (const _ of [1, 2])
      expect(await driver.call('DELETE', `/member/saved-jobs/${first.id}`)).toMatchObject({
        status: 200,
        body: { data: { id: first.id } },
      });
    expect(await driver.readTitles()).toEqual(['Second']);
  });

  test('show the driver’s application, and stay when the job closes', async () => {
    const [driver, other] = [await makePerson(), await makePerson()];
    const job = await makeJob(t.services.db, company.id);
    await driver.call('POST', '/member/saved-jobs', { job_id: job.id });
    const readJob = async () => ((await driver.call('GET', '/member/saved-jobs')).body.data as unknown[])[0];
    await other.call('POST', `/jobs/${job.id}/apply`);
    expect(await readJob()).toMatchObject({ application: null });
    const { body } = await driver.call('POST', `/jobs/${job.id}/apply`);
    const { id } = body.data as { id: string };
    expect(await readJob()).toMatchObject({ is_open: true, application: { id, status: 'sent' } });
    await driver.call('DELETE', `/member/applications/${id}`);
    expect(await readJob()).toMatchObject({ is_open: true, application: { id, status: 'withdrawn' } });
    await t.services.db.update(jobs).set({ status: 'CLOSED' }).where(eq(jobs.id, job.id));
    expect(await readJob()).toMatchObject({ job_id: job.id, is_open: false });
  });

  test('are public jobs only', async () => {
    const driver = await makePerson();
    const { db } = t.services;
    const closed = await makeJob(db, company.id, { status: 'CLOSED' });
    const disabled = await makeJob(db, company.id, { status: 'DISABLED' });
    for (const id of [closed.id, disabled.id, 'nothing'])
      expect((await driver.call('POST', '/member/saved-jobs', { job_id: id })).status).toBe(404);
    expect(await driver.readTitles()).toEqual([]);
  });

  test('are limited, also if two are saved at the same time', async () => {
    const driver = await makePerson();
    const { db } = t.services;
    const closed = await Promise.all(
      Array.from({ length: maxSavedJobs - 1 }, () => makeJob(db, company.id, { status: 'CLOSED' })),
    );
    await db.insert(savedJobs).values(closed.map(({ id: jobId }) => ({ driverId: driver.id, jobId })));
    const others = [await makeJob(db, company.id), await makeJob(db, company.id)];
    const answers = await Promise.all(others.map(({ id }) => driver.call('POST', '/member/saved-jobs', { job_id: id })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    expect((await driver.call('GET', '/member/saved-jobs')).body.pagination.total).toBe(maxSavedJobs);
  });

  test('are for drivers', async () => {
    const token = await t.createToken(await makeEmployee(t.services.db, company.id));
    expect((await t.callRest('GET', '/member/saved-jobs', { token })).status).toBe(403);
    expect((await t.callRest('GET', '/member/saved-jobs/ids')).status).toBe(401);
  });
});

describe('the reason for withdrawing', () => {
  test('is in the timeline of that company until the driver applies again', async () => {
    const { db } = t.services;
    const driver = await makePerson();
    const token = await t.createToken(await makeEmployee(db, company.id));
    const stranger = await t.createToken(await makeEmployee(db, otherCompany.id));
    const job = await makeJob(db, company.id);
    const { body } = await driver.call('POST', `/jobs/${job.id}/apply`);
    const { id } = body.data as { id: string };
    expect((await driver.call('DELETE', `/member/applications/${id}?reason=boredom`)).status).toBe(422);
    expect((await driver.call('DELETE', `/member/applications/${id}?reason=home_time`)).status).toBe(200);
    const readReason = async () => {
      const timeline = await t.callRest('GET', `/applicants/${id}/timeline`, { token });
      const entries = timeline.body.data as { kind: string; detail: { reason?: string } }[];
      return entries.find(({ kind }) => kind === 'withdrawn')?.detail.reason;
    };
    const readStored = async () =>
      (await db.select({ reason: applications.withdrawReason }).from(applications).where(eq(applications.id, id)))[0]?.reason;
    expect([await readReason(), await readStored()]).toEqual(['home_time', 'home_time']);
    expect((await t.callRest('GET', `/applicants/${id}/timeline`, { token: stranger })).status).toBe(404);
    const applicant = await t.callRest('GET', `/applicants/${id}`, { token });
    expect(JSON.stringify(applicant.body)).not.toContain('withdraw_reason');
    await driver.call('POST', `/jobs/${job.id}/apply`);
    expect([await readReason(), await readStored()]).toEqual([undefined, null]);
    await driver.call('DELETE', `/member/applications/${id}`);
    expect([await readReason(), await readStored()]).toEqual([undefined, null]);
  });
});

test('a deleted job is no longer saved', async () => {
  const { db } = t.services;
  const driver = await makePerson();
  const job = await makeJob(db, company.id);
  await driver.call('POST', '/member/saved-jobs', { job_id: job.id });
  const isSaved = and(eq(savedJobs.driverId, driver.id), eq(savedJobs.jobId, job.id));
  expect(await db.select().from(savedJobs).where(isSaved)).toHaveLength(1);
  await db.delete(jobs).where(eq(jobs.id, job.id));
  expect(await db.select().from(savedJobs).where(isSaved)).toHaveLength(0);
});
