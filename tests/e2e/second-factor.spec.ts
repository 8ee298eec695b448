import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { demoPassword } from '#server/demo/vocabulary.ts';
import { freePort, type RunningServer, startServer } from '#tests/helpers/server.ts';
import { requireConfirmation } from './interception.ts';
import { expect, expectAccessible, neighbours, termsCookie, test } from './test.ts';

/** A server that requires second factors. It has a host name, because passkeys do not work on an IP address. */
let server: RunningServer;
let serverUrl = '';

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  const port = await freePort();
  serverUrl = `http://localhost:${port}`;
  neighbours.add(serverUrl);
  server = await startServer({ port, env: { DEMO: 'on', REQUIRE_SECOND_FACTOR: 'on', PUBLIC_URL: serverUrl } });
});
test.afterAll(() => server.stop());

async function signIn(page: Page, name: string, role = 'admin') {
  await page.context().addCookies([{ ...termsCookie(), url: serverUrl }]);
  await page.goto(`${serverUrl}/login?role=${role}`);
  await page.getByLabel('Email').fill(`${name}@demo.example`);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

const codeField = (page: Page) => page.getByRole('textbox', { name: '6-digit code' });

/** Adds the authenticator app whose key the screen shows, and returns the key. */
async function addDisplayedApp(page: Page, expectAdded: () => Promise<void>): Promise<string> {
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '');
  // The previous code is still valid unless a new time step begins before it is sent. In that case, the loop tries again.
  await expect(async () => {
    await codeField(page).fill(new TOTP({ secret }).generate({ timestamp: Date.now() - 30_000 }));
    await page.getByRole('button', { name: 'Add app' }).click();
    await expectAdded();
  }).toPass({ timeout: 90_000 });
  return secret;
}

/** Sets up an authenticator app on the screen that asks for it. */
async function setUpApp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.getByRole('button', { name: 'Use an authenticator app' }).click();
  const secret = await addDisplayedApp(page, () =>
    expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible({ timeout: 20_000 }),
  );
  const codes = await page.getByRole('listitem').allInnerTexts();
  const clippedCodeCount = await page
    .locator('li code')
    .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length);
  expect([codes.length, clippedCodeCount]).toEqual([10, 0]);
  await page.getByRole('button', { name: 'I saved the codes' }).click();
  return { secret, codes };
}

test('an administrator sets up an app, signs in with it, and is reset by another administrator after losing the phone', async ({
  newVisitor,
}) => {
  const page = await newVisitor();
  await signIn(page, 'admin');
  await expect(page.getByRole('heading', { name: 'Set up two-step verification' })).toBeVisible();
  await page.goto(`${serverUrl}/admin/company-list`);
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

  const recoveryPage = await newVisitor();
  await signIn(recoveryPage, 'admin');
  await recoveryPage.getByRole('button', { name: 'Use a recovery code' }).click();
  await recoveryPage.getByRole('textbox', { name: 'Recovery code' }).fill(codes[0] ?? '');
  await recoveryPage.getByRole('button', { name: 'Verify' }).click();
  await expect(recoveryPage).toHaveURL(/company-list/);
  await recoveryPage.goto(`${serverUrl}/account/security`);
  await expect(recoveryPage.getByText('9 codes left')).toBeVisible();
  await expectAccessible(recoveryPage);

  const lockedOutPage = await newVisitor();
  await signIn(lockedOutPage, 'admin');
  await expect(lockedOutPage.getByText(/Lost your phone and your recovery codes\? Ask your administrator/)).toBeVisible();

  const superAdminPage = await newVisitor();
  await signIn(superAdminPage, 'superadmin');
  await setUpApp(superAdminPage);
  await superAdminPage.goto(`${serverUrl}/admin/user-management/admins`);
  const row = superAdminPage
    .getByRole('row')
    .filter({ hasText: 'admin@demo.example' })
    .filter({ hasNotText: /superadmin|newsadmin/ });
  await row.getByRole('button', { name: /Actions/ }).click();
  await superAdminPage.getByRole('menuitem', { name: 'Reset two-step verification' }).click();
  await expect(
    superAdminPage.getByText(/lost their phone and recovery codes. First make sure that it’s really them/),
  ).toBeVisible();
  await superAdminPage.getByRole('button', { name: 'Reset two-step verification' }).click();
  await expect(superAdminPage.getByText(/Two-step verification for .* was reset/)).toBeVisible();
  const resetPage = await newVisitor();
  await signIn(resetPage, 'admin');
  await expect(resetPage.getByRole('heading', { name: 'Set up two-step verification' })).toBeVisible();
  await setUpApp(resetPage);
  await expect(resetPage).toHaveURL(/company-list/);
});

