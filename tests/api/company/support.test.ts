import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { outbox } from '#drizzle/schema/outbox.ts';
import { makeEmployee, makeUser } from '#server/demo/builders.ts';
import { roles } from '#shared/access/access.ts';
import { makePeople, type People } from '#tests/api/rest/wire.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

/** Messages about a job between its company and support (`docs/product/jobs.md#contacting-support-about-a-job`). */
let t: TestApp;
let people: People;
beforeAll(async () => {
  t = await startTestApp();
  people = await makePeople(t);
});
afterAll(() => t.close());

const emailsTo = async (recipient: string) => t.services.db.select().from(outbox).where(eq(outbox.recipient, recipient));
const message = (subject = 'Not in the feed') => ({ job_id: people.job.id, subject, message: 'Line one.\n\nLine two.' });

test('an employee writes to support, support answers by mail, both see the thread', async () => {
  const { owner, admin } = people.tokens;
  const sent = await t.callRest('POST', '/contact', { token: owner, body: message() });
  expect(sent).toMatchObject({ status: 201, body: { data: { id: expect.any(String) } } });
  const { id } = sent.body.data as { id: string };
  const [toSupport] = await emailsTo(t.services.settings.mail.support);
  expect(toSupport).toMatchObject({
    template: 'contact_message',
    data: {
      subject: 'Not in the feed',
      companyName: 'Wire Freight',
      email: people.owner.email,
      message: 'Line one.\n\nLine two.',
    },
  });
  expect((await t.callRest('GET', '/contact', { token: admin })).body.data).toMatchObject([
    { id, status: 'Open', company_name: 'Wire Freight', job_id: people.job.id, author_name: 'Dana Whitfield', messages: 1 },
  ]);

  const answered = await t.callRest('POST', `/contact/${id}/messages`, { token: admin, body: { message: 'It is there now.' } });
  expect(answered).toMatchObject({
    status: 201,
    body: {
      data: { status: 'Answered', thread: [{ is_from_support: false }, { is_from_support: true, body: 'It is there now.' }] },
    },
  });
  const [toOwner] = (await emailsTo(people.owner.email)).filter(({ template }) => template === 'contact_answer');
  expect(toOwner?.data).toMatchObject({ message: 'It is there now.', id });
  expect((await t.callRest('GET', `/contact/${id}`, { token: owner })).body.data).toMatchObject({
    status: 'Answered',
    messages: 2,
  });

  await t.callRest('POST', `/contact/${id}/messages`, { token: owner, body: { message: 'Thank you.' } });
  expect((await t.callRest('GET', `/contact/${id}`, { token: admin })).body.data).toMatchObject({ status: 'Open', messages: 3 });
});

test('an administrator who reviews a job starts the thread; everyone at the company is emailed', async () => {
  const colleague = await makeEmployee(t.services.db, people.company.id, { roles: [roles.companyUser] });
  const sent = await t.callRest('POST', '/admin/contact_review_job', {
    token: people.tokens.admin,
    body: message('Check the pay'),
  });
  expect(sent.status).toBe(201);
  expect((await emailsTo(colleague.email)).map(({ template }) => template)).toEqual(['contact_answer']);
  const { id } = sent.body.data as { id: string };
  expect((await t.callRest('GET', `/contact/${id}`, { token: people.tokens.owner })).body.data).toMatchObject({
    status: 'Answered',
    thread: [{ is_from_support: true }],
  });
});

test('a legacy client’s contact_review_job of an employee goes to support', async () => {
  const before = (await emailsTo(t.services.settings.mail.support)).length;
  const { owner } = people.tokens;
  expect(
    (await t.callRest('POST', '/admin/contact_review_job', { token: owner, body: message('From the old app') })).status,
  ).toBe(201);
  expect(await emailsTo(t.services.settings.mail.support)).toHaveLength(before + 1);
});

test('strangers find neither job nor thread; drivers and readers write nothing', async () => {
  const { owner, stranger, driver } = people.tokens;
  const { id } = (await t.callRest('POST', '/contact', { token: owner, body: message() })).body.data as { id: string };
  expect((await t.callRest('POST', '/contact', { token: stranger, body: message() })).status).toBe(404);
  expect((await t.callRest('GET', `/contact/${id}`, { token: stranger })).status).toBe(404);
  expect((await t.callRest('POST', `/contact/${id}/messages`, { token: stranger, body: { message: 'Hello' } })).status).toBe(404);
  expect((await t.callRest('GET', '/contact', { token: stranger })).body.data).toEqual([]);
  expect((await t.callRest('POST', '/contact', { token: driver, body: message() })).status).toBe(403);
  const internal = await t.createToken(await makeUser(t.services.db, { roles: [roles.internalUser] }));
  expect((await t.callRest('GET', `/contact/${id}`, { token: internal })).status).toBe(200);
  expect((await t.callRest('POST', `/contact/${id}/messages`, { token: internal, body: { message: 'Hello' } })).status).toBe(403);
});

test('errors name the invalid fields, and the number of messages is limited', async () => {
  const { owner } = people.tokens;
  const empty = await t.callRest('POST', '/contact', {
    token: owner,
    body: { job_id: people.job.id, subject: ' ', message: '' },
  });
  expect([empty.status, empty.body.errors.map(({ field }) => field)]).toEqual([422, ['subject', 'message']]);
  const busy = await t.createToken(await makeEmployee(t.services.db, people.company.id, { roles: [roles.companyUser] }));
  const statuses = [];
  for (let n = 0; n < 31; n += 1) statuses.push((await t.callRest('POST', '/contact', { token: busy, body: message() })).status);
  expect(statuses).toEqual([...Array.from({ length: 30 }, () => 201), 429]);
});
