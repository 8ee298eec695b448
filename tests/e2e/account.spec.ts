import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { en } from '#shared/texts/en.ts';
import { intercept } from './interception.ts';
import { fillLogin, newPerson, type Person, registerDriver } from './people.ts';
import { baseAddress, expect, test } from './test.ts';

const toUrlPrefixPattern = (path: string) => new RegExp(`^${baseAddress()}${path}`);
const getSessions = (page: Page) => page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');

async function signIn(page: Page, person: Person): Promise<void> {
  await page.goto('/login');
  await fillLogin(page, person);
  await expect(page).toHaveURL(toUrlPrefixPattern('/members/home'));
}

/** Signs a new driver in. */
async function signInNewDriver(page: Page, person = newPerson()): Promise<Person> {
  await registerDriver(page, person);
  await signIn(page, person);
  return person;
}

test.describe("a driver's home address", () => {
  const getLocationField = (page: Page) => page.getByRole('combobox', { name: 'Location' });
  const chooseLocation = async (page: Page, text: string) => {
    await getLocationField(page).fill(text);
    await page.getByRole('option', { name: text }).first().click();
  };
  const saveForm = (page: Page) => page.getByRole('button', { name: 'Save' }).click();

  test('is saved when a suggestion is selected, and text without a selection does not replace it', async ({ page }) => {
    await signInNewDriver(page);
    await page.goto('/members/profile');
    await chooseLocation(page, 'Lincoln, NE');
    await saveForm(page);
    await expect(page.getByText('Updated successfully')).toBeVisible();

    await test.step('text that is not a place is rejected', async () => {
      await page.reload();
      await expect(getLocationField(page)).toHaveValue(/^Lincoln, NE/);
      await getLocationField(page).fill('Lincoln, NE 68508x');
      await saveForm(page);
      await expect(page.getByText('Select a valid address, city, or zip code')).toBeVisible();
      await expect(getLocationField(page)).toBeFocused();
      await page.reload();
      await expect(getLocationField(page)).toHaveValue(/^Lincoln, NE/);
    });

    await test.step('saving waits for a slow place lookup', async () => {
      let releaseResponse = () => undefined as void;
      const release = new Promise<void>((resolve) => (releaseResponse = resolve));
      await page.route(/places\.details/, async (route) => {
        await release;
        await route.continue();
      });
      await chooseLocation(page, 'Denver, CO');
      await saveForm(page);
      await expect(page.getByText('Updated successfully')).toHaveCount(0);
      releaseResponse();
      await expect(page.getByText('Updated successfully')).toBeVisible();
      await page.reload();
      await expect(getLocationField(page)).toHaveValue(/^Denver, CO/);
    });
  });
});

test.describe('own sessions', () => {
  test('another device is listed and signed out, its notice is shown once, and its other tab signs out too', async ({
    page,
    newVisitor,
  }) => {
    const person = await signInNewDriver(page);
    const phone = await newVisitor({
      userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1',
    });
    await signIn(phone, person);
    const otherTab = await phone.context().newPage();
    await otherTab.goto('/members/home');
    await expect(otherTab.getByRole('heading', { level: 1 })).toBeVisible();

    await page.goto('/members/settings/reset-password');
    await expect(getSessions(page)).toHaveCount(2);
    await expect(getSessions(page).first()).toContainText('This device');
    await expect(getSessions(page).last()).toContainText('Safari on iPhone');
    await page.getByRole('button', { name: 'End this session: Safari on iPhone' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign out of “Safari on iPhone”?' });
    await dialog.getByRole('button', { name: 'End session' }).click();
    await expect(page.getByText('Session ended')).toBeVisible();
    await expect(getSessions(page)).toHaveCount(1);

    await phone.goto('/members/settings/notifications');
    await expect(phone).toHaveURL(toUrlPrefixPattern('/login'));
    await expect(phone.getByText('Session expired')).toBeVisible();
    await expect(otherTab).toHaveURL(toUrlPrefixPattern('/login'));
    await phone.reload();
    await expect(phone.getByRole('heading', { name: 'Welcome' })).toBeVisible();
    await expect(phone.getByText('Session expired')).toHaveCount(0);
  });

  test('all other sessions end together and this one continues', async ({ page, newVisitor }) => {
    const person = await signInNewDriver(page);
    const otherPages = [await newVisitor(), await newVisitor()];
    for (const other of otherPages) await signIn(other, person);
    await page.goto('/account/security');
    await expect(getSessions(page)).toHaveCount(3);
    const lastUsed = getSessions(page).last().getByText('Last used');
    const lastUsedInCentral = await lastUsed.textContent();
    await page.getByRole('button', { name: /^Account: / }).click();
    await page.getByRole('menuitem', { name: 'Your account' }).click();
    await page.getByLabel('Time zone').selectOption('US/Pacific');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Updated successfully')).toBeVisible();
    await page.getByRole('link', { name: 'Manage security' }).click();
    await expect(lastUsed, 'the screen follows the new zone without a reload').not.toHaveText(lastUsedInCentral ?? '');
    await page.getByRole('button', { name: 'Sign out of all other devices' }).click();
    await page.getByRole('dialog', { name: 'End 2 other sessions?' }).getByRole('button', { name: 'End other sessions' }).click();
    await expect(getSessions(page)).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Sign out of all other devices' })).toHaveCount(0);
    for (const other of otherPages) {
      await other.goto('/members/home');
      await expect(other).toHaveURL(toUrlPrefixPattern('/login'));
    }
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible();
  });

  test('many rejected calls on one screen share one token refresh', async ({ page }) => {
    await signInNewDriver(page);
    // This page is not part of the app, so no screen sends another request with this token.
    await page.goto('/robots.txt');
    await page.evaluate(() => localStorage.setItem('accessToken', 'not.a.token'));
    const refreshes: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/trpc/auth.refresh')) refreshes.push(request.url());
    });
    await page.goto('/members/settings/reset-password');
    await expect(getSessions(page)).toHaveCount(1);
    expect(refreshes).toHaveLength(1);
  });
});

