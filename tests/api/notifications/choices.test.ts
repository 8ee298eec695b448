import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { users } from '#drizzle/schema/accounts.ts';
import { employees } from '#drizzle/schema/companies.ts';
import { applications } from '#drizzle/schema/drivers.ts';
import { applicationEvents } from '#drizzle/schema/hiring.ts';
import { digestCounts, digests, mutedJobs, notificationChoices, notifications } from '#drizzle/schema/notifications.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { claimDue } from '#server/db/due.ts';
import { makeCompany, makeDriver, makeEmployee, makeJob, rowOfApplication } from '#server/demo/builders.ts';
import { anonymizeDriver } from '#server/drivers/erase-driver.ts';
import { writeEmail } from '#server/mail/outbox.ts';
import { dueDigests, sendDigests } from '#server/notifications/send-digests.ts';
import { dueTasks } from '#server/worker/tasks.ts';
import { roles } from '#shared/access/access.ts';
import { dayMs } from '#shared/days.ts';
import { nextDigestTime } from '#shared/notifications.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

/** How the people of a company are told about applicants (`docs/product/jobs.md#notifications`). */
let t: TestApp;
let company: { id: string };
let owner: Awaited<ReturnType<typeof makeEmployee>>;
let colleague: Awaited<ReturnType<typeof makeEmployee>>;
let token: string;
let colleagueToken: string;
let job: Awaited<ReturnType<typeof makeJob>>;
let foreignJobId: string;

beforeAll(async () => {
  t = await startTestApp();
  const { db } = t.services;
  const other = await makeCompany(db, { companyName: 'Other' });
  await makeEmployee(db, other.id);
  foreignJobId = (await makeJob(db, other.id)).id;
});
afterAll(() => t.close());

beforeEach(async () => {
  const { db } = t.services;
  for (const table of [outbox, notifications, digests, notificationChoices, mutedJobs]) await db.delete(table);
  company = await makeCompany(db, { companyName: 'Heron Freight', state: 'CA', postalCode: '90001' });
  owner = await makeEmployee(db, company.id, { firstName: 'Olive' });
  colleague = await makeEmployee(db, company.id, { firstName: 'Cole', roles: [roles.companyUser] });
  [token, colleagueToken] = [await t.createToken(owner), await t.createToken(colleague)];
  job = await makeJob(db, company.id, { title: 'Dry van', employerId: owner.id });
});

const apply = async (to = job.id) => (await t.createCallerFor(await makeDriver(t.services.db))).drivers.applyTo({ id: to });
const choose = (kind: string, change: object, as = token) =>
  t.callRest('PATCH', '/notifications/settings', { token: as, body: { kind, ...change } });
const mute = (muted: boolean, id = job.id) => t.callRest('POST', `/jobs/${id}/mute`, { token, body: { muted } });
const emailsTo = async ({ email }: { email: string }) =>
  (await t.services.db.select().from(outbox).where(eq(outbox.recipient, email))).map(({ template }) => template);
const bellOf = async ({ id }: { id: string }) =>
  (await t.services.db.select().from(notifications).where(eq(notifications.userId, id))).map(({ kind }) => kind);
const later = () => new Date(Date.now() + 2 * dayMs);
async function applicant() {
  const driver = await makeDriver(t.services.db);
  const row = rowOfApplication(job, driver);
  await t.services.db.insert(applications).values(row);
  return { id: row.id ?? '', driver };
}

