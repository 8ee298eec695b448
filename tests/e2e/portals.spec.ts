import type { Browser, Page } from '@playwright/test';
import type { DemoAccountName } from '#server/demo/vocabulary.ts';
import { largeLogo, smallLogo } from '#shared/companies/logo.ts';
import { en } from '#shared/texts/en.ts';
import { fileOfScreen } from './built-files.ts';
import { intercept } from './interception.ts';
import { baseAddress, expect, toUrlPattern, test } from './test.ts';

const phone = { width: 390, height: 844 };
const getSidebar = (page: Page) => page.getByRole('navigation', { name: 'Main', exact: true });

/** Reads the entries of the sidebar in order, without the start page, the toggle and the numbers of unread messages. */
async function readEntries(page: Page): Promise<string[]> {
  const entries = getSidebar(page).getByRole('link').or(getSidebar(page).getByRole('button'));
  await expect(getSidebar(page).getByRole('button', { name: 'Log out' })).toBeVisible();
  const names = await entries.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? one.textContent));
  return names
    .filter((name): name is string => name !== null && !/start page|sidebar$/.test(name))
    .map((name) => name.replace(/\d+ unread$/, ''));
}

test.describe('the sidebar', () => {
  const companyEntries = [
    'Create New Job',
    'Posted Jobs',
    'Applicants',
    'Messages',
    'Interviews',
    'Follow-ups',
    'Reports',
    'Recommend',
  ];
  const employerEntries = [...companyEntries, 'Settings', 'Log out'];
  const adminEntries = ['Company List', 'User Management', 'Invoices', 'Messages', 'Audit', 'Security events', 'Log out'];
  const driverEntries = [
    'Home',
    'Jobs',
    'Saved',
    'Saved searches',
    'Applications',
    'Messages',
    'News',
    'Profile',
    'Recommend',
    'Settings',
    'Log out',
  ];
  const sections: { viewer: DemoAccountName; path: string; expectedEntries: string[] }[] = [
    { viewer: 'superadmin', path: '/admin/company-list', expectedEntries: adminEntries },
    { viewer: 'companyadmin', path: '/company/jobs', expectedEntries: employerEntries },
    { viewer: 'company', path: '/company/jobs', expectedEntries: employerEntries },
    { viewer: 'internal', path: '/company/jobs', expectedEntries: [...companyEntries, 'Log out'] },
    { viewer: 'news', path: '/news', expectedEntries: ['News Channels', 'Manage Channels', 'Log out'] },
    { viewer: 'ads', path: '/ads/manage', expectedEntries: ['Manage Ads', 'Settings', 'Log out'] },
    { viewer: 'driver', path: '/members/home', expectedEntries: driverEntries },
    { viewer: 'internal', path: '/members/home', expectedEntries: ['Home', 'Jobs', 'Recommend', 'Settings', 'Log out'] },
  ];
  for (const { viewer, path, expectedEntries } of sections) {
    test(`lists the pages of ${path} for ${viewer}`, async ({ page, signInAs }) => {
      await signInAs(viewer);
      await page.goto(path);
      expect(await readEntries(page)).toEqual(expectedEntries);
    });
  }

  test('is 16rem wide, 5.5rem when collapsed (also after a reload), and a drawer below 768 pixels', async ({
    page,
    signInAs,
  }) => {
    await signInAs('company');
    await page.goto('/company/jobs');
    const measureWidth = async () => (await getSidebar(page).boundingBox())?.width;
    await expect.poll(measureWidth).toBe(256);
    await page.getByRole('button', { name: 'Collapse sidebar' }).click();
    await expect.poll(measureWidth).toBe(88);
    await expect(getSidebar(page).getByRole('link', { name: 'Posted Jobs' })).toBeVisible();
    await page.reload();
    await expect.poll(measureWidth).toBe(88);
    await page.setViewportSize(phone);
    await expect(getSidebar(page)).toBeHidden();
    await page.getByRole('button', { name: 'Open menu' }).click();
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    await expect(drawer.getByText('Posted Jobs')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
  });

  test('is collapsed below 992 pixels unless the user expanded it', async ({ page, signInAs }) => {
    await signInAs('company');
    await page.setViewportSize({ width: 992, height: 900 });
    await page.goto('/company/jobs');
    const measureWidth = async () => (await getSidebar(page).boundingBox())?.width;
    await expect.poll(measureWidth).toBe(256);
    await page.setViewportSize({ width: 991, height: 900 });
    await expect.poll(measureWidth).toBe(88);
    await page.setViewportSize({ width: 768, height: 900 });
    await expect.poll(measureWidth).toBe(88);
    await page.getByRole('button', { name: 'Expand sidebar' }).click();
    await expect.poll(measureWidth).toBe(256);
    await page.reload();
    await expect.poll(measureWidth).toBe(256);
  });

  test('and the top bar fit in one line at 768 pixels', async ({ page, signInAs }) => {
    await signInAs('admin');
    await page.setViewportSize({ width: 768, height: 900 });
    await page.goto('/company/settings/tags');
    await page.getByRole('button', { name: 'Continue without a company' }).click();
    await page.getByRole('button', { name: 'Expand sidebar' }).click();
    const measureHeight = async (text: string) => (await page.getByRole('banner').getByText(text).boundingBox())?.height ?? 0;
    await expect.poll(() => measureHeight('Company Portal')).toBeLessThan(30);
    const portals = page.getByRole('button', { name: 'Portals', exact: true });
    expect(await portals.evaluate((button) => button.scrollWidth <= button.clientWidth)).toBe(true);
  });
});

test.describe('the portal switcher', () => {
  test('is hidden from users with one portal', async ({ page, signInAs }) => {
    await signInAs('company');
    await page.goto('/company/jobs');
    await expect(page.getByRole('heading', { name: 'Posted Jobs' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Portals' })).toHaveCount(0);
  });

  for (const { viewer, hasGradient } of [
    { viewer: 'superadmin', hasGradient: true },
    { viewer: 'admin', hasGradient: false },
  ]) {
    test(`lets ${viewer} switch portals`, async ({ page, signInAs }) => {
      await signInAs(viewer);
      await page.goto('/admin/company-list');
      const switcher = page.getByRole('button', { name: 'Portals', exact: true });
      await expect(switcher).toHaveCSS('background-image', hasGradient ? /^linear-gradient/ : 'none');
      await switcher.click();
      await expect(page.getByRole('menuitem', { name: 'Admin Portal' })).toHaveAttribute('aria-current', 'page');
      await expect(page.getByRole('menuitem', { name: 'Drivers Portal' })).toHaveCount(0);
      await page.getByRole('menuitem', { name: 'Company Portal' }).click();
      await expect(page).toHaveURL(toUrlPattern('/company/jobs'));
    });
  }
});

test.describe('the new layout', () => {
  test('is off by default', async ({ page, signInAs }) => {
    await signInAs('companyadmin');
    for (const query of ['', '?showNewLayout=false']) {
      await page.goto(`/company/jobs${query}`);
      await expect(page.getByLabel('Search jobs')).toHaveAttribute('placeholder', 'Search jobs');
      await expect(page.getByPlaceholder('Search by job')).toHaveCount(0);
    }
  });

  test('searches, filters and sorts the jobs from its header on every screen of the section', async ({ page, signInAs }) => {
    await signInAs('companyadmin');
    await page.goto('/company/jobs?showNewLayout=true');
    const rows = page.getByRole('table', { name: 'Jobs' }).getByRole('row');
    await expect(rows).not.toHaveCount(1);
    await page.getByPlaceholder('Search by job').fill('tanker');
    await expect(page).toHaveURL(/[?&]q=tanker/);
    await expect(rows).toHaveCount(2);
    await page.getByRole('button', { name: 'Clear search' }).click();
    await expect(page).not.toHaveURL(/[?&]q=/);

    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const filters = page.getByRole('dialog', { name: 'Filter' });
    await expect(filters.getByRole('checkbox').first()).toBeFocused();
    await expect(filters.getByText('Type', { exact: true })).toBeInViewport();
    await page.getByRole('checkbox', { name: 'Closed' }).check();
    await page.getByRole('button', { name: 'Show results' }).click();
    await expect(rows).toHaveCount(2);
    await expect(rows.last()).toContainText('Closed');
    await page.getByRole('link', { name: 'Hot Shot Driver' }).click();
    await expect(page).toHaveURL(/\/detail/);

    await page.getByRole('button', { name: 'Sort', exact: true }).click();
    await page.getByRole('menuitemradio', { name: 'Job, descending' }).click();
    await expect(page).toHaveURL(toUrlPattern('/company/jobs\\?sort=-title'));
    await expect(rows.nth(1)).toContainText('Roll-Off Driver');
  });

  test('shows the company’s name and logo undistorted, and the default logo when it fails to load', async ({
    page,
    signInAs,
  }) => {
    await signInAs('companyadmin');
    const bar = page.getByRole('banner');
    const logo = bar.locator('img[srcset]');
    for (const [width, query] of [
      [1280, ''],
      [1280, '?showNewLayout=true'],
      [390, ''],
      [390, '?showNewLayout=true'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`/company/jobs${query}`);
      await expect(bar.getByText('Prairie Freight')).toBeVisible();
      await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)).toBe(true);
      const box = await logo.boundingBox();
      if (!box) throw new Error('The logo is not there');
      expect(box.width).toBeGreaterThanOrEqual(smallLogo.width);
      expect(Math.abs(box.height - (box.width * largeLogo.height) / largeLogo.width)).toBeLessThan(0.5);
    }
    await page.route('**/media/*', (route) => route.fulfill({ contentType: 'image/webp', body: 'no picture' }));
    await page.goto('/company/jobs?showNewLayout=true&size=25');
    await expect(logo).toHaveCount(0);
    await expect(bar.locator('svg[viewBox="0 0 32 32"]')).toBeVisible();
  });
});

test('logging out clears local storage, including drafts', async ({ page, signInAs }) => {
  await signInAs('company');
  await page.goto('/company/jobs/new');
  await page.getByLabel('Job title').fill('No one else’s business');
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('No one else');
  await page.getByRole('button', { name: 'Log out' }).click();
  const confirmDialog = page.getByRole('dialog', { name: 'Are you sure you want to Logout?' });
  await confirmDialog.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(toUrlPattern('/login'));
  const storageKeys = await page.evaluate(() => Object.keys(localStorage));
  expect(storageKeys.filter((key) => key !== 'mantine-color-scheme-value')).toEqual([]);
});

test.describe('alerts', () => {
  const toastText = en.ui.emailValidated;

  test('hide automatically after five seconds', async ({ page }) => {
    await page.clock.install();
    await page.goto('/login?validated=true');
    const alert = page.getByRole('status').filter({ hasText: toastText });
    await expect(alert).toBeVisible();
    await page.clock.fastForward(2_000);
    await expect(alert).toBeVisible();
    await page.clock.fastForward(5_000);
    await expect(alert).toHaveCount(0);
  });

  test('can be closed', async ({ page }) => {
    await page.goto('/login?validated=true');
    await page.getByRole('status').filter({ hasText: toastText }).getByRole('button', { name: 'Close' }).click();
    await expect(page.getByText(toastText)).toHaveCount(0);
  });

  test('about errors stay until they are closed', async ({ page, signInAs }) => {
    await signInAs('companyadmin');
    await page.clock.install();
    await page.route('**/trpc/jobs.removeTag*', (route) => route.fulfill({ status: 502, body: '' }));
    await page.goto('/company/jobs?q=Fuel+Tanker');
    await page.getByRole('link', { name: 'Fuel Tanker Driver, Nights' }).click();
    await page.getByRole('tab', { name: 'Posting' }).click();
    await page.getByRole('button', { name: 'Remove tag Priority' }).click();
    const alert = page.getByRole('alert');
    await expect(alert).toBeVisible();
    await page.clock.fastForward(60_000);
    await expect(alert).toBeVisible();
    await alert.getByRole('button', { name: 'Close' }).click();
    await expect(alert).toHaveCount(0);
  });
});

test.describe('the generic error page', () => {
  /** Opens a page whose console errors do not fail the test. */
  const openUnwatchedPage = async (browser: Browser) => (await browser.newContext({ baseURL: baseAddress() })).newPage();
  const failure = { message: 'The road is closed', code: -32_603, data: { httpStatus: 502, code: 'bad_gateway', issues: [] } };

  test('replaces a screen that cannot be loaded, shows status and text, and can retry', async ({ browser, signInAs }) => {
    const page = await openUnwatchedPage(browser);
    await signInAs('company', page);
    const stopFailing = await intercept(page, '**/trpc/auth.me*', (route) =>
      route.fulfill({ status: 502, contentType: 'application/json', body: JSON.stringify([{ error: failure }]) }),
    );
    await page.goto('/company/jobs');
    await expect(page.getByRole('heading', { name: 'Oops!' })).toBeVisible();
    await expect(page.getByText('Sorry, an unexpected error has occurred.')).toBeVisible();
    await expect(page.getByText('502 The road is closed')).toBeVisible();
    stopFailing();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Posted Jobs' })).toBeVisible();
    await page.context().close();
  });

  test('offers another page when a retry cannot help', async ({ browser, signInAs }) => {
    const page = await openUnwatchedPage(browser);
    await signInAs('company', page);
    await page.goto('/company/jobs/00000000-0000-0000-0000-000000000000/detail');
    await expect(page.getByRole('heading', { name: 'Oops!' })).toBeVisible();
    await expect(page.getByText('404 This job was not found')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Go home' }).click();
    await expect(page.getByRole('heading', { name: 'Posted Jobs' })).toBeVisible();
    await page.context().close();
  });

  test('is also shown when the screen’s code fails to load', async ({ browser, signInAs }) => {
    const page = await openUnwatchedPage(browser);
    await signInAs('superadmin', page);
    await page.route(`**/${fileOfScreen('routes/admin/company-list/index.tsx')}`, (route) =>
      route.fulfill({ status: 502, body: '' }),
    );
    await page.goto('/admin/company-list');
    await expect(page.getByRole('heading', { name: 'Oops!' })).toBeVisible();
    await expect(page.getByText('Sorry, an unexpected error has occurred.')).toBeVisible();
    await page.context().close();
  });
});

test('a page that does not exist offers the search, the jobs and home', async ({ browser }) => {
  const page = await (await browser.newContext({ baseURL: baseAddress() })).newPage();
  await page.goto('/nowhere');
  await expect(page.getByRole('heading', { level: 1, name: 'We can’t find that page' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Browse jobs' })).toHaveAttribute('href', '/jobs');
  await expect(page.getByRole('link', { name: 'Go home' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Search jobs' }).fill('tanker');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/jobs\?query=tanker$/);
  await page.context().close();
});

test('the default, company and admin pages have their own titles and descriptions', async ({ page, signInAs }) => {
  const readDescription = () => page.locator('meta[name="description"]').getAttribute('content');
  await page.goto('/login');
  await expect(page).toHaveTitle('Sign in | Haulboard');
  await expect.poll(readDescription).toMatch(/^Haulboard is the hiring portal/);
  await signInAs('superadmin');
  await page.goto('/admin/company-list');
  await expect(page).toHaveTitle('Admin | Company List');
  await expect.poll(readDescription).toMatch(/^Admin \| /);
  await page.getByRole('button', { name: 'Portals', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Company Portal' }).click();
  await expect(page).toHaveTitle(/^(\(\d+\) )?Company \| Posted Jobs$/);
  await expect.poll(readDescription).toMatch(/^Post driver jobs/);
});

test('public pages use the color scheme that was selected in a portal', async ({ page, signInAs }) => {
  await signInAs('driver');
  await page.goto('/members/home');
  await page.getByRole('button', { name: /^Account:/ }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await page.goto('/jobs');
  await expect(page.locator('html')).toHaveAttribute('data-scheme', 'dark');
});

test('an internal user selects the company for a new job', async ({ page, signInAs, checkAccessibility }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signInAs('internal');
  await page.goto('/company/jobs/new/addons');
  const dialog = page.getByRole('dialog', { name: 'Choose a company' });
  await expect(dialog.getByRole('button', { name: 'Continue' })).toBeDisabled();
  await checkAccessibility();
  await dialog.getByRole('combobox', { name: 'Select company' }).fill('prairie fr');
  await page.getByRole('option', { name: 'Prairie Freight', exact: true }).click();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('For Prairie Freight', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Job title')).toBeVisible();
  await page.reload();
  await expect(page.getByText('For Prairie Freight', { exact: true })).toBeVisible();
});
