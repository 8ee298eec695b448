import { demoPassword } from '#server/demo/vocabulary.ts';
import { en } from '#shared/texts/en.ts';
import { fileOfScreen } from './built-files.ts';
import { chooseOption } from './fields.ts';
import { fillLogin, fillSignUp, newPerson, registerDriver } from './people.ts';
import { baseAddress, expect, seedSession, termsCookie, test } from './test.ts';

/** These tests check small behaviors that people notice when they break (`docs/product/screens.md`). */
test('focus moves to the next screen’s heading when the focused link is gone, and the input is kept', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Email').fill('dana@redrock.example');
  await page.getByRole('link', { name: 'Forgotten password?' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Forgotten password?' })).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveValue('dana@redrock.example');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Email')).toBeFocused();
});

test('the requested page opens after sign-up', async ({ page }) => {
  await page.goto('/login?next=%2Fmembers%2Fsettings');
  await page.getByRole('link', { name: 'Create new account' }).click();
  await page.getByRole('radio', { name: "I'm a driver" }).check();
  await fillSignUp(page, newPerson());
  await expect(page).toHaveURL(/\/members\/settings$/);
});

test('opening a used verification link says that the email is verified', async ({ page, emailedPath }) => {
  const person = newPerson();
  await page.goto('/signup?role=driver');
  await fillSignUp(page, person);
  await expect(page).toHaveURL(/\/members\/home$/);
  const link = await emailedPath(person.email, '/email/validation');
  await page.goto(link);
  await expect(page).toHaveURL(/\/email\/validation\/success$/);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Your email is already verified' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send again' })).toHaveCount(0);
});

test('changing the password reports that a pending email change was canceled', async ({ page }) => {
  const person = newPerson();
  await registerDriver(page, person);
  await page.goto('/login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/members\/home$/);
  await page.goto('/account');
  await page.getByLabel('New email').fill(`new-${person.email}`);
  await page.getByRole('button', { name: 'Change email' }).click();
  await expect(page.getByText(/^We sent a link to new-/)).toBeVisible();
  await page.getByRole('link', { name: 'Manage security' }).click();
  await page.getByLabel('Current password').fill(person.password);
  await page.getByLabel('New password', { exact: true }).fill('Other-Road#2027');
  await page.getByLabel('Confirm new password').fill('Other-Road#2027');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText(`your email change to new-${person.email} was canceled`)).toBeVisible();
});

test('a phone number can be pasted in any format and deleted across its brackets', async ({ page, signInAs }) => {
  await signInAs('driver');
  await page.goto('/members/profile');
  const sourceField = page.getByLabel('Last name');
  const phone = page.getByLabel('Phone');
  for (const pastedNumber of ['+1 (555) 123-4567', '5551234567']) {
    await sourceField.fill(pastedNumber);
    await sourceField.press('ControlOrMeta+a');
    await sourceField.press('ControlOrMeta+c');
    await phone.press('ControlOrMeta+a');
    await phone.press('ControlOrMeta+v');
    await expect(phone).toHaveValue('(555)123-4567');
    expect(await phone.evaluate((field: HTMLInputElement) => field.selectionStart)).toBe(13);
  }
  for (let presses = 1; presses <= 8; presses += 1) await phone.press('Backspace');
  await expect(phone).toHaveValue('(55');
  await phone.pressSequentially('90101234');
  await expect(phone).toHaveValue('(559)010-1234');
  const isPasteAllowed = await phone.evaluate((field) => field.dispatchEvent(new ClipboardEvent('paste', { cancelable: true })));
  expect(isPasteAllowed).toBe(true);
});

