import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { consents, textConsents, users } from '#drizzle/schema/accounts.ts';
import { newId } from '#drizzle/schema/columns.ts';
import { applications, drivers } from '#drizzle/schema/drivers.ts';
import { messages, textMessages } from '#drizzle/schema/messages.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { makeCompany, makeDriver, makeEmployee, makeJob, rowOfApplication } from '#server/demo/builders.ts';
import { sendBatches } from '#server/messages/batch.ts';
import { deliverTexts } from '#server/sms/deliver-texts.ts';
import { simulatedToken } from '#server/sms/open-sms.ts';
import { signForm } from '#server/sms/signature.ts';
import { undoSeconds } from '#shared/messages/message.ts';
import { textConsentVersion } from '#shared/messages/text-message.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

/** Text messages to drivers (`docs/product/messages.md#text-messages`). */
let t: TestApp;
let company: { id: string };
let token: string;
let driver: Awaited<ReturnType<typeof makeDriver>>;
let driverToken: string;
let applicantId: string;
let phone: string;
let counter = 0;

beforeAll(async () => {
  t = await startTestApp();
  company = await makeCompany(t.services.db, { companyName: 'Prairie Freight' });
  token = await t.createToken(await makeEmployee(t.services.db, company.id));
});
afterAll(() => t.close());

const applicant = async (of = driver, at = company) => {
  const row = rowOfApplication(await makeJob(t.services.db, at.id), of);
  await t.services.db.insert(applications).values(row);
  return row.id ?? '';
};
const nextPhone = () => `402556${String((counter += 1)).padStart(4, '0')}`;
beforeEach(async () => {
  phone = nextPhone();
  driver = await makeDriver(t.services.db, { user: { phone } });
  await t.services.db.update(drivers).set({ state: 'NE', postalCode: '68102' }).where(eq(drivers.userId, driver.id));
  driverToken = await t.createToken(driver);
  applicantId = await applicant();
});

const agree = (as = driverToken) => t.callRest('PATCH', '/member/text-consent', { token: as, body: { has_agreed: true } });
const text = (body: string, to = applicantId, as = token) =>
  t.callRest('POST', `/applicants/${to}/messages`, { token: as, body: { body, channel: 'sms', key: newId() } });
const texting = async () => (await t.callRest('GET', `/applicants/${applicantId}/texting`, { token })).body.data;
const rowsOf = (id = driver.id) =>
  t.services.db.select().from(textMessages).where(eq(textMessages.driverId, id)).orderBy(textMessages.id);
/** Noon in Nebraska, a day later, so that everything that was written by then is due. */
const noon = () => new Date(`${new Date(Date.now() + 48 * 60 * 60 * 1000).toISOString().slice(0, 10)}T18:00:00Z`);
const deliver = async (now = noon()) => {
  while ((await deliverTexts(t.services, now)) > 0);
};
const folder = () => join(t.services.settings.dataDir, 'outbox');
const texted = (to = phone) =>
  (existsSync(folder()) ? readdirSync(folder()) : [])
    .filter((name) => name.endsWith('.sms.txt'))
    .toSorted()
    .map((name) => readFileSync(join(folder(), name), 'utf8'))
    .filter((content) => content.startsWith(`To: +1${to}\n`));

const webhook = (path: string, fields: Record<string, string>, signature?: string) => {
  const form = new URLSearchParams(fields);
  const { publicUrl, simulatorKey, dataDir } = t.services.settings;
  const signed = signForm(`${publicUrl}${path}`, form, simulatedToken(simulatorKey, dataDir));
  return t.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature ?? signed },
    payload: form.toString(),
  });
};
const answer = (body: string, { id = `SM${newId().replaceAll('-', '')}`, from = phone } = {}) =>
  webhook('/api/webhooks/inbound-text', { MessageSid: id, From: `+1${from}`, To: '+14025550100', Body: body });

