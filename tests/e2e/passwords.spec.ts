import type { Page } from '@playwright/test';
import { en } from '#shared/texts/en.ts';
import { mailedTo } from '#tests/helpers/mailbox.ts';
import { fillLogin, fillSignUp, newPerson, type Person, registerDriver } from './people.ts';
import { expect, pathOf, test } from './test.ts';

/** Forgotten passwords, reset codes and changing a password (`docs/product/access.md#passwords`). */
const newPassword = 'Longer-Haul#2027';
const codePattern = /^[2-9A-Y]{8}$/m;

/** The codes emailed to an address so far, the newest last. */
async function codesTo(email: string): Promise<string[]> {
  const mails = await mailedTo(process.env['E2E_DATA_DIR'] ?? '', email);
  return mails.flatMap(({ text }) => codePattern.exec(text)?.[0] ?? []);
}

/** The newest code, once this many have arrived. */
async function codeTo(email: string, count = 1): Promise<string> {
  await expect.poll(async () => (await codesTo(email)).length, { timeout: 15_000 }).toBe(count);
  return (await codesTo(email)).at(-1) ?? '';
}

async function someDriver(page: Page, overrides: Partial<Person> = {}): Promise<Person> {
  const driver = newPerson(overrides);
  await registerDriver(page, driver);
  return driver;
}

async function askForCode(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgotten password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgotten password?' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page).toHaveURL(pathOf('/reset-code\\?role=employer'));
}