test.describe('the account screen', () => {
  test('saves names, time zone and picture, and the menu shows them', async ({ page }) => {
    const person = newPerson();
    await signInNewDriver(page, person);
    await page.getByRole('button', { name: `Account: ${person.firstName} ${person.lastName}` }).click();
    await page.getByRole('menuitem', { name: 'Your account' }).click();
    await expect(page).toHaveURL(toUrlPrefixPattern('/account'));
    await page.getByLabel('First name').fill('Winifred');
    await page.getByLabel('Time zone').selectOption('US/Pacific');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Updated successfully')).toBeVisible();
    const picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#1f6f8b' } })
      .png()
      .toBuffer();
    await page.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture });
    await expect(page.getByRole('img', { name: 'Your picture' })).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('First name')).toHaveValue('Winifred');
    await expect(page.getByLabel('Time zone')).toHaveValue('US/Pacific');
    await expect(page.getByRole('button', { name: 'Account: Winifred Stone' }).locator('img')).toBeVisible();
    await page.getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByRole('img', { name: 'Your picture' })).toHaveCount(0);
  });

  test('requests the employer profile only for company users', async ({ page, signInAs, newVisitor }) => {
    const requestUrls: string[] = [];
    page.on('request', (request) => requestUrls.push(request.url()));
    await signInAs('driver');
    await page.goto('/account');
    await expect(page.getByLabel('First name')).toBeVisible();
    await expect(page.getByLabel('Phone')).toHaveCount(0);
    expect(requestUrls.filter((url) => url.includes('auth.employer'))).toEqual([]);
    const employer = await newVisitor();
    await signInAs('company', employer);
    const profile = employer.waitForRequest((request) => request.url().includes('auth.employer'));
    await employer.goto('/account');
    await profile;
    await expect(employer.getByLabel('Phone')).toBeVisible();
  });

  test('rejects a file that is not a picture with a message', async ({ page }) => {
    await signInNewDriver(page);
    await page.goto('/account');
    const file = { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') };
    await page.locator('input[type=file]').setInputFiles(file);
    await expect(page.getByText('Use a PNG, JPG, WebP or GIF image')).toBeVisible();
  });
});

