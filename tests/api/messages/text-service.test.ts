import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { textConsents, users } from '#drizzle/schema/accounts.ts';
import { newId } from '#drizzle/schema/columns.ts';
import { applications, drivers } from '#drizzle/schema/drivers.ts';
import { textMessages } from '#drizzle/schema/messages.ts';
import { makeCompany, makeDriver, makeEmployee, makeJob, rowOfApplication } from '#server/demo/builders.ts';
import { sendBatches } from '#server/messages/batch.ts';
import { receiveText } from '#server/messages/receive-text.ts';
import { deliverTexts } from '#server/sms/deliver-texts.ts';
import { twilioService } from '#server/sms/twilio.ts';
import { undoSeconds } from '#shared/messages/message.ts';
import { type Caller, startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { startTextServer, type TextServer, twilioAccount } from '#tests/helpers/twilio.ts';

/** How texts are handed to the service, and that nobody is texted without consent. */
let t: TestApp;
let server: TextServer;
let company: Caller;
let jobId: { id: string; companyId: string } & Parameters<typeof rowOfApplication>[0];
let counter = 0;
const statusUrl = 'https://jobs.example.com/api/webhooks/text-status';

beforeAll(async () => {
  t = await startTestApp();
  server = await startTextServer();
  t.services.sms = twilioService({ ...twilioAccount, url: server.url, statusUrl });
  const { id } = await makeCompany(t.services.db, { companyName: 'Prairie Freight' });
  company = await t.createCallerFor(await makeEmployee(t.services.db, id));
  jobId = await makeJob(t.services.db, id);
});
afterAll(async () => {
  server.close();
  await t.close();
});
beforeEach(async () => {
  await t.services.db.delete(textMessages);
  server.received = [];
  server.mode = 'ok';
});

const nextPhone = () => `402557${String((counter += 1)).padStart(4, '0')}`;
async function addDriver() {
  const { db } = t.services;
  const driver = await makeDriver(db, { user: { phone: nextPhone() } });
  await db.update(drivers).set({ state: 'NE' }).where(eq(drivers.userId, driver.id));
  const row = rowOfApplication(jobId, driver);
  await db.insert(applications).values(row);
  return { id: driver.id, phone: driver.phone ?? '', applicantId: row.id ?? '', api: await t.createCallerFor(driver) };
}
const rows = () => t.services.db.select().from(textMessages).orderBy(textMessages.id);
const noon = () => new Date(`${new Date(Date.now() + 48 * 60 * 60 * 1000).toISOString().slice(0, 10)}T18:00:00Z`);
const deliver = () => deliverTexts(t.services, noon());
/** The node that claimed the texts died, and the lease has expired. */
const expireLeases = () => t.services.db.update(textMessages).set({ leaseUntil: null, dueAt: new Date(0) });

describe('the service', () => {
  const write = async (body = 'Hello') => {
    const driver = await addDriver();
    await driver.api.messages.setTextConsent({ hasAgreed: true });
    await company.messages.send({ applicantId: driver.applicantId, body, channel: 'sms' });
    return driver;
  };

  test('gets a text with the number, the words and where to report its state', async () => {
    const { phone } = await write();
    await deliver();
    const [row] = await rows();
    expect(server.received).toMatchObject([
      { to: `+1${phone}`, body: 'Prairie Freight: Hello\nReply STOP to end.', statusUrl: `${statusUrl}?id=${row?.id}` },
    ]);
    expect(row).toMatchObject({ state: 'sent', providerId: server.received[0]?.sid });
  });

  test('gets a text once although its answer was lost, also with the same words in another message', async () => {
    const { applicantId } = await write('Earlier');
    await company.messages.send({ applicantId, body: 'Same words', channel: 'sms' });
    await deliver();
    await company.messages.send({ applicantId, body: 'Same words', channel: 'sms' });
    server.mode = 'lose';
    await deliver();
    expect((await rows()).map(({ state }) => state)).toEqual(['sent', 'sent', 'waiting']);
    server.mode = 'ok';
    await expireLeases();
    await deliver();
    expect((await rows()).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent']);
    expect(server.received).toHaveLength(3);
    expect(new Set((await rows()).map(({ providerId }) => providerId)).size).toBe(3);
  });

  test('gets a text again when it was away, and not when it refuses the number', async () => {
    await write();
    server.mode = { status: 503, code: 20500 };
    await deliver();
    expect(await rows()).toMatchObject([{ state: 'waiting', attempts: 1, lastError: expect.stringContaining('20500') }]);
    await expireLeases();
    server.mode = { status: 400, code: 21211 };
    await deliver();
    expect(await rows()).toMatchObject([{ state: 'failed', lastError: expect.stringContaining('21211') }]);
    expect(server.received).toEqual([]);
  });

  test('that knows of a STOP ends the consent', async () => {
    const driver = await write();
    server.mode = { status: 400, code: 21610 };
    await deliver();
    expect(await rows()).toMatchObject([{ state: 'no_consent' }]);
    expect(await driver.api.messages.textConsent()).toMatchObject({ hasAgreed: false, isStopped: true });
  });
});

type Model = { phone: string; state: 'none' | 'agreed' | 'stopped' };
const actions = ['agree', 'withdraw', 'stop', 'start', 'new number', 'send', 'batch', 'send batch', 'deliver'] as const;

test('nobody without consent is ever texted, whatever the order', async () => {
  const driver = await addDriver();
  const { db } = t.services;
  const receive = (phone: string, body: string) => receiveText(t.services, { id: newId().replaceAll('-', ''), phone, body });
  const run = async (model: Model, action: (typeof actions)[number]): Promise<void> => {
    const { applicantId } = driver;
    switch (action) {
      case 'agree':
        await driver.api.messages.setTextConsent({ hasAgreed: true });
        model.state = 'agreed';
        return;
      case 'withdraw':
        await driver.api.messages.setTextConsent({ hasAgreed: false });
        model.state = 'none';
        return;
      case 'stop':
        await receive(model.phone, 'STOP');
        if (model.state === 'agreed') model.state = 'stopped';
        return;
      case 'start':
        await receive(model.phone, 'START');
        if (model.state === 'stopped') model.state = 'agreed';
        return;
      case 'new number':
        model.phone = nextPhone();
        await db.update(users).set({ phone: model.phone }).where(eq(users.id, driver.id));
        model.state = 'none';
        return;
      case 'send': {
        const sent = company.messages.send({ applicantId, body: 'Hello', channel: 'sms' });
        if (model.state === 'agreed') await sent;
        else await expect(sent).rejects.toMatchObject({ code: 'CONFLICT' });
        return;
      }
      case 'batch':
        await company.messages.sendMany({ ids: [applicantId], body: 'Hello', channel: 'sms', key: newId() });
        return;
      case 'send batch':
        await sendBatches(t.services, new Date(Date.now() + (undoSeconds + 1) * 1000));
        return;
      case 'deliver': {
        const before = server.received.length;
        while ((await deliver()) > 0);
        const numbers = server.received.slice(before).map(({ to }) => to);
        expect(numbers.every((to) => model.state === 'agreed' && to === `+1${model.phone}`)).toBe(true);
        expect((await rows()).filter(({ state }) => state === 'waiting')).toEqual([]);
      }
    }
  };
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...actions), { minLength: 4, maxLength: 16 }), async (sequence) => {
      await db.execute(`delete from throttles`);
      await db.delete(textConsents).where(eq(textConsents.userId, driver.id));
      const model: Model = { phone: nextPhone(), state: 'none' };
      await db.update(users).set({ phone: model.phone }).where(eq(users.id, driver.id));
      for (const action of [...sequence, 'deliver' as const]) await run(model, action);
    }),
    { numRuns: 25 },
  );
});
