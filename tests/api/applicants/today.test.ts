import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { users } from '#drizzle/schema/accounts.ts';
import { newId } from '#drizzle/schema/columns.ts';
import { applications } from '#drizzle/schema/drivers.ts';
import { interviews } from '#drizzle/schema/hiring.ts';
import { conversations } from '#drizzle/schema/messages.ts';
import { makeCompany, makeDriver, makeEmployee, makeJob, rowOfApplication } from '#server/demo/builders.ts';
import { sendBatches } from '#server/messages/batch.ts';
import { todayFilters } from '#shared/applicants/today.ts';
import { dayMs } from '#shared/days.ts';
import { undoSeconds } from '#shared/messages/message.ts';
import { endOfDay, localDay, platformZone, startOfDay } from '#shared/time-zone.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

/** What needs a company's attention (`docs/product/applicants-and-matching.md#needs-attention`). */
let t: TestApp;
let token: string;
let strangerToken: string;

const inDays = (days: number) => new Date(Date.now() + days * dayMs);

const firstWrittenAt = inDays(-3);
const writtenAt = (index: number) => new Date(firstWrittenAt.getTime() + index * dayMs);

/** A company with two of everything that counts, and one of everything that does not. */
async function makeBusyCompany() {
  const { db } = t.services;
  const company = await makeCompany(db);
  const employee = await makeEmployee(db, company.id);
  const manual = { autoRenew: false };
  const job = await makeJob(db, company.id, { ...manual, expirationDate: inDays(20) });
  for (const days of [2, 5]) await makeJob(db, company.id, { ...manual, expirationDate: inDays(days) });
  await makeJob(db, company.id, { autoRenew: true, expirationDate: inDays(3) });
  for (let n = 0; n < 2; n += 1) await makeJob(db, company.id, { ...manual, status: 'DECLINED', expirationDate: null });
  const failing = { autoRenew: true, renewalFailures: 1, expirationDate: inDays(1) };
  for (let n = 0; n < 2; n += 1) await makeJob(db, company.id, failing);
  await makeJob(db, company.id, { ...failing, autoRenew: false, expirationDate: inDays(20) });

  const apply = async (changes: object) => {
    const driver = await makeDriver(db);
    const row = { ...rowOfApplication(job, driver), ...changes };
    await db.insert(applications).values(row);
    return { driverId: driver.id, applicationId: row.id ?? '', companyId: company.id };
  };
  const people = [await apply({}), await apply({}), await apply({ stage: 'interview' }), await apply({ stage: 'interview' })];
  const withdrawn = await apply({ stage: 'withdrawn', withdrawnAt: new Date() });

  for (const [index, person] of people.slice(0, 3).entries())
    await db.insert(conversations).values({
      ...person,
      lastSender: index < 2 ? 'driver' : 'company',
      waitingSince: index < 2 ? writtenAt(index) : null,
    });

  const meet = (of: typeof withdrawn, status: 'scheduled' | 'proposed', startsAt: Date) => {
    const { driverId: _, ...ids } = of;
    const chosenTime = status === 'scheduled' ? startsAt : null;
    return db.insert(interviews).values({ ...ids, status, kind: 'phone', minutes: 30, times: [startsAt], startsAt: chosenTime });
  };
  for (const person of people.slice(2)) await meet(person, 'scheduled', inDays(2));
  await meet(people[0]!, 'proposed', inDays(2));
  await meet(people[1]!, 'scheduled', inDays(12));
  await meet(withdrawn, 'scheduled', inDays(2));
  await meet(await apply({ stage: 'interview' }), 'scheduled', inDays(-1));
  return t.createToken(employee);
}

beforeAll(async () => {
  t = await startTestApp();
  token = await makeBusyCompany();
  const stranger = await makeCompany(t.services.db);
  strangerToken = await t.createToken(await makeEmployee(t.services.db, stranger.id));
});
afterAll(() => t.close());

