import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sessions, users } from '#drizzle/schema/accounts.ts';
import { companies, employees } from '#drizzle/schema/companies.ts';
import { applications } from '#drizzle/schema/drivers.ts';
import { notificationChoices, notifications, pushDevices, pushes } from '#drizzle/schema/notifications.ts';
import { makeCompany, makeDriver, makeEmployee, makeJob } from '#server/demo/builders.ts';
import { openPushService } from '#server/notifications/push-service.ts';
import { sendPushes } from '#server/notifications/send-pushes.ts';
import { openKeys } from '#server/session/keys.ts';
import { replaceSession } from '#server/session/sessions.ts';
import { readAccessToken } from '#server/session/tokens.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { startPushServer, type TestBrowser } from '#tests/helpers/push-server.ts';

/** Notifications on people's devices (`docs/product/jobs.md#push-notifications`). */
let t: TestApp;
let pushServer: Awaited<ReturnType<typeof startPushServer>>;
let company: { id: string };
let owner: Awaited<ReturnType<typeof makeEmployee>>;
let colleague: Awaited<ReturnType<typeof makeEmployee>>;
let job: Awaited<ReturnType<typeof makeJob>>;
let token: string;
let phone: TestBrowser;

const path = '/notifications/push-devices';
const minuteMs = 60_000;

beforeAll(async () => {
  pushServer = await startPushServer();
  t = await startTestApp({ pushServices: ['127.0.0.1'] });
});
afterAll(async () => {
  await t.close();
  pushServer.close();
});

beforeEach(async () => {
  const { db } = t.services;
  for (const table of [pushDevices, notifications, notificationChoices]) await db.delete(table);
  company = await makeCompany(db, { companyName: 'Heron Freight' });
  owner = await makeEmployee(db, company.id, { firstName: 'Olive' });
  colleague = await makeEmployee(db, company.id, { firstName: 'Cole' });
  job = await makeJob(db, company.id, { title: 'Dry van', employerId: owner.id });
  token = await t.createToken(owner);
  phone = pushServer.openBrowser();
});

const add = (browser: TestBrowser, as = token, more: object = {}) =>
  t.callRest('POST', path, { token: as, body: { ...browser.subscription, public_key: t.services.keys.push.publicKey, ...more } });
async function openDevice(person: { id: string; roles: (typeof owner)['roles'] }) {
  const browser = pushServer.openBrowser();
  expect((await add(browser, await t.createToken(person))).status).toBe(200);
  return browser;
}
const apply = async (name = 'Hana') => {
  const driver = await makeDriver(t.services.db, { user: { firstName: name, lastName: 'Ito' } });
  await (await t.createCallerFor(driver)).drivers.applyTo({ id: job.id });
  return driver;
};
const list = async (as = token) =>
  ((await t.callRest('GET', path, { token: as })).body.data as unknown as { items: { id: string; is_current: boolean }[] }).items;
const send = (now = new Date()) => sendPushes(t.services, now);
const waiting = () => t.services.db.select().from(pushes);
const sessionOf = async (bearer: string) => (await readAccessToken(t.services.keys, bearer))?.sessionId ?? '';

