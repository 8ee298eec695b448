import type { Page } from '@playwright/test';
import { type RunningServer, startServer } from '#tests/helpers/server.ts';
import { newPerson } from './people.ts';
import { baseAddress, expect, neighbours, test } from './test.ts';

/**
 * The server of setup.ts uses one provider as both Google and Apple. Facebook is not set up. Without a provider,
 * playwright.config.ts leaves this file out.
 */
const provider = process.env['E2E_PROVIDER'] ?? '';

test.beforeEach(() => void neighbours.add(provider));

const getButton = (page: Page, name: string) => page.getByRole('button', { name: `Continue with ${name}` });
const openLogin = (page: Page, query = '') => page.goto(`/login${query}`);

async function signInWith(page: Page, name: string, email: string): Promise<void> {
  await getButton(page, name).click();
  await page.getByLabel('Address').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('a provider that is not set up has no button, and no provider is called before its button is pressed', async ({
  page,
  checkAccessibility,
}) => {
  const requestOrigins: string[] = [];
  page.on('request', (request) => requestOrigins.push(new URL(request.url()).origin));
  await openLogin(page);
  await expect(getButton(page, 'Google')).toBeVisible();
  await expect(getButton(page, 'Apple')).toBeVisible();
  await expect(page.getByRole('button', { name: /Facebook/ })).toHaveCount(0);
  await checkAccessibility();
  expect(new Set(requestOrigins)).toEqual(new Set([baseAddress()]));
});

test('the buttons are hidden with the flag off and shown again with showSocialLogin=true', async ({ page }) => {
  await page.route(/\/login(\?.*)?$/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('name="flags" content=""', 'name="flags" content="-socialLogin"');
    await route.fulfill({ response, body });
  });
  await openLogin(page);
  // The buttons below the form load together, after it.
  await expect(getButton(page, 'SSO')).toBeVisible();
  await expect(page.getByRole('button', { name: /Continue with/ })).toHaveCount(1);
  await openLogin(page, '?showSocialLogin=true');
  await expect(getButton(page, 'Google')).toBeVisible();
});

for (const name of ['Google', 'Apple']) {
  test(`a new driver signs in with ${name} by keyboard, and the session survives a reload`, async ({ page }) => {
    const { email } = newPerson();
    await openLogin(page);
    await getButton(page, name).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Address').fill(email);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/members/home');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.reload();
    await expect(page).toHaveURL('/members/home');
    expect(await page.evaluate(() => sessionStorage.getItem('socialLogin'))).toBeNull();
    await page.goBack();
    await expect(page).not.toHaveURL(/id_token/);
  });
}

test('continues to the page that was requested before sign-in', async ({ page }) => {
  await openLogin(page, '?next=%2Fmembers%2Fsettings');
  await signInWith(page, 'Google', newPerson().email);
  await expect(page).toHaveURL(/\/members\/settings/);
});

test('canceling at the provider shows no error', async ({ page }) => {
  await openLogin(page, '?role=employer');
  await getButton(page, 'Google').click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL('/login?role=employer');
  await expect(getButton(page, 'Google')).toBeEnabled();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test("the sign-in page works after the browser's back button", async ({ page }) => {
  await openLogin(page);
  await getButton(page, 'Google').click();
  await expect(page.getByLabel('Address')).toBeVisible();
  await page.goBack();
  await expect(getButton(page, 'Google')).toBeEnabled();
  await signInWith(page, 'Google', newPerson().email);
  await expect(page).toHaveURL('/members/home');
});

test('an error appears in a toast and above the buttons', async ({ page, checkAccessibility }) => {
  await openLogin(page);
  await signInWith(page, 'Google', 'unverified@mail.example');
  await expect(page).toHaveURL('/login');
  await expect(page.getByText(/^Google hasn’t verified your email address/)).toHaveCount(2);
  await checkAccessibility();
  await signInWith(page, 'Google', newPerson().email);
  await expect(page).toHaveURL('/members/home');
});

test('a response that this tab did not request signs no one in', async ({ page }) => {
  await page.goto(`/login/social#id_token=a.b.c&state=another-tabs`);
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('We couldn’t confirm this sign-in. Start again from the sign-in page.')).toHaveCount(2);
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
});

test.describe('the demo without a real provider', () => {
  let demoServer: RunningServer;
  test.beforeAll(async () => {
    // The second server uses the same database, so it need not seed one. The embedded engine cannot be shared.
    const url = process.env['E2E_DATABASE_URL'];
    demoServer = await startServer({
      env: { NODE_ENV: 'test', DEMO: 'on', WORKER: 'off', ...(url ? { DATABASE_URL: url } : {}) },
    });
    neighbours.add(demoServer.url);
  });
  test.afterAll(() => demoServer.stop());

  for (const name of ['Facebook', 'Google', 'Apple'])
    test(`signs in a test user through ${name}`, async ({ page, checkAccessibility }) => {
      const { email, firstName, lastName } = newPerson();
      await page.goto(`${demoServer.url}/login`);
      await expect(page.getByText('Test sign-in: no real account is used.')).toBeVisible();
      await getButton(page, name).click();
      await expect(page.getByRole('heading', { level: 1, name: `Test sign-in with ${name}` })).toBeVisible();
      await checkAccessibility();
      await page.getByLabel('First name').fill(firstName);
      await page.getByLabel('Last name').fill(lastName);
      await page.getByLabel('Email', { exact: true }).fill(email);
      await page.getByRole('button', { name: 'Continue', exact: true }).click();
      await expect(page).toHaveURL(`${demoServer.url}/members/home`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    });

  test('returns to sign-in after a cancel, then signs a sample user in', async ({ page }) => {
    await page.goto(`${demoServer.url}/login`);
    await getButton(page, 'Google').click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page).toHaveURL(`${demoServer.url}/login`);
    await getButton(page, 'Google').click();
    await page.getByRole('button', { name: /^Rosa Delgado/ }).click();
    await expect(page).toHaveURL(`${demoServer.url}/members/home`);
  });
});
