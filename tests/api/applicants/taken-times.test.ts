import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { applications } from '#drizzle/schema/drivers.ts';
import { interviews } from '#drizzle/schema/hiring.ts';
import { notifications } from '#drizzle/schema/notifications.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { makeCompany, makeDriver, makeEmployee, makeJob, rowOfApplication } from '#server/demo/builders.ts';
import { dayMs } from '#shared/days.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

/** Drivers who are offered the same times by the same person (`docs/product/interviews.md#times-that-are-taken`). */
let t: TestApp;
let company: { id: string };
let recruiter: Awaited<ReturnType<typeof makeEmployee>>;
let colleague: Awaited<ReturnType<typeof makeEmployee>>;
let token: string;
let job: Awaited<ReturnType<typeof makeJob>>;

beforeAll(async () => {
  t = await startTestApp();
  const { db } = t.services;
  company = await makeCompany(db, { companyName: 'Heron Freight' });
  recruiter = await makeEmployee(db, company.id);
  colleague = await makeEmployee(db, company.id);
  token = await t.createToken(recruiter);
  job = await makeJob(db, company.id);
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.services.db.delete(outbox);
  await t.services.db.delete(notifications);
  await t.services.db.delete(interviews);
});

/** Read once, so that two times are exactly as far apart as their minutes. */
const now = Math.floor(Date.now() / 1000) * 1000;
const at = (days: number, minutes = 0) => new Date(now + days * dayMs + minutes * 60_000).toISOString();
type InterviewBody = { id: string; times: string[]; taken_times: string[]; status: string };
type Applicant = Awaited<ReturnType<typeof makeApplicant>>;

async function makeApplicant() {
  const { db } = t.services;
  const driver = await makeDriver(db);
  const row = rowOfApplication(job, driver);
  await db.insert(applications).values(row);
  return { driver, applicantId: row.id ?? '', token: await t.createToken(driver) };
}
async function propose({ applicantId }: Applicant, changes: object = {}, as = token) {
  const body = { kind: 'phone', minutes: 30, times: [at(2), at(3)], ...changes };
  return t.callRest('POST', `/applicants/${applicantId}/interviews`, { token: as, body });
}
async function proposed(applicant: Applicant, changes: object = {}, as = token) {
  const { status, body } = await propose(applicant, changes, as);
  expect(status).toBe(201);
  return body.data as InterviewBody;
}
const choose = ({ token: as }: Applicant, { id }: { id: string }, time: string | undefined) =>
  t.callRest('POST', `/member/interviews/${id}/choose`, { token: as, body: { time } });
const mine = async ({ token: as }: Applicant) =>
  (await t.callRest('GET', '/member/interviews', { token: as })).body.data as InterviewBody[];
const noticesOf = async ({ id }: { id: string }) =>
  (await t.services.db.select().from(notifications).where(eq(notifications.userId, id))).map(
    ({ data }) => (data as { change?: string }).change,
  );

describe('a time that another driver chose', () => {
  test('cannot be chosen again, and is shown as taken to both sides', async () => {
    const [first, second] = [await makeApplicant(), await makeApplicant()];
    const [one, two] = [await proposed(first), await proposed(second)];
    expect((await choose(first, one, one.times[0])).status).toBe(200);
    const refused = await choose(second, two, two.times[0]);
    expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining('taken') } });
    expect(await mine(second)).toMatchObject([{ status: 'proposed', taken_times: [two.times[0]] }]);
    const panel = await t.callRest('GET', `/applicants/${second.applicantId}/interviews`, { token });
    expect(panel.body.data).toMatchObject([{ taken_times: [two.times[0]] }]);
    expect((await choose(second, two, two.times[1])).status).toBe(200);
  });

  test.each([
    ['begins during the other', 20, 409],
    ['ends during the other', -20, 409],
    ['begins when the other ends', 30, 200],
    ['ends when the other begins', -30, 200],
  ])('is also taken if it %s', async (_, minutes, status) => {
    const [first, second] = [await makeApplicant(), await makeApplicant()];
    const one = await proposed(first);
    const two = await proposed(second, { times: [at(2, minutes)] });
    await choose(first, one, one.times[0]);
    expect((await choose(second, two, two.times[0])).status).toBe(status);
  });

  test('is chosen by exactly one of the drivers who choose it at the same moment', async () => {
    const applicants = await Promise.all(Array.from({ length: 8 }, makeApplicant));
    const offers: InterviewBody[] = [];
    for (const applicant of applicants) offers.push(await proposed(applicant));
    const answers = await Promise.all(applicants.map((applicant, n) => choose(applicant, offers[n]!, offers[n]?.times[0])));
    expect(answers.map(({ status }) => status).toSorted((one, next) => one - next)).toEqual([200, ...Array<number>(7).fill(409)]);
    const scheduled = await t.services.db.select().from(interviews).where(eq(interviews.status, 'scheduled'));
    expect(scheduled).toHaveLength(1);
  });

  type Change = (applicant: Applicant, interview: InterviewBody) => Promise<unknown>;
  test.each([
    [
      'that driver cancels',
      ({ token: as }, { id }) => t.callRest('POST', `/member/interviews/${id}/decline`, { token: as, body: {} }),
    ],
    ['the company cancels', (_, { id }) => t.callRest('DELETE', `/interviews/${id}`, { token })],
    ['the company proposes another time', (applicant) => proposed(applicant, { times: [at(9)] })],
    [
      'that driver withdraws',
      ({ token: as, applicantId }) => t.callRest('DELETE', `/member/applications/${applicantId}`, { token: as }),
    ],
    ['that driver deletes the account', ({ token: as }) => t.callRest('DELETE', '/member', { token: as })],
  ] satisfies [string, Change][])('is free again after %s', async (_, change: Change) => {
    const [first, second] = [await makeApplicant(), await makeApplicant()];
    const [one, two] = [await proposed(first), await proposed(second)];
    await choose(first, one, one.times[0]);
    await change(first, one);
    expect((await choose(second, two, two.times[0])).status).toBe(200);
  });

  test('is still free at another person of the company, and at an orientation', async () => {
    const [first, second, third, fourth] = [
      await makeApplicant(),
      await makeApplicant(),
      await makeApplicant(),
      await makeApplicant(),
    ];
    const one = await proposed(first);
    const two = await proposed(second, {}, await t.createToken(colleague));
    const orientation = { kind: 'orientation', place: '1 Dock Street' };
    const [three, four] = [await proposed(third, orientation), await proposed(fourth, orientation)];
    for (const [applicant, interview] of [
      [first, one],
      [second, two],
      [third, three],
      [fourth, four],
    ] as const)
      expect((await choose(applicant, interview, interview.times[0])).status).toBe(200);
  });

  test('cannot be proposed to a third driver by the same person', async () => {
    const [first, second] = [await makeApplicant(), await makeApplicant()];
    const one = await proposed(first);
    await choose(first, one, one.times[0]);
    const refused = await propose(second, { times: [at(5), at(2, 10)] });
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ field: 'times.1' }] } });
    expect(await mine(second)).toEqual([]);
    expect(await t.services.db.select().from(outbox).where(eq(outbox.recipient, second.driver.email))).toEqual([]);
  });
});

