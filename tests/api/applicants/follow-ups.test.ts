import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditLog } from '#drizzle/schema/accounts.ts';
import { companies, employees } from '#drizzle/schema/companies.ts';
import { applications } from '#drizzle/schema/drivers.ts';
import { followUps } from '#drizzle/schema/hiring.ts';
import { digests, notificationChoices, notifications } from '#drizzle/schema/notifications.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { remindOfFollowUps } from '#server/applicants/remind-of-follow-ups.ts';
import { makeCompany, makeDriver, makeEmployee, makeJob, rowOfApplication } from '#server/demo/builders.ts';
import { writeEmail } from '#server/mail/outbox.ts';
import { sendDigests } from '#server/notifications/send-digests.ts';
import { dueTasks } from '#server/worker/tasks.ts';
import { followUpReminderTime, maxOpenFollowUps } from '#shared/applicants/follow-up.ts';
import { addDays, localDay } from '#shared/time-zone.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

/** Follow-ups on applicants (`docs/product/applicants-and-matching.md#follow-ups`). */
let t: TestApp;
let company: { id: string };
let owner: Awaited<ReturnType<typeof makeEmployee>>;
let colleague: Awaited<ReturnType<typeof makeEmployee>>;
let stranger: Awaited<ReturnType<typeof makeEmployee>>;
let token: string;
let colleagueToken: string;
let strangerToken: string;
let driver: Awaited<ReturnType<typeof makeDriver>>;
let applicantId: string;

const zone = 'US/Central';
const inDays = (days: number) => addDays(localDay(zone, Date.now()), days);
const morningIn = (days: number) => followUpReminderTime(inDays(days), zone);

beforeAll(async () => {
  t = await startTestApp();
  const { db } = t.services;
  company = await makeCompany(db, { companyName: 'Heron Freight', state: 'NE', postalCode: '68102' });
  owner = await makeEmployee(db, company.id);
  colleague = await makeEmployee(db, company.id);
  stranger = await makeEmployee(db, (await makeCompany(db, { companyName: 'Other' })).id);
  token = await t.createToken(owner);
  colleagueToken = await t.createToken(colleague);
  strangerToken = await t.createToken(stranger);
});
afterAll(() => t.close());

beforeEach(async () => {
  const { db } = t.services;
  for (const table of [followUps, outbox, notifications, notificationChoices, digests]) await db.delete(table);
  await db
    .update(employees)
    .set({ active: true })
    .where(inArray(employees.userId, [owner.id, colleague.id]));
  applicantId = await apply();
});

async function apply(): Promise<string> {
  driver = await makeDriver(t.services.db);
  const row = rowOfApplication(await makeJob(t.services.db, company.id, { title: 'Dry van' }), driver);
  await t.services.db.insert(applications).values(row);
  return row.id ?? '';
}

type Body = { id: string; task: string; due_on: string; due: string; owner: { id: string } | null; done_at: string | null };
const add = async (changes: object = {}, as = token, id = applicantId) => {
  const body = { task: 'Call about the start date', due_on: inDays(1), ...changes };
  const answer = await t.callRest('POST', `/applicants/${id}/follow-ups`, { token: as, body });
  return { ...answer, followUp: answer.body.data as Body };
};
const change = (id: string, body: object, as = token) => t.callRest('PATCH', `/follow-ups/${id}`, { token: as, body });
const list = async (query = '', as = token) =>
  (await t.callRest('GET', `/follow-ups${query}`, { token: as })).body.data as Body[];
const ofApplicant = async (id = applicantId) =>
  (await t.callRest('GET', `/applicants/${id}/follow-ups`, { token })).body.data as Body[];
const timeline = async () =>
  (await t.callRest('GET', `/applicants/${applicantId}/timeline`, { token })).body.data as { kind: string; detail: object }[];
const dueCount = async (as = token) =>
  ((await t.callRest('GET', '/applicants/today', { token: as })).body.data as { follow_ups_due: number }).follow_ups_due;