describe('the settings', () => {
  test('are on until a person changes them, each person for themselves', async () => {
    const on = (kind: string) => ({ kind, email: 'now', bell: true, push: true });
    const kinds = ['new_application', 'mention', 'new_message', 'interview', 'follow_up', 'unanswered'];
    const read = async (as: string) => (await t.callRest('GET', '/notifications/settings', { token: as })).body.data;
    expect(await read(token)).toEqual({ choices: kinds.map(on), muted_jobs: [], time_zone: 'US/Pacific' });
    await choose('mention', { email: 'daily' });
    expect((await choose('mention', { bell: false })).body.data).toMatchObject({
      choices: expect.arrayContaining([{ kind: 'mention', email: 'daily', bell: false, push: true }, on('interview')]),
    });
    expect(await read(colleagueToken)).toMatchObject({ choices: kinds.map(on) });
    expect((await choose('mention', { email: 'weekly' })).status).toBe(422);
    expect((await choose('password', { email: 'off' })).status).toBe(422);
  });

  test('name muted jobs of the company only', async () => {
    expect((await mute(true)).body.data).toMatchObject({ muted_jobs: [{ id: job.id, title: 'Dry van' }] });
    expect((await mute(true, foreignJobId)).status).toBe(404);
    expect((await mute(false)).body.data).toMatchObject({ muted_jobs: [] });
  });
});

describe('a new applicant', () => {
  test('is emailed and shown, unless the person turned that off', async () => {
    await apply();
    expect([await emailsTo(owner), await bellOf(owner)]).toEqual([['new_applicant'], ['new_application']]);
    await choose('new_application', { email: 'off', bell: false });
    await apply();
    expect([await emailsTo(owner), await bellOf(owner)]).toEqual([['new_applicant'], ['new_application']]);
    expect(await t.services.db.select().from(digests)).toEqual([]);
    const [inbox] = await t.services.db.select().from(notifications).where(eq(notifications.userId, colleague.id));
    expect(inbox).toMatchObject({ count: 2 });
  });

  test('of a muted job reaches the person in no way', async () => {
    await mute(true);
    await apply();
    expect([await emailsTo(owner), await bellOf(owner)]).toEqual([[], []]);
    expect(await bellOf(colleague)).toEqual(['new_application']);
    await mute(false);
    await apply();
    expect(await emailsTo(owner)).toEqual(['new_applicant']);
  });
});

describe('an applicant whom a colleague owns', () => {
  const applyAgain = async (driver: Awaited<ReturnType<typeof makeDriver>>, id: string) => {
    const api = await t.createCallerFor(driver);
    await api.drivers.withdraw({ id });
    for (const table of [outbox, notifications]) await t.services.db.delete(table);
    await api.drivers.applyTo({ id: job.id });
  };

  test('reaches only that colleague when the driver applies again', async () => {
    const { id, driver } = await applicant();
    await t.callRest('POST', `/applicants/${id}/owner`, { token, body: { owner_id: colleague.id } });
    await applyAgain(driver, id);
    expect([await emailsTo(colleague), await bellOf(colleague)]).toEqual([['new_applicant'], ['new_application']]);
    expect([await emailsTo(owner), await bellOf(owner)]).toEqual([[], []]);
  });

  test.each([
    ['has left', () => t.services.db.update(employees).set({ active: false }).where(eq(employees.userId, colleague.id))],
    ['muted the job', () => t.services.db.insert(mutedJobs).values({ userId: colleague.id, jobId: job.id })],
  ])('reaches everyone again when the colleague %s', async (_reason, change) => {
    const { id, driver } = await applicant();
    await t.callRest('POST', `/applicants/${id}/owner`, { token, body: { owner_id: colleague.id } });
    await change();
    await applyAgain(driver, id);
    expect([await emailsTo(owner), await bellOf(owner)]).toEqual([['new_applicant'], ['new_application']]);
    expect([await emailsTo(colleague), await bellOf(colleague)]).toEqual([[], []]);
  });
});

describe('a muted job', () => {
  test('tells of an applicant whom the person owns or has written to, and not of those who are everyone’s', async () => {
    const { db } = t.services;
    const { id, driver } = await applicant();
    await t.callRest('POST', `/applicants/${id}/messages`, { token: colleagueToken, body: { body: 'When can you start?' } });
    const api = await t.createCallerFor(driver);
    const [conversation] = (await api.messages.mine({})).items;
    const reply = () => api.messages.reply({ id: conversation?.id ?? '', body: 'Monday' });
    await mute(true);
    await db.update(employees).set({ active: false }).where(eq(employees.userId, colleague.id));
    await reply();
    expect([await emailsTo(owner), await bellOf(owner)]).toEqual([[], []]);
    await t.callRest('POST', `/applicants/${id}/owner`, { token, body: { owner_id: owner.id } });
    await reply();
    expect([await emailsTo(owner), await bellOf(owner)]).toEqual([['applicant_message'], ['new_message']]);
  });
});

