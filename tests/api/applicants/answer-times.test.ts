import { globSync, readFileSync } from 'node:fs';
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { companies, employees } from '#drizzle/schema/companies.ts';
import { applications } from '#drizzle/schema/drivers.ts';
import { applicationEvents } from '#drizzle/schema/hiring.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { digests, mutedJobs, notificationChoices, notifications } from '#drizzle/schema/notifications.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { refreshAnswerTimes } from '#server/applicants/refresh-answer-times.ts';
import { remindOfUnanswered } from '#server/applicants/remind-of-unanswered.ts';
import { daysFromNow, makeCompany, makeDriver, makeEmployee, makeJob, rowOfApplication } from '#server/demo/builders.ts';
import { writeEmail } from '#server/mail/outbox.ts';
import { sendBatches } from '#server/messages/batch.ts';
import { sendDigests } from '#server/notifications/send-digests.ts';
import { dueTasks } from '#server/worker/tasks.ts';
import { roles } from '#shared/access/access.ts';
import { nextAnswerReminder } from '#shared/applicants/answer-time.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { browserHeaders, extractText } from '#tests/helpers/public-page.ts';

/** How fast companies answer, and reminders of what they did not answer (`docs/product/applicants-and-matching.md#answer-times`). */
let t: TestApp;
let company: { id: string };
let poster: Awaited<ReturnType<typeof makeEmployee>>;
let colleague: Awaited<ReturnType<typeof makeEmployee>>;
let stranger: Awaited<ReturnType<typeof makeEmployee>>;
let token: string;
let driver: Awaited<ReturnType<typeof makeDriver>>;
let driverToken: string;
let job: Awaited<ReturnType<typeof makeJob>>;
let applicantId: string;

const zone = 'US/Central';
let keys = 0;

beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

beforeEach(async () => {
  const { db } = t.services;
  for (const table of [outbox, notifications, notificationChoices, mutedJobs, digests]) await db.delete(table);
  await db.update(applications).set({ remindAnswerAt: null });
  company = await makeCompany(db, { companyName: 'Heron Freight', state: 'NE', postalCode: '68102' });
  poster = await makeEmployee(db, company.id);
  colleague = await makeEmployee(db, company.id, { roles: [roles.companyUser] });
  stranger = await makeEmployee(db, (await makeCompany(db, { companyName: 'Other' })).id);
  token = await t.createToken(poster);
  job = await makeJob(db, company.id, { title: 'Dry van', employerId: poster.id });
  driver = await makeDriver(db);
  driverToken = await t.createToken(driver);
  applicantId = await apply();
  for (const table of [outbox, notifications]) await db.delete(table);
});

const apply = async (to = job.id, as = driver) => (await (await t.createCallerFor(as)).drivers.applyTo({ id: to })).id;
const read = async (id = applicantId) => {
  const [row] = await t.services.db.select().from(applications).where(eq(applications.id, id));
  if (!row) throw new Error('There is no such application');
  return row;
};
const change = (values: Partial<typeof applications.$inferInsert>, id = applicantId) =>
  t.services.db.update(applications).set(values).where(eq(applications.id, id));
const call = (method: 'POST' | 'PUT' | 'PATCH', path: string, body: object) => t.callRest(method, path, { token, body });
const moveTo = (stage: string, reason?: string) =>
  call('POST', `/applicants/${applicantId}/stage`, { stage, ...(reason && { reason }) });
const reminderTimes = (sentAt: Date) => {
  const first = nextAnswerReminder(sentAt, sentAt, zone) ?? sentAt;
  return [first, nextAnswerReminder(sentAt, first, zone) ?? sentAt] as const;
};
const emailsTo = ({ email }: { email: string }) => t.services.db.select().from(outbox).where(eq(outbox.recipient, email));
const bellOf = ({ id }: { id: string }) => t.services.db.select().from(notifications).where(eq(notifications.userId, id));
const remind = (now: Date) => remindOfUnanswered(t.services, now);

