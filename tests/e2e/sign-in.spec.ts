import type { Page } from '@playwright/test';
import { type DemoAccountName, demoPassword } from '#server/demo/vocabulary.ts';
import { en } from '#shared/texts/en.ts';
import { es } from '#shared/texts/es.ts';
import { fillLogin, fillSignUp, randomIpOptions, newPerson, registerDriver } from './people.ts';
import { expect, toUrlPattern, test } from './test.ts';

/** The landing page of each role (`docs/product/access.md#landing`). */
const landingPaths: Record<DemoAccountName, string> = {
  superadmin: '/admin/company-list',
  admin: '/admin/company-list',
  newsadmin: '/news',
  news: '/news',
  ads: '/ads/manage',
  internal: '/company/jobs',
  companyadmin: '/company/jobs',
  company: '/company/jobs',
  invoice: '/company/jobs',
  driver: '/members/home',
};

const getEmail = (name: DemoAccountName) => `${name}@demo.example`;
const signIn = (page: Page, name: DemoAccountName) => fillLogin(page, { email: getEmail(name), password: demoPassword });

test.describe('signing in', () => {
  for (const [name, path] of Object.entries(landingPaths) as [DemoAccountName, string][]) {
    test(`takes ${name} to ${path}`, async ({ page }) => {
      await page.goto('/login');
      await signIn(page, name);
      await expect(page).toHaveURL(toUrlPattern(path));
      await page.goto('/');
      await expect(page).toHaveURL(toUrlPattern(path));
    });
  }

  test('reports a wrong password and keeps the input', async ({ page }) => {
    const driver = newPerson();
    await registerDriver(page, driver);
    await page.context().clearCookies({ name: 'refreshToken' });
    await page.goto('/login');
    await fillLogin(page, { email: driver.email, password: 'Wrong#2026' });
    await expect(page.getByText(en.errors.wrongLogin).first()).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(driver.email);
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled();
    await fillLogin(page, driver);
    await expect(page).toHaveURL(toUrlPattern('/members/home'));
  });

  test('reports missing fields before sending', async ({ page }) => {
    await page.goto('/login');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText(en.errors.loginEmailRequired)).toBeVisible();
    await expect(page.getByText(en.errors.passwordRequired)).toBeVisible();
    await expect(page.getByLabel('Email')).toBeFocused();
    await page.getByLabel('Email').fill('not an address');
    await page.getByLabel('Password', { exact: true }).focus();
    await expect(page.getByText(en.errors.emailInvalid)).toBeVisible();
  });

  test('has two legacy URLs and one for admins', async ({ page }) => {
    await page.goto('/admin-login');
    await expect(page).toHaveURL(toUrlPattern('/login\\?role=admin'));
    await signIn(page, 'companyadmin');
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled();
    await expect(page.getByText(en.errors.wrongLogin).first()).toBeVisible();
    await page.goto('/company-login');
    await expect(page).toHaveURL(toUrlPattern('/login\\?role=employer'));
  });
});

test.describe('the sign-up’s email check', () => {
  test('asks an existing driver for the password and continues to the company form', async ({ newVisitor }) => {
    const page = await newVisitor(randomIpOptions());
    const driver = newPerson();
    await registerDriver(page, driver);
    await page.context().clearCookies({ name: 'refreshToken' });
    await page.goto('/signup');
    await page.getByLabel('Email').fill(driver.email);
    await page.getByRole('button', { name: "Let's Go" }).click();
    await expect(page).toHaveURL(toUrlPattern('/fast-login'));
    await expect(page.getByText('This email is already registered as a driver, enter your password')).toBeVisible();
    await expect(page.getByText(driver.email)).toBeVisible();
    await page.getByLabel('Password', { exact: true }).fill('Wrong#2026');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('aria-invalid', 'true');
    await page.getByLabel('Password', { exact: true }).fill(driver.password);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(toUrlPattern('/company-info'));
  });

  test('sends an existing employer to sign-in', async ({ newVisitor }) => {
    const page = await newVisitor(randomIpOptions());
    await page.goto('/signup');
    await page.getByLabel('Email').fill(getEmail('companyadmin'));
    await page.getByRole('button', { name: "Let's Go" }).click();
    await expect(page).toHaveURL(toUrlPattern('/login'));
    await expect(page.getByLabel('Email')).toHaveValue(getEmail('companyadmin'));
    await page.getByLabel('Password', { exact: true }).fill(demoPassword);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(toUrlPattern('/company/jobs'));
  });

  test('opens the form for a new email; an employer without a company stays on the company form', async ({ page }) => {
    await page.goto('/signup');
    await fillSignUp(page, newPerson());
    await expect(page).toHaveURL(toUrlPattern('/company-info'));
    await page.goto('/company/jobs');
    await expect(page).toHaveURL(toUrlPattern('/company-info'));
  });
});