describe('the daily summary', () => {
  test('counts what happened by job, is due at seven, and is sent once', async () => {
    const { db } = t.services;
    await choose('new_application', { email: 'daily' });
    const other = await makeJob(db, company.id, { title: 'Tanker', employerId: owner.id });
    for (const id of [job.id, job.id, other.id]) await apply(id);
    expect(await emailsTo(owner)).toEqual([]);
    const [digest] = await db.select().from(digests);
    expect(digest?.dueAt).toEqual(nextDigestTime('US/Pacific', new Date()));
    expect(await sendDigests(db)).toBe(0);
    expect(await dueTasks(db, later())).toContain('daily emails');
    expect(await Promise.all([sendDigests(db, later()), sendDigests(db, later())])).toEqual(expect.arrayContaining([1, 0]));
    expect(await sendDigests(db, later())).toBe(0);
    expect(await emailsTo(owner)).toEqual(['daily_digest']);
    const [sent] = await db.select().from(outbox).where(eq(outbox.recipient, owner.email));
    expect(sent?.data).toMatchObject({
      company: 'Heron Freight',
      lines: [
        { kind: 'new_application', count: 2, jobId: job.id, title: 'Dry van' },
        { kind: 'new_application', count: 1, jobId: other.id },
      ],
    });
    const written = writeEmail('daily_digest', sent?.data, 'https://haulboard.example', 'en');
    expect(written.links?.[0]?.url).toBe(`https://haulboard.example/company/jobs/${job.id}/detail#applicants`);
    expect(written.turnsOff).toBe('daily_digest');
  });

  test('is still sent, once, after a node stopped before the commit', async () => {
    const { db } = t.services;
    await choose('new_application', { email: 'daily' });
    await apply();
    const stopped = db.transaction(async (tx) => {
      expect(await claimDue(tx, dueDigests, later(), 1)).toHaveLength(1);
      await tx.delete(digests);
      throw new Error('stopped');
    });
    await expect(stopped).rejects.toThrow('stopped');
    expect(await sendDigests(db, later())).toBe(1);
    expect(await sendDigests(db, later())).toBe(0);
    expect(await emailsTo(owner)).toEqual(['daily_digest']);
  });

  test('starts again after one was sent', async () => {
    const { db } = t.services;
    await choose('new_application', { email: 'daily' });
    await apply();
    await sendDigests(db, later());
    await apply();
    expect(await db.select().from(digestCounts)).toMatchObject([{ count: 1 }]);
  });

  test('is not sent to a person who turned it off, muted the job or left the company', async () => {
    const { db } = t.services;
    const changes: (() => Promise<unknown>)[] = [
      () => choose('new_application', { email: 'off' }),
      () => mute(true),
      () => db.update(employees).set({ active: false }).where(eq(employees.userId, owner.id)),
    ];
    for (const change of changes) {
      await mute(false);
      await choose('new_application', { email: 'daily' });
      await apply();
      await change();
      expect(await sendDigests(db, later())).toBe(1);
    }
    expect(await emailsTo(owner)).toEqual([]);
  });
});

