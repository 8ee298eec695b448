import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { textConsents, users } from '#drizzle/schema/accounts.ts';
import { applications, drivers } from '#drizzle/schema/drivers.ts';
import { interviews } from '#drizzle/schema/hiring.ts';
import { messages, textMessages } from '#drizzle/schema/messages.ts';
import { notificationChoices, notifications } from '#drizzle/schema/notifications.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { claimDue } from '#server/db/due.ts';
import { makeCompany, makeDriver, makeEmployee, makeJob, rowOfApplication } from '#server/demo/builders.ts';
import { dueInterviewReminders, remindOfInterviews } from '#server/interviews/remind-of-interviews.ts';
import { toPlainText } from '#server/mail/layout.ts';
import { writeEmail } from '#server/mail/outbox.ts';
import { receiveText } from '#server/messages/receive-text.ts';
import { deliverTexts } from '#server/sms/deliver-texts.ts';
import { dueTasks } from '#server/worker/tasks.ts';
import { dayMs } from '#shared/days.ts';
import { textConsentVersion } from '#shared/messages/text-message.ts';
import { instantOf, localDay } from '#shared/time-zone.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { emptyFooter } from '#tests/helpers/mailbox.ts';

/** Reminders of interviews (`docs/product/interviews.md#reminders`). */
let t: TestApp;
let company: { id: string };
let owner: Awaited<ReturnType<typeof makeEmployee>>;
let colleague: Awaited<ReturnType<typeof makeEmployee>>;
let token: string;
let stranger: Awaited<ReturnType<typeof makeEmployee>>;
let driver: Awaited<ReturnType<typeof makeDriver>>;
let driverToken: string;
let applicantId: string;
let job: Awaited<ReturnType<typeof makeJob>>;
let counter = 0;

beforeAll(async () => {
  t = await startTestApp();
  const { db } = t.services;
  company = await makeCompany(db, { companyName: 'Heron Freight', type: 1 });
  owner = await makeEmployee(db, company.id);
  colleague = await makeEmployee(db, company.id);
  token = await t.createToken(owner);
  stranger = await makeEmployee(db, (await makeCompany(db, { companyName: 'Other' })).id);
});
afterAll(() => t.close());

beforeEach(async () => {
  const { db } = t.services;
  for (const table of [interviews, outbox, notifications, notificationChoices]) await db.delete(table);
  const phone = `402557${String((counter += 1)).padStart(4, '0')}`;
  driver = await makeDriver(db, { user: { phone, timezone: 'US/Central' } });
  await db.update(drivers).set({ state: 'NE', postalCode: '68102' }).where(eq(drivers.userId, driver.id));
  driverToken = await t.createToken(driver);
  job = await makeJob(db, company.id, { title: 'Dry van' });
  const row = rowOfApplication(job, driver);
  await db.insert(applications).values(row);
  applicantId = row.id ?? '';
});

const hourMs = 60 * 60 * 1000;
/** A time of day in Nebraska, some days from now. */
const onDay = (days: number, time = '15:00') =>
  instantOf(`${localDay('US/Central', new Date(Date.now() + days * dayMs))}T${time}`, 'US/Central');
const hoursBefore = (time: Date, hours: number) => new Date(time.getTime() - hours * hourMs);
const inHours = (hours: number) => new Date(Math.floor(Date.now() / 1000) * 1000 + hours * hourMs);

const propose = async (time: Date, changes: object = {}) => {
  const body = { kind: 'phone', minutes: 30, times: [time.toISOString()], ...changes };
  return ((await t.callRest('POST', `/applicants/${applicantId}/interviews`, { token, body })).body.data as { id: string }).id;
};
const choose = (id: string, time: Date) =>
  t.callRest('POST', `/member/interviews/${id}/choose`, { token: driverToken, body: { time: time.toISOString() } });