test.describe('the route guard', () => {
  test('sends a visitor to sign-in and back to the deep link with its query', async ({ page }) => {
    await page.goto('/company/jobs?q=driver&size=25');
    await expect(page).toHaveURL(/\/login\?next=/);
    await signIn(page, 'companyadmin');
    await expect(page).toHaveURL(toUrlPattern('/company/jobs\\?q=driver&size=25'));
    await expect(page.getByLabel('Search jobs')).toHaveValue('driver');
  });

  test('never redirects to another site', async ({ page }) => {
    for (const next of ['https://evil.example/', '//evil.example/', '/\\evil.example/']) {
      await page.goto(`/login?next=${encodeURIComponent(next)}`);
      await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
    }
    await signIn(page, 'companyadmin');
    await expect(page).toHaveURL(toUrlPattern('/company/jobs'));
    for (const screen of ['login', 'signup']) {
      await page.goto(`/${screen}?next=${encodeURIComponent('https://evil.example/')}`);
      await expect(page).toHaveURL(toUrlPattern('/company/jobs'));
    }
  });

  test('sends people away from sections of other roles', async ({ page, signInAs }) => {
    await signInAs('driver');
    for (const path of ['/admin/company-list', '/company/jobs']) {
      await page.goto(path);
      await expect(page).toHaveURL(toUrlPattern('/members/home'));
    }
  });
});

test.describe('the end of a session', () => {
  test('in one tab signs out the other tab too', async ({ page, context, signInAs }) => {
    await signInAs('company');
    await page.goto('/company/jobs');
    const otherTab = await context.newPage();
    await otherTab.goto('/company/jobs');
    await expect(otherTab.getByRole('heading', { name: 'Posted Jobs' })).toBeVisible();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Log out' }).click();
    const confirmDialog = page.getByRole('dialog', { name: 'Are you sure you want to Logout?' });
    await confirmDialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(confirmDialog).toBeHidden();
    await page.getByRole('button', { name: 'Log out' }).click();
    await confirmDialog.getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL(toUrlPattern('/login'));
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
    await expect(otherTab).toHaveURL(/\/login/);
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
    await expect(page.getByText('Session expired')).toHaveCount(0);
  });

  test('on the server shows a notice once, and sign-in returns to the page', async ({ page, signInAs }) => {
    await signInAs('company');
    await page.goto('/company/jobs?size=25');
    await expect(page.getByRole('heading', { name: 'Posted Jobs' })).toBeVisible();
    const authorization = await page.evaluate(() => `Bearer ${localStorage.getItem('accessToken')}`);
    const logoutResponse = await page.request.post('/trpc/auth.logout', { headers: { authorization }, data: {} });
    expect(logoutResponse.status()).toBe(200);
    await page.reload();
    await expect(page).toHaveURL(/\/login\?next=/);
    await expect(page.getByText(en.ui.sessionExpired)).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
    await expect(page.getByText(en.ui.sessionExpired)).toHaveCount(0);
    await signIn(page, 'company');
    await expect(page).toHaveURL(toUrlPattern('/company/jobs\\?size=25'));
  });
});

test.describe('the terms dialog', () => {
  for (const { button, kept } of [
    { button: 'Accept', kept: 'true' },
    { button: 'Decline', kept: 'false' },
  ]) {
    test(`asks a first-time visitor and stores ${button} for a year`, async ({ page, context, checkAccessibility }) => {
      await context.clearCookies({ name: 'termsAccepted' });
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto('/login');
      const dialog = page.getByRole('dialog', { name: 'Terms of service' });
      await expect(dialog).toBeVisible();
      await checkAccessibility();
      await dialog.getByRole('button', { name: button }).click();
      await expect(dialog).toBeHidden();
      const cookie = (await context.cookies()).find(({ name }) => name === 'termsAccepted');
      expect(cookie?.value).toBe(kept);
      const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400;
      expect(Math.round(days)).toBe(365);
      await page.reload();
      await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled();
      await expect(dialog).toHaveCount(0);
    });
  }
});

test.describe('in Spanish', () => {
  test('the app uses the browser’s language, then the account’s setting', async ({ newVisitor, signInAs }) => {
    const page = await newVisitor({ locale: 'es-US' });
    await page.goto('/login');
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');
    await page.getByRole('button', { name: es.ui.signIn, exact: true }).click();
    await expect(page.getByText(es.errors.loginEmailRequired)).toBeVisible();

    await signInAs('companyadmin', page);
    await page.goto('/company/jobs');
    await expect(page.getByRole('heading', { name: es.common.postedJobs })).toBeVisible();
    await page.getByRole('button', { name: es.frames.accountMenuLabel.replace('{name}', '') }).click();
    await page.getByRole('menuitemradio', { name: 'English' }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(page.getByRole('heading', { name: en.common.postedJobs })).toBeVisible();

    const otherDevice = await newVisitor({ locale: 'es-US' });
    await signInAs('companyadmin', otherDevice);
    await otherDevice.goto('/company/jobs');
    await expect(otherDevice.locator('html')).toHaveAttribute('lang', 'en');
    await expect(otherDevice.getByRole('heading', { name: en.common.postedJobs })).toBeVisible();
  });
});
