import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { users } from '#drizzle/schema/accounts.ts';
import { applications } from '#drizzle/schema/drivers.ts';
import { applicationEvents, interviews } from '#drizzle/schema/hiring.ts';
import { notifications } from '#drizzle/schema/notifications.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { makeCompany, makeDriver, makeEmployee, makeJob, rowOfApplication } from '#server/demo/builders.ts';
import { writeEmail } from '#server/mail/outbox.ts';
import { dayMs } from '#shared/days.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

/** Answering an interview by the link of an email, without signing in (`docs/product/interviews.md#answering-by-link`). */
let t: TestApp;
let company: { id: string };
let owner: Awaited<ReturnType<typeof makeEmployee>>;
let token: string;
let driver: Awaited<ReturnType<typeof makeDriver>>;
let applicantId: string;

beforeAll(async () => {
  t = await startTestApp();
  company = await makeCompany(t.services.db, { companyName: 'Heron Freight' });
  owner = await makeEmployee(t.services.db, company.id);
  token = await t.createToken(owner);
});
afterAll(() => t.close());

beforeEach(async () => {
  const { db } = t.services;
  await db.delete(outbox);
  await db.delete(notifications);
  await db.delete(interviews);
  driver = await makeDriver(db);
  const row = rowOfApplication(await makeJob(db, company.id), driver);
  await db.insert(applications).values(row);
  applicantId = row.id ?? '';
});

const inDays = (days: number) => new Date(Math.floor(Date.now() / 1000) * 1000 + days * dayMs).toISOString();
type InterviewBody = { id: string; times: string[] };
async function propose(changes: object = {}) {
  const body = { kind: 'phone', minutes: 30, times: [inDays(2), inDays(3)], ...changes };
  const { status, body: answer } = await t.callRest('POST', `/applicants/${applicantId}/interviews`, { token, body });
  expect(status).toBe(201);
  return answer.data as InterviewBody;
}
/** The path of the button in the newest email to the driver. */
async function emailedPath(template: string): Promise<string> {
  const sent = await t.services.db.select().from(outbox).where(eq(outbox.recipient, driver.email)).orderBy(outbox.id);
  const email = sent.findLast((one) => one.template === template);
  return writeEmail(template, email?.data, '', 'en').action?.url ?? '';
}
const emailedToken = async (template = 'interview_proposed') => (await emailedPath(template)).replace('/interview?token=', '');
const read = (link: string) => t.callRest('GET', `/interview-link?token=${link}`);
const idOf = async () => (await t.services.db.select().from(interviews).orderBy(desc(interviews.id)).limit(1))[0]?.id;
const choose = async (link: string, time: string | undefined, id?: string) =>
  t.callRest('POST', '/interview-link/choose', { body: { token: link, id: id ?? (await idOf()), time } });
const decline = async (link: string, body: object = {}) =>
  t.callRest('POST', '/interview-link/decline', { body: { token: link, id: await idOf(), ...body } });
const stored = async (id: string) => (await t.services.db.select().from(interviews).where(eq(interviews.id, id)))[0];

