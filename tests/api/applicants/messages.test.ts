import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { applications } from '#drizzle/schema/drivers.ts';
import { batchRecipients, conversations, messages } from '#drizzle/schema/messages.ts';
import { notifications } from '#drizzle/schema/notifications.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { makeCompany, makeDriver, makeEmployee, makeJob, makeUser, rowOfApplication } from '#server/demo/builders.ts';
import { sendBatches } from '#server/messages/batch.ts';
import { roles } from '#shared/access/access.ts';
import { maxRecipients, undoSeconds } from '#shared/messages/message.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

/** Messages between a company and drivers (`docs/product/messages.md`). */
let t: TestApp;
let company: { id: string };
let owner: Awaited<ReturnType<typeof makeEmployee>>;
let token: string;
let strangerToken: string;
let driver: Awaited<ReturnType<typeof makeDriver>>;
let applicantId: string;
let keys = 0;
const nextKey = () => `key-of-test-${(keys += 1)}`;

beforeAll(async () => {
  t = await startTestApp();
  const { db } = t.services;
  company = await makeCompany(db);
  owner = await makeEmployee(db, company.id);
  token = await t.tokenOf(owner);
  strangerToken = await t.tokenOf(await makeEmployee(db, (await makeCompany(db, { companyName: 'Other' })).id));
});
afterAll(() => t.close());

const applicant = async (of = driver) => {
  const { db } = t.services;
  const row = rowOfApplication(await makeJob(db, company.id), of);
  await db.insert(applications).values(row);
  return row.id ?? '';
};
beforeEach(async () => {
  driver = await makeDriver(t.services.db);
  applicantId = await applicant();
});

const send = (body: object, as = token) => t.rest('POST', `/applicants/${applicantId}/messages`, { token: as, body });
const mailsTo = (email: string) => t.services.db.select().from(outbox).where(eq(outbox.recipient, email)).orderBy(outbox.id);
const later = () => new Date(Date.now() + (undoSeconds + 1) * 1000);
const sendAll = async (now = later()) => {
  while ((await sendBatches(t.services, now)) > 0);
};