describe('consent', () => {
  test('is recorded with time, wording, version, source and number, and ends with the number', async () => {
    expect(await text('Hello')).toMatchObject({ status: 409 });
    expect(await texting()).toMatchObject({ state: 'no_consent' });
    expect((await agree()).body.data).toMatchObject({ phone, has_agreed: true, is_stopped: false });
    expect(await texting()).toMatchObject({ state: 'available', opening: 'Prairie Freight: ' });
    await t.services.db.update(users).set({ phone: nextPhone() }).where(eq(users.id, driver.id));
    expect(await text('Hello')).toMatchObject({ status: 409 });
    const rows = await t.services.db.select().from(consents).where(eq(consents.userId, driver.id)).orderBy(consents.at);
    expect(rows.filter(({ kind }) => kind === 'texts')).toMatchObject([
      { isGiven: true, phone, version: textConsentVersion, source: 'settings', wording: expect.stringContaining('STOP') },
      { isGiven: false, phone, source: 'phone_change' },
    ]);
  });

  test('needs the number that the driver saw, and can be withdrawn', async () => {
    const body = { has_agreed: true, phone: '4025550000' };
    expect(await t.callRest('PATCH', '/member/text-consent', { token: driverToken, body })).toMatchObject({ status: 409 });
    await agree();
    await t.callRest('PATCH', '/member/text-consent', { token: driverToken, body: { has_agreed: false } });
    expect(await texting()).toMatchObject({ state: 'no_consent' });
  });

  test('is not shown to another company', async () => {
    const stranger = await t.createToken(await makeEmployee(t.services.db, (await makeCompany(t.services.db)).id));
    expect((await t.callRest('GET', `/applicants/${applicantId}/texting`, { token: stranger })).status).toBe(404);
    expect((await text('Hello', applicantId, stranger)).status).toBe(404);
  });

  test('is deleted with the account, together with the texts', async () => {
    await agree();
    await text('Hello');
    await (await t.createCallerFor(driver)).drivers.deleteAccount();
    await deliver();
    expect(texted()).toEqual([]);
    expect(await rowsOf()).toEqual([]);
    expect(await t.services.db.select().from(textConsents).where(eq(textConsents.phone, phone))).toEqual([]);
  });
});

