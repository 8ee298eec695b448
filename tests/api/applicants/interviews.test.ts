import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { users } from '#drizzle/schema/accounts.ts';
import { applications } from '#drizzle/schema/drivers.ts';
import { interviews } from '#drizzle/schema/hiring.ts';
import { notifications } from '#drizzle/schema/notifications.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { makeCompany, makeDriver, makeEmployee, makeJob, rowOfApplication } from '#server/demo/builders.ts';
import { writeEmail } from '#server/mail/outbox.ts';
import { dayMs } from '#shared/days.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

/** Interviews between a company and drivers (`docs/product/interviews.md`). */
let t: TestApp;
let company: { id: string };
let owner: Awaited<ReturnType<typeof makeEmployee>>;
let token: string;
let strangerToken: string;
let driver: Awaited<ReturnType<typeof makeDriver>>;
let driverToken: string;
let applicantId: string;

beforeAll(async () => {
  t = await startTestApp();
  const { db } = t.services;
  company = await makeCompany(db, { companyName: 'Heron Freight', type: 1 });
  owner = await makeEmployee(db, company.id);
  token = await t.createToken(owner);
  strangerToken = await t.createToken(await makeEmployee(db, (await makeCompany(db, { companyName: 'Other' })).id));
});
afterAll(() => t.close());

beforeEach(async () => {
  const { db } = t.services;
  driver = await makeDriver(db);
  driverToken = await t.createToken(driver);
  const row = rowOfApplication(await makeJob(db, company.id), driver);
  await db.insert(applications).values(row);
  applicantId = row.id ?? '';
  await db.delete(outbox);
  await db.delete(notifications);
  // The people of the company are free at all times.
  await db.delete(interviews);
});

/** Read once, so that the same number of days is the same time. */
const now = Math.floor(Date.now() / 1000) * 1000;
const inDays = (days: number) => new Date(now + days * dayMs).toISOString();
const proposal = () => ({ kind: 'phone', minutes: 30, times: [inDays(3), inDays(2)] });
type InterviewBody = { id: string; times: string[] };
const propose = async (changes: object = {}, as = token) => {
  const body = { ...proposal(), ...changes };
  const answer = await t.callRest('POST', `/applicants/${applicantId}/interviews`, { token: as, body });
  return { ...answer, interview: answer.body.data as InterviewBody };
};
const answer = (id: string, path: 'choose' | 'decline', body: object, as = driverToken) =>
  t.callRest('POST', `/member/interviews/${id}/${path}`, { token: as, body });
const mine = async (as = driverToken) =>
  (await t.callRest('GET', '/member/interviews', { token: as })).body.data as InterviewBody[];
const emailsTo = (email: string) => t.services.db.select().from(outbox).where(eq(outbox.recipient, email)).orderBy(outbox.id);
const timeline = async () =>
  (await t.callRest('GET', `/applicants/${applicantId}/timeline`, { token })).body.data as { kind: string; detail: object }[];