test.describe('forgotten password', () => {
  test('leads from the log-in to a code, to a new password and in; every device is signed out', async ({ page, newVisitor }) => {
    const driver = await someDriver(page);
    const elsewhere = await newVisitor();
    await elsewhere.goto('/login');
    await fillLogin(elsewhere, driver);
    await expect(elsewhere).toHaveURL(pathOf('/members/home'));

    await askForCode(page, driver.email);
    await expect(page.getByText(`If ${driver.email} has an account`)).toBeVisible();
    const code = await codeTo(driver.email);
    await page.getByLabel('Code').fill(` ${code.slice(0, 4).toLowerCase()} ${code.slice(4)}`);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(pathOf('/change-password\\?role=employer'));
    await page.reload();
    await page.getByLabel('New password', { exact: true }).fill(newPassword);
    await page.getByLabel('Confirm new password').fill(newPassword);
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page).toHaveURL(pathOf('/login\\?role=employer'));
    await expect(page.getByText(`${en.errors.passwordChanged}. Sign in with your new password.`)).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(driver.email);
    await fillLogin(page, { email: driver.email, password: newPassword });
    await expect(page).toHaveURL(pathOf('/members/home'));

    await elsewhere.reload();
    await expect(elsewhere).toHaveURL(/\/login\?next=/);
    await expect(elsewhere.getByText(en.ui.sessionExpired)).toBeVisible();
  });

  test('says the same for an address without an account', async ({ page }) => {
    const { email } = newPerson();
    await askForCode(page, email);
    await expect(page.getByText(`If ${email} has an account`)).toBeVisible();
    await page.getByLabel('Code').fill('ACDEFHJK');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText(en.errors.resetCodeWrong)).toBeVisible();
  });

  test('marks a wrong code, keeps it to be corrected, and sends another', async ({ page }) => {
    const driver = await someDriver(page);
    await askForCode(page, driver.email);
    const code = page.getByLabel('Code');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText(en.errors.resetCodeRequired)).toBeVisible();
    await expect(code).toBeFocused();
    const first = await codeTo(driver.email);
    await code.fill(first.startsWith('A') ? 'CACACACA' : 'ACACACAC');
    await page.keyboard.press('Enter');
    await expect(page.getByText(en.errors.resetCodeWrong)).toBeVisible();
    await expect(code).toBeFocused();
    await expect(code).toHaveAttribute('aria-invalid', 'true');
    await page.getByRole('button', { name: 'Send again' }).click();
    const second = await codeTo(driver.email, 2);
    await code.fill(first);
    await page.keyboard.press('Enter');
    await expect(page.getByText(en.errors.resetCodeWrong)).toBeVisible();
    await code.fill(second);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(pathOf('/change-password\\?role=employer'));
  });

  test('can be gone on with in another browser: the mail leads to the code, the code asks for the email', async ({
    page,
    newVisitor,
    mailedPath,
  }) => {
    const driver = await someDriver(page);
    await askForCode(page, driver.email);
    const code = await codeTo(driver.email);
    const phone = await newVisitor();
    await phone.goto(await mailedPath(driver.email, '/reset-code'));
    await phone.getByLabel('Email').fill(driver.email);
    await phone.getByLabel('Code').fill(code);
    await phone.getByRole('button', { name: 'Continue' }).click();
    await expect(phone.getByText(`Choose a new password for ${driver.email}`)).toBeVisible();
  });

  test('says what is wrong with the new password, to the letter', async ({ page }) => {
    const driver = await someDriver(page);
    await askForCode(page, driver.email);
    await page.getByLabel('Code').fill(await codeTo(driver.email));
    await page.keyboard.press('Enter');
    const chosen = page.getByLabel('New password', { exact: true });
    await expect(chosen).toHaveAccessibleDescription(/common or stolen password, your current one/i);
    const repeated = page.getByLabel('Confirm new password');
    const send = page.getByRole('button', { name: 'Change password' });
    for (const [password, message] of [
      ['Sh0rt!a', en.errors.passwordShort],
      [`Aa1!${'x'.repeat(61)}`, en.errors.passwordLong],
      ['NoSymbol11', en.errors.passwordWeak],
      ['Password1!', en.errors.passwordCommon],
      [driver.password, en.errors.passwordUsed],
    ] as const) {
      await chosen.fill(password);
      await repeated.fill(password);
      await send.click();
      await expect(page.getByText(message)).toBeVisible();
      await expect(chosen).toBeFocused();
    }
    await chosen.fill(newPassword);
    await repeated.fill('Longer-Haul#2028');
    await send.click();
    await expect(page.getByText(en.errors.passwordsMatch)).toBeVisible();
    await expect(repeated).toBeFocused();
  });

  test('keeps the admin role in every step', async ({ page }) => {
    await page.goto('/admin-login');
    await page.getByRole('link', { name: 'Forgotten password?' }).click();
    await expect(page).toHaveURL(pathOf('/forgot-password\\?role=admin'));
    await expect(page).toHaveTitle('Admin | Forgot password | Haulboard');
    await expect(page.getByRole('heading', { name: 'Forgotten password?' })).toBeVisible();
    await page.getByLabel('Email').fill(newPerson().email);
    await page.getByRole('button', { name: 'Send code' }).click();
    await expect(page).toHaveURL(pathOf('/reset-code\\?role=admin'));
    await page.getByRole('link', { name: 'Use another email' }).click();
    await page.getByRole('link', { name: 'Back to sign in' }).click();
    await expect(page).toHaveURL(pathOf('/login\\?role=admin'));
  });

  test('is public, and leads a visitor without a code to one', async ({ page }) => {
    await page.goto('/change-password');
    await expect(page.getByRole('heading', { name: 'Change password' })).toBeVisible();
    await expect(page).toHaveURL(pathOf('/change-password'));
    await expect(page.getByRole('link', { name: 'Enter code' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login?next=%2Fchange-password');
    await page.getByRole('link', { name: 'Get a code' }).click();
    await expect(page).toHaveURL(pathOf('/forgot-password'));
  });
});

test.describe('change password', () => {
  test('asks for the present one, and goes on signed in', async ({ page, newVisitor }) => {
    const person = newPerson();
    await page.goto('/signup');
    await fillSignUp(page, person);
    await expect(page).toHaveURL(pathOf('/company-info'));
    const elsewhere = await newVisitor();
    await elsewhere.goto('/login');
    await fillLogin(elsewhere, person);
    await expect(elsewhere).toHaveURL(pathOf('/company-info'));
    await page.goto('/change-password');
    await page.getByLabel('Current password').fill('Wrong#2026');
    await page.getByLabel('New password', { exact: true }).fill(newPassword);
    await page.getByLabel('Confirm new password').fill(newPassword);
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByText('Incorrect password')).toBeVisible();
    await expect(page.getByLabel('Current password')).toBeFocused();
    await page.getByLabel('Current password').fill(person.password);
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page).toHaveURL(pathOf('/company-info'));
    await expect(page.getByText(en.errors.passwordChanged)).toBeVisible();
    await page.reload();
    await expect(page).toHaveURL(pathOf('/company-info'));
    await elsewhere.reload();
    await expect(elsewhere).toHaveURL(/\/login\?next=/);
  });
});

