import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { en } from '#shared/texts/en.ts';
import { fillLogin, newPerson, type Person, registerDriver } from './people.ts';
import { baseAddress, expect, test } from './test.ts';

const pathOf = (path: string) => new RegExp(`^${baseAddress()}${path}`);
const sessionsOf = (page: Page) => page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');

async function signIn(page: Page, person: Person): Promise<void> {
  await page.goto('/login');
  await fillLogin(page, person);
  await expect(page).toHaveURL(pathOf('/members/home'));
}

/** A new driver, signed in. */
async function arrive(page: Page, person = newPerson()): Promise<Person> {
  await registerDriver(page, person);
  await signIn(page, person);
  return person;
}

test.describe('where a driver lives', () => {
  const home = (page: Page) => page.getByRole('combobox', { name: 'Location' });
  const choose = async (page: Page, text: string) => {
    await home(page).fill(text);
    await page.getByRole('option', { name: text }).first().click();
  };
  const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click();

  test('is saved once it is there, and not lost for what was typed and not chosen', async ({ page }) => {
    await arrive(page);
    await page.goto('/members/settings');
    await choose(page, 'Lincoln, NE');
    await save(page);
    await expect(page.getByText('Updated successfully')).toBeVisible();

    await test.step('a place that is not one holds the form', async () => {
      await page.reload();
      await expect(home(page)).toHaveValue(/^Lincoln, NE/);
      await home(page).fill('Lincoln, NE 68508x');
      await save(page);
      await expect(page.getByText('Select a valid address, city, or zip code')).toBeVisible();
      await expect(home(page)).toBeFocused();
      await page.reload();
      await expect(home(page)).toHaveValue(/^Lincoln, NE/);
    });

    await test.step('a slow one is waited for', async () => {
      let answer = () => undefined as void;
      const release = new Promise<void>((resolve) => (answer = resolve));
      await page.route(/places\.details/, async (route) => {
        await release;
        await route.continue();
      });
      await choose(page, 'Denver, CO');
      await save(page);
      await expect(page.getByText('Updated successfully')).toHaveCount(0);
      answer();
      await expect(page.getByText('Updated successfully')).toBeVisible();
      await page.reload();
      await expect(home(page)).toHaveValue(/^Denver, CO/);
    });
  });
});

test.describe('own sessions', () => {
  test('another device is seen, ended, and told once; its other tab follows', async ({ page, newVisitor }) => {
    const person = await arrive(page);
    const phone = await newVisitor({
      userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1',
    });
    await signIn(phone, person);
    const otherTab = await phone.context().newPage();
    await otherTab.goto('/members/home');
    await expect(otherTab.getByRole('heading', { level: 1 })).toBeVisible();

    await page.goto('/members/settings/reset-password');
    await expect(sessionsOf(page)).toHaveCount(2);
    await expect(sessionsOf(page).first()).toContainText('This device');
    await expect(sessionsOf(page).last()).toContainText('Safari on iPhone');
    await page.getByRole('button', { name: 'End this session: Safari on iPhone' }).click();
    const question = page.getByRole('dialog', { name: 'Sign out of “Safari on iPhone”?' });
    await question.getByRole('button', { name: 'End session' }).click();
    await expect(page.getByText('Session ended')).toBeVisible();
    await expect(sessionsOf(page)).toHaveCount(1);

    await phone.goto('/members/settings/notifications');
    await expect(phone).toHaveURL(pathOf('/login'));
    await expect(phone.getByText('Session expired')).toBeVisible();
    await expect(otherTab).toHaveURL(pathOf('/login'));
    await phone.reload();
    await expect(phone.getByRole('heading', { name: 'Welcome' })).toBeVisible();
    await expect(phone.getByText('Session expired')).toHaveCount(0);
  });

  test('all others are ended together, this one continues', async ({ page, newVisitor }) => {
    const person = await arrive(page);
    const others = [await newVisitor(), await newVisitor()];
    for (const other of others) await signIn(other, person);
    await page.goto('/account');
    await expect(sessionsOf(page)).toHaveCount(3);
    const lastUsed = sessionsOf(page).last().getByText('Last used');
    const inCentral = await lastUsed.textContent();
    await page.getByLabel('Time zone').selectOption('US/Pacific');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(lastUsed, 'the screen follows the new zone without a reload').not.toHaveText(inCentral ?? '');
    await page.getByRole('button', { name: 'Sign out of all other devices' }).click();
    await page.getByRole('dialog', { name: 'End 2 other sessions?' }).getByRole('button', { name: 'End other sessions' }).click();
    await expect(sessionsOf(page)).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Sign out of all other devices' })).toHaveCount(0);
    for (const other of others) {
      await other.goto('/members/home');
      await expect(other).toHaveURL(pathOf('/login'));
    }
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible();
  });

  test('a screen full of refused calls asks for one refresh and goes on', async ({ page }) => {
    await arrive(page);
    // A page without the app, so that no screen sends another request with this token.
    await page.goto('/robots.txt');
    await page.evaluate(() => localStorage.setItem('accessToken', 'not.a.token'));
    const refreshes: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/trpc/auth.refresh')) refreshes.push(request.url());
    });
    await page.goto('/members/settings/reset-password');
    await expect(sessionsOf(page)).toHaveCount(1);
    expect(refreshes).toHaveLength(1);
  });
});