describe('an application is answered by', () => {
  const sendMany = async () => {
    const body = { ids: [applicantId], body: 'Hi', key: `answer-${(keys += 1)}` };
    await call('POST', '/messages/batches', body);
    while ((await sendBatches(t.services, daysFromNow(1))) > 0);
  };
  const interview = { kind: 'phone', minutes: 30, times: [daysFromNow(3).toISOString()] };
  const changeMany = (stage: string, reason?: string) =>
    call('POST', '/applicants/bulk', {
      ids: [applicantId],
      stage,
      ...(reason && { reason }),
      seen_stages: [{ id: applicantId, stage: 'new' }],
    });

  test.each<[string, () => Promise<unknown>]>([
    ['a message', () => call('POST', `/applicants/${applicantId}/messages`, { body: 'Hi' })],
    ['a message to many', sendMany],
    ['a proposed interview', () => call('POST', `/applicants/${applicantId}/interviews`, interview)],
    ['a move to Contacted', () => moveTo('contacted')],
    ['a move to Interview', () => moveTo('interview')],
    ['a move to Offer', () => moveTo('offer')],
    ['a move to Hired', () => moveTo('hired')],
    ['a move to Not a fit', () => moveTo('not_a_fit', 'experience')],
    ['a move of many', () => changeMany('contacted')],
    ['a decision against many', () => changeMany('not_a_fit', 'license')],
  ])('%s', async (_what, answer) => {
    expect(await read()).toMatchObject({ answeredAt: null, remindAnswerAt: expect.any(Date) });
    await answer();
    expect(await read()).toMatchObject({ answeredAt: expect.any(Date), remindAnswerAt: null });
  });

  test('neither opening it nor Reviewed, a note, an owner or a tag', async () => {
    await call('POST', `/applicants/${applicantId}/viewed`, {});
    await moveTo('reviewed');
    await call('POST', `/applicants/${applicantId}/notes`, { text: 'Looks good' });
    await (await t.createCallerFor(poster)).hiring.assignOwner({ applicantId, ownerId: colleague.id });
    expect(await read()).toMatchObject({ stage: 'reviewed', ownerId: colleague.id, answeredAt: null });
    expect((await read()).remindAnswerAt).not.toBeNull();
  });

  test('the first of them, also if it is undone', async () => {
    await moveTo('contacted');
    const { answeredAt } = await read();
    await moveTo('new');
    await call('POST', `/applicants/${applicantId}/messages`, { body: 'Hi' });
    await changeMany('offer');
    expect((await read()).answeredAt).toEqual(answeredAt);
  });

  test('none of what was before, if the driver applies again', async () => {
    await moveTo('contacted');
    await change({ remindedAt: new Date() });
    await (await t.createCallerFor(driver)).drivers.withdraw({ id: applicantId });
    expect(await apply()).toBe(applicantId);
    expect(await read()).toMatchObject({ answeredAt: null, remindedAt: null });
    expect((await read()).remindAnswerAt).not.toBeNull();
  });
});

test('the migration finds the first answer in the timeline, and plans no reminders', async () => {
  const { db } = t.services;
  const [file = ''] = globSync('drizzle/migrations/*_answer-times.sql');
  const backfill = readFileSync(file, 'utf8').split('--> statement-breakpoint').at(-1) ?? '';
  await moveTo('reviewed');
  const reviewedOnly = applicantId;
  const answeredIds: string[] = [];
  const answers = [
    () => moveTo('contacted'),
    () => call('POST', `/applicants/${applicantId}/messages`, { body: 'Hi' }),
    () =>
      call('POST', `/applicants/${applicantId}/interviews`, {
        kind: 'phone',
        minutes: 30,
        times: [daysFromNow(4).toISOString()],
      }),
  ];
  for (const answer of answers) {
    applicantId = await apply(job.id, await makeDriver(db));
    await answer();
    await moveTo('hired');
    answeredIds.push(applicantId);
  }
  const [sentAgain = ''] = answeredIds;
  await db.update(applications).set({ answeredAt: null, remindAnswerAt: null }).where(eq(applications.companyId, company.id));
  await change({ applicationAt: daysFromNow(1) }, sentAgain);
  await db.execute(sql.raw(backfill));
  for (const id of [reviewedOnly, sentAgain]) expect((await read(id)).answeredAt).toBeNull();
  for (const id of answeredIds.slice(1)) {
    const [first] = await db
      .select({ at: applicationEvents.at })
      .from(applicationEvents)
      .where(and(eq(applicationEvents.applicationId, id), ne(applicationEvents.kind, 'applied')))
      .orderBy(applicationEvents.id);
    expect(await read(id)).toMatchObject({ answeredAt: first?.at, remindAnswerAt: null });
  }
});

