import { and, eq } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { users } from '#drizzle/schema/accounts.ts';
import { employees } from '#drizzle/schema/companies.ts';
import { applications, drivers } from '#drizzle/schema/drivers.ts';
import { notifications } from '#drizzle/schema/notifications.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { tellNotSelected } from '#server/applicants/notify-not-selected.ts';
import { makeCompany, makeDriver, makeEmployee, makeJob, makeUser, rowOfApplication } from '#server/demo/builders.ts';
import { remindOfInterviews } from '#server/interviews/remind-of-interviews.ts';
import { roles } from '#shared/access/access.ts';
import { notSelectedTime } from '#shared/applicants/stages.ts';
import { dayMs } from '#shared/days.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

/** What drivers are told in the app (`docs/product/drivers.md#notifications`). */
let t: TestApp;
let company: Awaited<ReturnType<typeof makeCompany>>;
let owner: Awaited<ReturnType<typeof makeEmployee>>;
let token: string;
let driver: Awaited<ReturnType<typeof makeDriver>>;
let driverToken: string;
let applicantId: string;
let other: { applicantId: string; token: string };

const employerWithJob = async (companyName: string) => {
  const { db } = t.services;
  const created = await makeCompany(db, { companyName });
  const admin = await makeEmployee(db, created.id);
  return { created, admin, job: await makeJob(db, created.id, { title: `${companyName} reefer`, employerId: admin.id }) };
};
const addApplication = async (job: Awaited<ReturnType<typeof makeJob>>) => {
  const row = rowOfApplication(job, driver);
  await t.services.db.insert(applications).values(row);
  return row.id ?? '';
};

beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

beforeEach(async () => {
  driver = await makeDriver(t.services.db);
  driverToken = await t.createToken(driver);
  const ours = await employerWithJob('Heron Freight');
  [company, owner] = [ours.created, ours.admin];
  token = await t.createToken(owner);
  applicantId = await addApplication(ours.job);
  const theirs = await employerWithJob('Other Lines');
  other = { applicantId: await addApplication(theirs.job), token: await t.createToken(theirs.admin) };
});

type Item = { id: string; kind: string; title: string; body: string; path: string; read_at: string | null };
const inboxOf = async (as = driverToken) => (await t.callRest('GET', '/notifications', { token: as })).body.data as Item[];
const kindsOf = async (as = driverToken) => (await inboxOf(as)).map(({ kind }) => kind);
const post = async (path: string, body: object, as = token) => {
  const answer = await t.callRest('POST', path, { token: as, body });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer;
};
const move = (stage: string, reason?: string) => post(`/applicants/${applicantId}/stage`, { stage, ...(reason && { reason }) });
const inDays = (days: number) => new Date(Math.floor(Date.now() / 1000) * 1000 + days * dayMs).toISOString();
const propose = async () => {
  const times = { kind: 'phone', minutes: 30, times: [inDays(2)], note: 'Ask for Olive' };
  return (await post(`/applicants/${applicantId}/interviews`, times)).body.data as { id: string; times: string[] };
};