test('a status says on hover, focus and tap what it means', async ({ page, newVisitor, signInAs }) => {
  await signInAs('companyadmin');
  await page.goto('/company/jobs?size=50');
  const explanation = page.getByRole('tooltip').filter({ hasText: 'Contact support' });
  const status = page.getByRole('button', { name: 'Disabled', exact: true });
  await status.hover();
  await expect(explanation).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(explanation).toBeHidden();
  await status.focus();
  await expect(explanation).toBeVisible();
  const phone = await newVisitor({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await signInAs('companyadmin', phone);
  await phone.goto('/company/jobs?size=50');
  const tapped = phone.getByRole('button', { name: 'Disabled', exact: true });
  await tapped.tap();
  const explanationOnPhone = phone.getByRole('tooltip').filter({ hasText: 'Contact support' });
  await expect(explanationOnPhone).toBeVisible();
  // It stays for a reader, here for a second of the browser's frames.
  await tapped.evaluate(async () => {
    for (let frame = 0; frame < 60; frame += 1) await new Promise(requestAnimationFrame);
  });
  await expect(explanationOnPhone).toBeVisible();
  await phone.getByRole('heading', { level: 1 }).tap();
  await expect(explanationOnPhone).toBeHidden();
});

test('a drawer asks before it discards input', async ({ page, signInAs }) => {
  await signInAs('companyadmin');
  await page.goto('/company/settings/employees');
  const drawer = page.getByRole('dialog', { name: 'Add employee' });
  const confirmDialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await page.getByRole('button', { name: 'Add employee' }).click();
  await drawer.getByLabel('First name').fill('Petra');
  await page.keyboard.press('Escape');
  await expect(confirmDialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(confirmDialog).toHaveCount(0);
  await expect(drawer.getByLabel('First name')).toHaveValue('Petra');
  await drawer.getByRole('button', { name: 'Close' }).click();
  await confirmDialog.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Add employee' }).click();
  await expect(drawer.getByLabel('First name')).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the account screen also shows that an admin is impersonating someone', async ({ page, signInAs }) => {
  await signInAs('admin');
  await page.goto('/company/jobs');
  await page.getByRole('combobox', { name: 'Select company' }).fill('prairie fr');
  await page.getByRole('option', { name: 'Prairie Freight', exact: true }).click();
  await chooseOption(page, 'Select user', 'Carla Jensen (companyadmin@demo.example)');
  await page.getByRole('button', { name: 'Confirm' }).click();
  const banner = page.getByRole('region', { name: 'Impersonation' });
  await expect(banner).toBeVisible();
  await page.goto('/account');
  await expect(banner).toContainText('Acting as Carla Jensen');
  await banner.getByRole('button', { name: 'Exit' }).click();
  await expect(page).toHaveURL(/\/admin\/company-list$/);
});

test('without a connection, forms say so, keep the input, and work again later', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: baseAddress() });
  await context.addCookies([termsCookie()]);
  const page = await context.newPage();
  const pageErrors: string[] = [];
  page.on('pageerror', (error) => pageErrors.push(error.message));
  await page.goto('/login');
  await expect(page.getByLabel('Email')).toBeVisible();
  // This button is loaded last, after the form.
  await expect(page.getByRole('button', { name: 'Continue with SSO' })).toBeVisible();
  await context.setOffline(true);
  await fillLogin(page, { email: 'driver@demo.example', password: demoPassword });
  await expect(page.getByRole('alert')).toHaveText(en.ui.noConnection);
  await expect(page.getByLabel('Email')).toHaveValue('driver@demo.example');
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/members\/home$/);

  await page.goto('/members/profile');
  await page.getByLabel('Years of experience').fill('7');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toHaveText(en.ui.noConnection);
  await expect(page.getByLabel('Years of experience')).toHaveValue('7');
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(en.errors.updated)).toBeVisible();
  expect(pageErrors).toEqual([]);
  await context.close();
});

test('a page that could not be loaded without a connection loads when the connection is back', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: baseAddress() });
  await context.addCookies([termsCookie()]);
  const page = await context.newPage();
  await page.goto('/login');
  await context.setOffline(true);
  await page.getByRole('link', { name: en.signIn.createNewAccount }).click();
  await expect(page.getByText(en.ui.noConnection)).toBeVisible();
  await expect(page.getByRole('button', { name: en.ui.tryAgain })).toBeVisible();
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/signup/);
  await expect(page.getByRole('button', { name: en.ui.tryAgain })).toBeHidden();
  await context.close();
});

test('a company’s name links to the company', async ({ page, signInAs }) => {
  await signInAs('admin');
  await page.goto('/admin/company-list?q=Prairie+Freight');
  await page.getByRole('link', { name: 'Prairie Freight', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Prairie Freight' })).toBeVisible();
});

test('a tab from before an update reloads, and shows the error for a file that stays missing', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: baseAddress() });
  await context.addCookies([termsCookie()]);
  const page = await context.newPage();
  await page.goto('/login');
  const loads: string[] = [];
  page.on('load', () => loads.push(page.url()));
  const chunk = `**/${fileOfScreen('routes/_auth/signup.tsx')}`;
  let missing = 1;
  await page.route(chunk, async (route) => (missing-- > 0 ? route.fulfill({ status: 404 }) : route.continue()));
  const open = () => page.getByRole('link', { name: en.signIn.createNewAccount }).click();
  await open();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(en.ui.oops);
  await expect(page.getByLabel('Email')).toBeVisible();
  await expect.poll(() => loads.length).toBe(1);
  missing = Number.POSITIVE_INFINITY;
  await page.goto('/login');
  await page.evaluate(() => sessionStorage.clear());
  await open();
  await expect(page.getByRole('heading', { name: en.ui.oops })).toBeVisible();
  await context.close();
});

test('without a network a banner says so, what is shown stays, and the next page loads when the network is back', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: baseAddress() });
  await context.addCookies([termsCookie()]);
  const page = await context.newPage();
  await seedSession(page, 'companyadmin');
  // A search finds the job, however many jobs other tests have posted.
  await page.goto('/company/jobs?q=CDL-A Regional Dry Van');
  const row = page.getByRole('link', { name: /CDL-A Regional Dry Van Driver, Omaha/ }).first();
  await expect(row).toBeVisible();
  const banner = page.getByText(/^You’re offline\./);
  await expect(banner).toHaveCount(0);
  await context.setOffline(true);
  await expect(banner).toBeVisible({ timeout: 1_000 });
  await expect(row).toBeVisible();
  await page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'Interviews' }).click();
  await expect(banner).toBeVisible();
  await context.setOffline(false);
  await expect(banner).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Interviews' })).toBeVisible();
  await context.close();
});