describe('a conversation', () => {
  test('reaches the driver by email, and the answer reaches the company', async () => {
    const sent = await send({ body: 'Can you start on Monday?' });
    expect(sent).toMatchObject({ status: 201, body: { data: { sender: 'company', body: 'Can you start on Monday?' } } });
    expect(await mailsTo(driver.email)).toMatchObject([
      { template: 'driver_message', data: { message: 'Can you start on Monday?' } },
    ]);
    const driverToken = await t.tokenOf(driver);
    expect((await t.rest('GET', '/member/messages/unread', { token: driverToken })).body.data).toEqual({ count: 1 });
    const list = await t.rest('GET', '/member/messages', { token: driverToken });
    const [conversation] = list.body.data as { id: string; unread: number; last_body: string }[];
    expect(conversation).toMatchObject({ unread: 1, last_body: 'Can you start on Monday?' });
    const path = `/member/messages/${conversation?.id}`;
    expect((await t.rest('GET', path, { token: driverToken })).body.data).toMatchObject([{ sender: 'company' }]);
    expect((await t.rest('GET', '/member/messages/unread', { token: driverToken })).body.data).toEqual({ count: 0 });

    expect((await t.rest('POST', path, { token: driverToken, body: { body: 'Yes' } })).status).toBe(201);
    expect(await mailsTo(owner.email)).toMatchObject([{ template: 'applicant_message', data: { message: 'Yes' } }]);
    const notices = await t.services.db.select().from(notifications).where(eq(notifications.userId, owner.id));
    expect(notices).toMatchObject([{ kind: 'new_message', path: expect.stringContaining(applicantId) }]);
    const unanswered = await t.rest('GET', '/messages?unanswered=true', { token });
    expect(unanswered.body.data).toMatchObject([{ last_body: 'Yes', unread: 1, applicant_id: applicantId }]);
    const read = await t.rest('GET', `/applicants/${applicantId}/messages`, { token });
    expect(read.body.data).toMatchObject([{ body: 'Yes' }, { body: 'Can you start on Monday?' }]);
    expect((await t.rest('GET', '/messages/unread', { token })).body.data).toEqual({ count: 0 });
    const timeline = await t.rest('GET', `/applicants/${applicantId}/timeline`, { token });
    expect(timeline.body.data).toMatchObject([
      { kind: 'message', detail: { from: 'driver' } },
      { kind: 'message', detail: { from: 'company' } },
    ]);
  });

  test('is one for all of the driver’s applications to the company', async () => {
    const other = await applicant();
    await send({ body: 'About the first job' });
    const read = await t.rest('GET', `/applicants/${other}/messages`, { token });
    expect(read.body.data).toMatchObject([{ body: 'About the first job' }]);
  });

  test('takes a message with the same key once', async () => {
    const key = nextKey();
    const answers = await Promise.all([send({ body: 'Once', key }), send({ body: 'Once', key })]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(await mailsTo(driver.email)).toHaveLength(1);
  });

  test('does not exist for another company or another driver', async () => {
    await send({ body: 'Hello' });
    expect((await send({ body: 'Hello' }, strangerToken)).status).toBe(404);
    expect((await t.rest('GET', `/applicants/${applicantId}/messages`, { token: strangerToken })).status).toBe(404);
    const [row] = await t.services.db.select().from(conversations).where(eq(conversations.driverId, driver.id));
    const otherDriver = await t.tokenOf(await makeDriver(t.services.db));
    for (const [method, body] of [['GET'], ['POST', { body: 'Hi' }]] as const)
      expect((await t.rest(method, `/member/messages/${row?.id}`, { token: otherDriver, ...(body && { body }) })).status).toBe(
        404,
      );
  });

  test('is deleted with the driver’s account, and can’t be continued', async () => {
    await send({ body: 'Hello' });
    const api = await t.as(driver);
    await api.drivers.deleteAccount();
    expect(await t.services.db.select().from(messages).where(eq(messages.applicationId, applicantId))).toEqual([]);
    expect(await send({ body: 'Still there?' })).toMatchObject({ status: 409 });
  });

  test('refuses an empty message', async () => {
    expect(await send({ body: ' ' })).toMatchObject({ status: 422, body: { errors: [{ field: 'body' }] } });
  });
});

describe('a message to many', () => {
  const sendMany = (body: object, as = token) =>
    t.rest('POST', '/messages/batches', { token: as, body: { key: nextKey(), body: 'Hi {{first_name}}', ...body } });
  type Sent = { id: string; counts: { outcome: string; count: number }[]; skipped: { outcome: string }[] };

  test('reaches each driver once with the variables filled in, and says who was skipped', async () => {
    const again = await applicant();
    const other = await makeDriver(t.services.db, { user: { firstName: 'Olga' } });
    const ids = [applicantId, again, await applicant(other)];
    const answer = await sendMany({ ids });
    expect(answer.status).toBe(201);
    const batch = answer.body.data as Sent;
    expect(batch.counts).toEqual(
      expect.arrayContaining([
        { outcome: 'waiting', count: 2 },
        { outcome: 'same_person', count: 1 },
      ]),
    );
    expect(batch.skipped).toMatchObject([{ outcome: 'same_person' }]);
    expect(await mailsTo(driver.email)).toEqual([]);
    await sendAll();
    await sendAll();
    expect(await mailsTo(driver.email)).toHaveLength(1);
    expect(await mailsTo(other.email)).toMatchObject([{ data: { message: 'Hi Olga' } }]);
    const done = await t.rest('GET', `/messages/batches/${batch.id}`, { token });
    expect((done.body.data as Sent).counts).toContainEqual({ outcome: 'sent', count: 2 });
  });

  test('leaves a driver who waits for an answer unanswered', async () => {
    await send({ body: 'Hello' });
    const [row] = await t.services.db.select().from(conversations).where(eq(conversations.driverId, driver.id));
    const answer = await t.rest('POST', `/member/messages/${row?.id}`, {
      token: await t.tokenOf(driver),
      body: { body: 'When?' },
    });
    expect(answer.status).toBe(201);
    await sendMany({ ids: [applicantId] });
    await sendAll();
    const unanswered = await t.rest('GET', '/messages?unanswered=true', { token });
    expect(unanswered.body.data).toContainEqual(expect.objectContaining({ id: row?.id, unread: 1 }));
    await send({ body: 'On Monday' });
    const after = await t.rest('GET', '/messages?unanswered=true', { token });
    expect(after.body.data).not.toContainEqual(expect.objectContaining({ id: row?.id }));
  });

  test('can be stopped until it is sent', async () => {
    const { id } = (await sendMany({ ids: [applicantId] })).body.data as Sent;
    await sendAll(new Date());
    expect(await mailsTo(driver.email)).toEqual([]);
    expect((await t.rest('DELETE', `/messages/batches/${id}`, { token: strangerToken })).status).toBe(404);
    expect((await t.rest('DELETE', `/messages/batches/${id}`, { token })).status).toBe(200);
    await sendAll();
    expect(await mailsTo(driver.email)).toEqual([]);
    expect(await t.rest('DELETE', `/messages/batches/${id}`, { token })).toMatchObject({ status: 409 });
  });

  test('with the same key is planned once', async () => {
    const key = nextKey();
    const answers = await Promise.all([sendMany({ ids: [applicantId], key }), sendMany({ ids: [applicantId], key })]);
    const [first, second] = answers.map(({ body }) => body.data as Sent);
    expect(first?.id).toBe(second?.id);
  });

  test('two servers send each message once', async () => {
    const others = await Promise.all(Array.from({ length: 6 }, () => makeDriver(t.services.db)));
    const ids = await Promise.all(others.map((one) => applicant(one)));
    const { id } = (await sendMany({ ids })).body.data as Sent;
    await Promise.all([sendAll(), sendAll()]);
    for (const { email } of others) expect(await mailsTo(email)).toHaveLength(1);
    const rows = await t.services.db.select().from(batchRecipients).where(eq(batchRecipients.batchId, id));
    expect(new Set(rows.map(({ outcome }) => outcome))).toEqual(new Set(['sent']));
  });

  test('skips an applicant who withdrew in the meantime', async () => {
    const { id } = (await sendMany({ ids: [applicantId] })).body.data as Sent;
    const api = await t.as(driver);
    await api.drivers.withdraw({ id: applicantId });
    await sendAll();
    const done = await t.rest('GET', `/messages/batches/${id}`, { token });
    expect((done.body.data as Sent).counts).toEqual([{ outcome: 'withdrawn', count: 1 }]);
  });

  test('refuses unknown variables, no recipient and too many recipients', async () => {
    expect(await sendMany({ ids: [applicantId], body: 'Dear {{nickname}}' })).toMatchObject({ status: 422 });
    const stranger = await makeEmployee(t.services.db, (await makeCompany(t.services.db, { companyName: 'Empty' })).id);
    expect(await sendMany({}, await t.tokenOf(stranger))).toMatchObject({ status: 422 });
    const ids = Array.from({ length: maxRecipients + 1 }, () => applicantId);
    expect(await sendMany({ ids })).toMatchObject({ status: 422, body: { errors: [{ field: 'ids' }] } });
  });
});

test('templates are saved by name and belong to one company', async () => {
  const save = (body: object) => t.rest('POST', '/messages/templates', { token, body });
  await save({ name: 'First call', body: 'Hi {{first_name}}' });
  const { id } = (await save({ name: 'First call', body: 'Hello {{first_name}}' })).body.data as { id: string };
  const list = () => t.rest('GET', '/messages/templates', { token });
  expect((await list()).body.data).toEqual([{ id, name: 'First call', body: 'Hello {{first_name}}' }]);
  expect((await t.rest('GET', '/messages/templates', { token: strangerToken })).body.data).toEqual([]);
  expect((await t.rest('DELETE', `/messages/templates/${id}`, { token: strangerToken })).status).toBe(404);
  expect((await t.rest('DELETE', `/messages/templates/${id}`, { token })).status).toBe(200);
  expect((await list()).body.data).toEqual([]);
});

test('staff who name a company that does not exist get 404', async () => {
  const staff = await t.tokenOf(await makeUser(t.services.db, { roles: [roles.admin] }));
  const companyId = '0197f5a4-0000-7000-8000-00000000dead';
  for (const [path, body] of [
    ['/messages/templates', { name: 'First call', body: 'Hello' }],
    ['/messages/batches', { ids: [applicantId], body: 'Hello', key: nextKey() }],
    ['/applicants/views', { name: 'Mine', search: {} }],
    ['/applicants/bulk', { ids: [applicantId], tag: 'Call' }],
  ] as const)
    expect(await t.rest('POST', path, { token: staff, body: { ...body, company_id: companyId } })).toMatchObject({ status: 404 });
});