describe('proposing an interview', () => {
  test('emails the driver the times, the earliest first, and shows it to both sides', async () => {
    const { status, interview } = await propose({ note: 'Bring your CDL' });
    expect(status).toBe(201);
    expect(interview).toMatchObject({ status: 'proposed', starts_at: null, note: 'Bring your CDL' });
    const [first, second] = interview.times.map((time) => Date.parse(time));
    expect(first).toBeLessThan(second ?? 0);
    expect(await emailsTo(driver.email)).toMatchObject([
      { template: 'interview_proposed', data: { company: 'Heron Freight', note: 'Bring your CDL', isChange: false } },
    ]);
    const [sent] = await emailsTo(driver.email);
    expect(writeEmail('interview_proposed', sent?.data, 'https://haulboard.example', 'en').details).toHaveLength(2);
    expect(await mine()).toMatchObject([{ id: interview.id, company_name: 'Heron Freight' }]);
    const upcoming = await t.callRest('GET', '/interviews', { token });
    expect(upcoming.body.data).toEqual(expect.arrayContaining([expect.objectContaining({ id: interview.id })]));
    expect(await timeline()).toMatchObject([{ kind: 'interview', detail: { change: 'proposed' } }]);
  });

  test.each([
    ['no time', { times: [] }, 'times'],
    ['six times', { times: [1, 2, 3, 4, 5, 6].map(inDays) }, 'times'],
    ['a time twice', { times: [inDays(2), inDays(2)] }, 'times'],
    ['a time in the past', { times: [inDays(-1)] }, 'times'],
    ['a time in four months', { times: [inDays(120)] }, 'times'],
    ['a video call without a link', { kind: 'video', place: 'my office' }, 'place'],
    ['a video call with a script as its link', { kind: 'video', place: 'javascript:alert(1)' }, 'place'],
    ['a meeting without an address', { kind: 'in_person' }, 'place'],
    ['another length', { minutes: 7 }, 'minutes'],
  ])('refuses %s', async (_, changes, field) => {
    const refused = await propose(changes);
    expect(refused.status).toBe(422);
    expect(JSON.stringify(refused.body)).toContain(field);
    expect(await emailsTo(driver.email)).toEqual([]);
  });

  test('again replaces the times, and the driver has to choose again', async () => {
    const { interview } = await propose();
    await answer(interview.id, 'choose', { time: interview.times[0] });
    const again = await propose({ times: [inDays(5)] });
    expect(again.interview).toMatchObject({ id: interview.id, status: 'proposed', starts_at: null });
    expect((await emailsTo(driver.email)).at(-1)).toMatchObject({ template: 'interview_proposed', data: { isChange: true } });
    const late = await answer(interview.id, 'choose', { time: interview.times[0] });
    expect(late.status).toBe(422);
    expect(await mine()).toMatchObject([{ status: 'proposed' }]);
  });

  test.each([
    ['over', { status: 'scheduled' as const, startsAt: new Date(Date.now() - dayMs) }],
    ['expired', { status: 'proposed' as const, times: [new Date(Date.now() - 2 * dayMs), new Date(Date.now() - dayMs)] }],
  ])('after one that is %s creates another interview and keeps the earlier one', async (status, past) => {
    const { interview } = await propose();
    await t.services.db.update(interviews).set(past).where(eq(interviews.id, interview.id));
    const history = async () =>
      (await t.callRest('GET', `/applicants/${applicantId}/interviews`, { token })).body.data as object[];
    expect(await history()).toMatchObject([{ id: interview.id, status }]);
    expect(await mine()).toEqual([]);
    expect((await t.callRest('DELETE', `/interviews/${interview.id}`, { token })).status).toBe(409);
    expect((await answer(interview.id, 'decline', {})).status).toBe(409);
    const next = await propose();
    expect(next.interview.id).not.toBe(interview.id);
    expect((await emailsTo(driver.email)).at(-1)).toMatchObject({ data: { isChange: false } });
    expect(await history()).toMatchObject([{ status: 'proposed' }, { id: interview.id, status }]);
  });

  test('by two people at the same time leaves one open interview', async () => {
    const answers = await Promise.all([propose(), propose({ times: [inDays(6)] }), propose({ times: [inDays(7)] })]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ interview }) => interview.id)).size).toBe(1);
    expect(await mine()).toHaveLength(1);
  });

  test('is refused for a driver who deleted the account', async () => {
    const { db } = t.services;
    await db.update(applications).set({ driverId: null }).where(eq(applications.id, applicantId));
    expect((await propose()).status).toBe(409);
  });
});

