import type { Page } from '@playwright/test';
import { type DemoAccountName, demoPassword } from '#server/demo/vocabulary.ts';
import { en } from '#shared/texts/en.ts';
import { es } from '#shared/texts/es.ts';
import { fillLogin, fillSignUp, fromOwnAddress, newPerson, registerDriver } from './people.ts';
import { expect, pathOf, test } from './test.ts';

/** The landing page of each role (`docs/product/access.md#landing`). */
const landings: Record<DemoAccountName, string> = {
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

const emailOf = (name: DemoAccountName) => `${name}@demo.example`;
const signIn = (page: Page, name: DemoAccountName) => fillLogin(page, { email: emailOf(name), password: demoPassword });

test.describe('signing in', () => {
  for (const [name, path] of Object.entries(landings) as [DemoAccountName, string][]) {
    test(`leads ${name} to ${path}`, async ({ page }) => {
      await page.goto('/login');
      await signIn(page, name);
      await expect(page).toHaveURL(pathOf(path));
      await page.goto('/');
      await expect(page).toHaveURL(pathOf(path));
    });
  }

  test('tells a wrong password and keeps what was typed', async ({ page }) => {
    const driver = newPerson();
    await registerDriver(page, driver);
    await page.context().clearCookies({ name: 'refreshToken' });
    await page.goto('/login');
    await fillLogin(page, { email: driver.email, password: 'Wrong#2026' });
    await expect(page.getByText(en.errors.wrongLogin).first()).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(driver.email);
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled();
    await fillLogin(page, driver);
    await expect(page).toHaveURL(pathOf('/members/home'));
  });

  test('says what is missing before anything is sent', async ({ page }) => {
    await page.goto('/login');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText(en.errors.loginEmailRequired)).toBeVisible();
    await expect(page.getByText(en.errors.passwordRequired)).toBeVisible();
    await expect(page.getByLabel('Email')).toBeFocused();
    await page.getByLabel('Email').fill('not an address');
    await page.getByLabel('Password', { exact: true }).focus();
    await expect(page.getByText(en.errors.emailInvalid)).toBeVisible();
  });

  test('has two older addresses, and one for admins', async ({ page }) => {
    await page.goto('/admin-login');
    await expect(page).toHaveURL(pathOf('/login\\?role=admin'));
    await signIn(page, 'companyadmin');
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled();
    await expect(page.getByText(en.errors.wrongLogin).first()).toBeVisible();
    await page.goto('/company-login');
    await expect(page).toHaveURL(pathOf('/login\\?role=employer'));
  });
});

test.describe('the email check of the sign-up', () => {
  test('leads an existing driver through the password to a company', async ({ newVisitor }) => {
    const page = await newVisitor(fromOwnAddress());
    const driver = newPerson();
    await registerDriver(page, driver);
    await page.context().clearCookies({ name: 'refreshToken' });
    await page.goto('/signup');
    await page.getByLabel('Email').fill(driver.email);
    await page.getByRole('button', { name: "Let's Go" }).click();
    await expect(page).toHaveURL(pathOf('/fast-login'));
    await expect(page.getByText('This email is already registered as a driver, enter your password')).toBeVisible();
    await expect(page.getByText(driver.email)).toBeVisible();
    await page.getByLabel('Password', { exact: true }).fill('Wrong#2026');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('aria-invalid', 'true');
    await page.getByLabel('Password', { exact: true }).fill(driver.password);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(pathOf('/company-info'));
  });

  test('leads an existing employer to the log-in', async ({ newVisitor }) => {
    const page = await newVisitor(fromOwnAddress());
    await page.goto('/signup');
    await page.getByLabel('Email').fill(emailOf('companyadmin'));
    await page.getByRole('button', { name: "Let's Go" }).click();
    await expect(page).toHaveURL(pathOf('/login'));
    await expect(page.getByLabel('Email')).toHaveValue(emailOf('companyadmin'));
    await page.getByLabel('Password', { exact: true }).fill(demoPassword);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(pathOf('/company/jobs'));
  });

  test('opens the form for a new address; an employer without a company stays there until there is one', async ({ page }) => {
    await page.goto('/signup');
    await fillSignUp(page, newPerson());
    await expect(page).toHaveURL(pathOf('/company-info'));
    await page.goto('/company/jobs');
    await expect(page).toHaveURL(pathOf('/company-info'));
  });
});