describe('a driver', () => {
  test('is told about each event once, next to its email, and about those of other companies separately', async () => {
    await post(`/applicants/${applicantId}/messages`, { body: 'Can you start on Monday?' });
    await post(`/applicants/${other.applicantId}/messages`, { body: 'Are you there?' }, other.token);
    const items = await inboxOf();
    expect(items).toMatchObject([
      { kind: 'driver_message', title: expect.stringContaining('Other Lines'), read_at: null },
      { kind: 'driver_message', title: 'Heron Freight sent you a message about Heron Freight reefer', read_at: null },
    ]);
    expect(items[0]?.path).toMatch(/^\/members\/messages\/[0-9a-f-]+$/);
    expect(JSON.stringify(await t.services.db.select().from(notifications))).not.toContain('Monday');
    expect((await t.callRest('GET', '/notifications/unread', { token: driverToken })).body.data).toEqual({ count: 2 });
    await post('/notifications/read', { ids: [items[0]?.id] }, driverToken);
    expect((await t.callRest('GET', '/notifications/unread', { token: driverToken })).body.data).toEqual({ count: 1 });
  });

  test('gets one for an application that was sent, also if its email is turned off', async () => {
    const { job } = await employerWithJob('Third Lines');
    await t.services.db
      .update(users)
      .set({ mutedMails: ['application_sent'] })
      .where(eq(users.id, driver.id));
    await post(`/jobs/${job.id}/apply`, {}, driverToken);
    expect(await inboxOf()).toMatchObject([{ kind: 'application_sent', path: '/members/applications' }]);
    expect(await t.services.db.select().from(outbox).where(eq(outbox.recipient, driver.email))).toEqual([]);
    expect((await t.callRest('POST', `/jobs/${job.id}/apply`, { token: driverToken })).status).toBe(409);
    expect(await kindsOf()).toHaveLength(1);
  });

  test('gets one for each step of an interview that the company or the clock takes, and none for the own steps', async () => {
    const { id, times } = await propose();
    expect(await inboxOf()).toMatchObject([{ kind: 'interview_proposed', path: '/members/home#interviews' }]);
    const [time] = times;
    await post(`/member/interviews/${id}/choose`, { time }, driverToken);
    expect(await kindsOf()).toEqual(['interview_proposed']);
    const hourBefore = new Date(Date.parse(time ?? '') - 60 * 60 * 1000);
    await Promise.all([remindOfInterviews(t.services, hourBefore), remindOfInterviews(t.services, hourBefore)]);
    expect(await kindsOf()).toEqual(['interview_reminder', 'interview_proposed']);
    await propose();
    expect((await inboxOf())[0]?.title).toMatch(/^New interview times/);
    expect((await t.callRest('DELETE', `/interviews/${id}`, { token })).status).toBeLessThan(300);
    expect(await kindsOf()).toEqual(['interview_canceled', 'interview_proposed', 'interview_reminder', 'interview_proposed']);
    expect(JSON.stringify(await t.services.db.select().from(notifications))).not.toContain('Olive');
  });

  test('reads the notifications in the language of the account', async () => {
    await move('hired');
    await t.services.db.update(users).set({ language: 'es' }).where(eq(users.id, driver.id));
    expect((await (await t.createCallerFor(driver)).notifications.list({})).items[0]?.title).toBe('Heron Freight hired you');
    const headers = { 'accept-language': 'es' };
    const answer = await t.app.inject({
      url: '/api/1.0/notifications',
      headers: { authorization: `Bearer ${driverToken}`, ...headers },
    });
    expect(answer.body).toContain('Heron Freight le contrató');
  });
});

describe('the stages that a driver may see', () => {
  test('are Interview, once, and Hired', async () => {
    for (const stage of ['reviewed', 'contacted']) await move(stage);
    expect(await inboxOf()).toEqual([]);
    for (const stage of ['interview', 'contacted', 'interview', 'offer', 'interview', 'hired']) await move(stage);
    expect((await inboxOf()).map(({ kind, title, body }) => [kind, title, body])).toEqual([
      ['application_status', 'Heron Freight hired you', 'Heron Freight reefer'],
      ['application_status', 'Heron Freight moved your application to Interview', 'Heron Freight reefer'],
    ]);
  });

  test('also in a bulk change, and no stage is told that was passed over', async () => {
    await post('/applicants/bulk', { ids: [applicantId], stage: 'offer' });
    await post('/applicants/bulk', { ids: [applicantId], stage: 'interview' });
    expect(await inboxOf()).toEqual([]);
    await post('/applicants/bulk', { ids: [applicantId], stage: 'hired' });
    expect(await kindsOf()).toEqual(['application_status']);
  });

  test('without Hired once that was undone', async () => {
    await move('interview');
    await move('hired');
    await move('reviewed');
    expect((await inboxOf()).map(({ title }) => title)).toEqual(['Heron Freight moved your application to Interview']);
  });

  test('with Not selected three days later, together with the email, without a reason', async () => {
    await move('not_a_fit', 'experience');
    await tellNotSelected(t.services);
    expect(await inboxOf()).toEqual([]);
    const due = notSelectedTime(new Date());
    await Promise.all([tellNotSelected(t.services, due), tellNotSelected(t.services, due)]);
    expect(await kindsOf()).toEqual(['not_selected']);
    const isNotSelected = and(eq(outbox.recipient, driver.email), eq(outbox.template, 'not_selected'));
    expect(await t.services.db.select().from(outbox).where(isNotSelected)).toHaveLength(1);
    expect(JSON.stringify(await inboxOf())).not.toMatch(/not_a_fit|experience/);
  });

  test('but not Not selected if it was undone', async () => {
    await move('not_a_fit', 'pay');
    await move('reviewed');
    await tellNotSelected(t.services, notSelectedTime(new Date()));
    expect(await inboxOf()).toEqual([]);
  });
});