describe('a device', () => {
  test('gets what the bell shows, encrypted, with a path that names the notification', async () => {
    expect((await add(phone)).status).toBe(200);
    const laptop = await openDevice(owner);
    const other = await openDevice(await makeEmployee(t.services.db, (await makeCompany(t.services.db)).id));
    await apply();
    await send();
    const [notification] = await t.services.db.select().from(notifications).where(eq(notifications.userId, owner.id));
    expect(phone.received).toEqual([
      {
        title: expect.stringContaining('Hana Ito'),
        body: expect.any(String),
        path: expect.stringMatching(
          new RegExp(`^/company/jobs/${job.id}/detail\\?applicant=.+&notification=${notification?.id}$`),
        ),
        tag: job.id.replaceAll('-', ''),
        topic: job.id.replaceAll('-', ''),
        key: t.services.keys.push.publicKey,
      },
    ]);
    expect(laptop.received).toEqual(phone.received);
    expect(other.received).toEqual([]);
    expect([await waiting(), await send()]).toEqual([[], 0]);
  });

  test('gets one notification for applicants who came before it was sent, and a new one for later ones', async () => {
    await add(phone);
    await apply('Hana');
    await apply('Marc');
    await send();
    expect(phone.received).toHaveLength(1);
    expect(phone.received[0]?.body).toMatch(/Marc Ito.*Hana Ito/);
    await apply('Lena');
    await send();
    expect(phone.received.map(({ tag }) => tag)).toEqual([phone.received[0]?.tag, phone.received[0]?.tag]);
    expect(phone.received[1]?.body).toMatch(/Lena Ito/);
  });

  test('of a driver gets the driver’s notifications, but no confirmation of what the driver did', async () => {
    const driver = await makeDriver(t.services.db);
    const browser = await openDevice(driver);
    await (await t.createCallerFor(driver)).drivers.applyTo({ id: job.id });
    expect(await waiting()).toEqual([]);
    const { id } = await firstApplication(driver);
    await t.callRest('POST', `/applicants/${id}/messages`, { token, body: { body: 'Can you talk today?' } });
    await send();
    expect(browser.received).toMatchObject([{ title: expect.stringContaining('Heron Freight') }]);
    expect(JSON.stringify(browser.received)).not.toContain('Can you talk');
  });

  test('gets nothing that the person no longer wants or may see', async () => {
    const { db } = t.services;
    const blocks: Record<string, () => Promise<unknown>> = {
      'read in the app': () => db.update(notifications).set({ readAt: new Date() }),
      'push is off': () =>
        t.callRest('PATCH', '/notifications/settings', { token, body: { kind: 'new_application', push: false } }),
      'the bell is off': () =>
        t.callRest('PATCH', '/notifications/settings', { token, body: { kind: 'new_application', bell: false } }),
      'signed out': async () =>
        db
          .update(sessions)
          .set({ endedAt: new Date() })
          .where(eq(sessions.id, await sessionOf(token))),
      'left the company': () => db.update(employees).set({ active: false }).where(eq(employees.userId, owner.id)),
      'the company was canceled': () => db.update(companies).set({ status: 'Cancelled' }).where(eq(companies.id, company.id)),
      locked: () => db.update(users).set({ status: 'Locked' }).where(eq(users.id, owner.id)),
      'a session without the company': () => db.update(sessions).set({ isPrivate: true }).where(eq(sessions.userId, owner.id)),
      'a session of another company’s provider': async () =>
        db
          .update(sessions)
          .set({ providerCompanyId: (await makeCompany(db)).id })
          .where(eq(sessions.userId, owner.id)),
    };
    for (const [reason, block] of Object.entries(blocks)) {
      company = await makeCompany(db);
      owner = await makeEmployee(db, company.id);
      job = await makeJob(db, company.id);
      token = await t.createToken(owner);
      const browser = pushServer.openBrowser();
      await add(browser);
      await apply();
      expect(await waiting(), reason).toHaveLength(1);
      await block();
      await send();
      expect(browser.received, reason).toEqual([]);
    }
    expect(await waiting()).toEqual([]);
  });

  test('in a session of the company’s provider gets nothing of the driver', async () => {
    const driver = await makeDriver(t.services.db);
    const driverToken = await t.createToken(driver);
    const browser = pushServer.openBrowser();
    await add(browser, driverToken);
    await (await t.createCallerFor(driver)).drivers.applyTo({ id: job.id });
    const { id } = await firstApplication(driver);
    await t.callRest('POST', `/applicants/${id}/messages`, { token, body: { body: 'Can you talk today?' } });
    await t.services.db
      .update(sessions)
      .set({ providerCompanyId: company.id })
      .where(eq(sessions.id, await sessionOf(driverToken)));
    expect(await waiting()).toHaveLength(1);
    await send();
    expect([browser.received, await waiting()]).toEqual([[], []]);
  });

  test('gets an applicant who came while the one before was being sent', async () => {
    await add(phone);
    await apply('Hana');
    const { push } = t.services;
    await sendPushes({
      ...t.services,
      push: {
        ...push,
        send: async (device, message) => {
          await apply('Marc');
          return push.send(device, message);
        },
      },
    });
    await send();
    expect(phone.received.map(({ title }) => /\d+/.exec(title)?.[0])).toEqual([undefined, '2']);
  });

  test('gets the language of the browser until the person chooses one', async () => {
    await t.callRest('POST', path, {
      token,
      body: { ...phone.subscription, public_key: t.services.keys.push.publicKey },
      headers: { 'accept-language': 'es' },
    });
    const titleIn = async (name: string) => {
      job = await makeJob(t.services.db, company.id);
      await apply(name);
      await send();
      return phone.received.at(-1)?.title;
    };
    const spanish = await titleIn('Hana');
    await t.services.db.update(users).set({ language: 'en' }).where(eq(users.id, owner.id));
    expect((await titleIn('Hana'))?.replace(job.title, '')).not.toBe(spanish?.replace(job.title, ''));
  });

  test('does not name an applicant who withdrew before it was sent', async () => {
    await add(phone);
    const driver = await apply();
    await (await t.createCallerFor(driver)).drivers.withdraw({ id: (await firstApplication(driver)).id });
    await send();
    expect(phone.received).toEqual([]);
  });
});