describe('the link of an email', () => {
  test('shows the interview without anything about the driver', async () => {
    await t.services.db.update(users).set({ timezone: 'US/Pacific' }).where(eq(users.id, driver.id));
    const { times } = await propose({ kind: 'road_test', place: '1 Dock Street', note: 'Bring your CDL' });
    const { status, body } = await read(await emailedToken());
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      company_name: 'Heron Freight',
      status: 'proposed',
      kind: 'road_test',
      times,
      taken_times: [],
      place: '1 Dock Street',
      note: 'Bring your CDL',
      time_zone: 'US/Pacific',
    });
    for (const secret of [driver.id, driver.email, driver.lastName]) expect(JSON.stringify(body)).not.toContain(secret);
  });

  test('shows neither the number to call nor what the driver answered', async () => {
    await propose({ place: '402-555-0188' });
    const link = await emailedToken();
    expect(JSON.stringify((await read(link)).body)).not.toContain('402-555-0188');
    const declined = await decline(link, { answer: 'I am ill' });
    for (const { body } of [declined, await read(link)]) {
      expect(body.data).toMatchObject({ status: 'declined' });
      expect(JSON.stringify(body)).not.toContain('I am ill');
    }
  });

  test.each([
    ['over', 'over'],
    ['no_show', 'over'],
    ['scheduled', 'over'],
  ] as const)('after an interview that is stored as %s says that it is %s', async (status, shown) => {
    const { id } = await propose();
    const startsAt = new Date(Date.now() - dayMs);
    await t.services.db.update(interviews).set({ status, startsAt }).where(eq(interviews.id, id));
    const link = await emailedToken();
    expect((await read(link)).body.data).toMatchObject({ status: shown });
    expect((await decline(link)).status).toBe(409);
  });

  test('lets the driver choose a time, with the same emails and timeline as in the members area', async () => {
    const { id, times } = await propose();
    const chosen = await choose(await emailedToken(), times[1]);
    expect(chosen).toMatchObject({ status: 200, body: { data: { status: 'scheduled', starts_at: times[1] } } });
    expect(await stored(id)).toMatchObject({ status: 'scheduled', startsAt: new Date(times[1] ?? '') });
    const events = await t.services.db.select().from(applicationEvents).where(eq(applicationEvents.applicationId, applicantId));
    expect(events.at(-1)).toMatchObject({ authorId: null, detail: { change: 'scheduled', by: 'driver' } });
    const notices = await t.services.db.select().from(notifications).where(eq(notifications.userId, owner.id));
    expect(notices).toMatchObject([{ kind: 'interview' }]);
    expect(await emailedToken('interview_scheduled')).toBe(await emailedToken());
    expect((await choose(await emailedToken(), times[0])).status).toBe(409);
  });

  test('cancels a scheduled interview, and then shows that', async () => {
    const { id, times } = await propose();
    await choose(await emailedToken(), times[0]);
    const link = await emailedToken('interview_scheduled');
    expect((await decline(link, { answer: 'I found a job' })).body.data).toMatchObject({ status: 'canceled' });
    expect(await stored(id)).toMatchObject({ status: 'canceled', answer: 'I found a job' });
    expect((await read(link)).body.data).toMatchObject({ status: 'canceled' });
    expect((await decline(link)).status).toBe(409);
  });

  test('shows the newest times after the company proposed others', async () => {
    await propose();
    const link = await emailedToken();
    const { times } = await propose({ times: [inDays(7)] });
    expect((await read(link)).body.data).toMatchObject({ times });
    expect((await choose(link, inDays(2))).status).toBe(422);
  });

  test('shows the next interview after the driver declined', async () => {
    const first = await propose();
    const link = await emailedToken();
    await decline(link);
    const next = await propose({ times: [inDays(8)] });
    expect(next.id).not.toBe(first.id);
    expect((await read(link)).body.data).toMatchObject({ status: 'proposed', times: next.times });
    // A page that still shows the first one answers nothing.
    expect((await choose(link, next.times[0], first.id)).status).toBe(409);
    expect((await decline(link, { id: first.id })).status).toBe(409);
    expect(await choose(link, next.times[0])).toMatchObject({ status: 200, body: { data: { status: 'scheduled' } } });
  });

  test('only opens the interview of its own application, and nothing with another signature', async () => {
    const { id, times } = await propose();
    const link = await emailedToken();
    const signature = link.split('.')[1] ?? '';
    const [other] = await t.services.db
      .insert(applications)
      .values(rowOfApplication(await makeJob(t.services.db, company.id), driver))
      .returning({ id: applications.id });
    await t.services.db
      .insert(interviews)
      .values({ companyId: company.id, applicationId: other?.id ?? '', kind: 'phone', minutes: 30, times: [new Date()] });
    const tampered = `${applicantId}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    for (const forged of [`${other?.id}.${signature}`, tampered, `${applicantId}.`, applicantId, 'nothing', `${link}.more`]) {
      expect((await read(forged)).status, forged).toBe(404);
      expect((await choose(forged, times[0])).status, forged).toBe(404);
      expect((await decline(forged)).status, forged).toBe(404);
    }
    expect(await stored(id)).toMatchObject({ status: 'proposed' });
  });

  test.each([
    ['withdrew the application', () => t.services.db.update(applications).set({ withdrawnAt: new Date() })],
    ['cannot sign in', () => t.services.db.update(users).set({ status: 'Locked' }).where(eq(users.id, driver.id))],
    [
      'has another address',
      () =>
        t.services.db
          .update(users)
          .set({ email: `new-${driver.email}` })
          .where(eq(users.id, driver.id)),
    ],
    ['deleted the account', () => t.services.db.update(applications).set({ driverId: null })],
  ])('does not work if the driver %s', async (_, change) => {
    const { times } = await propose();
    const link = await emailedToken();
    expect((await read(link)).status).toBe(200);
    await change();
    for (const refused of [await read(link), await choose(link, times[0]), await decline(link)]) expect(refused.status).toBe(404);
  });

  test('is not in the notifications of the app, which people who act as the driver can read', async () => {
    await propose();
    const link = await emailedToken();
    const stored = await t.services.db.select().from(notifications).where(eq(notifications.userId, driver.id));
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toContain(link.split('.')[1]);
  });
});