describe('a text', () => {
  test('is sent once with the company’s name, first with how to stop, and without an email', async () => {
    await agree();
    const sent = await text('Can you start on Monday?');
    expect(sent).toMatchObject({ status: 201, body: { data: { channel: 'sms', delivery: 'waiting' } } });
    await text('Or on Tuesday?');
    await Promise.all([deliver(), deliver()]);
    expect(texted()).toEqual([
      `To: +1${phone}\n\nPrairie Freight: Can you start on Monday?\nReply STOP to end.\n`,
      `To: +1${phone}\n\nPrairie Freight: Or on Tuesday?\n`,
    ]);
    expect(await t.services.db.select().from(outbox).where(eq(outbox.recipient, driver.email))).toEqual([]);
    const read = await t.callRest('GET', `/applicants/${applicantId}/messages`, { token });
    expect(read.body.data).toMatchObject([{ delivery: 'sent', send_at: null }, { delivery: 'sent' }]);
    const timeline = await t.callRest('GET', `/applicants/${applicantId}/timeline`, { token });
    expect(timeline.body.data).toMatchObject([
      { kind: 'message', detail: { from: 'company', channel: 'sms' } },
      { kind: 'message' },
    ]);
  });

  test('waits at night until 8 AM where the driver lives', async () => {
    await agree();
    await text('Hello');
    await t.services.db.update(textMessages).set({ dueAt: new Date(0) });
    await deliver(new Date('2027-01-15T03:30:00Z'));
    expect(await rowsOf()).toMatchObject([{ state: 'waiting', dueAt: new Date('2027-01-15T14:00:00Z'), attempts: 0 }]);
    expect(texted()).toEqual([]);
    await deliver(new Date('2027-01-15T14:00:00Z'));
    expect(texted()).toHaveLength(1);
  });

  test('that waits is not sent after STOP, a withdrawal or a new number', async () => {
    for (const end of [
      () => answer('STOP'),
      () => t.callRest('PATCH', '/member/text-consent', { token: driverToken, body: { has_agreed: false } }),
      () => t.services.db.update(users).set({ phone: nextPhone() }).where(eq(users.id, driver.id)),
    ]) {
      await agree();
      await text('Hello');
      await end();
      await deliver();
    }
    expect(texted()).toEqual([]);
    expect((await rowsOf()).map(({ state }) => state)).toEqual(['no_consent', 'no_consent', 'no_consent']);
  });

  test('has at most 1,000 characters', async () => {
    await agree();
    expect(await text('a'.repeat(1001))).toMatchObject({ status: 422, body: { errors: [{ field: 'body' }] } });
  });

  test('shows what the service reports, in whatever order', async () => {
    await agree();
    await text('Hello');
    await deliver();
    const [row] = await rowsOf();
    const report = (MessageStatus: string) =>
      webhook(`/api/webhooks/text-status?id=${row?.id}`, { MessageSid: row?.providerId ?? '', MessageStatus });
    expect((await report('delivered')).statusCode).toBe(204);
    expect((await report('sent')).statusCode).toBe(204);
    const read = await t.callRest('GET', `/applicants/${applicantId}/messages`, { token });
    expect(read.body.data).toMatchObject([{ delivery: 'delivered' }]);
    expect((await webhook(`/api/webhooks/text-status?id=${row?.id}`, { MessageStatus: 'failed' }, 'x')).statusCode).toBe(401);
  });
});

describe('an answer', () => {
  test('STOP ends the consent, START gives it back, HELP is answered', async () => {
    await agree();
    expect((await answer('Stop.')).statusCode).toBe(200);
    expect(await texting()).toMatchObject({ state: 'stopped' });
    expect(await text('Hello')).toMatchObject({ status: 409 });
    await answer('START');
    expect(await texting()).toMatchObject({ state: 'available' });
    expect((await answer('HELP')).body).toContain('support@haulboard.example');
    const [last] = await t.services.db
      .select()
      .from(consents)
      .where(eq(consents.userId, driver.id))
      .orderBy(desc(consents.at))
      .limit(1);
    expect(last).toMatchObject({ isGiven: true, source: 'start', phone, wording: expect.stringContaining('STOP') });
  });

  test('STOP is never lost, whatever the driver does in the settings at the same time', async () => {
    const settings = (has_agreed: boolean) =>
      t.callRest('PATCH', '/member/text-consent', { token: driverToken, body: { has_agreed } });
    for (let round = 0; round < 5; round += 1) {
      await agree();
      const answers = await Promise.all([answer('STOP'), settings(false), answer('STOP'), settings(false)]);
      expect(answers.map((one) => ('statusCode' in one ? one.statusCode : one.status))).toEqual([200, 200, 200, 200]);
      expect((await texting()) as unknown).not.toMatchObject({ state: 'available' });
    }
  });

  test('START gives no consent that was never there or that was withdrawn', async () => {
    await answer('START');
    expect(await texting()).toMatchObject({ state: 'no_consent' });
    await agree();
    await t.callRest('PATCH', '/member/text-consent', { token: driverToken, body: { has_agreed: false } });
    await answer('START');
    expect(await texting()).toMatchObject({ state: 'no_consent' });
  });

  test('reaches the company that texted last, once', async () => {
    await agree();
    await text('First');
    const other = await makeCompany(t.services.db, { companyName: 'Other Freight' });
    const otherToken = await t.createToken(await makeEmployee(t.services.db, other.id));
    const otherApplicant = await applicant(driver, other);
    await text('Second', otherApplicant, otherToken);
    await deliver();
    const id = `SM${newId().replaceAll('-', '')}`;
    await Promise.all([answer('I can start tomorrow', { id }), answer('I can start tomorrow', { id })]);
    const [mine, theirs] = await Promise.all([
      t.callRest('GET', `/applicants/${applicantId}/messages`, { token }),
      t.callRest('GET', `/applicants/${otherApplicant}/messages`, { token: otherToken }),
    ]);
    expect(mine.body.data).toMatchObject([{ body: 'First' }]);
    expect(theirs.body.data).toMatchObject([
      { body: 'I can start tomorrow', sender: 'driver', channel: 'sms' },
      { body: 'Second' },
    ]);
  });

  test('reaches the company also after the consent has ended, and not from a number that is no longer the driver’s', async () => {
    await agree();
    await text('Hello');
    await deliver();
    await t.callRest('PATCH', '/member/text-consent', { token: driverToken, body: { has_agreed: false } });
    await answer('Call me instead');
    await t.services.db.update(users).set({ phone: nextPhone() }).where(eq(users.id, driver.id));
    await answer('I am someone else');
    const read = await t.callRest('GET', `/applicants/${applicantId}/messages`, { token });
    expect(read.body.data).toMatchObject([{ body: 'Call me instead' }, { body: 'Hello' }]);
  });

  test('is refused unsigned, and a repeated STOP does not end a later consent', async () => {
    await agree();
    const fields = { MessageSid: 'SM0000000001', From: `+1${phone}`, Body: 'STOP' };
    expect((await webhook('/api/webhooks/inbound-text', fields, 'bm90IG91cnM=')).statusCode).toBe(401);
    expect(await texting()).toMatchObject({ state: 'available' });
    await answer('STOP', { id: 'SM0000000002' });
    await answer('START');
    await answer('STOP', { id: 'SM0000000002' });
    expect(await texting()).toMatchObject({ state: 'available' });
  });

  test('of an unknown number or without words is accepted and ignored', async () => {
    expect((await answer('Hi', { from: '3125550000' })).statusCode).toBe(200);
    expect((await answer('')).statusCode).toBe(200);
  });
});