async function firstApplication({ id }: { id: string }) {
  const [application] = await t.services.db.select().from(applications).where(eq(applications.driverId, id));
  if (!application) throw new Error('The driver has no application');
  return application;
}

describe('a push service', () => {
  test('that says the device is gone ends the device', async () => {
    await add(phone);
    for (const [n, status] of [404, 410].entries()) {
      const browser = pushServer.openBrowser();
      browser.mode = status;
      await add(browser, await t.createToken(owner));
      await apply(`Driver${n}`);
      await send();
    }
    expect(phone.received).toHaveLength(2);
    const items = await list();
    expect(items).toHaveLength(1);
  });

  test('that refuses is asked again later, a few times', async () => {
    await add(phone);
    phone.mode = 403;
    await apply();
    let now = Date.now();
    for (const minutes of [1, 2, 4, 8, 16]) {
      expect(await send(new Date(now))).toBe(1);
      expect(await send(new Date(now + minutes * minuteMs - 1))).toBe(0);
      now += minutes * minuteMs;
    }
    expect(await send(new Date(now))).toBe(1);
    expect([await waiting(), phone.received]).toEqual([[], []]);
    expect(await t.services.db.select().from(notifications).where(eq(notifications.userId, owner.id))).toHaveLength(1);
  });

  test('that took a notification without saying so gets it again under the same topic and tag', async () => {
    await add(phone);
    phone.mode = 'lose';
    await apply();
    await send();
    phone.mode = 'ok';
    await send(new Date(Date.now() + minuteMs));
    expect(phone.received).toHaveLength(2);
    expect(phone.received[1]).toEqual(phone.received[0]);
  });

  test('gets each notification from one of several servers', async () => {
    await add(phone);
    for (let n = 0; n < 5; n += 1) {
      job = await makeJob(t.services.db, company.id);
      await apply();
    }
    await Promise.all([send(), send(), send()]);
    expect(phone.received).toHaveLength(5);
  });

  test('cannot send the server elsewhere', async () => {
    const other = pushServer.openBrowser();
    await add(phone);
    phone.mode = { location: other.subscription.endpoint };
    await apply();
    await send();
    expect([other.received, phone.received]).toEqual([[], []]);
    expect(await waiting()).toHaveLength(1);
  });

  test('whose server died while sending is asked again after the lease', async () => {
    await add(phone);
    await apply();
    await t.services.db.update(pushes).set({ attempts: 1, leaseUntil: sql`now() + interval '1 minute'` });
    expect(await send()).toBe(0);
    await t.services.db.update(pushes).set({ leaseUntil: sql`now()` });
    await send();
    expect(phone.received).toHaveLength(1);
  });
});