/** Makes a follow-up due on another day, as if that many days had passed. */
const moveTo = (id: string, days: number) =>
  t.services.db
    .update(followUps)
    .set({ dueOn: inDays(days) })
    .where(eq(followUps.id, id));

describe('a follow-up', () => {
  test('belongs to the person who adds it, and is written to the timeline and the audit log', async () => {
    const { status, followUp } = await add();
    expect(status).toBe(201);
    expect(followUp).toMatchObject({ due_on: inDays(1), due: 'later', owner: { id: owner.id }, done_at: null });
    expect(await ofApplicant()).toMatchObject([{ id: followUp.id }]);
    expect(await timeline()).toMatchObject([
      { kind: 'follow_up', text: 'Call about the start date', source: 'rest', detail: { change: 'added', dueOn: inDays(1) } },
    ]);
    const entries = await t.services.db.select().from(auditLog).where(eq(auditLog.subjectId, applicantId));
    expect(entries).toMatchObject([{ action: 'follow_up.add', actorId: owner.id, companyId: company.id }]);
  });

  test('is completed, opened again and changed, each once', async () => {
    const { followUp } = await add();
    for (let call = 0; call < 2; call += 1) await change(followUp.id, { is_done: true }, colleagueToken);
    expect(await list()).toEqual([]);
    expect(await list('?status=done')).toMatchObject([{ id: followUp.id, done_by: { id: colleague.id } }]);
    for (let call = 0; call < 2; call += 1) await change(followUp.id, { is_done: false });
    expect(await list()).toMatchObject([{ id: followUp.id, done_at: null, done_by: null }]);
    const edits = { task: 'Text', due_on: inDays(3), owner_id: colleague.id };
    for (let call = 0; call < 2; call += 1) expect((await change(followUp.id, edits)).status).toBe(200);
    expect(await list()).toMatchObject([{ task: 'Text', due_on: inDays(3), owner: { id: colleague.id } }]);
    const changes = (await timeline()).map(({ detail }) => (detail as { change: string }).change);
    expect(changes.toReversed()).toEqual(['added', 'done', 'reopened', 'changed', 'moved', 'assigned']);
  });

  test('is deleted, and stays in the timeline', async () => {
    const { followUp } = await add();
    expect((await t.callRest('DELETE', `/follow-ups/${followUp.id}`, { token })).body.data).toEqual({ id: followUp.id });
    expect(await ofApplicant()).toEqual([]);
    expect(await timeline()).toMatchObject([{ detail: { change: 'deleted' } }, { detail: { change: 'added' } }]);
    expect((await change(followUp.id, { is_done: true })).status).toBe(404);
  });

  test.each([
    ['no task', { task: ' ' }, 'task'],
    ['a long task', { task: 'x'.repeat(301) }, 'task'],
    ['yesterday', { due_on: inDays(-1) }, 'due_on'],
    ['in two years', { due_on: inDays(730) }, 'due_on'],
    ['a day that does not exist', { due_on: '2027-02-30' }, 'due_on'],
    ['an owner who is a stranger', { owner_id: () => stranger.id }, 'owner_id'],
  ])('with %s is refused', async (_, changes, field) => {
    const body = Object.fromEntries(
      Object.entries(changes).map(([name, value]) => [name, typeof value === 'function' ? value() : value]),
    );
    const refusal = await add(body);
    expect(refusal).toMatchObject({ status: 422, body: { errors: [{ field }] } });
    const { followUp } = await add();
    expect(await change(followUp.id, body)).toMatchObject({ status: 422, body: { errors: [{ field }] } });
    expect(await ofApplicant()).toMatchObject([{ due_on: inDays(1), owner: { id: owner.id } }]);
  });

  test('one more than an application can have is refused', async () => {
    const added = await Promise.all(Array.from({ length: maxOpenFollowUps }, () => add()));
    expect((await add()).status).toBe(409);
    const [first] = added;
    await change(first?.followUp.id ?? '', { is_done: true });
    expect((await add()).status).toBe(201);
    expect((await change(first?.followUp.id ?? '', { is_done: false })).status).toBe(409);
  });

  test('of another company does not exist', async () => {
    const { followUp } = await add();
    expect((await add({}, strangerToken)).status).toBe(404);
    expect((await change(followUp.id, { is_done: true }, strangerToken)).status).toBe(404);
    expect((await t.callRest('DELETE', `/follow-ups/${followUp.id}`, { token: strangerToken })).status).toBe(404);
    expect(await list('?owner=anyone', strangerToken)).toEqual([]);
    expect(await list()).toMatchObject([{ id: followUp.id, done_at: null }]);
  });

  test('of a withdrawn application is not listed, counted, changed or reminded of', async () => {
    const { followUp } = await add({ due_on: inDays(0) });
    await t.services.db
      .update(followUps)
      .set({ remindAt: morningIn(0) })
      .where(eq(followUps.id, followUp.id));
    await t.services.db
      .update(applications)
      .set({ stage: 'withdrawn', withdrawnAt: new Date() })
      .where(eq(applications.id, applicantId));
    expect([await list(), await ofApplicant(), await dueCount()]).toEqual([[], [], 0]);
    expect((await change(followUp.id, { is_done: true })).status).toBe(404);
    await remindOfFollowUps(t.services, morningIn(1));
    expect(await t.services.db.select().from(notifications)).toEqual([]);
  });
});