test.describe('the guard', () => {
  test('sends a visitor to the log-in and back to the deep link with its query', async ({ page }) => {
    await page.goto('/company/jobs?q=driver&size=25');
    await expect(page).toHaveURL(/\/login\?next=/);
    await signIn(page, 'companyadmin');
    await expect(page).toHaveURL(pathOf('/company/jobs\\?q=driver&size=25'));
    await expect(page.getByLabel('Search jobs')).toHaveValue('driver');
  });

  test('never follows a URL of another site', async ({ page }) => {
    for (const next of ['https://evil.example/', '//evil.example/', '/\\evil.example/']) {
      await page.goto(`/login?next=${encodeURIComponent(next)}`);
      await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
    }
    await signIn(page, 'companyadmin');
    await expect(page).toHaveURL(pathOf('/company/jobs'));
    for (const screen of ['login', 'signup']) {
      await page.goto(`/${screen}?next=${encodeURIComponent('https://evil.example/')}`);
      await expect(page).toHaveURL(pathOf('/company/jobs'));
    }
  });

  test('sends everybody out of the sections of others', async ({ page, signInAs }) => {
    await signInAs('driver');
    for (const path of ['/admin/company-list', '/company/jobs']) {
      await page.goto(path);
      await expect(page).toHaveURL(pathOf('/members/home'));
    }
  });
});

test.describe('the end of a session', () => {
  test('asked for in one tab is followed by the other', async ({ page, context, signInAs }) => {
    await signInAs('company');
    await page.goto('/company/jobs');
    const other = await context.newPage();
    await other.goto('/company/jobs');
    await expect(other.getByRole('heading', { name: 'Posted Jobs' })).toBeVisible();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Log out' }).click();
    const question = page.getByRole('dialog', { name: 'Are you sure you want to Logout?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toBeHidden();
    await page.getByRole('button', { name: 'Log out' }).click();
    await question.getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL(pathOf('/login'));
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
    await expect(other).toHaveURL(/\/login/);
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
    await expect(page.getByText('Session expired')).toHaveCount(0);
  });

  test('by the server is said once, and the log-in leads back', async ({ page, signInAs }) => {
    await signInAs('company');
    await page.goto('/company/jobs?size=25');
    await expect(page.getByRole('heading', { name: 'Posted Jobs' })).toBeVisible();
    const authorization = await page.evaluate(() => `Bearer ${localStorage.getItem('accessToken')}`);
    const ended = await page.request.post('/trpc/auth.logout', { headers: { authorization }, data: {} });
    expect(ended.status()).toBe(200);
    await page.reload();
    await expect(page).toHaveURL(/\/login\?next=/);
    await expect(page.getByText(en.ui.sessionExpired)).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
    await expect(page.getByText(en.ui.sessionExpired)).toHaveCount(0);
    await signIn(page, 'company');
    await expect(page).toHaveURL(pathOf('/company/jobs\\?size=25'));
  });
});

test.describe('the terms dialog', () => {
  for (const { button, kept } of [
    { button: 'Accept', kept: 'true' },
    { button: 'Decline', kept: 'false' },
  ]) {
    test(`asks a first visitor; ${button} is kept for a year`, async ({ page, context, checkAccessibility }) => {
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
  test('the app follows the browser’s language, then the choice of the account', async ({ newVisitor, signInAs }) => {
    const page = await newVisitor({ locale: 'es-US' });
    await page.goto('/login');
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');
    await page.getByRole('button', { name: es.signIn.signIn, exact: true }).click();
    await expect(page.getByText(es.errors.loginEmailRequired)).toBeVisible();

    await signInAs('companyadmin', page);
    await page.goto('/company/jobs');
    await expect(page.getByRole('heading', { name: es.jobs.postedJobs })).toBeVisible();
    await page.getByRole('button', { name: es.frames.accountOfName.replace('{name}', '') }).click();
    await page.getByRole('menuitemradio', { name: 'English' }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(page.getByRole('heading', { name: en.jobs.postedJobs })).toBeVisible();

    const elsewhere = await newVisitor({ locale: 'es-US' });
    await signInAs('companyadmin', elsewhere);
    await elsewhere.goto('/company/jobs');
    await expect(elsewhere.locator('html')).toHaveAttribute('lang', 'en');
    await expect(elsewhere.getByRole('heading', { name: en.jobs.postedJobs })).toBeVisible();
  });
});
