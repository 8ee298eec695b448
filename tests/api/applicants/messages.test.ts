import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { applications } from '#drizzle/schema/drivers.ts';
import { conversations, messages } from '#drizzle/schema/messages.ts';
import { notifications } from '#drizzle/schema/notifications.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { makeCompany, makeDriver, makeEmployee, makeJob, makeUser, rowOfApplication } from '#server/demo/builders.ts';
import { roles } from '#shared/access/access.ts';
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
  company = await makeCompany(db, { type: 1 });
  owner = await makeEmployee(db, company.id);
  token = await t.createToken(owner);
  strangerToken = await t.createToken(await makeEmployee(db, (await makeCompany(db, { companyName: 'Other' })).id));
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

const send = (body: object, as = token) => t.callRest('POST', `/applicants/${applicantId}/messages`, { token: as, body });
const emailsTo = (email: string) => t.services.db.select().from(outbox).where(eq(outbox.recipient, email)).orderBy(outbox.id);

describe('a conversation', () => {
  test('reaches the driver by email, and the answer reaches the company', async () => {
    const sent = await send({ body: 'Can you start on Monday?' });
    expect(sent).toMatchObject({ status: 201, body: { data: { sender: 'company', body: 'Can you start on Monday?' } } });
    expect(await emailsTo(driver.email)).toMatchObject([
      { template: 'driver_message', data: { message: 'Can you start on Monday?' } },
    ]);
    const driverToken = await t.createToken(driver);
    expect((await t.callRest('GET', '/member/messages/unread', { token: driverToken })).body.data).toEqual({ count: 1 });
    const list = await t.callRest('GET', '/member/messages', { token: driverToken });
    const [conversation] = list.body.data as { id: string; unread: number; last_body: string }[];
    expect(conversation).toMatchObject({ unread: 1, last_body: 'Can you start on Monday?' });
    const path = `/member/messages/${conversation?.id}`;
    expect((await t.callRest('GET', path, { token: driverToken })).body.data).toMatchObject([{ sender: 'company' }]);

    expect((await t.callRest('POST', path, { token: driverToken, body: { body: 'Yes' } })).status).toBe(201);
    expect(await emailsTo(owner.email)).toMatchObject([{ template: 'applicant_message', data: { message: 'Yes' } }]);
    const notices = await t.services.db.select().from(notifications).where(eq(notifications.userId, owner.id));
    expect(notices).toMatchObject([{ kind: 'new_message', path: expect.stringContaining(applicantId) }]);
    const unanswered = await t.callRest('GET', '/messages?unanswered=true', { token });
    expect(unanswered.body.data).toMatchObject([{ last_body: 'Yes', unread: 1, applicant_id: applicantId }]);
    const read = await t.callRest('GET', `/applicants/${applicantId}/messages`, { token });
    expect(read.body.data).toMatchObject([{ body: 'Yes' }, { body: 'Can you start on Monday?' }]);
    const timeline = await t.callRest('GET', `/applicants/${applicantId}/timeline`, { token });
    expect(timeline.body.data).toMatchObject([
      { kind: 'message', detail: { from: 'driver' } },
      { kind: 'message', detail: { from: 'company' } },
    ]);
  });

  test('is one for all of the driver’s applications to the company', async () => {
    const other = await applicant();
    await send({ body: 'About the first job' });
    const read = await t.callRest('GET', `/applicants/${other}/messages`, { token });
    expect(read.body.data).toMatchObject([{ body: 'About the first job' }]);
  });

  test('takes a message with the same key once', async () => {
    const key = nextKey();
    const answers = await Promise.all([send({ body: 'Once', key }), send({ body: 'Once', key })]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(await emailsTo(driver.email)).toHaveLength(1);
  });

  test('refuses a key that was used for another message', async () => {
    const key = nextKey();
    const first = await send({ body: 'Once', key });
    expect(await send({ body: 'Once', channel: 'app', key })).toMatchObject({ status: 201, body: first.body });
    expect(await send({ body: 'Twice', key })).toMatchObject({ status: 409, body: { errors: [{ code: 'conflict' }] } });
    expect(await send({ body: 'Once', channel: 'sms', key })).toMatchObject({ status: 409 });
    const aboutOtherJob = await t.callRest('POST', `/applicants/${await applicant()}/messages`, {
      token,
      body: { body: 'Once', key },
    });
    expect(aboutOtherJob).toMatchObject({ status: 409 });

    const [row] = await t.services.db.select().from(conversations).where(eq(conversations.driverId, driver.id));
    expect(row).toMatchObject({ driverUnread: 1 });
    const driverToken = await t.createToken(driver);
    const answer = (body: object) => t.callRest('POST', `/member/messages/${row?.id}`, { token: driverToken, body });
    const answerKey = nextKey();
    const answers = [await answer({ body: 'Yes', key: answerKey }), await answer({ body: 'Yes', key: answerKey })];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(await answer({ body: 'No', key: answerKey })).toMatchObject({ status: 409 });
    expect(await emailsTo(owner.email)).toContainEqual(
      expect.objectContaining({ data: expect.objectContaining({ message: 'Yes' }) }),
    );
    const stored = await t.services.db
      .select()
      .from(messages)
      .where(eq(messages.conversationId, row?.id ?? ''));
    expect(stored.map(({ body }) => body)).toEqual(['Once', 'Yes']);
  });

  test('keeps the keys of its two sides apart', async () => {
    await send({ body: 'Hello' });
    const [row] = await t.services.db.select().from(conversations).where(eq(conversations.driverId, driver.id));
    const driverToken = await t.createToken(driver);
    const answer = (body: object) => t.callRest('POST', `/member/messages/${row?.id}`, { token: driverToken, body });
    const [first, second] = [nextKey(), nextKey()];
    const said = await answer({ body: 'Yes', key: first });
    const sent = await send({ body: 'See you', key: first });
    expect(sent).toMatchObject({ status: 201, body: { data: { sender: 'company', body: 'See you' } } });
    expect(await send({ body: 'See you', key: first })).toMatchObject({ status: 201, body: sent.body });
    expect(await answer({ body: 'Yes', key: first })).toMatchObject({ status: 201, body: said.body });
    await send({ body: 'Bye', key: second });
    expect(await answer({ body: 'Bye', key: second })).toMatchObject({ status: 201, body: { data: { sender: 'driver' } } });
    const read = await t.callRest('GET', `/applicants/${applicantId}/messages`, { token });
    expect((read.body.data as { sender: string; body: string }[]).map(({ sender, body }) => `${sender} ${body}`)).toEqual([
      'driver Bye',
      'company Bye',
      'company See you',
      'driver Yes',
      'company Hello',
    ]);
    expect(await emailsTo(driver.email)).toHaveLength(3);
  });

  test('takes one of two messages about two applications that have the same key', async () => {
    const key = nextKey();
    const other = await applicant();
    const answers = await Promise.all(
      [applicantId, other].map((id) => t.callRest('POST', `/applicants/${id}/messages`, { token, body: { body: 'Once', key } })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    const [row] = await t.services.db.select().from(conversations).where(eq(conversations.driverId, driver.id));
    expect(row).toMatchObject({ driverUnread: 1 });
  });

  test('does not exist for another company or another driver', async () => {
    await send({ body: 'Hello' });
    expect((await send({ body: 'Hello' }, strangerToken)).status).toBe(404);
    expect((await t.callRest('GET', `/applicants/${applicantId}/messages`, { token: strangerToken })).status).toBe(404);
    const [row] = await t.services.db.select().from(conversations).where(eq(conversations.driverId, driver.id));
    const otherDriver = await t.createToken(await makeDriver(t.services.db));
    for (const [method, body] of [['GET'], ['POST', { body: 'Hi' }]] as const)
      expect(
        (await t.callRest(method, `/member/messages/${row?.id}`, { token: otherDriver, ...(body && { body }) })).status,
      ).toBe(404);
  });

  test('is deleted with the driver’s account, and can’t be continued', async () => {
    await send({ body: 'Hello' });
    const api = await t.createCallerFor(driver);
    await api.drivers.deleteAccount();
    expect(await t.services.db.select().from(messages).where(eq(messages.applicationId, applicantId))).toEqual([]);
    expect(await send({ body: 'Still there?' })).toMatchObject({ status: 409 });
  });

  test('refuses an empty message', async () => {
    expect(await send({ body: ' ' })).toMatchObject({ status: 422, body: { errors: [{ field: 'body' }] } });
  });
});

describe('marking as read', () => {
  type Row = { id: string };
  const unreadOf = async (as: string, path: string) =>
    ((await t.callRest('GET', path, { token: as })).body.data as { count: number }).count;
  const newestOf = async (path: string, as: string) =>
    ((await t.callRest('GET', path, { token: as })).body.data as Row[])[0]?.id ?? '';

  /** A company of its own with one conversation, in which the driver has answered. */
  const makeConversation = async () => {
    const { db } = t.services;
    const { id: companyId } = await makeCompany(db);
    const employee = await makeEmployee(db, companyId);
    const row = rowOfApplication(await makeJob(db, companyId), driver);
    await db.insert(applications).values(row);
    const path = `/applicants/${row.id}/messages`;
    const employeeToken = await t.createToken(employee);
    await t.callRest('POST', path, { token: employeeToken, body: { body: 'Hello' } });
    const [conversation] = await db.select().from(conversations).where(eq(conversations.companyId, companyId));
    const driverToken = await t.createToken(driver);
    const memberPath = `/member/messages/${conversation?.id}`;
    const answer = (body: string) => t.callRest('POST', memberPath, { token: driverToken, body: { body } });
    return { employee, employeeToken, path, driverToken, memberPath, answer, applicantId: row.id ?? '' };
  };

  test('reading a conversation does not, an explicit call does', async () => {
    const { employeeToken, path, driverToken, memberPath, answer } = await makeConversation();
    const memberMessage = await newestOf(memberPath, driverToken);
    expect(await unreadOf(driverToken, '/member/messages/unread')).toBe(1);
    expect(
      await t.callRest('POST', `${memberPath}/read`, { token: driverToken, body: { last_message_id: memberMessage } }),
    ).toMatchObject({ status: 200, body: { data: { unread: 0 } } });
    expect(await unreadOf(driverToken, '/member/messages/unread')).toBe(0);

    await answer('Yes');
    const message = await newestOf(path, employeeToken);
    expect(await unreadOf(employeeToken, '/messages/unread')).toBe(1);
    expect(await t.callRest('POST', `${path}/read`, { token: employeeToken, body: { last_message_id: message } })).toMatchObject({
      status: 200,
      body: { data: { unread: 0 } },
    });
    expect(await unreadOf(employeeToken, '/messages/unread')).toBe(0);
  });

  test('leaves a message unread that arrived after the last one shown', async () => {
    const { employeeToken, path, answer } = await makeConversation();
    await answer('Yes');
    const message = await newestOf(path, employeeToken);
    await answer('Or on Tuesday?');
    const markRead = (id: string) => t.callRest('POST', `${path}/read`, { token: employeeToken, body: { last_message_id: id } });
    expect((await markRead(message)).body.data).toEqual({ unread: 1 });
    expect(await unreadOf(employeeToken, '/messages/unread')).toBe(1);
    expect((await markRead(await newestOf(path, employeeToken))).body.data).toEqual({ unread: 0 });
    expect((await markRead(message)).body.data).toEqual({ unread: 0 });
  });

  test('is for people of the company only, and not for an administrator who acts as one', async () => {
    const { employee, employeeToken, path, driverToken, answer } = await makeConversation();
    await answer('Yes');
    const body = { last_message_id: await newestOf(path, employeeToken) };
    const admin = await makeUser(t.services.db, { roles: [roles.superAdmin] });
    const impersonating = await t.createImpersonationToken(admin, employee);
    expect(await t.callRest('GET', path, { token: impersonating })).toMatchObject({ status: 200 });
    expect(await t.callRest('POST', `${path}/read`, { token: impersonating, body })).toMatchObject({
      status: 403,
      body: { errors: [{ code: 'impersonating' }] },
    });
    for (const [as, status] of [
      [await t.createToken(admin), 403],
      [driverToken, 403],
      [strangerToken, 404],
    ] as const)
      expect((await t.callRest('POST', `${path}/read`, { token: as, body })).status).toBe(status);
    expect(await unreadOf(employeeToken, '/messages/unread')).toBe(1);
  });

  test('of an applicant without a conversation changes nothing', async () => {
    const body = { last_message_id: applicantId };
    expect(await t.callRest('POST', `/applicants/${applicantId}/messages/read`, { token, body })).toMatchObject({
      status: 200,
      body: { data: { unread: 0 } },
    });
  });
});

describe('a conversation with a driver who withdrew', () => {
  type Row = { id: string; applicant_id: string; unread: number };
  /** A company of its own, and a driver who has applied once or twice, was written to, answered, and withdrew the first time. */
  const makeConversation = async (applicationCount: number) => {
    const { db } = t.services;
    const { id: companyId } = await makeCompany(db);
    const as = await t.createToken(await makeEmployee(db, companyId));
    const rows = await Promise.all(
      Array.from({ length: applicationCount }, async () => rowOfApplication(await makeJob(db, companyId), driver)),
    );
    await db.insert(applications).values(rows);
    const [first = '', second = ''] = rows.map(({ id }) => id);
    await t.callRest('POST', `/applicants/${first}/messages`, { token: as, body: { body: 'Hello' } });
    const [conversation] = await db.select().from(conversations).where(eq(conversations.companyId, companyId));
    const driverToken = await t.createToken(driver);
    const answer = await t.callRest('POST', `/member/messages/${conversation?.id}`, {
      token: driverToken,
      body: { body: 'When?' },
    });
    const api = await t.createCallerFor(driver);
    await api.drivers.withdraw({ id: first });
    const read = async (path: string) => (await t.callRest('GET', path, { token: as })).body.data;
    return { as, read, first, second, lastMessageId: (answer.body.data as { id: string }).id };
  };

  test('waits for no answer, can be opened, and is then read', async () => {
    const { as, read, first, lastMessageId } = await makeConversation(1);
    expect(await read('/messages?unanswered=true')).toEqual([]);
    expect(await read('/applicants/today')).toMatchObject({ unanswered_messages: 0 });
    expect(await read('/messages/unread')).toEqual({ count: 1 });
    expect(await read('/messages')).toMatchObject([{ applicant_id: first, unread: 1, last_body: 'When?' }]);
    expect(await read(`/applicants/${first}`)).toMatchObject({
      applicant: { id: first, stage: 'withdrawn', phone: null, email: null, message: null },
      possible_duplicates: [],
    });
    expect(await read(`/applicants/${first}/messages`)).toMatchObject([{ body: 'When?' }, { body: 'Hello' }]);
    const body = { last_message_id: lastMessageId };
    expect(await t.callRest('POST', `/applicants/${first}/messages/read`, { token: as, body })).toMatchObject({ status: 200 });
    expect(await read('/messages/unread')).toEqual({ count: 0 });
    const reply = await t.callRest('POST', `/applicants/${first}/messages`, { token: as, body: { body: 'On Monday' } });
    expect(reply.status).toBe(404);
  });

  test('leads to the driver’s other application, where it can be answered', async () => {
    const { as, read, second } = await makeConversation(2);
    expect(await read('/applicants/today')).toMatchObject({ unanswered_messages: 1 });
    const [row] = (await read('/messages?unanswered=true')) as Row[];
    expect(row).toMatchObject({ applicant_id: second, unread: 1 });
    await t.callRest('POST', `/applicants/${row?.applicant_id}/messages`, { token: as, body: { body: 'On Monday' } });
    expect(await read('/messages?unanswered=true')).toEqual([]);
    expect(await read('/applicants/today')).toMatchObject({ unanswered_messages: 0 });
    expect(await read('/messages/unread')).toEqual({ count: 0 });
  });

  test('is no longer listed or counted once the application’s personal data is deleted', async () => {
    const { read, first } = await makeConversation(1);
    await t.services.db.update(applications).set({ driverId: null }).where(eq(applications.id, first));
    expect(await read('/messages')).toEqual([]);
    expect(await read('/messages/unread')).toEqual({ count: 0 });
    expect(await read('/applicants/today')).toMatchObject({ unanswered_messages: 0 });
  });
});

test('templates are saved by name and belong to one company', async () => {
  const save = (body: object) => t.callRest('POST', '/messages/templates', { token, body });
  await save({ name: 'First call', body: 'Hi {{first_name}}' });
  const { id } = (await save({ name: 'First call', body: 'Hello {{first_name}}' })).body.data as { id: string };
  const list = () => t.callRest('GET', '/messages/templates', { token });
  expect((await list()).body.data).toEqual([{ id, name: 'First call', body: 'Hello {{first_name}}' }]);
  expect((await t.callRest('GET', '/messages/templates', { token: strangerToken })).body.data).toEqual([]);
  expect((await t.callRest('DELETE', `/messages/templates/${id}`, { token: strangerToken })).status).toBe(404);
  expect((await t.callRest('DELETE', `/messages/templates/${id}`, { token })).status).toBe(200);
  expect((await list()).body.data).toEqual([]);
});

test('staff who name a company that does not exist get 404', async () => {
  const staff = await t.createToken(await makeUser(t.services.db, { roles: [roles.admin] }));
  const companyId = '0197f5a4-0000-7000-8000-00000000dead';
  for (const [path, body] of [
    ['/messages/templates', { name: 'First call', body: 'Hello' }],
    ['/messages/batches', { ids: [applicantId], body: 'Hello', key: nextKey() }],
    ['/applicants/views', { name: 'Mine', search: {} }],
    ['/applicants/bulk', { ids: [applicantId], tag: 'Call' }],
  ] as const)
    expect(await t.callRest('POST', path, { token: staff, body: { ...body, company_id: companyId } })).toMatchObject({
      status: 404,
    });
});
