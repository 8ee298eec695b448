import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { applications } from '#drizzle/schema/drivers.ts';
import { batchRecipients, conversations } from '#drizzle/schema/messages.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { makeCompany, makeDriver, makeEmployee, makeJob, rowOfApplication } from '#server/demo/builders.ts';
import { sendBatches } from '#server/messages/batch.ts';
import { middleStages } from '#shared/applicants/stages.ts';
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
const later = () => new Date(Date.now() + (undoSeconds + 1) * 1000);
const sendAll = async (now = later()) => {
  while ((await sendBatches(t.services, now)) > 0);
};

describe('a message to many', () => {
  const sendMany = (body: object, as = token) =>
    t.callRest('POST', '/messages/batches', { token: as, body: { key: nextKey(), body: 'Hi {{first_name}}', ...body } });
  type BatchResult = { id: string; counts: { outcome: string; count: number }[]; skipped: { outcome: string }[] };

  test('reaches a person with two merged accounts once', async () => {
    const duplicate = await applicant(await makeDriver(t.services.db, { user: { phone: driver.phone ?? '' } }));
    const merged = await t.callRest('POST', `/applicants/${applicantId}/merge`, { token, body: { duplicate_id: duplicate } });
    expect(merged.status).toBe(200);
    const answer = await sendMany({ ids: [applicantId, duplicate] });
    expect((answer.body.data as BatchResult).counts).toEqual(
      expect.arrayContaining([
        { outcome: 'waiting', count: 1 },
        { outcome: 'same_person', count: 1 },
      ]),
    );
  });

  test('reaches each driver once with the variables filled in, and says who was skipped', async () => {
    const again = await applicant();
    const other = await makeDriver(t.services.db, { user: { firstName: 'Olga' } });
    const ids = [applicantId, again, await applicant(other)];
    const answer = await sendMany({ ids });
    expect(answer.status).toBe(201);
    const batch = answer.body.data as BatchResult;
    expect(batch.counts).toEqual(
      expect.arrayContaining([
        { outcome: 'waiting', count: 2 },
        { outcome: 'same_person', count: 1 },
      ]),
    );
    expect(batch.skipped).toMatchObject([{ outcome: 'same_person' }]);
    expect(await emailsTo(driver.email)).toEqual([]);
    await sendAll();
    await sendAll();
    expect(await emailsTo(driver.email)).toHaveLength(1);
    expect(await emailsTo(other.email)).toMatchObject([{ data: { message: 'Hi Olga' } }]);
    const done = await t.callRest('GET', `/messages/batches/${batch.id}`, { token });
    expect((done.body.data as BatchResult).counts).toContainEqual({ outcome: 'sent', count: 2 });
  });

  test('leaves a driver who waits for an answer unanswered', async () => {
    await send({ body: 'Hello' });
    const [row] = await t.services.db.select().from(conversations).where(eq(conversations.driverId, driver.id));
    const answer = await t.callRest('POST', `/member/messages/${row?.id}`, {
      token: await t.createToken(driver),
      body: { body: 'When?' },
    });
    expect(answer.status).toBe(201);
    const lastMessageId = (answer.body.data as { id: string }).id;
    await t.callRest('POST', `/applicants/${applicantId}/messages/read`, { token, body: { last_message_id: lastMessageId } });
    await sendMany({ ids: [applicantId] });
    await sendAll();
    const unanswered = await t.callRest('GET', '/messages?unanswered=true', { token });
    expect(unanswered.body.data).toContainEqual(
      expect.objectContaining({
        id: row?.id,
        last_sender: 'driver',
        last_message_sender: 'company',
        last_body: expect.stringContaining('Hi '),
      }),
    );
    await send({ body: 'On Monday' });
    const after = await t.callRest('GET', '/messages?unanswered=true', { token });
    expect(after.body.data).not.toContainEqual(expect.objectContaining({ id: row?.id }));
  });

  test('can be stopped until it is sent', async () => {
    const { id } = (await sendMany({ ids: [applicantId] })).body.data as BatchResult;
    await sendAll(new Date());
    expect(await emailsTo(driver.email)).toEqual([]);
    expect((await t.callRest('DELETE', `/messages/batches/${id}`, { token: strangerToken })).status).toBe(404);
    expect((await t.callRest('DELETE', `/messages/batches/${id}`, { token })).status).toBe(200);
    await sendAll();
    expect(await emailsTo(driver.email)).toEqual([]);
    expect(await t.callRest('DELETE', `/messages/batches/${id}`, { token })).toMatchObject({ status: 409 });
  });

  test('with the same key is planned once', async () => {
    const key = nextKey();
    const answers = await Promise.all([sendMany({ ids: [applicantId], key }), sendMany({ ids: [applicantId], key })]);
    const [first, second] = answers.map(({ body }) => body.data as BatchResult);
    expect(first?.id).toBe(second?.id);
  });

  test('refuses a key that was used for another text, channel or list of recipients', async () => {
    const key = nextKey();
    const other = await applicant(await makeDriver(t.services.db));
    const filters = { and: [{ field: 'stage', operator: 'equals', value: 'new' }] };
    const first = await sendMany({ ids: [applicantId, other], key });
    expect(first.status).toBe(201);
    expect(await sendMany({ ids: [other, applicantId], channel: 'app', key })).toMatchObject({ status: 201, body: first.body });
    for (const change of [{ ids: [applicantId] }, { body: 'Bye' }, { channel: 'sms' }, { ids: undefined, filters }])
      expect(await sendMany({ ids: [applicantId, other], key, ...change })).toMatchObject({
        status: 409,
        body: { errors: [{ code: 'conflict' }] },
      });
  });

  test('two servers send each message once', async () => {
    const others = await Promise.all(Array.from({ length: 6 }, () => makeDriver(t.services.db)));
    const ids = await Promise.all(others.map((one) => applicant(one)));
    const { id } = (await sendMany({ ids })).body.data as BatchResult;
    await Promise.all([sendAll(), sendAll()]);
    for (const { email } of others) expect(await emailsTo(email)).toHaveLength(1);
    const rows = await t.services.db.select().from(batchRecipients).where(eq(batchRecipients.batchId, id));
    expect(new Set(rows.map(({ outcome }) => outcome))).toEqual(new Set(['sent']));
  });

  test('skips an applicant who withdrew in the meantime', async () => {
    const { id } = (await sendMany({ ids: [applicantId] })).body.data as BatchResult;
    const api = await t.createCallerFor(driver);
    await api.drivers.withdraw({ id: applicantId });
    await sendAll();
    const done = await t.callRest('GET', `/messages/batches/${id}`, { token });
    expect((done.body.data as BatchResult).counts).toEqual([{ outcome: 'withdrawn', count: 1 }]);
  });

  const stageOf = async (id: string) =>
    (await t.services.db.select({ stage: applications.stage }).from(applications).where(eq(applications.id, id)))[0]?.stage;
  const moveTo = (id: string, body: object) => t.callRest('POST', `/applicants/${id}/stage`, { token, body });

  test('leaves out applicants who are not a fit, by name, unless chosen on purpose', async () => {
    await moveTo(applicantId, { stage: 'not_a_fit', reason: 'pay' });
    const skipping = await sendMany({ ids: [applicantId] });
    expect((skipping.body.data as BatchResult).skipped).toMatchObject([{ applicant_id: applicantId, outcome: 'not_a_fit' }]);
    const including = await sendMany({ ids: [applicantId], includes_not_a_fit: true });
    expect((including.body.data as BatchResult).counts).toEqual([{ outcome: 'waiting', count: 1 }]);
  });

  test('leaves out an applicant who became not a fit before it goes out', async () => {
    const { id } = (await sendMany({ ids: [applicantId] })).body.data as BatchResult;
    await moveTo(applicantId, { stage: 'not_a_fit', reason: 'pay' });
    await sendAll();
    const done = await t.callRest('GET', `/messages/batches/${id}`, { token });
    expect((done.body.data as BatchResult).counts).toEqual([{ outcome: 'not_a_fit', count: 1 }]);
  });

  test('never moves an applicant backward in a company with another order of the stages', async () => {
    const setOrder = async (order: readonly string[]) => {
      const body = { stages: order.map((stage) => ({ stage })), tells_not_selected: true };
      expect((await t.callRest('PATCH', '/applicants/stages', { token, body })).status).toBe(200);
    };
    await setOrder(['contacted', 'reviewed', 'interview', 'offer']);
    try {
      await moveTo(applicantId, { stage: 'reviewed' });
      await sendMany({ ids: [applicantId], moves_to_contacted: true });
      await sendAll();
      expect(await stageOf(applicantId)).toBe('reviewed');
    } finally {
      await setOrder(middleStages);
    }
  });

  test('moves new and reviewed applicants to Contacted if asked to, and no others', async () => {
    const invited = await applicant(await makeDriver(t.services.db));
    const untouched = await applicant(await makeDriver(t.services.db));
    await moveTo(invited, { stage: 'interview' });
    await sendMany({ ids: [applicantId, invited], moves_to_contacted: true });
    await sendMany({ ids: [untouched] });
    expect(await stageOf(applicantId)).toBe('new');
    await sendAll();
    expect(await stageOf(applicantId)).toBe('contacted');
    expect(await stageOf(invited)).toBe('interview');
    expect(await stageOf(untouched)).toBe('new');
    const timeline = await t.callRest('GET', `/applicants/${applicantId}/timeline`, { token });
    expect(timeline.body.data).toContainEqual(
      expect.objectContaining({ kind: 'stage', source: 'bulk', detail: { from: 'new', to: 'contacted' } }),
    );
  });

  test('so does a message to one applicant, once', async () => {
    const message = { body: 'Are you free today?', moves_to_contacted: true, key: nextKey() };
    expect((await send(message)).status).toBe(201);
    expect(await stageOf(applicantId)).toBe('contacted');
    await moveTo(applicantId, { stage: 'reviewed' });
    await send(message);
    expect(await stageOf(applicantId)).toBe('reviewed');
  });

  test('refuses unknown variables, no recipient and too many recipients', async () => {
    expect(await sendMany({ ids: [applicantId], body: 'Dear {{nickname}}' })).toMatchObject({ status: 422 });
    const stranger = await makeEmployee(t.services.db, (await makeCompany(t.services.db, { companyName: 'Empty' })).id);
    expect(await sendMany({ all: true }, await t.createToken(stranger))).toMatchObject({ status: 422 });
    for (const selection of [{}, { filters: { and: [] } }, { all: true, ids: [applicantId] }])
      expect(await sendMany(selection)).toMatchObject({ status: 422, body: { errors: [{ field: 'ids' }] } });
    const ids = Array.from({ length: maxRecipients + 1 }, () => applicantId);
    expect(await sendMany({ ids })).toMatchObject({ status: 422, body: { errors: [{ field: 'ids' }] } });
  });
});
