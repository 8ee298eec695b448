import type { Locator, Page } from '@playwright/test';
import { chooseOption } from './fields.ts';
import { expect, toUrlPattern, test } from './test.ts';

const company = 'Prairie Freight';
const user = 'Carla Jensen';

const getPicker = (page: Page) => page.getByRole('dialog', { name: 'Impersonate a user' });
const getBanner = (page: Page) => page.getByRole('region', { name: 'Impersonation' });
const getTimer = (page: Page) => page.getByRole('timer', { name: 'Time left' });
const getExpiredDialog = (page: Page) => page.getByRole('dialog', { name: 'Session has expired.' });
const readTokens = (page: Page) =>
  page.evaluate(() => [localStorage.getItem('accessToken'), localStorage.getItem('adminAccessToken')]);

async function pickCompany(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Select company' }).fill('prairie fr');
  await page.getByRole('option', { name: company, exact: true }).click();
}

/** Starts impersonation in the company portal, where the picker opens automatically. */
async function actAsCarla(page: Page, reason = ''): Promise<void> {
  await page.goto('/company/jobs');
  await pickCompany(page);
  await page.getByRole('combobox', { name: 'Select user' }).click();
  await page.getByRole('option', { name: new RegExp(user) }).click();
  if (reason) await page.getByLabel('Reason').fill(reason);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(getBanner(page)).toContainText(`Acting as ${user} · ${company}`);
}

