import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { users } from '#drizzle/schema/accounts.ts';
import { companies } from '#drizzle/schema/companies.ts';
import { applications } from '#drizzle/schema/drivers.ts';
import { interviews } from '#drizzle/schema/hiring.ts';
import { conversations } from '#drizzle/schema/messages.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { makeCompany, makeDriver, makeEmployee, makeJob, rowOfApplication } from '#server/demo/builders.ts';
import { remindOfInterviews } from '#server/interviews/remind-of-interviews.ts';
import { writeEmail } from '#server/mail/outbox.ts';
import { sendBatches } from '#server/messages/batch.ts';
import { dayMs } from '#shared/days.ts';
import { undoSeconds } from '#shared/messages/message.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

/** Emails with a text that one person writes to another (`docs/product/companies.md#texts-in-emails`). */
let t: TestApp;
let company: { id: string };
let owner: Awaited<ReturnType<typeof makeEmployee>>;
let colleague: Awaited<ReturnType<typeof makeEmployee>>;
let driver: Awaited<ReturnType<typeof makeDriver>>;
let applicantId: string;
let token: string;
let driverToken: string;

const text = 'Confirm your password at https://evil.example/verify';
const place = 'https://video.example/room';
const startsAt = new Date(Math.floor(Date.now() / 1000) * 1000 + 2 * dayMs).toISOString();

beforeAll(async () => void (t = await startTestApp()));
afterAll(() => t.close());
beforeEach(async () => {
  const { db } = t.services;
  await db.delete(outbox);
  company = await makeCompany(db, { companyName: 'Heron Freight' });
  owner = await makeEmployee(db, company.id);
  colleague = await makeEmployee(db, company.id, { firstName: 'Olga' });
  driver = await makeDriver(db);
  const row = rowOfApplication(await makeJob(db, company.id, { title: 'Heron hauler' }), driver);
  await db.insert(applications).values(row);
  applicantId = row.id ?? '';
  token = await t.createToken(owner);
  driverToken = await t.createToken(driver);
});

const post = async (path: string, body: object, as = token) => {
  const answer = await t.callRest('POST', path, { token: as, body });
  expect(answer.status, path).toBeLessThan(300);
  return answer.body.data as { id: string; times: string[] };
};
const emailsTo = async (email: string) => {
  const rows = await t.services.db.select().from(outbox).where(eq(outbox.recipient, email)).orderBy(outbox.id);
  return rows.map(({ template, data }) => ({ template, data, ...writeEmail(template, data, 'https://jobs.example', 'en') }));
};
const conversationOf = async () => {
  const [row] = await t.services.db.select().from(conversations).where(eq(conversations.driverId, driver.id));
  return row?.id ?? '';
};

/** Everything that a company can write to a driver. */
async function writeToDriver() {
  await post(`/applicants/${applicantId}/messages`, { body: text });
  await post('/messages/batches', { ids: [applicantId], body: text, key: `key-${applicantId}` });
  await sendBatches(t.services, new Date(Date.now() + (undoSeconds + 1) * 1000));
  const proposal = { kind: 'video', minutes: 30, times: [startsAt], place, note: text };
  const { id } = await post(`/applicants/${applicantId}/interviews`, proposal);
  await post(`/member/interviews/${id}/choose`, { time: startsAt }, driverToken);
  await t.services.db
    .update(interviews)
    .set({ remindAt: new Date(0) })
    .where(eq(interviews.id, id));
  await remindOfInterviews(t.services);
  await (await t.createCallerFor(owner)).interviews.cancel({ id, answer: text });
}
const toDriver = [
  'driver_message',
  'driver_message',
  'interview_proposed',
  'interview_scheduled',
  'interview_reminder',
  'interview_canceled',
];

/** Everything that reaches the people of a company with the words of a driver or of a colleague. */
async function writeToCompany() {
  await post(`/applicants/${applicantId}/messages`, { body: 'Hello' });
  await post(`/member/messages/${await conversationOf()}`, { body: text }, driverToken);
  await post(`/applicants/${applicantId}/notes`, { text: `@Olga ${text}`, mentions: [colleague.id] });
  const { id } = await post(`/applicants/${applicantId}/interviews`, { kind: 'video', minutes: 30, times: [startsAt], place });
  await post(`/member/interviews/${id}/decline`, { answer: text }, driverToken);
}