describe('the company is reminded', () => {
  test('at 5 and 10 days in the morning, once, with one email about all applications', async () => {
    const otherId = await apply((await makeJob(t.services.db, company.id, { title: 'Flatbed', employerId: poster.id })).id);
    for (const table of [outbox, notifications]) await t.services.db.delete(table);
    const { applicationAt } = await read(otherId);
    const [first, second] = reminderTimes(applicationAt);
    expect(await remind(new Date(first.getTime() - 1000))).toBe(0);
    expect(await dueTasks(t.services.db, first)).toContain('answer reminders');
    await Promise.all([remind(first), remind(first)]);
    await remind(first);
    const [email, ...others] = await emailsTo(poster);
    expect(others).toEqual([]);
    const names = [{ title: 'Dry van', applicationId: applicantId }, { title: 'Flatbed' }];
    expect(email).toMatchObject({ template: 'applicants_unanswered', data: { company: 'Heron Freight', applicants: names } });
    const { links } = writeEmail('applicants_unanswered', email?.data, 'https://haulboard.example', 'en');
    expect(links?.map(({ url }) => url)).toContain(`https://haulboard.example/company/applicants?applicant=${applicantId}`);
    for (const person of [poster, colleague])
      expect(await bellOf(person)).toMatchObject([{ kind: 'unanswered', data: { count: 2 }, path: '/company/applicants' }]);
    expect([await emailsTo(colleague), await emailsTo(stranger), await bellOf(stranger)]).toEqual([[], [], []]);
    expect(await read()).toMatchObject({ remindedAt: first, remindAnswerAt: second });
    expect((await (await t.createCallerFor(poster)).notifications.list({})).items).toHaveLength(1);
    await change({ answeredAt: new Date(), remindAnswerAt: null }, otherId);
    expect(await remind(second)).toBe(1);
    expect(await bellOf(colleague)).toMatchObject([{}, { data: { title: 'Dry van' } }]);
    expect(await read()).toMatchObject({ remindedAt: second, remindAnswerAt: null });
    expect(await remind(daysFromNow(100))).toBe(0);
  });

  test('of applications of two companies, each of its own', async () => {
    const theirs = await makeJob(t.services.db, (await makeCompany(t.services.db, { companyName: 'Other' })).id);
    const them = await makeEmployee(t.services.db, theirs.companyId);
    await apply(theirs.id);
    for (const table of [outbox, notifications]) await t.services.db.delete(table);
    expect(await remind(daysFromNow(7))).toBe(2);
    expect(await bellOf(poster)).toMatchObject([{ companyId: company.id, data: { title: 'Dry van' } }]);
    expect(await bellOf(them)).toMatchObject([{ companyId: theirs.companyId }]);
    expect((await emailsTo(poster)).map(({ data }) => (data as { applicants: object[] }).applicants.length)).toEqual([1]);
  });

  test('through the owner, or the others once the owner has left', async () => {
    await change({ ownerId: colleague.id });
    const [first, second] = reminderTimes((await read()).applicationAt);
    await remind(first);
    expect([(await emailsTo(colleague)).length, (await bellOf(colleague)).length]).toEqual([1, 1]);
    expect([await emailsTo(poster), await bellOf(poster)]).toEqual([[], []]);
    await t.services.db.update(employees).set({ active: false }).where(eq(employees.userId, colleague.id));
    await remind(second);
    expect([(await emailsTo(poster)).length, (await bellOf(poster)).length]).toEqual([1, 1]);
    expect((await emailsTo(colleague)).length).toBe(1);
  });

  test('not after an answer, a withdrawal, or while the job is not public', async () => {
    const [first, second] = reminderTimes((await read()).applicationAt);
    await t.services.db.update(jobs).set({ status: 'CLOSED' }).where(eq(jobs.id, job.id));
    await remind(first);
    expect(await read()).toMatchObject({ remindedAt: null, remindAnswerAt: second });
    await t.services.db.update(jobs).set({ status: 'POSTED' }).where(eq(jobs.id, job.id));
    await (await t.createCallerFor(driver)).drivers.withdraw({ id: applicantId });
    expect(await dueTasks(t.services.db, second)).not.toContain('answer reminders');
    expect(await remind(second)).toBe(0);
    await apply();
    await moveTo('not_a_fit', 'distance');
    expect(await remind(daysFromNow(7))).toBe(0);
    await t.services.db.update(companies).set({ status: 'Cancelled' }).where(eq(companies.id, company.id));
    await change({ remindAnswerAt: first, answeredAt: null });
    await remind(first);
    expect((await read()).remindedAt).toBeNull();
    expect(await t.services.db.select().from(outbox).where(eq(outbox.template, 'applicants_unanswered'))).toEqual([]);
  });

  test('once by a worker that was off for long', async () => {
    await remind(daysFromNow(30));
    expect((await read()).remindAnswerAt).toBeNull();
    expect(await emailsTo(poster)).toHaveLength(1);
  });

  test('as each person chose, and not at all if everyone turned it off', async () => {
    const choose = (user: { id: string }, email: 'daily' | 'off', bell: boolean) =>
      t.services.db.insert(notificationChoices).values({ userId: user.id, kind: 'unanswered', email, bell });
    await choose(poster, 'daily', false);
    await t.services.db.insert(mutedJobs).values({ userId: colleague.id, jobId: job.id });
    const [first, second] = reminderTimes((await read()).applicationAt);
    await remind(first);
    await sendDigests(t.services.db, first);
    expect(await emailsTo(poster)).toMatchObject([
      { template: 'daily_digest', data: { lines: [{ kind: 'unanswered', count: 1, title: 'Dry van' }] } },
    ]);
    expect([await bellOf(poster), await bellOf(colleague)]).toEqual([[], []]);
    expect((await read()).remindedAt).toEqual(first);
    await t.services.db.delete(notificationChoices);
    await choose(poster, 'off', false);
    await remind(second);
    expect(await read()).toMatchObject({ remindedAt: first, remindAnswerAt: null });
  });

  test('at the company’s address if the person who posted the job has left', async () => {
    await t.services.db.update(employees).set({ active: false }).where(eq(employees.userId, poster.id));
    await t.services.db.update(companies).set({ email: 'office@heron.example' }).where(eq(companies.id, company.id));
    await remind(daysFromNow(7));
    expect(await emailsTo({ email: 'office@heron.example' })).toMatchObject([{ template: 'applicants_unanswered' }]);
  });

  test('of nothing that a deleted driver’s data could be in', async () => {
    const other = await makeDriver(t.services.db, { user: { firstName: 'Other' } });
    const otherId = await apply(job.id, other);
    await remind(daysFromNow(7));
    await (await t.createCallerFor(driver)).drivers.deleteAccount();
    const emails = await t.services.db.select().from(outbox).where(eq(outbox.template, 'applicants_unanswered'));
    expect(emails).toMatchObject([{ data: { applicants: [{ applicationId: otherId }] } }]);
    expect((await read()).remindAnswerAt).toBeNull();
    expect(await remind(daysFromNow(30))).toBe(1);
  });
});