test.describe('the company picker', () => {
  test('opens by default for an admin, who selects a company and a user and sees the company’s jobs', async ({
    page,
    signInAs,
    checkAccessibility,
  }) => {
    await signInAs('admin');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/company/jobs');
    await expect(getPicker(page)).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Select company' })).toBeFocused();
    await expect(page.getByRole('combobox', { name: 'Select user' })).toBeDisabled();
    await expect(page.getByRole('button', { name: 'Confirm' })).toBeDisabled();
    await checkAccessibility();
    const [adminToken] = await readTokens(page);
    await pickCompany(page);
    await page.getByRole('combobox', { name: 'Select user' }).click();
    await page.getByRole('option', { name: new RegExp(user) }).click();
    await page.getByLabel('Reason').fill('Asked on the phone');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(getBanner(page)).toContainText(user);
    await expect(getTimer(page)).toHaveText(/^(10:00|09:5\d)$/);
    await expect(page).toHaveURL(toUrlPattern('/company/jobs'));
    await expect(page.getByRole('button', { name: `Account: ${user}` })).toBeVisible();
    const bar = page.getByRole('banner');
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(bar.getByText(company)).toBeVisible();
      await expect(bar.getByRole('button', { name: 'Change company' })).toBeVisible();
      const measureRight = (one: Locator) => one.evaluate((element) => element.getBoundingClientRect().right);
      expect(await measureRight(bar.getByText(company))).toBeLessThan(
        (await measureRight(bar.getByRole('button', { name: 'Portals' }))) - 50,
      );
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    }
    const [activeToken, storedAdminToken] = await readTokens(page);
    expect(storedAdminToken).toBe(adminToken);
    expect(activeToken).not.toBe(adminToken);
    await checkAccessibility();
  });

  test('asks which user to create a job as, then opens the new job', async ({ page, signInAs }) => {
    await signInAs('admin');
    await page.goto('/company/jobs');
    const field = page.getByRole('combobox', { name: 'Select company' });
    await expect(field).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(getPicker(page)).toBeHidden();
    const createLink = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Create New Job' });
    await createLink.click();
    await expect(getPicker(page)).toContainText('To post a job, choose a company');
    await expect(field).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(getPicker(page)).toBeHidden();
    await expect(page).toHaveURL(toUrlPattern('/company/jobs'));
    await createLink.click();
    await pickCompany(page);
    await chooseOption(page, 'Select user', `${user} (companyadmin@demo.example)`);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page).toHaveURL(toUrlPattern('/company/jobs/new'));
    await expect(getBanner(page)).toContainText(`Acting as ${user} · ${company}`);
    await expect(page.getByRole('heading', { name: 'Create New Job' })).toBeVisible();
  });

  test('clears the user when the company changes, and says when a search has no results', async ({ page, signInAs }) => {
    await signInAs('superadmin');
    await page.goto('/company/jobs');
    await pickCompany(page);
    await chooseOption(page, 'Select user', `${user} (companyadmin@demo.example)`);
    await expect(page.getByRole('button', { name: 'Confirm' })).toBeEnabled();
    await page.getByRole('combobox', { name: 'Select company' }).fill('no such company');
    await expect(page.getByText('No companies match “no such company”')).toBeVisible();
    await page.getByRole('combobox', { name: 'Select company' }).fill('a');
    await page.getByRole('option').filter({ hasNotText: company }).first().click();
    await expect(page.getByRole('combobox', { name: 'Select user' })).toHaveValue('');
    await expect(page.getByRole('button', { name: 'Confirm' })).toBeDisabled();
  });

  test('returns to the admin portal when canceled, and stays closed there when dismissed', async ({ page, signInAs }) => {
    await signInAs('admin');
    await page.goto('/company/jobs');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page).toHaveURL(toUrlPattern('/admin/company-list'));
    await page.goto('/company/jobs');
    await expect(page.getByRole('combobox', { name: 'Select company' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(getPicker(page)).toBeHidden();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Posted Jobs' })).toBeVisible();
    await expect(getPicker(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Select company' }).click();
    await expect(getPicker(page)).toBeVisible();
  });

  test('works by keyboard', async ({ page, signInAs }) => {
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
    await expect(page.getByRole('combobox', { name: 'Select user' })).toHaveValue(new RegExp(user));
    await page.keyboard.press('Tab');
    await expect(page.getByLabel('Reason')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(getBanner(page)).toContainText(user);
  });

  test('closes when impersonation fails', async ({ page, signInAs }) => {
    await signInAs('admin');
    await page.goto('/company/jobs');
    await pickCompany(page);
    await chooseOption(page, 'Select user', `${user} (companyadmin@demo.example)`);
    await page.route('**/trpc/auth.impersonate**', (route) => route.fulfill({ status: 403, json: [] }));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(getPicker(page)).toBeHidden();
    await expect(page.getByRole('button', { name: 'Account: Andre Nilsson' })).toBeVisible();
    expect((await readTokens(page))[1]).toBeNull();
  });

  test('is for admins only, and is hidden when its flag is off', async ({ page, newVisitor, signInAs }) => {
    for (const name of ['internal', 'company']) {
      const visitor = await newVisitor();
      await signInAs(name, visitor);
      await visitor.goto('/company/jobs');
      await expect(visitor.getByRole('heading', { name: 'Posted Jobs' })).toBeVisible();
      await expect(visitor.getByRole('button', { name: 'Select company' })).toHaveCount(0);
      await expect(getPicker(visitor)).toHaveCount(0);
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
    await expect(getPicker(page)).toHaveCount(0);
  });
});

test.describe('the 600-second limit', () => {
  test('counts down in every tab, and Renew restarts it at zero', async ({ page, context, signInAs, checkAccessibility }) => {
    await context.clock.install();
    await signInAs('superadmin');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await actAsCarla(page);
    await context.clock.fastForward(60_000);
    await expect(getTimer(page)).toHaveText(/^0(9:00|8:5\d)$/);
    await page.reload();
    await expect(getTimer(page)).toHaveText(/^0(9:00|8:\d\d)$/);
    await context.clock.fastForward(545_000);
    await expect(getExpiredDialog(page)).toBeVisible();
    await expect(getBanner(page)).toHaveCount(0);
    await checkAccessibility();
    await page.keyboard.press('Escape');
    await expect(getExpiredDialog(page)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Renew', exact: true })).toBeFocused();
    await page.getByRole('button', { name: 'Renew', exact: true }).click();
    await expect(getExpiredDialog(page)).toHaveCount(0);
    await expect(getTimer(page)).toHaveText(/^(10:00|09:[45]\d)$/);
    await expect(page.getByRole('button', { name: `Account: ${user}` })).toBeVisible();
  });

  test('at zero, Leave returns to the admin portal as the administrator', async ({ page, context, signInAs }) => {
    await context.clock.install();
    await signInAs('admin');
    await actAsCarla(page);
    const [, adminToken] = await readTokens(page);
    await context.clock.fastForward(601_000);
    await expect(getExpiredDialog(page)).toBeVisible();
    await page.getByRole('button', { name: 'Leave' }).click();
    await expect(page).toHaveURL(toUrlPattern('/admin/company-list'));
    await expect(page.getByRole('button', { name: 'Account: Andre Nilsson' })).toBeVisible();
    expect(await readTokens(page)).toEqual([adminToken, null]);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Company List' })).toBeVisible();
  });

  test('shows its dialog when the server ends the impersonation early', async ({ page, signInAs }) => {
    await signInAs('admin');
    await actAsCarla(page);
    const authorization = await page.evaluate(() => `Bearer ${localStorage.getItem('accessToken')}`);
    const logoutResponse = await page.request.post('/api/1.0/auth/logout', { headers: { authorization } });
    expect(logoutResponse.status()).toBe(200);
    // The first rejected request opens the dialog, so no other request may come before this one.
    await page.getByLabel('Search jobs').fill('driver');
    await expect(getExpiredDialog(page)).toBeVisible();
    await page.getByRole('button', { name: 'Renew', exact: true }).click();
    await expect(getTimer(page)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Posted Jobs' })).toBeVisible();
  });
});

test('an administrator acting as a company admin cannot add people, and reads why', async ({ page, signInAs }) => {
  await signInAs('admin');
  await actAsCarla(page);
  await page.goto('/company/settings/employees');
  await page.getByRole('button', { name: 'Add employee' }).click();
  const drawer = page.getByRole('dialog', { name: 'Add employee' });
  await expect(drawer.getByRole('note')).toContainText('You can’t add people while impersonating');
  await expect(drawer.getByRole('textbox')).toHaveCount(0);
});

test.describe('leaving impersonation', () => {
  test('works with the banner and by opening another portal, but not by hovering over the portal menu', async ({
    page,
    signInAs,
  }) => {
    await signInAs('superadmin');
    await actAsCarla(page);
    await getBanner(page).getByRole('button', { name: 'Exit' }).click();
    await expect(page).toHaveURL(toUrlPattern('/admin/company-list'));
    await page.evaluate(() => sessionStorage.removeItem('companyPickerClosed'));
    await actAsCarla(page);
    const [, adminToken] = await readTokens(page);
    await page.getByRole('button', { name: 'Portals', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Admin Portal' }).hover();
    await expect(page.getByRole('menuitem', { name: 'Admin Portal' })).toBeVisible();
    expect((await readTokens(page))[1]).toBe(adminToken);
    await page.getByRole('menuitem', { name: 'Admin Portal' }).click();
    await expect(page).toHaveURL(toUrlPattern('/admin/company-list'));
    await expect(page.getByRole('button', { name: 'Account: Sofia Aldridge' })).toBeVisible();
    await expect(page.getByRole('table', { name: 'Companies' })).toBeVisible();
    expect(await readTokens(page)).toEqual([adminToken, null]);
  });

  test('also happens in other tabs, as does starting it', async ({ page, context, signInAs }) => {
    await signInAs('admin');
    await page.goto('/admin/company-list');
    const otherTab = await context.newPage();
    await otherTab.goto('/admin/company-list');
    await expect(otherTab.getByRole('heading', { name: 'Company List' })).toBeVisible();
    await actAsCarla(page);
    await expect(otherTab).toHaveURL(toUrlPattern('/company/jobs'));
    await expect(getBanner(otherTab)).toContainText(user);
    await getBanner(otherTab).getByRole('button', { name: 'Exit' }).click();
    await expect(otherTab).toHaveURL(toUrlPattern('/admin/company-list'));
    await expect(page).toHaveURL(toUrlPattern('/admin/company-list'));
  });

  test('is not needed before logging out: both sessions end', async ({ page, signInAs }) => {
    await signInAs('admin');
    await actAsCarla(page);
    const [impersonationToken, adminToken] = await readTokens(page);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL(toUrlPattern('/login'));
    expect(await readTokens(page)).toEqual([null, null]);
    for (const token of [impersonationToken, adminToken]) {
      const answer = await page.request.get('/api/1.0/user', { headers: { authorization: `Bearer ${token}` } });
      expect(answer.status()).toBe(401);
    }
  });
});
