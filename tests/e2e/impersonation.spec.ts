import type { Locator, Page } from '@playwright/test';
import { choose } from './fields.ts';
import { expect, pathOf, test } from './test.ts';

const company = 'Prairie Freight';
const user = 'Carla Jensen';

const picker = (page: Page) => page.getByRole('dialog', { name: 'Impersonate a user' });
const banner = (page: Page) => page.getByRole('region', { name: 'Impersonation' });
const timer = (page: Page) => page.getByRole('timer', { name: 'Time left' });
const expired = (page: Page) => page.getByRole('dialog', { name: 'Session has expired.' });
const tokens = (page: Page) =>
  page.evaluate(() => [localStorage.getItem('accessToken'), localStorage.getItem('adminAccessToken')]);

async function pickCompany(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Select company' }).fill('prairie fr');
  await page.getByRole('option', { name: company, exact: true }).click();
}

/** Starts in the company portal, whose picker opens automatically. */
async function actAsCarla(page: Page, reason = ''): Promise<void> {
  await page.goto('/company/jobs');
  await pickCompany(page);
  await page.getByRole('combobox', { name: 'Select user' }).click();
  await page.getByRole('option', { name: new RegExp(user) }).click();
  if (reason) await page.getByLabel('Reason').fill(reason);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(banner(page)).toContainText(`Acting as ${user} · ${company}`);
}