const schedule = async (time: Date, changes: object = {}) => {
  const id = await propose(time, changes);
  expect((await choose(id, time)).status).toBe(200);
  return id;
};
const remind = (now: Date) => remindOfInterviews(t.services, now);
const emails = async () =>
  (await t.services.db.select().from(outbox).orderBy(outbox.id)).filter((row) => /reminder|deleted/.test(row.template));
const sentTo = async ({ email }: { email: string }) => (await emails()).filter(({ recipient }) => recipient === email);
const bellOf = async ({ id }: { id: string }) =>
  (await t.services.db.select().from(notifications).where(eq(notifications.userId, id)).orderBy(notifications.id)).at(-1);
const chooseNotifications = (email: 'now' | 'daily' | 'off', bell: boolean) =>
  t.services.db.insert(notificationChoices).values({ userId: owner.id, kind: 'interview', email, bell });
const agree = () =>
  t.services.db.insert(textConsents).values({
    userId: driver.id,
    phone: driver.phone ?? '',
    version: textConsentVersion,
    isStopped: false,
    at: new Date(),
  });
const texts = () =>
  t.services.db.select().from(textMessages).where(eq(textMessages.driverId, driver.id)).orderBy(textMessages.id);

describe('a scheduled interview', () => {
  test('reminds the driver a day and an hour before, and the person who proposed it an hour before, each once', async () => {
    const time = onDay(3);
    await schedule(time, { note: 'Bring your CDL' });
    expect(await remind(new Date())).toBe(0);
    expect(await dueTasks(t.services.db, hoursBefore(time, 24))).toContain('interview reminders');
    await Promise.all([remind(hoursBefore(time, 24)), remind(hoursBefore(time, 24))]);
    await remind(hoursBefore(time, 2));
    expect((await emails()).map(({ recipient, template }) => [recipient, template])).toEqual([
      [driver.email, 'interview_reminder'],
    ]);
    await Promise.all([remind(hoursBefore(time, 1)), remind(hoursBefore(time, 1))]);
    await remind(hoursBefore(time, 0));
    expect(await sentTo(driver)).toMatchObject([{}, { template: 'interview_reminder', data: { note: 'Bring your CDL' } }]);
    expect(await sentTo(owner)).toMatchObject([{ template: 'applicant_interview_reminder' }]);
    expect([await sentTo(colleague), await sentTo(stranger)]).toEqual([[], []]);
    expect(await bellOf(owner)).toMatchObject({ data: { change: 'reminder' }, path: expect.stringContaining(applicantId) });
    expect(await bellOf(colleague)).toBeUndefined();
    const { items } = await (await t.createCallerFor(owner)).notifications.list({});
    expect(items[0]?.body).toContain('Dry van');
  });

  test.each(['en', 'es'] as const)('names the time where the receiver is, in %s', async (language) => {
    await t.services.db.update(users).set({ timezone: 'US/Pacific' }).where(eq(users.id, driver.id));
    await t.services.db.update(users).set({ timezone: 'US/Eastern' }).where(eq(users.id, owner.id));
    const time = onDay(3);
    await schedule(time);
    await remind(hoursBefore(time, 1));
    const textOf = (row: { template: string; data: unknown } | undefined) =>
      toPlainText(writeEmail(row?.template ?? '', row?.data, 'https://haulboard.example', language), language, emptyFooter);
    expect(textOf((await sentTo(driver))[0])).toMatch(/1:00\s(PM|p)/);
    expect(textOf((await sentTo(owner))[0])).toMatch(/4:00\s(PM|p)/);
    await t.services.db.update(users).set({ timezone: null }).where(eq(users.id, owner.id));
  });

  test('that was accepted less than a day or an hour before has only the reminders that are still ahead', async () => {
    const soon = inHours(5);
    await schedule(soon);
    expect(await remind(hoursBefore(soon, 4))).toBe(0);
    expect(await remind(hoursBefore(soon, 1))).toBe(1);
    expect(await sentTo(driver)).toHaveLength(1);
    await t.services.db.delete(interviews);
    const verySoon = inHours(0.5);
    await schedule(verySoon);
    expect(await remind(hoursBefore(verySoon, 0))).toBe(0);
    expect(await sentTo(driver)).toHaveLength(1);
  });

  test('that was moved has reminders for the new time', async () => {
    const [first, second] = [onDay(3), onDay(5)];
    const id = await schedule(first);
    await remind(hoursBefore(first, 24));
    await propose(second);
    expect(await remind(hoursBefore(first, 1))).toBe(0);
    await choose(id, second);
    expect(await remind(hoursBefore(first, 1))).toBe(0);
    expect(await remind(hoursBefore(second, 24))).toBe(1);
    expect(await remind(hoursBefore(second, 1))).toBe(1);
    expect((await sentTo(driver)).map(({ data }) => (data as { interview: { startsAt: string } }).interview.startsAt)).toEqual(
      [first, second, second].map((time) => time.toISOString()),
    );
  });

  test.each([
    ['the company canceled', (id: string) => t.callRest('DELETE', `/interviews/${id}`, { token })],
    [
      'the driver canceled',
      (id: string) => t.callRest('POST', `/member/interviews/${id}/decline`, { token: driverToken, body: {} }),
    ],
    ['ended with the application', () => t.callRest('DELETE', `/member/applications/${applicantId}`, { token: driverToken })],
  ])('that %s has no reminder', async (_, end) => {
    const time = onDay(3);
    const id = await schedule(time);
    expect((await end(id)).status).toBeLessThan(300);
    expect([await remind(hoursBefore(time, 24)), await remind(hoursBefore(time, 1))]).toEqual([0, 0]);
    expect(await emails()).toEqual([]);
  });

  test('is still remembered, once, after a node stopped before the commit', async () => {
    const time = onDay(3);
    await schedule(time);
    const stopped = t.services.db.transaction(async (tx) => {
      expect(await claimDue(tx, dueInterviewReminders, hoursBefore(time, 24), 1)).toHaveLength(1);
      await tx.update(interviews).set({ remindAt: null });
      throw new Error('stopped');
    });
    await expect(stopped).rejects.toThrow('stopped');
    expect([await remind(hoursBefore(time, 23)), await remind(hoursBefore(time, 23))]).toEqual([1, 0]);
    expect(await sentTo(driver)).toHaveLength(1);
  });

  test.each([
    ['off', false, 0, 0],
    ['daily', true, 0, 1],
    ['now', false, 1, 0],
  ] as const)('reminds the company by email “%s” and with the bell %s as chosen', async (email, bell, mails, bells) => {
    const time = onDay(3);
    await schedule(time);
    await t.services.db.delete(notifications);
    await chooseNotifications(email, bell);
    await remind(hoursBefore(time, 1));
    expect(await sentTo(owner)).toHaveLength(mails);
    expect(await bellOf(owner)).toEqual(bells ? expect.objectContaining({ kind: 'interview' }) : undefined);
  });
});