test.describe('the account screen', () => {
  test('keeps names, time zone and picture, and the menu shows them', async ({ page }) => {
    const person = newPerson();
    await arrive(page, person);
    await page.getByRole('button', { name: `Account: ${person.firstName} ${person.lastName}` }).click();
    await page.getByRole('menuitem', { name: 'Your account' }).click();
    await expect(page).toHaveURL(pathOf('/account'));
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

  test('asks for the employer profile for company users only', async ({ page, signInAs, newVisitor }) => {
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

  test('refuses a file that is no picture, in words', async ({ page }) => {
    await arrive(page);
    await page.goto('/account');
    const file = { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') };
    await page.locator('input[type=file]').setInputFiles(file);
    await expect(page.getByText('Use a PNG, JPG, WebP or GIF image')).toBeVisible();
  });
});

test.describe('members settings', () => {
  test('lead to each subsection by keyboard; the mails’ switches stay as they were set', async ({ page }) => {
    await arrive(page);
    await page.goto('/members/settings');
    await page.getByRole('switch', { name: 'Match me with jobs' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(en.errors.updated)).toBeVisible();
    await page.goto('/members/home');
    await page.getByRole('region', { name: 'Jobs that match you' }).getByRole('link', { name: 'My profile' }).click();
    await expect(page.getByRole('switch', { name: 'Match me with jobs' })).not.toBeChecked();
    const settings = page.getByRole('navigation', { name: 'Settings' });
    await settings.getByRole('link', { name: 'Notifications' }).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(pathOf('/members/settings/notifications'));
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

  test('change their own password, with which the next sign-in works', async ({ page, newVisitor }) => {
    const person = await arrive(page);
    await page.goto('/members/settings/reset-password');
    const password = 'Longer-Haul#2027';
    await page.getByLabel('Current password').fill(person.password);
    await page.getByLabel('New password', { exact: true }).fill(password);
    await page.getByLabel('Confirm new password').fill(password);
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByText('Your password was changed')).toBeVisible();
    await expect(sessionsOf(page)).toHaveCount(1);
    await signIn(await newVisitor(), { ...person, password });
  });

  test('are readable to staff, who have no driver profile', async ({ page, signInAs }) => {
    await signInAs('internal');
    await page.goto('/members/settings');
    await expect(page.getByRole('heading', { name: 'You don’t have a driver profile' })).toBeVisible();
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Delete account' }).click();
    await expect(page.getByRole('heading', { name: 'Only drivers can delete their accounts here' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Delete account' })).toHaveCount(0);
  });
});

test.describe('deleting the account', () => {
  const title = 'Are you sure you want to delete your account?';

  test('asks, says goodbye, and the same email signs up again', async ({ page, context }) => {
    const person = await arrive(page);
    const otherTab = await context.newPage();
    await otherTab.goto('/members/home');
    await expect(otherTab.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goto('/members/settings/delete-account');
    await page.getByRole('button', { name: 'Delete account' }).click();
    const question = page.getByRole('dialog', { name: title });
    await question.getByRole('button', { name: 'No' }).click();
    await expect(question).toBeHidden();
    await page.getByRole('button', { name: 'Delete account' }).click();
    await question.getByRole('button', { name: 'Yes' }).click();
    await expect(page).toHaveURL(pathOf('/deleted-members'));
    await expect(page.getByRole('heading', { name: 'Your account has been deleted.' })).toBeVisible();
    await expect(page.getByText('You’re welcome back anytime')).toBeVisible();
    await expect(page.getByText('Session expired')).toHaveCount(0);
    await expect(otherTab).toHaveURL(pathOf('/login'));
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();

    await page.goto('/login');
    await fillLogin(page, person);
    await expect(page.getByText('This email or password is wrong').first()).toBeVisible();
    await arrive(page, person);
  });

  test('that fails says so in a toast and deletes nothing', async ({ page }) => {
    await arrive(page);
    await page.goto('/members/settings/delete-account');
    await page.route('**/trpc/drivers.deleteAccount*', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
    await page.getByRole('button', { name: 'Delete account' }).click();
    await page.getByRole('dialog', { name: title }).getByRole('button', { name: 'Yes' }).click();
    await expect(page.getByRole('alert').getByText('There was a problem with communication')).toBeVisible();
    await expect(page).toHaveURL(pathOf('/members/settings/delete-account'));
    await page.unroute('**/trpc/drivers.deleteAccount*');
    await page.goto('/members/home');
    await expect(page).toHaveURL(pathOf('/members/home'));
  });
});