test('a text to many reaches those who agreed until the moment of sending', async () => {
  const people = await Promise.all(
    ['agrees', 'never agreed', 'stops before', 'stops after'].map(async () => {
      const one = await makeDriver(t.services.db, { user: { phone: nextPhone() } });
      await t.services.db.update(drivers).set({ state: 'NE' }).where(eq(drivers.userId, one.id));
      return { driver: one, phone: one.phone ?? '', id: await applicant(one) };
    }),
  );
  const [agrees, , before, after] = people;
  for (const one of [agrees, before, after]) if (one) await agree(await t.createToken(one.driver));
  const body = { ids: people.map(({ id }) => id), body: 'Hi {{first_name}}', channel: 'sms', key: newId() };
  const batch = (await t.callRest('POST', '/messages/batches', { token, body })).body.data as { id: string; counts: unknown[] };
  expect(batch.counts).toContainEqual({ outcome: 'no_consent', count: 1 });
  await answer('STOP', { from: before?.phone ?? '' });
  while ((await sendBatches(t.services, new Date(Date.now() + (undoSeconds + 1) * 1000))) > 0);
  await answer('STOP', { from: after?.phone ?? '' });
  await deliver();
  expect(people.map((one) => texted(one.phone).length)).toEqual([1, 0, 0, 0]);
  const done = await t.callRest('GET', `/messages/batches/${batch.id}`, { token });
  const counts = (done.body.data as { counts: { outcome: string; count: number }[] }).counts;
  expect(counts.toSorted((a, b) => a.outcome.localeCompare(b.outcome))).toEqual([
    { outcome: 'no_consent', count: 3 },
    { outcome: 'sent', count: 1 },
  ]);
  expect(await t.services.db.select().from(messages).where(eq(messages.key, batch.id))).toHaveLength(2);
});