test.describe('the company picker', () => {
  test('opens by default for an admin; a company, then one of its people, then the company’s own jobs', async ({
    page,
    signInAs,
    checkAccessibility,
  }) => {
    await signInAs('admin');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/company/jobs');
    await expect(picker(page)).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Select company' })).toBeFocused();
    await expect(page.getByRole('combobox', { name: 'Select user' })).toBeDisabled();
    await expect(page.getByRole('button', { name: 'Confirm' })).toBeDisabled();
    await checkAccessibility();
    const [own] = await tokens(page);
    await pickCompany(page);
    await page.getByRole('combobox', { name: 'Select user' }).click();
    await page.getByRole('option', { name: new RegExp(user) }).click();
    await page.getByLabel('Reason').fill('Asked on the phone');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(banner(page)).toContainText(user);
    await expect(timer(page)).toHaveText(/^(10:00|09:5\d)$/);
    await expect(page).toHaveURL(pathOf('/company/jobs'));
    await expect(page.getByRole('button', { name: `Account: ${user}` })).toBeVisible();
    const bar = page.getByRole('banner');
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(bar.getByText(company)).toBeVisible();
      await expect(bar.getByRole('button', { name: 'Change company' })).toBeVisible();
      const right = (one: Locator) => one.evaluate((element) => element.getBoundingClientRect().right);
      expect(await right(bar.getByText(company))).toBeLessThan((await right(bar.getByRole('button', { name: 'Portals' }))) - 50);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    }
    const [active, kept] = await tokens(page);
    expect(kept).toBe(own);
    expect(active).not.toBe(own);
    await checkAccessibility();
  });

  test('is asked in whose name to create a job, and leads on to it', async ({ page, signInAs }) => {
    await signInAs('admin');
    await page.goto('/company/jobs');
    const field = page.getByRole('combobox', { name: 'Select company' });
    await expect(field).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(picker(page)).toBeHidden();
    const create = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Create New Job' });
    await create.click();
    await expect(picker(page)).toContainText('Jobs are posted for a company');
    await expect(field).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(picker(page)).toBeHidden();
    await expect(page).toHaveURL(pathOf('/company/jobs'));
    await create.click();
    await pickCompany(page);
    await choose(page, 'Select user', `${user} (companyadmin@demo.example)`);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page).toHaveURL(pathOf('/company/jobs/new'));
    await expect(banner(page)).toContainText(`Acting as ${user} · ${company}`);
    await expect(page.getByRole('heading', { name: 'Create New Job' })).toBeVisible();
  });

  test('forgets the chosen user with the company, and says when a name finds none', async ({ page, signInAs }) => {
    await signInAs('superadmin');
    await page.goto('/company/jobs');
    await pickCompany(page);
    await choose(page, 'Select user', `${user} (companyadmin@demo.example)`);
    await expect(page.getByRole('button', { name: 'Confirm' })).toBeEnabled();
    await page.getByRole('combobox', { name: 'Select company' }).fill('no such company');
    await expect(page.getByText('No companies match “no such company”')).toBeVisible();
    await page.getByRole('combobox', { name: 'Select company' }).fill('a');
    await page.getByRole('option').filter({ hasNotText: company }).first().click();
    await expect(page.getByRole('combobox', { name: 'Select user' })).toHaveValue('');
    await expect(page.getByRole('button', { name: 'Confirm' })).toBeDisabled();
  });

  test('cancelled leads to the admin portal; closed it leaves the admin there alone', async ({ page, signInAs }) => {
    await signInAs('admin');
    await page.goto('/company/jobs');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page).toHaveURL(pathOf('/admin/company-list'));
    await page.goto('/company/jobs');
    await expect(page.getByRole('combobox', { name: 'Select company' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(picker(page)).toBeHidden();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Posted Jobs' })).toBeVisible();
    await expect(picker(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Select company' }).click();
    await expect(picker(page)).toBeVisible();
  });

  test('works by keyboard alone', async ({ page, signInAs }) => {
    await signInAs('admin');
    await page.goto('/company/jobs');
    await expect(page.getByRole('combobox', { name: 'Select company' })).toBeFocused();
    await page.keyboard.type('prairie fr');
    await expect(page.getByRole('option', { name: company, exact: true })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('combobox', { name: 'Select user' })).toBeEnabled();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('combobox', { name: 'Select user' })).toBeFocused();
    await page.keyboard.type('carla');
    await expect(page.getByRole('option', { name: new RegExp(user) })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(banner(page)).toContainText(user);
  });

  test('closes on a failure, which is only logged', async ({ page, signInAs }) => {
    await signInAs('admin');
    await page.goto('/company/jobs');
    await pickCompany(page);
    await choose(page, 'Select user', `${user} (companyadmin@demo.example)`);
    await page.route('**/trpc/auth.impersonate**', (route) => route.fulfill({ status: 403, json: [] }));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(picker(page)).toBeHidden();
    await expect(page.getByRole('button', { name: 'Account: Andre Nilsson' })).toBeVisible();
    expect((await tokens(page))[1]).toBeNull();
  });

  test('is for admins only, and goes with its flag', async ({ page, newVisitor, signInAs }) => {
    for (const name of ['internal', 'company']) {
      const other = await newVisitor();
      await signInAs(name, other);
      await other.goto('/company/jobs');
      await expect(other.getByRole('heading', { name: 'Posted Jobs' })).toBeVisible();
      await expect(other.getByRole('button', { name: 'Select company' })).toHaveCount(0);
      await expect(picker(other)).toHaveCount(0);
    }
    await signInAs('admin');
    await page.route('**/company/jobs', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replace('<meta name="flags" content=""', '<meta name="flags" content="-pickers"');
      await route.fulfill({ response: answer, body });
    });
    await page.goto('/company/jobs');
    await expect(page.getByRole('heading', { name: 'Posted Jobs' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Select company' })).toHaveCount(0);
    await expect(picker(page)).toHaveCount(0);
  });
});

test.describe('the 600 seconds', () => {
  test('count down in every tab; at zero Renew restarts them', async ({ page, context, signInAs, checkAccessibility }) => {
    await context.clock.install();
    await signInAs('superadmin');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await actAsCarla(page);
    await context.clock.fastForward(60_000);
    await expect(timer(page)).toHaveText(/^0(9:00|8:5\d)$/);
    await page.reload();
    await expect(timer(page)).toHaveText(/^0(9:00|8:\d\d)$/);
    await context.clock.fastForward(545_000);
    await expect(expired(page)).toBeVisible();
    await expect(banner(page)).toHaveCount(0);
    await checkAccessibility();
    await page.keyboard.press('Escape');
    await expect(expired(page)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Renew', exact: true })).toBeFocused();
    await page.getByRole('button', { name: 'Renew', exact: true }).click();
    await expect(expired(page)).toHaveCount(0);
    await expect(timer(page)).toHaveText(/^(10:00|09:[45]\d)$/);
    await expect(page.getByRole('button', { name: `Account: ${user}` })).toBeVisible();
  });

  test('at zero Leave leads back to the admin portal, as oneself', async ({ page, context, signInAs }) => {
    await context.clock.install();
    await signInAs('admin');
    await actAsCarla(page);
    const [, own] = await tokens(page);
    await context.clock.fastForward(601_000);
    await expect(expired(page)).toBeVisible();
    await page.getByRole('button', { name: 'Leave' }).click();
    await expect(page).toHaveURL(pathOf('/admin/company-list'));
    await expect(page.getByRole('button', { name: 'Account: Andre Nilsson' })).toBeVisible();
    expect(await tokens(page)).toEqual([own, null]);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Company List' })).toBeVisible();
  });

  test('ended by the server end here as well', async ({ page, signInAs }) => {
    await signInAs('admin');
    await actAsCarla(page);
    const authorization = await page.evaluate(() => `Bearer ${localStorage.getItem('accessToken')}`);
    const ended = await page.request.post('/api/1.0/auth/logout', { headers: { authorization } });
    expect(ended.status()).toBe(200);
    // The first refused request opens the dialog, so no other request may come before this one.
    await page.getByLabel('Search jobs').fill('driver');
    await expect(expired(page)).toBeVisible();
    await page.getByRole('button', { name: 'Renew', exact: true }).click();
    await expect(timer(page)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Posted Jobs' })).toBeVisible();
  });
});

test.describe('the way back', () => {
  test('by the banner, and by another portal, which only looking at does not open', async ({ page, signInAs }) => {
    await signInAs('superadmin');
    await actAsCarla(page);
    await banner(page).getByRole('button', { name: 'Exit' }).click();
    await expect(page).toHaveURL(pathOf('/admin/company-list'));
    await page.evaluate(() => sessionStorage.removeItem('companyPickerClosed'));
    await actAsCarla(page);
    const [, own] = await tokens(page);
    await page.getByRole('button', { name: 'Portals', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Admin Portal' }).hover();
    await expect(page.getByRole('menuitem', { name: 'Admin Portal' })).toBeVisible();
    expect((await tokens(page))[1]).toBe(own);
    await page.getByRole('menuitem', { name: 'Admin Portal' }).click();
    await expect(page).toHaveURL(pathOf('/admin/company-list'));
    await expect(page.getByRole('button', { name: 'Account: Sofia Aldridge' })).toBeVisible();
    await expect(page.getByRole('table', { name: 'Companies' })).toBeVisible();
    expect(await tokens(page)).toEqual([own, null]);
  });

  test('is followed by the other tabs, as the way in is', async ({ page, context, signInAs }) => {
    await signInAs('admin');
    await page.goto('/admin/company-list');
    const other = await context.newPage();
    await other.goto('/admin/company-list');
    await expect(other.getByRole('heading', { name: 'Company List' })).toBeVisible();
    await actAsCarla(page);
    await expect(other).toHaveURL(pathOf('/company/jobs'));
    await expect(banner(other)).toContainText(user);
    await banner(other).getByRole('button', { name: 'Exit' }).click();
    await expect(other).toHaveURL(pathOf('/admin/company-list'));
    await expect(page).toHaveURL(pathOf('/admin/company-list'));
  });

  test('is not needed to log out: both sessions end', async ({ page, signInAs }) => {
    await signInAs('admin');
    await actAsCarla(page);
    const [acting, own] = await tokens(page);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL(pathOf('/login'));
    expect(await tokens(page)).toEqual([null, null]);
    for (const token of [acting, own]) {
      const answer = await page.request.get('/api/1.0/user', { headers: { authorization: `Bearer ${token}` } });
      expect(answer.status()).toBe(401);
    }
  });
});