test('a company user without a second factor adds one, moves it to a new phone, and uses a recovery code after losing it', async ({
  newVisitor,
}) => {
  const signInWithCode = async (code?: string) => {
    const visitor = await newVisitor();
    await signIn(visitor, 'company', 'employer');
    if (code === undefined) return visitor;
    await codeField(visitor).fill(code);
    await visitor.getByRole('button', { name: 'Verify' }).click();
    return visitor;
  };
  const addPhone = async (page: Page, name: string, expectAdded: () => Promise<void>) => {
    await page.getByRole('button', { name: 'Add an authenticator app' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    return addDisplayedApp(page, expectAdded);
  };
  const removeMethod = async (page: Page, name: string) => {
    await page.getByRole('button', { name: `Remove “${name}”` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText(`“${name}” was removed`)).toBeVisible();
  };

  const page = await signInWithCode();
  await expect(page).toHaveURL(/company\/jobs/);
  await page.goto(`${serverUrl}/account/security`);
  await expect(page.getByText('No methods yet. Add an authenticator app or a passkey.')).toBeVisible();
  const codesDialog = page.getByRole('dialog', { name: 'Save your recovery codes' });
  const oldSecret = await addPhone(page, 'Old phone', () => expect(codesDialog).toBeVisible({ timeout: 20_000 }));
  const [recoveryCode = ''] = await codesDialog.getByRole('listitem').allInnerTexts();
  await page.getByRole('button', { name: 'I saved the codes' }).click();

  const oldPhonePage = await signInWithCode(new TOTP({ secret: oldSecret }).generate());
  await expect(oldPhonePage).toHaveURL(/company\/jobs/);
  await oldPhonePage.goto(`${serverUrl}/account/security`);
  const methods = oldPhonePage.getByRole('list', { name: 'Two-step verification' });
  const newSecret = await addPhone(oldPhonePage, 'New phone', () =>
    expect(methods.getByText('New phone')).toBeVisible({ timeout: 20_000 }),
  );
  await removeMethod(oldPhonePage, 'Old phone');

  const nextStepTime = Date.now() + 30_000;
  const newPhonePage = await signInWithCode(new TOTP({ secret: oldSecret }).generate({ timestamp: nextStepTime }));
  await expect(newPhonePage.getByText('This code is wrong, has expired or was already used')).toBeVisible();
  await codeField(newPhonePage).fill(new TOTP({ secret: newSecret }).generate());
  await newPhonePage.getByRole('button', { name: 'Verify' }).click();
  await expect(newPhonePage).toHaveURL(/company\/jobs/);

  const noPhonePage = await signInWithCode();
  await noPhonePage.getByRole('button', { name: 'Use a recovery code' }).click();
  await noPhonePage.getByRole('textbox', { name: 'Recovery code' }).fill(recoveryCode);
  await noPhonePage.getByRole('button', { name: 'Verify' }).click();
  await expect(noPhonePage).toHaveURL(/company\/jobs/);
  await noPhonePage.goto(`${serverUrl}/account/security`);
  await expect(noPhonePage.getByText('9 codes left')).toBeVisible();
  await removeMethod(noPhonePage, 'New phone');
  await expect(await signInWithCode()).toHaveURL(/company\/jobs/);
});

test('a driver adds a passkey and signs in with only the passkey', async ({ newVisitor }) => {
  const page = await newVisitor();
  const cdpSession = await page.context().newCDPSession(page);
  await cdpSession.send('WebAuthn.enable');
  await cdpSession.send('WebAuthn.addVirtualAuthenticator', {
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
  await page.goto(`${serverUrl}/account/security`);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('My laptop');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'I saved the codes' }).click();
  await expect(page.getByText('My laptop')).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${serverUrl}/login`);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page).toHaveURL(/members/);
});

test('an old session asks to confirm the identity before a change, and then completes the change', async ({ newVisitor }) => {
  const page = await newVisitor();
  await signIn(page, 'companyadmin', 'employer');
  await expect(page).toHaveURL(/company\/jobs/);
  await page.goto(`${serverUrl}/account/security`);
  await requireConfirmation(page, 'factors.startTotp');
  await page.getByRole('button', { name: 'Add an authenticator app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it’s you' });
  await dialog.getByLabel('Password', { exact: true }).fill(demoPassword);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Can’t scan it?')).toBeVisible();
});