test('the times when a person meets drivers are listed to that person only', async () => {
  const [first, second] = [await makeApplicant(), await makeApplicant()];
  const one = await proposed(first);
  const two = await proposed(second, { kind: 'orientation', place: '1 Dock Street' });
  const busyTimes = async (as: string) => (await t.callRest('GET', '/interviews/busy-times', { token: as })).body.data;
  expect(await busyTimes(token)).toEqual([]);
  await choose(first, one, one.times[0]);
  await choose(second, two, two.times[1]);
  expect(await busyTimes(token)).toEqual([{ applicant_id: first.applicantId, starts_at: one.times[0], minutes: 30 }]);
  expect(await busyTimes(await t.createToken(colleague))).toEqual([]);
});

describe('a driver whose times are all taken', () => {
  test('is reported once to the person who proposed them, and can choose a new time', async () => {
    const [first, second, third] = [await makeApplicant(), await makeApplicant(), await makeApplicant()];
    const [one, two] = [await proposed(first), await proposed(second)];
    const three = await proposed(third);
    await choose(first, one, one.times[0]);
    expect(await noticesOf(recruiter)).toEqual(['scheduled']);
    await choose(second, two, two.times[1]);
    expect(await noticesOf(recruiter)).toEqual(['scheduled', 'scheduled', 'no_times_left']);
    const sent = await t.services.db.select().from(outbox).where(eq(outbox.template, 'applicant_interview'));
    expect(sent.map(({ data }) => (data as { change: string }).change).toSorted()).toEqual([
      'no_times_left',
      'scheduled',
      'scheduled',
    ]);
    expect((await choose(third, three, three.times[0])).status).toBe(409);
    const again = await proposed(third, { times: [at(6)] });
    expect((await choose(third, again, again.times[0])).status).toBe(200);
    expect(await noticesOf(colleague)).toEqual([]);
  });

  test('is reported only when the last time is taken, although a later choice overlaps it too', async () => {
    const [first, second, third] = [await makeApplicant(), await makeApplicant(), await makeApplicant()];
    await proposed(third, { times: [at(2)], minutes: 120 });
    const one = await proposed(first, { times: [at(2)] });
    const two = await proposed(second, { times: [at(2, 60)] });
    await choose(first, one, one.times[0]);
    await choose(second, two, two.times[0]);
    expect((await noticesOf(recruiter)).filter((change) => change === 'no_times_left')).toHaveLength(1);
  });
});

test('an answer and a change at the same moment wait for each other', async () => {
  for (let round = 0; round < 3; round += 1) {
    const applicant = await makeApplicant();
    const interview = await proposed(applicant);
    const answers = await Promise.all([
      choose(applicant, interview, interview.times[0]),
      propose(applicant, { times: [at(12 + round)] }),
      t.callRest('DELETE', `/interviews/${interview.id}`, { token }),
      t.callRest('POST', `/member/interviews/${interview.id}/decline`, { token: applicant.token, body: {} }),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
  }
});