describe('a note that mentions colleagues', () => {
  const note = (id: string, mentions: string[], text = 'Please call @Cole') =>
    t.callRest('POST', `/applicants/${id}/notes`, { token, body: { text, mentions } });

  test('tells them by email and in the app, and not its author', async () => {
    const { id } = await applicant();
    expect((await note(id, [colleague.id, owner.id, colleague.id])).status).toBe(201);
    expect([await emailsTo(colleague), await bellOf(colleague)]).toEqual([['mention'], ['mention']]);
    expect([await emailsTo(owner), await bellOf(owner)]).toEqual([[], []]);
    const { items } = await (await t.createCallerFor(colleague)).notifications.list({});
    expect(items).toMatchObject([{ kind: 'mention', path: `/company/applicants?applicant=${id}` }]);
  });

  test('keeps them when it is changed, and tells only those who are added', async () => {
    const { id } = await applicant();
    const { body } = await note(id, [owner.id], 'First');
    const edit = (change: object) =>
      t.callRest('PATCH', `/applicants/notes/${(body.data as { id: string }).id}`, { token, body: change });
    const mentionsOf = async () => {
      const [event] = await t.services.db.select().from(applicationEvents).where(eq(applicationEvents.applicationId, id));
      return event?.detail['mentions'];
    };
    await edit({ text: 'Second' });
    expect(await mentionsOf()).toEqual([owner.id]);
    await edit({ text: 'Third', mentions: [owner.id, colleague.id] });
    await edit({ text: 'Fourth', mentions: [colleague.id] });
    expect(await mentionsOf()).toEqual([colleague.id]);
    expect([await emailsTo(colleague), await bellOf(colleague)]).toEqual([['mention'], ['mention']]);
    expect((await edit({ text: 'Fifth', mentions: [colleague.id, id] })).status).toBe(422);
  });

  test('respects what they chose', async () => {
    const { id } = await applicant();
    await choose('mention', { email: 'daily', bell: false }, colleagueToken);
    await note(id, [colleague.id]);
    expect([await emailsTo(colleague), await bellOf(colleague)]).toEqual([[], []]);
    await sendDigests(t.services.db, later());
    expect(await emailsTo(colleague)).toEqual(['daily_digest']);
  });

  test('no longer names a colleague who deleted the account', async () => {
    const { db } = t.services;
    const { id } = await applicant();
    await note(id, [colleague.id, owner.id], `Please call @${colleague.firstName} ${colleague.lastName}`);
    await choose('mention', { email: 'daily' }, colleagueToken);
    await (await t.createCallerFor(colleague)).deletion.deleteAccount();
    const [event] = await db.select().from(applicationEvents).where(eq(applicationEvents.applicationId, id));
    expect(event).toMatchObject({ detail: { mentions: [owner.id] }, text: 'Please call @…' });
    const rest = [
      await db.select().from(users).where(eq(users.id, colleague.id)),
      await db.select().from(notificationChoices).where(eq(notificationChoices.userId, colleague.id)),
    ];
    expect(rest).toEqual([[], []]);
  });

  test('leaves no notification when the driver deletes the account', async () => {
    const { db, events } = t.services;
    const { id, driver } = await applicant();
    await note(id, [colleague.id]);
    await db.transaction((tx) => anonymizeDriver({ tx, events }, driver.id, 'en'));
    expect(await bellOf(colleague)).toEqual([]);
    expect(await db.execute(sql`select 1 from outbox where template = 'mention'`)).toHaveLength(0);
  });
});

test('a driver’s answer and interview answers follow the choices', async () => {
  const { id, driver } = await applicant();
  await t.callRest('POST', `/applicants/${id}/messages`, { token, body: { body: 'When can you start?' } });
  const api = await t.createCallerFor(driver);
  const [conversation] = (await api.messages.mine({})).items;
  await api.messages.reply({ id: conversation?.id ?? '', body: 'Monday' });
  expect(await emailsTo(owner)).toEqual(['applicant_message']);
  await choose('new_message', { email: 'daily' });
  await choose('interview', { email: 'daily', bell: false });
  await api.messages.reply({ id: conversation?.id ?? '', body: 'Or Tuesday' });
  const times = [new Date(Date.now() + 2 * dayMs).toISOString()];
  await t.callRest('POST', `/applicants/${id}/interviews`, { token, body: { kind: 'phone', minutes: 30, times } });
  const [interview] = (await api.interviews.mine({})).items;
  await api.interviews.decline({ id: interview?.id ?? '' });
  expect(await emailsTo(owner)).toEqual(['applicant_message']);
  expect(await bellOf(owner)).toEqual(['new_message', 'new_message']);
  expect(await t.services.db.select({ kind: digestCounts.kind }).from(digestCounts)).toEqual(
    expect.arrayContaining([{ kind: 'new_message' }, { kind: 'interview' }]),
  );
});