const verify = (id: string, emailVerifiedAt: Date | null) =>
  t.services.db.update(users).set({ emailVerifiedAt }).where(eq(users.id, id));
const setType = (type: 1 | 2) => t.services.db.update(companies).set({ type }).where(eq(companies.id, company.id));

describe('to an address that nobody has verified', () => {
  test.each([1, 2] as const)('a company of type %i sends a driver nothing', async (type) => {
    await setType(type);
    await verify(driver.id, null);
    await writeToDriver();
    expect(await emailsTo(driver.email)).toEqual([]);
    const read = await t.callRest('GET', `/member/messages/${await conversationOf()}`, { token: driverToken });
    expect(read.body.data).toMatchObject([{ body: text }, { body: text }]);
  });

  test('neither a driver nor a colleague sends the people of a company anything', async () => {
    await verify(owner.id, null);
    await verify(colleague.id, null);
    await writeToCompany();
    expect([...(await emailsTo(owner.email)), ...(await emailsTo(colleague.email))]).toEqual([]);
  });
});

describe('to a verified address', () => {
  test('an email about a Self-Service company has its name, the job and a link, and nothing that it wrote', async () => {
    await setType(2);
    await writeToDriver();
    const emails = await emailsTo(driver.email);
    expect(emails.map(({ template }) => template)).toEqual(toDriver);
    for (const email of emails) {
      expect(JSON.stringify(email)).not.toMatch(/evil|password/);
      expect(JSON.stringify(email)).toContain('Heron Freight');
      expect(JSON.stringify(email)).toContain('Heron hauler');
      expect(email.action?.url).toMatch(/^https:\/\/jobs\.example\/(members\/|interview\?)/);
    }
    expect(emails.find(({ template }) => template === 'interview_proposed')).not.toMatchObject({ data: { place } });
  });

  test('an email about an Enterprise company has the text', async () => {
    await setType(1);
    await writeToDriver();
    const emails = await emailsTo(driver.email);
    expect(emails.map(({ template }) => template)).toEqual(toDriver);
    for (const { paragraphs } of emails) expect(paragraphs).toContain(text);
  });

  test('people of a company get the words of drivers and colleagues', async () => {
    await writeToCompany();
    const emails = [...(await emailsTo(owner.email)), ...(await emailsTo(colleague.email))];
    expect(new Set(emails.map(({ template }) => template))).toEqual(
      new Set(['applicant_message', 'applicant_interview', 'mention']),
    );
    for (const { paragraphs } of emails) expect(paragraphs.join('\n')).toContain(text);
  });
});

test('a driver gets 30 emails about messages an hour, whoever writes, and finds all messages in the members area', async () => {
  const { db } = t.services;
  const other = await makeCompany(db);
  const row = rowOfApplication(await makeJob(db, other.id), driver);
  await db.insert(applications).values(row);
  const otherToken = await t.createToken(await makeEmployee(db, other.id));
  for (let n = 0; n < 17; n += 1) {
    await post(`/applicants/${applicantId}/messages`, { body: `Message ${n}` });
    await post(`/applicants/${row.id}/messages`, { body: `Message ${n}` }, otherToken);
  }
  expect(await emailsTo(driver.email)).toHaveLength(30);
  const list = await t.callRest('GET', '/member/messages', { token: driverToken });
  expect(list.body.data).toMatchObject([{ unread: 17 }, { unread: 17 }]);
});

test('a driver gets at most 30 proposals of interviews an hour', async () => {
  const body = { kind: 'phone', minutes: 30, times: [startsAt] };
  for (let n = 0; n < 30; n += 1) await post(`/applicants/${applicantId}/interviews`, body);
  const { status } = await t.callRest('POST', `/applicants/${applicantId}/interviews`, { token, body });
  expect(status).toBe(429);
});