describe('a text', () => {
  test('reminds a driver who agreed to texts, first with how to stop', async () => {
    await agree();
    const time = onDay(3);
    await schedule(time, { kind: 'in_person', place: '1 Main St, Omaha' });
    await remind(hoursBefore(time, 24));
    await remind(hoursBefore(time, 1));
    await deliverTexts(t.services, hoursBefore(time, 0.9));
    const [first, second] = await texts();
    expect([first, second]).toMatchObject([{ state: 'sent' }, { state: 'sent' }]);
    expect(first?.body).toMatch(/^Heron Freight: .*Dry van.*3:00\sPM.*1 Main St.*\nReply STOP to end\.$/s);
    expect(second?.body).not.toContain('STOP');
  });

  test('is not written without consent or if it could only be sent after the interview began', async () => {
    const early = onDay(3, '07:30');
    await schedule(early);
    await remind(hoursBefore(early, 24));
    expect(await texts()).toEqual([]);
    await agree();
    await remind(hoursBefore(early, 1));
    expect(await texts()).toEqual([]);
    expect(await sentTo(driver)).toHaveLength(2);
  });

  test('waits until 8 AM', async () => {
    await agree();
    const early = onDay(3, '07:30');
    await schedule(early);
    await remind(hoursBefore(early, 24));
    expect(await texts()).toMatchObject([{ state: 'waiting', dueAt: new Date(hoursBefore(early, 24).getTime() + hourMs / 2) }]);
  });

  test('that waits is not sent after the interview began, was moved or canceled, or consent ended', async () => {
    await agree();
    const time = onDay(3);
    const endings: ((id: string) => Promise<Date>)[] = [
      async () => hoursBefore(time, 0),
      async () => (await propose(onDay(4)), hoursBefore(time, 0.5)),
      async (id) => (await t.callRest('DELETE', `/interviews/${id}`, { token }), hoursBefore(time, 0.5)),
      async () => (await t.services.db.delete(textConsents), hoursBefore(time, 0.5)),
    ];
    for (const end of endings) {
      await t.services.db.delete(interviews);
      const id = await schedule(time);
      await remind(hoursBefore(time, 1));
      expect(await texts()).toMatchObject([{ state: 'waiting' }]);
      await deliverTexts(t.services, await end(id));
      expect(await texts()).toMatchObject([{ state: expect.stringMatching(/failed|no_consent/), sentAt: null }]);
    }
  });

  test('can be answered, and the answer is the first message of the conversation', async () => {
    await agree();
    const time = onDay(3);
    await schedule(time);
    await remind(hoursBefore(time, 1));
    await deliverTexts(t.services, hoursBefore(time, 0.9));
    await receiveText(t.services, { id: `SM${applicantId}`, phone: driver.phone ?? '', body: 'I am late' });
    const read = await t.callRest('GET', `/applicants/${applicantId}/messages`, { token });
    expect(read.body.data).toMatchObject([{ body: 'I am late', sender: 'driver', channel: 'sms' }]);
    await receiveText(t.services, { id: `SM${applicantId}2`, phone: driver.phone ?? '', body: 'On my way' });
    expect(await t.services.db.select().from(messages)).toHaveLength(2);
  });
});