test.describe('members settings', () => {
  test('open each subsection by keyboard and save the email switches', async ({ page }) => {
    await signInNewDriver(page);
    await page.goto('/members/profile');
    await expect(page.getByText('Open to offers', { exact: true })).toBeVisible();
    await page.getByRole('switch', { name: 'Match me with jobs' }).click();
    await expect(page.getByText('Not open to offers', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(en.errors.updated)).toBeVisible();
    await page.goto('/members/home');
    await page.getByRole('region', { name: 'Jobs that match you' }).getByRole('link', { name: 'My profile' }).click();
    await expect(page.getByRole('switch', { name: 'Match me with jobs' })).not.toBeChecked();
    await page.getByRole('link', { name: 'Settings' }).click();
    const settings = page.getByRole('navigation', { name: 'Settings' });
    await settings.getByRole('link', { name: 'Notifications' }).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(toUrlPrefixPattern('/members/settings/notifications'));
    const confirmations = page.getByRole('switch', { name: 'Application confirmations' });
    const news = page.getByRole('switch', { name: /send me emails/ });
    await expect(confirmations).toBeChecked();
    await expect(news).not.toBeChecked();
    await confirmations.focus();
    await page.keyboard.press('Space');
    await expect(confirmations).not.toBeChecked();
    await news.focus();
    await page.keyboard.press('Space');
    await expect(page.getByText(/You agreed on \d\d\/\d\d\/\d{4} to: “It's ok to send me emails/)).toBeVisible();
    await page.reload();
    await expect(confirmations).not.toBeChecked();
    await expect(news).toBeChecked();
  });

  test('change the password, which the next sign-in accepts', async ({ page, newVisitor }) => {
    const person = await signInNewDriver(page);
    await page.goto('/members/settings/reset-password');
    const password = 'Longer-Haul#2027';
    await page.getByLabel('Current password').fill(person.password);
    await page.getByLabel('New password', { exact: true }).fill(password);
    await page.getByLabel('Confirm new password').fill(password);
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByText('Your password was changed')).toBeVisible();
    await expect(getSessions(page)).toHaveCount(1);
    await signIn(await newVisitor(), { ...person, password });
  });

  test('are readable to staff, who have no driver profile', async ({ page, signInAs }) => {
    await signInAs('internal');
    await page.goto('/members/profile');
    await expect(page.getByRole('heading', { name: 'You don’t have a driver profile' })).toBeVisible();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Delete account' }).click();
    await expect(page.getByRole('heading', { name: 'Only drivers can delete their accounts here' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Delete account' })).toHaveCount(0);
  });
});

test.describe('deleting the account', () => {
  const title = 'Are you sure you want to delete your account?';

  test('asks for confirmation, says goodbye, and frees the email for a new sign-up', async ({ page, context }) => {
    const person = await signInNewDriver(page);
    const otherTab = await context.newPage();
    await otherTab.goto('/members/home');
    await expect(otherTab.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goto('/members/settings/delete-account');
    await page.getByRole('button', { name: 'Delete account' }).click();
    const dialog = page.getByRole('dialog', { name: title });
    await dialog.getByRole('button', { name: 'No' }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: 'Delete account' }).click();
    await dialog.getByRole('button', { name: 'Yes' }).click();
    await expect(page).toHaveURL(toUrlPrefixPattern('/deleted-members'));
    await expect(page.getByRole('heading', { name: 'Your account has been deleted.' })).toBeVisible();
    await expect(page.getByText('You’re welcome back anytime')).toBeVisible();
    await expect(page.getByText('Session expired')).toHaveCount(0);
    await expect(otherTab).toHaveURL(toUrlPrefixPattern('/login'));
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();

    await page.goto('/login');
    await fillLogin(page, person);
    await expect(page.getByText('This email or password is wrong').first()).toBeVisible();
    await signInNewDriver(page, person);
  });

  test('shows a toast and deletes nothing if it fails', async ({ page }) => {
    await signInNewDriver(page);
    await page.goto('/members/settings/delete-account');
    const stopFailing = await intercept(page, '**/trpc/drivers.deleteAccount*', (route) =>
      route.fulfill({ status: 502, body: 'Bad gateway' }),
    );
    await page.getByRole('button', { name: 'Delete account' }).click();
    await page.getByRole('dialog', { name: title }).getByRole('button', { name: 'Yes' }).click();
    await expect(page.getByRole('alert').getByText('There was a problem with communication')).toBeVisible();
    await expect(page).toHaveURL(toUrlPrefixPattern('/members/settings/delete-account'));
    stopFailing();
    await page.goto('/members/home');
    await expect(page).toHaveURL(toUrlPrefixPattern('/members/home'));
  });
});

test('a field with an error scrolls into view, also if it still has the focus', async ({ page, signInAs }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await signInAs('driver');
  await page.goto('/members/settings/profile');
  const phone = page.getByLabel('Phone', { exact: true });
  await phone.fill('+52 664 123 4567');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.scrollIntoViewIfNeeded();
  await expect(phone).not.toBeInViewport();
  await save.click();
  await expect(phone).toBeInViewport();
  await expect(phone).toHaveValue('+52 664 123 4567');
});