test('counts what waits for the company, and nothing of another company', async () => {
  const answer = await t.callRest('GET', '/applicants/today', { token });
  expect(answer.body.data).toEqual({
    new_applicants: 2,
    unanswered_messages: 2,
    oldest_unanswered_at: firstWrittenAt.toISOString(),
    interviews: 4,
    interviews_today: 0,
    follow_ups_due: 0,
    expiring_jobs: 2,
    declined_jobs: 2,
    failing_renewals: 2,
  });
  const ofStranger = await t.callRest('GET', '/applicants/today', { token: strangerToken });
  expect(new Set(Object.values(ofStranger.body.data as object))).toEqual(new Set([0, null]));
});

test('each count is that of the list behind it', async () => {
  const filters = todayFilters(localDay(platformZone, Date.now()));
  const totalOf = async (path: string, and: object) =>
    (await t.callRest('POST', path, { token, body: { filters: { and } } })).body.pagination?.total;
  expect(await totalOf('/applicants/search', filters.newApplicants)).toBe(2);
  expect(await totalOf('/jobs/search', filters.expiringJobs)).toBe(2);
  expect(await totalOf('/jobs/search', filters.declinedJobs)).toBe(2);
  expect(await totalOf('/jobs/search', filters.failingRenewals)).toBe(2);
  expect((await t.callRest('GET', '/messages?unanswered=true', { token })).body.pagination?.total).toBe(2);
  const upcoming = await t.callRest('GET', '/interviews?limit=1&offset=3', { token });
  expect(upcoming.body).toMatchObject({ pagination: { total: 4 }, data: [{ status: 'proposed' }] });
});

test('a driver waits since the first unanswered message, and a message to many is no answer', async () => {
  const { db } = t.services;
  const company = await makeCompany(db);
  const employee = await makeEmployee(db, company.id);
  const employeeToken = await t.createToken(employee);
  const driver = await makeDriver(db);
  const row = rowOfApplication(await makeJob(db, company.id), driver);
  await db.insert(applications).values(row);
  const api = await t.createCallerFor(employee);
  const driverApi = await t.createCallerFor(driver);
  const readOldest = async () => (await api.hiring.today({})).oldestUnansweredAt;
  const write = (body: string) => api.messages.send({ applicantId: row.id ?? '', body });
  const answer = async (body: string) =>
    driverApi.messages.reply({ id: (await driverApi.messages.mine({})).items[0]?.id ?? '', body });

  await write('Hello');
  expect(await readOldest()).toBeNull();
  await answer('Hi');
  const since = await readOldest();
  expect(since).toBeInstanceOf(Date);
  await answer('Are you there?');
  await t.callRest('POST', '/messages/batches', { token: employeeToken, body: { ids: [row.id], body: 'To all', key: newId() } });
  await sendBatches(t.services, new Date(Date.now() + (undoSeconds + 1) * 1000));
  expect(await driverApi.messages.mine({})).toMatchObject({ items: [{ lastBody: 'To all' }] });
  expect(await readOldest()).toEqual(since);
  await write('Yes');
  expect(await readOldest()).toBeNull();
});

test('interviews of the reader’s day are those between its first and last moment', async () => {
  const { db } = t.services;
  const company = await makeCompany(db);
  const employee = await makeEmployee(db, company.id);
  await db.update(users).set({ timezone: 'US/Pacific' }).where(eq(users.id, employee.id));
  const job = await makeJob(db, company.id);
  const end = endOfDay(localDay('US/Pacific', Date.now()), 'US/Pacific');
  // Interviews that have ended are not counted, so these are long.
  const minutes = 25 * 60;
  const start = startOfDay(localDay('US/Pacific', Date.now()), 'US/Pacific');
  for (const startsAt of [new Date(start.getTime() - 1000), new Date(end.getTime() - 1000), end, inDays(3)]) {
    const row = rowOfApplication(job, await makeDriver(db));
    await db.insert(applications).values(row);
    const times = { times: [startsAt], startsAt, minutes };
    await db
      .insert(interviews)
      .values({ companyId: company.id, applicationId: row.id ?? '', status: 'scheduled', kind: 'phone', ...times });
  }
  const { body } = await t.callRest('GET', '/applicants/today', { token: await t.createToken(employee) });
  expect(body.data).toMatchObject({ interviews: 4, interviews_today: 1 });
});
