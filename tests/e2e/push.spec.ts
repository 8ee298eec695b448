import type { Page } from '@playwright/test';
import { startPushServer, type TestBrowser } from '#tests/helpers/push-server.ts';
import { postJob } from './jobs.ts';
import { applyToJob } from './people.ts';
import { baseAddress, expect, test } from './test.ts';

/**
 * Lets the browser subscribe at the test's push service, because its own is in the internet, and allows notifications, which a
 * browser without a screen refuses. The service worker is the browser's own.
 */
async function subscribeAt(page: Page, { endpoint, p256dh: publicKey, auth }: TestBrowser['subscription']) {
  await page.addInitScript(
    ([address, p256dh, secret]) => {
      /** The key with which the browser subscribed, in a cookie, because it outlives pages and sessions. */
      const read = () => /push=([\w-]+)/.exec(document.cookie)?.[1];
      const toBytes = (key: string) =>
        Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.codePointAt(0) ?? 0);
      const subscription = (key: string) => ({
        endpoint: address,
        options: { applicationServerKey: toBytes(key).buffer },
        toJSON: () => ({ endpoint: address, keys: { p256dh, auth: secret } }),
        unsubscribe: async () => {
          document.cookie = 'push=; path=/; max-age=0';
          return true;
        },
      });
      const fake = {
        getSubscription: async () => {
          const key = read();
          return key ? subscription(key) : null;
        },
        subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
          document.cookie = `push=${applicationServerKey}; path=/`;
          return subscription(applicationServerKey);
        },
      };
      Object.assign(PushManager.prototype, fake);
      Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
      Notification.requestPermission = async () => 'granted';
      ServiceWorkerRegistration.prototype.showNotification = async (title) => {
        document.documentElement.dataset['notification'] = title;
      };
    },
    [endpoint, publicKey, auth],
  );
}

/** Delivers to the service worker what the push service got, and returns the notification that it shows. */
async function deliver(page: Page, message: object) {
  const [worker] = page.context().serviceWorkers();
  await worker?.evaluate(() => {
    ServiceWorkerRegistration.prototype.showNotification = async (title, options) =>
      void Object.assign(globalThis, { shown: { title, body: options?.body, tag: options?.tag } });
  });
  const client = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    client.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => first && resolve(first.registrationId));
  });
  await client.send('ServiceWorker.enable');
  const data = JSON.stringify(message);
  await client.send('ServiceWorker.deliverPushMessage', { origin: baseAddress(), registrationId: await registered, data });
  const shown = () => worker?.evaluate(() => (globalThis as unknown as { shown?: object }).shown);
  await expect.poll(shown).toBeTruthy();
  return shown();
}

test('a recruiter turns on push notifications, gets a new applicant, and stays on after a new sign-in', async ({
  page,
  newVisitor,
  signInAs,
  checkAccessibility,
}) => {
  const pushServer = await startPushServer();
  const device = pushServer.openBrowser();
  await subscribeAt(page, device.subscription);
  await signInAs('invoice');
  const section = page.getByRole('region', { name: 'Push notifications' });
  const thisDevice = section.getByRole('switch', { name: 'Push notifications on this device' });

  await test.step('the switch turns them on, and a first one shows that they arrive', async () => {
    await page.goto('/company/settings/notifications');
    await expect(thisDevice).not.toBeChecked();
    await thisDevice.click({ force: true });
    await expect(thisDevice).toBeChecked();
    await expect(page.locator('html')).toHaveAttribute('data-notification', /./);
    await checkAccessibility();
  });

  const driver = await newVisitor();
  const title = `Push ${Date.now().toString(36)}`;
  const jobId = await postJob(page, title);
  /** Other tests have applicants of the same company. */
  const received = () => device.received.filter(({ path }) => path.includes(jobId));
  await test.step('a new applicant reaches the device, and opening it marks it as read', async () => {
    await applyToJob(driver, jobId, { firstName: 'Ada', lastName: 'Pusher' });
    await expect.poll(received).toHaveLength(1);
    const [message] = received();
    expect(await deliver(page, message ?? {})).toEqual({ title: message?.title, body: message?.body, tag: message?.tag });
    const markedAsRead = page.waitForResponse((response) => response.url().includes('notifications.markRead') && response.ok());
    await page.goto(message?.path ?? '');
    await expect(page.getByRole('dialog').getByRole('heading', { name: 'Ada Pusher' })).toBeVisible();
    await markedAsRead;
    await page.goto('/company/notifications');
    await expect(page.getByRole('link', { name: `Ada Pusher applied for ${title}` })).toBeVisible();
    await expect(page.getByRole('link', { name: new RegExp(`Unread: ?Ada Pusher applied for ${title}`) })).toHaveCount(0);
  });

  await test.step('a new sign-in in this browser keeps them on', async () => {
    await signInAs('invoice');
    await page.goto('/company/jobs');
    await expect(page.getByRole('button', { name: /^Notifications/ })).toBeVisible();
    await page.goto('/company/settings/notifications');
    await expect(thisDevice).toBeChecked();
  });

  await test.step('a kind is turned off, and the device', async () => {
    const applicants = page.getByRole('region', { name: 'Applicants' });
    const bell = applicants.getByRole('switch', { name: 'In-app notifications: Mentions' });
    const push = applicants.getByRole('switch', { name: 'Push notifications: Mentions' });
    await push.click({ force: true });
    await expect(push).not.toBeChecked();
    await expect(applicants.getByText('Saved', { exact: true })).toBeVisible();
    await push.click({ force: true });
    await expect(push).toBeChecked();
    await expect(bell).toBeEnabled();
    await bell.click({ force: true });
    await expect(push).not.toBeChecked();
    await expect(push).toBeDisabled();
    await expect(bell).toBeEnabled();
    await bell.click({ force: true });
    await expect(push).toBeChecked();
    await thisDevice.click({ force: true });
    await expect(thisDevice).not.toBeChecked();
    await expect(section.getByRole('alert')).toHaveCount(0);
    await page.reload();
    await expect(thisDevice).not.toBeChecked();
  });
  pushServer.close();
});

test('a browser that blocks notifications is told what to do', async ({ page, signInAs }) => {
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }));
  await signInAs('driver');
  await page.goto('/members/settings/notifications');
  const section = page.getByRole('region', { name: 'Push notifications' });
  await expect(section.getByText(/are blocked in your browser/)).toBeVisible();
  await expect(section.getByRole('switch')).toHaveCount(0);
});