describe('the usual answer time', () => {
  /** Applications that were sent so many days ago and answered so many days later. */
  async function addApplications(count: number, sentDaysAgo: number, answeredAfter: number | null, values: object = {}) {
    const applicants = await Promise.all(Array.from({ length: count }, () => makeDriver(t.services.db)));
    const rows = applicants.map((applicant) =>
      rowOfApplication(job, applicant, {
        applicationAt: daysFromNow(-sentDaysAgo),
        answeredAt: answeredAfter === null ? null : daysFromNow(answeredAfter - sentDaysAgo),
        ...values,
      }),
    );
    await t.services.db.insert(applications).values(rows);
    return rows.map(({ id }) => id);
  }
  const daysOf = async (id = company.id) => {
    const [row] = await t.services.db.select().from(companies).where(eq(companies.id, id));
    return row?.answersWithinDays;
  };
  async function refresh() {
    await t.services.db.update(companies).set({ answerTimeDueAt: new Date() }).where(eq(companies.id, company.id));
    while ((await refreshAnswerTimes(t.services.db)) > 0);
    return daysOf();
  }

  test('is the median of at least 20 answers of the last 180 days, rounded up', async () => {
    await addApplications(10, 20, 0.5);
    await addApplications(30, 190, 9);
    const slow = await addApplications(9, 20, 6.5);
    expect(await refresh()).toBeNull();
    const [odd] = await addApplications(1, 20, 2.5);
    // The tenth took half a day and the eleventh two and a half.
    expect(await refresh()).toBe(2);
    await t.services.db.delete(applications).where(eq(applications.id, odd ?? ''));
    await addApplications(2, 20, 2.5);
    expect(await refresh()).toBe(3);
    await change({ withdrawnAt: new Date(), stage: 'withdrawn' }, slow[0]);
    expect(await refresh()).toBe(3);
  });

  test('is not shown if fewer than half of the applications older than 14 days were answered', async () => {
    await addApplications(20, 20, 2);
    const unanswered = await addApplications(21, 20, null);
    expect(await refresh()).toBeNull();
    await addApplications(30, 10, null);
    await change({ withdrawnAt: new Date(), stage: 'withdrawn' }, unanswered[0]);
    expect(await refresh()).toBe(2);
    await addApplications(1, 20, null);
    expect(await refresh()).toBeNull();
    const [deleted = ''] = await addApplications(1, 20, null);
    await t.services.db
      .update(applications)
      .set({ driverId: null })
      .where(inArray(applications.id, [deleted, unanswered[1] ?? '']));
    expect(await refresh()).toBe(2);
  });

  test('is calculated once a day, by one of two workers', async () => {
    await addApplications(20, 20, 1.5);
    const { db } = t.services;
    await db.update(companies).set({ answerTimeDueAt: new Date() });
    await db
      .update(companies)
      .set({ answerTimeDueAt: daysFromNow(-1) })
      .where(eq(companies.id, company.id));
    const total = (await db.select({ id: companies.id }).from(companies)).length;
    const refreshAll = async () => {
      let refreshed = 0;
      for (let batch = 1; batch > 0; refreshed += batch) batch = await refreshAnswerTimes(db);
      return refreshed;
    };
    const counts = await Promise.all([refreshAll(), refreshAll()]);
    expect(counts[0] + counts[1]).toBe(total);
    expect(await daysOf()).toBe(2);
    expect(await refreshAnswerTimes(db)).toBe(0);
    expect(await dueTasks(db, daysFromNow(1.1))).toContain('answer times');
  });

  test('is on the public page and in the public answer of a job with applications on Haulboard', async () => {
    const page = async (id: string) =>
      extractText((await t.app.inject({ method: 'GET', url: `/jobs/${id}`, headers: browserHeaders })).body);
    const answer = async () => (await t.callRest('GET', `/public/jobs/${job.id}`)).body.data;
    expect(await page(job.id)).not.toContain('Usually answers');
    expect(await answer()).toMatchObject({ answers_within_days: null });
    await t.services.db.update(companies).set({ answersWithinDays: 2 }).where(eq(companies.id, company.id));
    expect(await page(job.id)).toContain('Usually answers within 2 days');
    expect(await answer()).toMatchObject({ answers_within_days: 2 });
    const otherJob = await makeJob(t.services.db, (await makeCompany(t.services.db)).id);
    expect(await page(otherJob.id)).not.toContain('Usually answers');
  });
});