describe('the driver', () => {
  test('chooses a time, and both sides get a calendar entry', async () => {
    const { interview } = await propose();
    const chosen = await answer(interview.id, 'choose', { time: interview.times[1] });
    expect(chosen).toMatchObject({ status: 200, body: { data: { status: 'scheduled', starts_at: interview.times[1] } } });
    for (const [email, template] of [
      [driver.email, 'interview_scheduled'],
      [owner.email, 'applicant_interview'],
    ] as const) {
      const sent = (await emailsTo(email)).at(-1);
      expect(sent).toMatchObject({ template });
      const { calendar, details } = writeEmail(template, sent?.data, 'https://haulboard.example', 'en');
      expect(details?.map(([, value]) => value).join()).toContain('30 minutes');
      expect(calendar).toMatchObject({ id: interview.id, startsAt: interview.times[1], minutes: 30, isCanceled: false });
    }
    const notices = await t.services.db.select().from(notifications).where(eq(notifications.userId, owner.id));
    expect(notices).toMatchObject([{ kind: 'interview', path: expect.stringContaining(applicantId) }]);
    expect((await timeline())[0]).toMatchObject({ detail: { change: 'scheduled', by: 'driver', at: interview.times[1] } });
    expect((await answer(interview.id, 'choose', { time: interview.times[0] })).status).toBe(409);
  });

  test('cannot choose a time that was not proposed', async () => {
    const { interview } = await propose();
    expect((await answer(interview.id, 'choose', { time: inDays(9) })).status).toBe(422);
    expect(await mine()).toMatchObject([{ status: 'proposed' }]);
  });

  test('declines all times with a message, and the company can propose others', async () => {
    const { interview } = await propose();
    expect((await answer(interview.id, 'decline', { answer: 'I drive until Friday' })).status).toBe(200);
    expect((await emailsTo(owner.email)).at(-1)).toMatchObject({
      template: 'applicant_interview',
      data: { change: 'declined', answer: 'I drive until Friday', interview: null },
    });
    expect(await mine()).toEqual([]);
    expect((await answer(interview.id, 'decline', {})).status).toBe(409);
    const again = await propose();
    expect(again.interview.id).not.toBe(interview.id);
  });

  test('who withdraws the application cancels the scheduled interview', async () => {
    const { interview } = await propose();
    await answer(interview.id, 'choose', { time: interview.times[0] });
    expect((await t.callRest('DELETE', `/member/applications/${applicantId}`, { token: driverToken })).status).toBeLessThan(300);
    for (const email of [driver.email, owner.email]) {
      const sent = (await emailsTo(email)).findLast(({ template }) => template.includes('interview'));
      const { calendar } = writeEmail(sent?.template ?? '', sent?.data, 'https://haulboard.example', 'en');
      expect(calendar).toMatchObject({ id: interview.id, isCanceled: true, sequence: 2 });
    }
    expect(await mine()).toEqual([]);
    const upcoming = (await t.callRest('GET', '/interviews', { token })).body.data as InterviewBody[];
    expect(upcoming.map(({ id }) => id)).not.toContain(interview.id);
  });

  test('reads the email in the time zone and language of the account', async () => {
    const { db } = t.services;
    await db.update(users).set({ language: 'es', timezone: 'US/Pacific' }).where(eq(users.id, driver.id));
    await propose();
    expect(await emailsTo(driver.email)).toMatchObject([{ language: 'en', data: { zone: 'US/Pacific' } }]);
  });

  test('who deletes the account takes the interviews along', async () => {
    const { interview } = await propose();
    expect((await t.callRest('DELETE', '/member', { token: driverToken })).status).toBeLessThan(300);
    expect(await t.services.db.select().from(interviews).where(eq(interviews.id, interview.id))).toEqual([]);
  });
});