describe('a driver who deletes the account', () => {
  const deleteAccount = async () => (await t.createCallerFor(driver)).drivers.deleteAccount();

  test('cancels the interview, and the person who proposed it is told without the driver’s name', async () => {
    await agree();
    const time = onDay(3);
    await schedule(time, { place: driver.phone ?? '' });
    await remind(hoursBefore(time, 24));
    await deleteAccount();
    expect(await sentTo(driver)).toEqual([]);
    const [sent, ...rest] = await sentTo(owner);
    expect([sent?.template, rest, await sentTo(colleague)]).toEqual(['interview_account_deleted', [], []]);
    const email = writeEmail(sent?.template ?? '', sent?.data, 'https://haulboard.example', 'en');
    expect(email.calendar).toMatchObject({ isCanceled: true, sequence: 2 });
    const notice = await bellOf(owner);
    expect(notice).toMatchObject({ kind: 'interview', path: `/company/jobs/${job.id}/detail#applicants` });
    const stored = JSON.stringify([sent?.data, email, notice]);
    expect(stored).toContain('Dry van');
    for (const secret of [driver.firstName, driver.lastName, driver.email, driver.phone ?? '', applicantId])
      expect(stored).not.toContain(secret);
    const { items } = await (await t.createCallerFor(owner)).notifications.list({});
    expect(items[0]?.body).toContain('Dry van');
    expect([await remind(hoursBefore(time, 1)), await texts()]).toEqual([0, []]);
  });

  test('tells nobody about an interview without a chosen time', async () => {
    await propose(onDay(3));
    await deleteAccount();
    expect([await sentTo(owner), await bellOf(owner)]).toEqual([[], undefined]);
  });

  test('respects what the person chose', async () => {
    await schedule(onDay(3));
    await t.services.db.delete(notifications);
    await chooseNotifications('off', false);
    await deleteAccount();
    expect([await sentTo(owner), await bellOf(owner)]).toEqual([[], undefined]);
  });
});