describe('the driver', () => {
  const own = async () => {
    const { body } = await t.callRest('GET', '/member/applications', { token: driverToken });
    return (body.data as { answers_within_days: number | null; reminded_at: string | null; status: string }[])[0];
  };
  const remindedAt = daysFromNow(-5);
  const silent = { applicationAt: daysFromNow(-15), remindedAt, remindAnswerAt: null };
  beforeEach(async () => {
    await t.services.db.update(companies).set({ answersWithinDays: 3 }).where(eq(companies.id, company.id));
  });

  test('sees how fast the company answers, and after 14 days that it was reminded, until it answers', async () => {
    expect(await own()).toMatchObject({ answers_within_days: 3, reminded_at: null });
    await change(silent);
    expect(await own()).toMatchObject({ answers_within_days: null, reminded_at: remindedAt.toISOString() });
    await change({ remindedAt: null });
    expect(await own()).toMatchObject({ answers_within_days: null, reminded_at: null });
    await change(silent);
    await call('POST', `/applicants/${applicantId}/messages`, { body: 'Hi' });
    expect(await own()).toMatchObject({ answers_within_days: null, reminded_at: null });
  });

  test('does not learn of a decision that is not told yet', async () => {
    await moveTo('reviewed');
    await change(silent);
    const before = await own();
    await moveTo('not_a_fit', 'experience');
    expect(await own()).toEqual(before);
    expect(before).toMatchObject({ status: 'in_review', reminded_at: remindedAt.toISOString() });
    await change({ toldNotSelectedAt: new Date() });
    expect(await own()).toMatchObject({ status: 'not_selected', reminded_at: null });
  });
});