describe('the list of interviews that need new times', () => {
  const unplanned = async (as = token) =>
    (await t.callRest('GET', '/interviews?show=unplanned', { token: as })).body.data as { id: string; status: string }[];

  test('has those that the driver declined or did not answer, until the company proposes again', async () => {
    const { interview } = await propose();
    expect(await unplanned()).toEqual([]);
    await answer(interview.id, 'decline', { answer: 'Only after 5 PM' });
    expect(await unplanned()).toMatchObject([{ id: interview.id, status: 'declined', answer: 'Only after 5 PM' }]);
    expect(await unplanned(strangerToken)).toEqual([]);
    const { interview: next } = await propose();
    expect(await unplanned()).toEqual([]);
    const times = [new Date(Date.now() - dayMs)];
    await t.services.db.update(interviews).set({ times }).where(eq(interviews.id, next.id));
    expect(await unplanned()).toMatchObject([{ id: next.id, status: 'expired' }]);
  });

  test.each([
    ['was hired', { stage: 'hired' }],
    ['is not a fit', { stage: 'not_a_fit', notAFitReason: 'distance' }],
    ['withdrew', { withdrawnAt: new Date() }],
  ] satisfies [string, Partial<typeof applications.$inferInsert>][])('has no applicant who %s', async (_, change) => {
    const { interview } = await propose();
    await answer(interview.id, 'decline', {});
    await t.services.db.update(applications).set(change).where(eq(applications.id, applicantId));
    expect(await unplanned()).toEqual([]);
  });
});

describe('the company', () => {
  test('moves a scheduled interview, and both calendars follow', async () => {
    const { interview } = await propose();
    await answer(interview.id, 'choose', { time: interview.times[0] });
    await propose({ times: [inDays(5)] });
    const calendarsOf = async () =>
      Promise.all(
        [driver.email, owner.email].map(async (email) => {
          const sent = (await emailsTo(email)).at(-1);
          return writeEmail(sent?.template ?? '', sent?.data, 'https://haulboard.example', 'en').calendar;
        }),
      );
    const removed = { id: interview.id, isCanceled: true, sequence: 2, startsAt: interview.times[0] };
    expect(await calendarsOf()).toMatchObject([removed, removed]);
    const [{ times } = { times: [] }] = await mine();
    await answer(interview.id, 'choose', { time: times[0] });
    const moved = { id: interview.id, isCanceled: false, sequence: 3, startsAt: times[0] };
    expect(await calendarsOf()).toMatchObject([moved, moved]);
    const notices = await t.services.db.select().from(notifications).where(eq(notifications.userId, owner.id));
    expect(notices.every(({ data }) => JSON.stringify(data).includes('"scheduled"'))).toBe(true);
  });

  test('cancels a scheduled interview, which removes it from both calendars', async () => {
    const { interview } = await propose();
    await answer(interview.id, 'choose', { time: interview.times[0] });
    const canceled = await t.callRest('DELETE', `/interviews/${interview.id}`, { token });
    expect(canceled.body.data).toMatchObject({ status: 'canceled' });
    for (const [email, template] of [
      [driver.email, 'interview_canceled'],
      [owner.email, 'applicant_interview'],
    ] as const) {
      const sent = (await emailsTo(email)).at(-1);
      expect(sent).toMatchObject({ template });
      const { calendar } = writeEmail(template, sent?.data, 'https://haulboard.example', 'en');
      expect(calendar).toMatchObject({ id: interview.id, isCanceled: true, sequence: 2 });
    }
    expect((await t.callRest('DELETE', `/interviews/${interview.id}`, { token })).status).toBe(409);
    expect((await answer(interview.id, 'choose', { time: interview.times[0] })).status).toBe(409);
  });

  test('does not see or change the interviews of another company', async () => {
    const { interview } = await propose();
    expect((await propose({}, strangerToken)).status).toBe(404);
    expect((await t.callRest('DELETE', `/interviews/${interview.id}`, { token: strangerToken })).status).toBe(404);
    expect((await t.callRest('GET', `/applicants/${applicantId}/interviews`, { token: strangerToken })).status).toBe(404);
    expect((await t.callRest('GET', '/interviews', { token: strangerToken })).body.data).toEqual([]);
    const otherDriver = await t.createToken(await makeDriver(t.services.db));
    expect((await answer(interview.id, 'choose', { time: interview.times[0] }, otherDriver)).status).toBe(404);
    expect((await answer(interview.id, 'decline', {}, otherDriver)).status).toBe(404);
    expect(await mine(otherDriver)).toEqual([]);
    expect(await mine()).toMatchObject([{ status: 'proposed' }]);
  });
});
