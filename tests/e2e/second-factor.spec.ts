import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { demoPassword } from '#server/demo/vocabulary.ts';
import { freePort, type RunningServer, startServer } from '#tests/helpers/server.ts';
import { expect, expectAccessible, neighbours, termsCookie, test } from './test.ts';

/** A server that requires second factors, at a name: passkeys do not work on an IP address. */
let server: RunningServer;
let address = '';

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  const port = await freePort();
  address = `http://localhost:${port}`;
  neighbours.add(address);
  server = await startServer({ port, env: { DEMO: 'on', REQUIRE_SECOND_FACTOR: 'on', PUBLIC_URL: address } });
});
test.afterAll(() => server.stop());

async function signIn(page: Page, name: string, role = 'admin') {
  await page.context().addCookies([{ ...termsCookie(), url: address }]);
  await page.goto(`${address}/login?role=${role}`);
  await page.getByLabel('Email').fill(`${name}@demo.example`);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

const codeField = (page: Page) => page.getByRole('textbox', { name: '6-digit code' });

/** Sets up an authenticator app on the screen that asks for it. */
async function setUpApp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.getByRole('button', { name: 'With an authenticator app' }).click();
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '');
  // The code of the step before, which expires if a new step begins meanwhile.
  await expect(async () => {
    await codeField(page).fill(new TOTP({ secret }).generate({ timestamp: Date.now() - 30_000 }));
    await page.getByRole('button', { name: 'Add app' }).click();
    await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 30_000 });
  const codes = await page.getByRole('listitem').allInnerTexts();
  const cutOff = await page
    .locator('li code')
    .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length);
  expect([codes.length, cutOff]).toEqual([10, 0]);
  await page.getByRole('button', { name: 'I saved the codes' }).click();
  return { secret, codes };
}

test('an administrator sets up an app, signs in with it, loses the phone, and is let in by another one', async ({
  newVisitor,
}) => {
  const page = await newVisitor();
  await signIn(page, 'admin');
  await expect(page.getByRole('heading', { name: 'Set up two-step verification' })).toBeVisible();
  await page.goto(`${address}/admin/company-list`);
  await expect(page).toHaveURL(/two-step-setup/);
  await expectAccessible(page);
  const { secret, codes } = await setUpApp(page);
  await expect(page).toHaveURL(/company-list/);

  const phone = await newVisitor();
  await signIn(phone, 'admin');
  await expectAccessible(phone);
  await codeField(phone).fill('000000');
  await phone.getByRole('button', { name: 'Verify' }).click();
  await expect(phone.getByText('This code is wrong, has expired or was already used')).toBeVisible();
  await codeField(phone).fill(new TOTP({ secret }).generate());
  await phone.getByRole('button', { name: 'Verify' }).click();
  await expect(phone).toHaveURL(/company-list/);

  const lost = await newVisitor();
  await signIn(lost, 'admin');
  await lost.getByRole('button', { name: 'Use a recovery code' }).click();
  await lost.getByRole('textbox', { name: 'Recovery code' }).fill(codes[0] ?? '');
  await lost.getByRole('button', { name: 'Verify' }).click();
  await expect(lost).toHaveURL(/company-list/);
  await lost.goto(`${address}/account/security`);
  await expect(lost.getByText('9 codes left')).toBeVisible();
  await expectAccessible(lost);

  const boss = await newVisitor();
  await signIn(boss, 'superadmin');
  await setUpApp(boss);
  await boss.goto(`${address}/admin/user-management/admins`);
  const row = boss
    .getByRole('row')
    .filter({ hasText: 'admin@demo.example' })
    .filter({ hasNotText: /superadmin|newsadmin/ });
  await row.getByRole('button', { name: /Actions/ }).click();
  await boss.getByRole('menuitem', { name: 'Reset two-step verification' }).click();
  await boss.getByRole('button', { name: 'Reset two-step verification' }).click();
  await expect(boss.getByText(/Two-step verification for .* was reset/)).toBeVisible();
  const again = await newVisitor();
  await signIn(again, 'admin');
  await expect(again.getByRole('heading', { name: 'Set up two-step verification' })).toBeVisible();
});

test('a driver adds a passkey and signs in with it alone', async ({ newVisitor }) => {
  const page = await newVisitor();
  const devices = await page.context().newCDPSession(page);
  await devices.send('WebAuthn.enable');
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await signIn(page, 'driver', 'employer');
  await expect(page).toHaveURL(/members/);
  await page.goto(`${address}/account/security`);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('My laptop');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'I saved the codes' }).click();
  await expect(page.getByText('My laptop')).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${address}/login`);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page).toHaveURL(/members/);
});

test('an old session is asked who is there before a change, and the change goes on', async ({ newVisitor }) => {
  const page = await newVisitor();
  await signIn(page, 'companyadmin', 'employer');
  await expect(page).toHaveURL(/company\/jobs/);
  await page.goto(`${address}/account/security`);
  // The call that would need ten minutes of waiting answers as it does then, once.
  await page.route(
    /factors\.startTotp/,
    async (route) => {
      const error = {
        message: 'Confirm that it’s you to continue',
        code: -32_003,
        data: { httpStatus: 403, code: 'step_up_required' },
      };
      await route.fulfill({ status: 403, contentType: 'application/json', body: JSON.stringify([{ error }]) });
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Add an authenticator app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it’s you' });
  await dialog.getByLabel('Password', { exact: true }).fill(demoPassword);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Can’t scan it?')).toBeVisible();
});