describe('the lists', () => {
  test('have the reader’s own and those of everyone, by day', async () => {
    const later = await add({ due_on: inDays(5) });
    const soon = await add({ due_on: inDays(2) });
    const ofColleague = await add({ owner_id: colleague.id });
    const ofNobody = await add({ owner_id: null, due_on: inDays(3) });
    const idsOf = async (query: string, as = token) => (await list(query, as)).map(({ id }) => id);
    expect(await idsOf('?owner=me')).toEqual([soon, ofNobody, later].map(({ followUp }) => followUp.id));
    expect(await idsOf('?owner=me', colleagueToken)).toEqual([ofColleague, ofNobody].map(({ followUp }) => followUp.id));
    expect(await idsOf('?owner=anyone')).toHaveLength(4);
    // Once the colleague has left, the follow-up is everyone's.
    await t.services.db.update(employees).set({ active: false }).where(eq(employees.userId, colleague.id));
    expect(await idsOf('?owner=me')).toContain(ofColleague.followUp.id);
    const page = await t.callRest('GET', '/follow-ups?limit=1&offset=1', { token });
    expect(page.body).toMatchObject({ pagination: { total: 4, limit: 1, offset: 1 }, data: [{ id: soon.followUp.id }] });
  });

  test('count what is due until today, where the company is', async () => {
    const [overdue, today] = [await add({ due_on: inDays(0) }), await add({ due_on: inDays(0) })];
    await add({ due_on: inDays(1) });
    await add({ due_on: inDays(0), owner_id: colleague.id });
    await moveTo(overdue.followUp.id, -2);
    expect(await list('?owner=me')).toMatchObject([
      { id: overdue.followUp.id, due: 'overdue' },
      { id: today.followUp.id, due: 'today' },
      { due: 'later' },
    ]);
    expect([await dueCount(), await dueCount(colleagueToken), await dueCount(strangerToken)]).toEqual([2, 1, 0]);
    expect(await list('?owner=me&status=due')).toHaveLength(2);
  });

  test('of a person have the follow-ups of all applications', async () => {
    await add();
    const row = rowOfApplication(await makeJob(t.services.db, company.id, { title: 'Flatbed' }), driver);
    const [first] = await t.services.db.select().from(applications).where(eq(applications.id, applicantId));
    await t.services.db.insert(applications).values({ ...row, personId: first?.personId ?? null });
    expect(await ofApplicant(row.id)).toMatchObject([{ job_title: 'Dry van' }]);
  });
});