describe('turning on', () => {
  test('lists the devices of the person, and turns them off one by one', async () => {
    const first = await add(phone);
    expect(first.body.data).toMatchObject({
      public_key: t.services.keys.push.publicKey,
      items: [{ browser: expect.any(String), is_current: true }],
    });
    await openDevice(owner);
    const items = await list();
    expect(items.map((item) => item.is_current)).toEqual([false, true]);
    const colleagueToken = await t.createToken(colleague);
    const id = items[1]?.id;
    expect((await t.callRest('DELETE', `${path}/${id}`, { token: colleagueToken })).status).toBe(404);
    expect((await t.callRest('DELETE', `${path}/${id}`, { token })).body.data).toEqual({ id });
    expect((await t.callRest('DELETE', `${path}/${id}`, { token })).status).toBe(404);
    await apply();
    await send();
    expect(phone.received).toEqual([]);
  });

  test('is refused for addresses that are no push service, and for invalid keys', async () => {
    const { port } = new URL(phone.subscription.endpoint);
    const wrong = {
      endpoint: [
        'http://169.254.169.254/latest',
        'https://127.0.0.1.evil.example/x',
        `http://user:pass@127.0.0.1:${port}/x`,
        'https://fcm.googleapis.com/x',
        'no address',
      ],
      p256dh: ['A'.repeat(87), 'short'],
      auth: ['A', 'A'.repeat(200)],
      public_key: ['A'.repeat(87)],
    };
    for (const [field, values] of Object.entries(wrong))
      for (const value of values) {
        const { status, body } = await add(phone, token, { [field]: value });
        expect([status, body.errors?.[0]?.field], value).toEqual([422, field]);
      }
    expect(await t.services.db.select().from(pushDevices)).toEqual([]);
  });

  test('goes to the push services of the settings and their subdomains only, over https', () => {
    const settings = { pushServices: ['push.apple.com', 'fcm.googleapis.com'], mail: t.services.settings.mail };
    const { isAllowed } = openPushService(settings, t.services.keys);
    expect(isAllowed('https://web.push.apple.com/x')).toBe(true);
    expect(isAllowed('https://fcm.googleapis.com/fcm/send/x')).toBe(true);
    expect(isAllowed('http://fcm.googleapis.com/x')).toBe(false);
    expect(isAllowed('https://evilpush.apple.com.example/x')).toBe(false);
    expect(isAllowed('https://notfcm.googleapis.com/x')).toBe(false);
    for (const port of [22, 8443]) expect(isAllowed(`https://fcm.googleapis.com:${port}/x`)).toBe(false);
  });

  test('in a browser that another account used takes it from that account', async () => {
    await add(phone);
    const colleagueToken = await t.createToken(colleague);
    await t.services.db.update(employees).set({ active: false }).where(eq(employees.userId, colleague.id));
    await apply();
    await t.services.db.update(employees).set({ active: true }).where(eq(employees.userId, colleague.id));
    expect((await add(phone, colleagueToken)).status).toBe(200);
    await send();
    expect([await list(), phone.received]).toEqual([[], []]);
    await apply();
    await send();
    expect(phone.received).toHaveLength(1);
  });

  test('stays on after a new sign-in in the same browser, also with a new address, but only for the same person', async () => {
    await add(phone);
    const newToken = await t.createToken(owner);
    const { endpoint } = phone.subscription;
    expect((await add(phone, await t.createToken(colleague), { replaces: endpoint })).body.data).toMatchObject({ items: [] });
    expect((await add(phone, newToken, { replaces: endpoint })).body.data).toMatchObject({ items: [{ is_current: true }] });
    const renewed = pushServer.openBrowser();
    expect((await add(renewed, newToken, { replaces: endpoint })).status).toBe(200);
    expect(await list()).toHaveLength(1);
    await apply();
    await send();
    expect([phone.received.length, renewed.received.length]).toEqual([0, 1]);
  });

  test('stays on in the session that a person gets after confirming who they are', async () => {
    await add(phone);
    const account = { id: owner.id, roles: owner.roles, sessionVersion: 1 };
    const replaced = { sessionId: await sessionOf(token), account };
    const { accessToken } = await t.services.db.transaction((tx) => replaceSession(tx, t.services, replaced, new Date()));
    expect(await list(accessToken)).toMatchObject([{ is_current: true }]);
    await apply();
    await send();
    expect(phone.received).toHaveLength(1);
  });

  test('uses the previous key while it is accepted, and deletes devices of older keys', async () => {
    await add(phone);
    const laptop = await openDevice(owner);
    const laptopEndpoint = eq(pushDevices.endpoint, laptop.subscription.endpoint);
    await t.services.db.update(pushDevices).set({ keyId: 'unknown' }).where(laptopEndpoint);
    const { keys, settings } = t.services;
    const rotated = openKeys({ current: 'another-token-key-of-at-least-32-letters' }, settings.dataDir);
    await apply();
    await sendPushes({ ...t.services, push: openPushService(settings, { ...rotated, previous: keys }) });
    expect(phone.received).toMatchObject([{ key: keys.push.publicKey }]);
    expect(laptop.received).toEqual([]);
    expect(await t.services.db.select().from(pushDevices).where(laptopEndpoint)).toEqual([]);
  });

  test('keeps the twenty newest devices', async () => {
    for (let n = 0; n < 21; n += 1) await openDevice(owner);
    expect(await list()).toHaveLength(20);
  });
});