test.describe('a new address', () => {
  test('waits for its link, can be canceled, and signs in once it is verified', async ({ page, newVisitor, mailedPath }) => {
    const person = newPerson();
    const [first, second] = [newPerson().email, newPerson().email];
    await registerDriver(page, person);
    await page.goto('/login');
    await fillLogin(page, person);
    await expect(page).toHaveURL(pathOf('/members/home'));
    await page.goto('/account');
    const change = page.getByRole('form', { name: 'Change email' });
    await change.getByLabel('New email').fill(first);
    await change.getByRole('button', { name: 'Change email' }).click();
    await expect(page.getByText(`We sent a link to ${first}`).first()).toBeVisible();
    await page.getByRole('button', { name: 'Cancel change' }).click();
    await expect(page.getByRole('button', { name: 'Cancel change' })).toHaveCount(0);
    await change.getByLabel('New email').fill(second);
    await change.getByRole('button', { name: 'Change email' }).click();
    await expect(page.getByRole('button', { name: 'Cancel change' })).toBeVisible();
    const elsewhere = await newVisitor();
    await elsewhere.goto(await mailedPath(first, '/email/validation'));
    await expect(elsewhere).toHaveURL(pathOf('/email/validation/unsuccess'));
    await elsewhere.goto(await mailedPath(second, '/email/validation'));
    await expect(elsewhere).toHaveURL(pathOf('/email/validation/success'));
    await elsewhere.goto('/login');
    await fillLogin(elsewhere, { ...person, email: second });
    await expect(elsewhere).toHaveURL(pathOf('/members/home'));
    await page.reload();
    await expect(page.getByRole('form', { name: 'Change email' })).toBeVisible();
    await expect(page.getByText(second).first()).toBeVisible();
    const mails = await mailedTo(process.env['E2E_DATA_DIR'] ?? '', person.email);
    expect(mails.map(({ subject }) => subject)).toContain('Your email address is about to change');
  });

  test('of another account is reported under the field', async ({ page }) => {
    const [person, other] = [newPerson(), newPerson()];
    await registerDriver(page, person);
    await registerDriver(page, other);
    await page.goto('/login');
    await fillLogin(page, person);
    await expect(page).toHaveURL(pathOf('/members/home'));
    await page.goto('/account');
    await page.getByLabel('New email').fill(other.email);
    await page.getByRole('button', { name: 'Change email' }).click();
    await expect(page.getByText(en.errors.emailExists)).toBeVisible();
    await expect(page.getByLabel('New email')).toBeFocused();
  });

  test('that is the present one is said, and nothing is emptied', async ({ page, signInAs }) => {
    await signInAs('company');
    await page.goto('/company/settings/account-settings');
    const field = page.getByLabel('New email');
    await field.fill('company@demo.example');
    await page.getByRole('button', { name: 'Change email' }).click();
    await expect(field).toHaveAccessibleDescription('You already sign in with this email');
    await expect(field).toHaveValue('company@demo.example');
  });
});
