import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { throttles, users } from '#drizzle/schema/accounts.ts';
import { applications } from '#drizzle/schema/drivers.ts';
import { jobInvitations } from '#drizzle/schema/hiring.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { makeCompany, makeDriver, makeEmployee, makeJob, rowOfApplication } from '#server/demo/builders.ts';
import { sweepInvitations } from '#server/drivers/erase-driver.ts';
import { writeEmail } from '#server/mail/outbox.ts';
import { cellOf } from '#server/places/cells.ts';
import { dayMs } from '#shared/days.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

/** Invitations to apply (`docs/product/applicants-and-matching.md#invitations-to-apply`). */
let t: TestApp;
let company: { id: string };
let owner: Awaited<ReturnType<typeof makeEmployee>>;
let token: string;
let colleagueToken: string;
let strangerToken: string;
let job: Awaited<ReturnType<typeof makeJob>>;

beforeAll(async () => {
  t = await startTestApp();
  const { db } = t.services;
  company = await makeCompany(db, { companyName: 'Heron Freight' });
  owner = await makeEmployee(db, company.id);
  token = await t.createToken(owner);
  colleagueToken = await t.createToken(await makeEmployee(db, company.id));
  strangerToken = await t.createToken(await makeEmployee(db, (await makeCompany(db, { companyName: 'Other' })).id));
});
afterAll(() => t.close());

beforeEach(async () => {
  const { db } = t.services;
  for (const table of [outbox, throttles, jobInvitations, applications]) await db.delete(table);
  job = await makeJob(db, company.id, { title: 'Dry van' });
});

const at = { latitude: 41.2587, longitude: -95.9378, cell: cellOf(41.2587, -95.9378) };
const driver = (user: NonNullable<Parameters<typeof makeDriver>[1]>['user'] = {}) =>
  makeDriver(t.services.db, { profile: at, user });
const invite = (userId: string, as = token, jobId = job.id) =>
  t.callRest('POST', `/jobs/${jobId}/invitations`, { token: as, body: { user_id: userId } });
const emails = () => t.services.db.select().from(outbox).where(eq(outbox.template, 'job_invitation'));
const stateOf = async (userId: string) => {
  const { body } = await t.callRest('GET', `/jobs/${job.id}/candidates?distance_limit=true`, { token });
  return (body.data as { user_id: string; invitation: string }[]).find(({ user_id }) => user_id === userId)?.invitation;
};

describe('an invitation', () => {
  test('emails the driver in the driver’s language, and the candidate is shown as invited', async () => {
    const { id, email } = await driver({ language: 'es' });
    expect(await stateOf(id)).toBe('possible');
    const { status, body } = await invite(id);
    expect(status).toBe(201);
    expect(body.data).toEqual({ user_id: id, invitation: 'sent' });
    expect(await stateOf(id)).toBe('sent');
    const [sent] = await emails();
    expect(sent).toMatchObject({ recipient: email, language: 'es', data: { company: 'Heron Freight', title: 'Dry van' } });
    const written = writeEmail('job_invitation', sent?.data, 'https://haulboard.example', 'es');
    expect(written.action?.url).toBe(`https://haulboard.example/jobs/${job.id}?source=invitation`);
    expect(written.details?.length).toBeGreaterThan(2);
    expect(written.turnsOff).toBe('job_invitation');
  });

  test('of two people at the same time is one email', async () => {
    const { id } = await driver();
    const answers = await Promise.all([invite(id), invite(id, colleagueToken), invite(id)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(await emails()).toHaveLength(1);
    expect(await t.services.db.select().from(jobInvitations)).toHaveLength(1);
  });

  test('for another job of the company is another email', async () => {
    const { id } = await driver();
    await invite(id);
    expect((await invite(id, token, (await makeJob(t.services.db, company.id)).id)).status).toBe(201);
    expect(await emails()).toHaveLength(2);
  });
});

describe('nothing is sent', () => {
  test('to a driver who turned invitations off', async () => {
    const { id } = await driver({ mutedMails: ['job_invitation'] });
    expect(await stateOf(id)).toBe('off');
    expect((await invite(id)).status).toBe(409);
    expect(await emails()).toEqual([]);
    expect(await stateOf(id)).toBe('off');
  });

  test('to a driver who applied, or withdrew the application', async () => {
    const [one, other] = [await driver(), await driver()];
    await t.services.db
      .insert(applications)
      .values([rowOfApplication(job, one), rowOfApplication(job, other, { stage: 'withdrawn', withdrawnAt: new Date() })]);
    expect((await invite(one.id)).status).toBe(409);
    expect((await invite(other.id)).status).toBe(409);
    expect(await emails()).toEqual([]);
  });

  test('to people who are no candidates, who do not exist for the company', async () => {
    const { db } = t.services;
    const unqualified = await makeDriver(db, { profile: { ...at, cdlStatus: 'Permit' } });
    const hidden = await makeDriver(db, { profile: { ...at, matchEnabled: false } });
    const locked = await driver({ status: 'Locked' });
    for (const { id } of [unqualified, hidden, locked, owner, company]) expect((await invite(id)).status).toBe(404);
    expect(await emails()).toEqual([]);
  });

  test('about another company’s job, or a job that is not live', async () => {
    const { id } = await driver();
    expect((await invite(id, strangerToken)).status).toBe(404);
    const closed = await makeJob(t.services.db, company.id, { status: 'CLOSED' });
    expect((await invite(id, token, closed.id)).status).toBe(409);
    expect(await emails()).toEqual([]);
  });

  test('beyond five a day to one driver, and sixty an hour by one company', async () => {
    const { db } = t.services;
    const { id } = await driver();
    const statuses = [];
    for (let n = 0; n < 6; n += 1) statuses.push((await invite(id, token, (await makeJob(db, company.id)).id)).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
    expect(await emails()).toHaveLength(5);
    await db.update(throttles).set({ hits: 60 }).where(eq(throttles.key, company.id));
    expect((await invite((await driver()).id)).status).toBe(429);
    expect(await emails()).toHaveLength(5);
  });
});

describe('an invitation afterward', () => {
  test('is counted in the hiring report', async () => {
    await invite((await driver()).id);
    await invite((await driver()).id);
    const report = async (query: string) => (await t.callRest('GET', `/reports/hiring?${query}`, { token })).body.data;
    expect(await report('')).toMatchObject({ invitations: 2 });
    expect(await report(`job_id=${(await makeJob(t.services.db, company.id)).id}`)).toMatchObject({ invitations: 0 });
  });

  test('is deleted with the driver’s account, and when it is old', async () => {
    const { db } = t.services;
    const [one, other] = [await driver(), await driver()];
    await invite(one.id);
    await invite(other.id);
    await db.delete(users).where(eq(users.id, one.id));
    expect(await db.select().from(jobInvitations)).toMatchObject([{ driverId: other.id }]);
    expect(await sweepInvitations(db, 1)).toBe(0);
    await db.update(jobInvitations).set({ createdAt: new Date(Date.now() - 2 * dayMs) });
    expect(await sweepInvitations(db, 1)).toBe(1);
  });
});