describe('nobody else', () => {
  test('reads or marks them: another driver, the company, an administrator', async () => {
    await move('hired');
    const stranger = await t.createToken(await makeDriver(t.services.db));
    const admin = await t.createToken(await makeUser(t.services.db, { roles: [roles.superAdmin] }));
    const [item] = await inboxOf();
    for (const as of [stranger, token, other.token, admin]) {
      for (const inbox of ['', '?inbox=driver'])
        expect((await t.callRest('GET', `/notifications${inbox}`, { token: as })).body.data).toEqual([]);
      await post('/notifications/read', { ids: [item?.id], inbox: 'driver' }, as);
    }
    expect((await inboxOf())[0]?.read_at).toBeNull();
  });

  test('also not through the other inbox of a person who drives and works for a company', async () => {
    const { db } = t.services;
    await db
      .update(users)
      .set({ roles: [roles.driver, roles.companyUser] })
      .where(eq(users.id, driver.id));
    await db.insert(employees).values({ userId: driver.id, companyId: company.id });
    await move('hired');
    const person = await t.createCallerFor({ ...driver, roles: [roles.driver, roles.companyUser] });
    expect((await person.notifications.list({})).items).toEqual([]);
    expect((await person.notifications.list({ inbox: 'driver' })).items).toHaveLength(1);
    const superAdmin = await makeUser(db, { roles: [roles.superAdmin] });
    const acting = await t.createImpersonationToken(superAdmin, driver);
    for (const inbox of ['', '?inbox=driver'])
      expect((await t.callRest('GET', `/notifications${inbox}`, { token: acting })).body.data).toEqual([]);
  });
});

describe('live', () => {
  test('a new notification reaches the screens of this driver only', async () => {
    const heard = (await (await t.createCallerFor(driver)).drivers.live())[Symbol.asyncIterator]();
    const stranger = await makeDriver(t.services.db);
    const unheard = (await (await t.createCallerFor(stranger)).drivers.live())[Symbol.asyncIterator]();
    const employer = (await (await t.createCallerFor(owner)).jobs.live())[Symbol.asyncIterator]();
    const [mine, theirs, ours] = [heard.next(), unheard.next(), employer.next()];
    await move('interview');
    expect((await mine).value).toEqual({ type: 'notification' });
    expect((await ours).value).toMatchObject({ type: 'application', applicationId: applicantId });
    expect(await Promise.race([theirs, Promise.resolve('nothing yet')])).toBe('nothing yet');
    await t.services.db.transaction((tx) => t.services.events.publish(tx, { type: 'notification', userId: stranger.id }));
    expect((await theirs).value).toEqual({ type: 'notification' });
    for (const stream of [heard, unheard, employer]) await stream.return?.();
  });

  test('a stream ends when the account is locked', async () => {
    const stream = (await (await t.createCallerFor(driver)).drivers.live())[Symbol.asyncIterator]();
    const next = stream.next();
    await t.services.db.update(users).set({ status: 'Locked' }).where(eq(users.id, driver.id));
    await move('interview');
    expect(await next).toEqual({ done: true, value: undefined });
  });
});

describe('the data of a driver', () => {
  test('has the notifications, which go with the driver profile', async () => {
    const { db } = t.services;
    await move('hired');
    const response = await t.app.inject({
      method: 'POST',
      url: '/api/1.0/user/export',
      headers: { authorization: `Bearer ${driverToken}` },
    });
    const file = unzipSync(response.rawPayload)['notifications.json'];
    expect(JSON.parse(Buffer.from(file ?? []).toString())).toMatchObject([{ kind: 'application_status' }]);
    await db
      .update(users)
      .set({ roles: [roles.driver, roles.newsContributor] })
      .where(eq(users.id, driver.id));
    expect((await t.callRest('DELETE', '/member', { token: driverToken })).status).toBeLessThan(300);
    expect(await db.select().from(drivers).where(eq(drivers.userId, driver.id))).toEqual([]);
    expect(await db.select().from(users).where(eq(users.id, driver.id))).toHaveLength(1);
    expect(await db.select().from(notifications).where(eq(notifications.userId, driver.id))).toEqual([]);
  });
});