describe('reminders', () => {
  const emailsTo = ({ email }: { email: string }) => t.services.db.select().from(outbox).where(eq(outbox.recipient, email));
  const bellOf = ({ id }: { id: string }) => t.services.db.select().from(notifications).where(eq(notifications.userId, id));
  const remind = (now: Date) => remindOfFollowUps(t.services, now);
  const choose = (email: 'now' | 'daily' | 'off', bell: boolean) =>
    t.services.db.insert(notificationChoices).values({ userId: owner.id, kind: 'follow_up', email, bell });

  test('the owner gets one email and one notification about all of the day, once', async () => {
    await add({ due_on: inDays(2), task: 'Call' });
    await add({ due_on: inDays(2), task: 'Text' }, token, await apply());
    await add({ due_on: inDays(2), owner_id: colleague.id });
    expect(await remind(new Date())).toBe(0);
    expect(await dueTasks(t.services.db, morningIn(2))).toContain('follow-up reminders');
    await Promise.all([remind(morningIn(2)), remind(morningIn(2))]);
    await remind(morningIn(3));
    const [email, ...others] = await emailsTo(owner);
    expect(others).toEqual([]);
    expect(email).toMatchObject({ template: 'follow_ups_due', data: { followUps: [{ task: 'Call' }, { task: 'Text' }] } });
    const { links } = writeEmail('follow_ups_due', email?.data, 'https://haulboard.example', 'en');
    expect(links?.map(({ url }) => url)).toContain(`https://haulboard.example/company/applicants?applicant=${applicantId}`);
    expect(await bellOf(owner)).toMatchObject([{ kind: 'follow_up', data: { count: 2 }, path: '/company/follow-ups' }]);
    expect(await bellOf(colleague)).toMatchObject([
      { data: { task: 'Call about the start date' }, path: `/company/applicants?applicant=${applicantId}` },
    ]);
    expect([await emailsTo(stranger), await bellOf(stranger)]).toEqual([[], []]);
    const { items } = await (await t.createCallerFor(owner)).notifications.list({});
    expect(items).toHaveLength(1);
  });

  test('a follow-up that is done or moved is not reminded of', async () => {
    const done = await add({ due_on: inDays(2) });
    const moved = await add({ due_on: inDays(2) });
    await change(done.followUp.id, { is_done: true });
    await change(moved.followUp.id, { due_on: inDays(4) });
    expect(await remind(morningIn(3))).toBe(0);
    expect(await remind(morningIn(4))).toBe(1);
    expect(await bellOf(owner)).toHaveLength(1);
  });

  test('one that is opened again is reminded of in the morning of its day, and not later', async () => {
    const [early, late] = [await add({ due_on: inDays(2) }), await add({ due_on: inDays(2) })];
    await t.services.db
      .update(followUps)
      .set({ remindAt: new Date(Date.now() - 1000) })
      .where(eq(followUps.id, late.followUp.id));
    for (const { followUp } of [early, late]) for (const isDone of [true, false]) await change(followUp.id, { is_done: isDone });
    expect(await remind(new Date())).toBe(0);
    expect(await remind(morningIn(2))).toBe(1);
  });

  test('a person gets one email about their own and those that are everyone’s', async () => {
    await add({ due_on: inDays(2), task: 'Call' });
    await add({ due_on: inDays(2), task: 'Text', owner_id: null });
    await remind(morningIn(2));
    expect(await emailsTo(owner)).toMatchObject([{ data: { followUps: [{ task: 'Call' }, { task: 'Text' }] } }]);
    expect(await emailsTo(colleague)).toMatchObject([{ data: { followUps: [{ task: 'Text' }] } }]);
    expect(await bellOf(owner)).toHaveLength(1);
  });

  test('reach the daily email also after the company has moved to another time zone', async () => {
    await choose('daily', false);
    await add({ due_on: inDays(2) });
    await t.services.db.update(companies).set({ state: 'CA', postalCode: '90001' }).where(eq(companies.id, company.id));
    await remind(morningIn(2));
    await t.services.db.update(companies).set({ state: 'NE', postalCode: '68102' }).where(eq(companies.id, company.id));
    await sendDigests(t.services.db, morningIn(3));
    expect(await emailsTo(owner)).toMatchObject([{ data: { lines: [{ kind: 'follow_up', count: 1 }] } }]);
  });

  test('a colleague who gets one after the morning of its day is told right away, and the author is not', async () => {
    const ofColleague = await add({ due_on: inDays(2), owner_id: colleague.id });
    const own = await add({ due_on: inDays(2) });
    for (const { followUp } of [ofColleague, own])
      await t.services.db
        .update(followUps)
        .set({ dueOn: inDays(-1), remindAt: null })
        .where(eq(followUps.id, followUp.id));
    await change(ofColleague.followUp.id, { owner_id: owner.id }, colleagueToken);
    expect(await remind(new Date())).toBe(1);
    expect([(await bellOf(owner)).length, (await bellOf(colleague)).length]).toEqual([1, 0]);
    await change(own.followUp.id, { owner_id: null });
    await change(own.followUp.id, { owner_id: owner.id });
    expect(await remind(new Date())).toBe(0);
  });

  test('without an owner at the company, the applicant’s owner is reminded, and otherwise everyone', async () => {
    await add({ due_on: inDays(2), owner_id: null });
    await remind(morningIn(2));
    expect([await bellOf(owner), await bellOf(colleague)]).toMatchObject([[{}], [{}]]);
    await t.services.db.update(applications).set({ ownerId: colleague.id }).where(eq(applications.id, applicantId));
    await add({ due_on: inDays(3) });
    await t.services.db.update(employees).set({ active: false }).where(eq(employees.userId, owner.id));
    await remind(morningIn(3));
    expect([(await bellOf(owner)).length, (await bellOf(colleague)).length]).toEqual([1, 2]);
  });

  test('people choose: a line in the daily email, or nothing', async () => {
    await choose('daily', false);
    await add({ due_on: inDays(2) });
    await add({ due_on: inDays(2) });
    await remind(morningIn(2));
    expect([await emailsTo(owner), await bellOf(owner)]).toEqual([[], []]);
    await sendDigests(t.services.db, morningIn(2));
    expect(await emailsTo(owner)).toMatchObject([
      { template: 'daily_digest', data: { lines: [{ kind: 'follow_up', count: 2, title: 'Dry van' }] } },
    ]);
    await t.services.db.delete(notificationChoices);
    await choose('off', true);
    await add({ due_on: inDays(3) });
    await remind(morningIn(3));
    await sendDigests(t.services.db, morningIn(3));
    expect([(await emailsTo(owner)).length, (await bellOf(owner)).length]).toEqual([1, 1]);
  });

  test('are in the morning where the company is', async () => {
    await t.services.db.update(companies).set({ state: 'HI', postalCode: '96813' }).where(eq(companies.id, company.id));
    const dueOn = addDays(localDay('US/Hawaii', Date.now()), 2);
    await add({ due_on: dueOn });
    const [row] = await t.services.db.select().from(followUps);
    expect(row?.remindAt).toEqual(followUpReminderTime(dueOn, 'US/Hawaii'));
    await t.services.db.update(companies).set({ state: 'NE', postalCode: '68102' }).where(eq(companies.id, company.id));
  });
});

test('deleting the driver’s account deletes the follow-ups, and what emails and notifications say about them', async () => {
  const deletedId = applicantId;
  const leaving = driver;
  await add({ due_on: inDays(2), task: 'Call the leaving driver' });
  await add({ due_on: inDays(2), owner_id: colleague.id });
  const otherId = await apply();
  await add({ due_on: inDays(2), task: 'Call the other driver' }, token, otherId);
  await remindOfFollowUps(t.services, morningIn(2));
  await (await t.createCallerFor(leaving)).drivers.deleteAccount();
  expect(await t.services.db.select().from(followUps)).toMatchObject([{ applicationId: otherId }]);
  const emails = await t.services.db.select().from(outbox).where(eq(outbox.template, 'follow_ups_due'));
  expect(emails).toMatchObject([{ recipient: owner.email, data: { followUps: [{ task: 'Call the other driver' }] } }]);
  expect(JSON.stringify(emails)).not.toContain('leaving');
  // The notification with the number of follow-ups has no names.
  expect(await t.services.db.select().from(notifications)).toMatchObject([{ data: { count: 2 } }]);
  expect((await add({}, token, deletedId)).status).toBe(409);
});
