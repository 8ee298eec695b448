import type { Page } from '@playwright/test';
import { en } from '#shared/texts/en.ts';
import { readEmailsTo } from '#tests/helpers/mailbox.ts';
import { resetCodePattern, waitForCode } from './emailed-code.ts';
import { fillLogin, fillSignUp, newPerson, type Person, registerDriver } from './people.ts';
import { expect, toUrlPattern, test } from './test.ts';

/** Tests forgotten passwords, reset codes and password changes (`docs/product/access.md#passwords`). */
const newPassword = 'Longer-Haul#2027';
async function registerNewDriver(page: Page, overrides: Partial<Person> = {}): Promise<Person> {
  const driver = newPerson(overrides);
  await registerDriver(page, driver);
  return driver;
}

async function requestCode(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgotten password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgotten password?' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page).toHaveURL(toUrlPattern('/reset-code\\?role=employer'));
}

test.describe('forgotten password', () => {
  test('goes from sign-in through a code to a new password, and signs out every device', async ({ page, newVisitor }) => {
    const driver = await registerNewDriver(page);
    const otherDevice = await newVisitor();
    await otherDevice.goto('/login');
    await fillLogin(otherDevice, driver);
    await expect(otherDevice).toHaveURL(toUrlPattern('/members/home'));

    await requestCode(page, driver.email);
    await expect(page.getByText(`If ${driver.email} has an account`)).toBeVisible();
    const code = await waitForCode(driver.email, resetCodePattern);
    await page.getByLabel('Code').fill(` ${code.slice(0, 4).toLowerCase()} ${code.slice(4)}`);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(toUrlPattern('/change-password\\?role=employer'));
    await page.reload();
    await page.getByLabel('New password', { exact: true }).fill(newPassword);
    await page.getByLabel('Confirm new password').fill(newPassword);
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page).toHaveURL(toUrlPattern('/login\\?role=employer'));
    await expect(page.getByText(`${en.common.passwordChanged}. Sign in with your new password.`)).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(driver.email);
    await fillLogin(page, { email: driver.email, password: newPassword });
    await expect(page).toHaveURL(toUrlPattern('/members/home'));

    await otherDevice.reload();
    await expect(otherDevice).toHaveURL(/\/login\?next=/);
    await expect(otherDevice.getByText(en.ui.sessionExpired)).toBeVisible();
  });

  test('shows the same message for an email without an account', async ({ page }) => {
    const { email } = newPerson();
    await requestCode(page, email);
    await expect(page.getByText(`If ${email} has an account`)).toBeVisible();
    await page.getByLabel('Code').fill('ACDEFHJK');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText(en.errors.resetCodeWrong)).toBeVisible();
  });

  test('marks a wrong code, keeps it for correction, and sends a new one', async ({ page }) => {
    const driver = await registerNewDriver(page);
    await requestCode(page, driver.email);
    const codeField = page.getByLabel('Code');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText(en.errors.resetCodeRequired)).toBeVisible();
    await expect(codeField).toBeFocused();
    const firstCode = await waitForCode(driver.email, resetCodePattern);
    await codeField.fill(firstCode.startsWith('A') ? 'CACACACA' : 'ACACACAC');
    await page.keyboard.press('Enter');
    await expect(page.getByText(en.errors.resetCodeWrong)).toBeVisible();
    await expect(codeField).toBeFocused();
    await expect(codeField).toHaveAttribute('aria-invalid', 'true');
    await page.getByRole('button', { name: 'Send again' }).click();
    const secondCode = await waitForCode(driver.email, resetCodePattern, 2);
    await codeField.fill(firstCode);
    await page.keyboard.press('Enter');
    await expect(page.getByText(en.errors.resetCodeWrong)).toBeVisible();
    await codeField.fill(secondCode);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(toUrlPattern('/change-password\\?role=employer'));
  });

  test('can be continued in another browser, where the emailed link asks for the email', async ({
    page,
    newVisitor,
    emailedPath,
  }) => {
    const driver = await registerNewDriver(page);
    await requestCode(page, driver.email);
    const code = await waitForCode(driver.email, resetCodePattern);
    const phone = await newVisitor();
    await phone.goto(await emailedPath(driver.email, '/reset-code'));
    await phone.getByLabel('Email').fill(driver.email);
    await phone.getByLabel('Code').fill(code);
    await phone.getByRole('button', { name: 'Continue' }).click();
    await expect(phone.getByText(`Choose a new password for ${driver.email}`)).toBeVisible();
  });

  test('shows the specified messages for an invalid new password', async ({ page }) => {
    const driver = await registerNewDriver(page);
    await requestCode(page, driver.email);
    await page.getByLabel('Code').fill(await waitForCode(driver.email, resetCodePattern));
    await page.keyboard.press('Enter');
    const passwordField = page.getByLabel('New password', { exact: true });
    await expect(passwordField).toHaveAccessibleDescription(/common or stolen password, your current one/i);
    const confirmationField = page.getByLabel('Confirm new password');
    const submitButton = page.getByRole('button', { name: 'Change password' });
    for (const [password, message] of [
      ['Sh0rt!a', en.errors.passwordShort],
      [`Aa1!${'x'.repeat(61)}`, en.errors.passwordLong],
      ['NoSymbol11', en.errors.passwordWeak],
      ['Password1!', en.errors.passwordCommon],
      [driver.password, en.errors.passwordUsed],
    ] as const) {
      await passwordField.fill(password);
      await confirmationField.fill(password);
      await submitButton.click();
      await expect(page.getByText(message)).toBeVisible();
      await expect(passwordField).toBeFocused();
    }
    await passwordField.fill(newPassword);
    await confirmationField.fill('Longer-Haul#2028');
    await submitButton.click();
    await expect(page.getByText(en.errors.passwordsDiffer)).toBeVisible();
    await expect(confirmationField).toBeFocused();
  });

  test('keeps the admin role in every step', async ({ page }) => {
    await page.goto('/admin-login');
    await page.getByRole('link', { name: 'Forgotten password?' }).click();
    await expect(page).toHaveURL(toUrlPattern('/forgot-password\\?role=admin'));
    await expect(page).toHaveTitle('Admin | Forgot password | Haulboard');
    await expect(page.getByRole('heading', { name: 'Forgotten password?' })).toBeVisible();
    await page.getByLabel('Email').fill(newPerson().email);
    await page.getByRole('button', { name: 'Send code' }).click();
    await expect(page).toHaveURL(toUrlPattern('/reset-code\\?role=admin'));
    await page.getByRole('link', { name: 'Use another email' }).click();
    await page.getByRole('link', { name: 'Back to sign in' }).click();
    await expect(page).toHaveURL(toUrlPattern('/login\\?role=admin'));
  });

  test('is public, and sends a visitor without a code to the request form', async ({ page }) => {
    await page.goto('/change-password');
    await expect(page.getByRole('heading', { name: 'Change password' })).toBeVisible();
    await expect(page).toHaveURL(toUrlPattern('/change-password'));
    await expect(page.getByRole('link', { name: 'Enter code' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login?next=%2Fchange-password');
    await page.getByRole('link', { name: 'Get a code' }).click();
    await expect(page).toHaveURL(toUrlPattern('/forgot-password'));
  });
});

test.describe('change password', () => {
  test('asks for the current password and stays signed in', async ({ page, newVisitor }) => {
    const person = newPerson();
    await page.goto('/signup');
    await fillSignUp(page, person);
    await expect(page).toHaveURL(toUrlPattern('/company-info'));
    const otherDevice = await newVisitor();
    await otherDevice.goto('/login');
    await fillLogin(otherDevice, person);
    await expect(otherDevice).toHaveURL(toUrlPattern('/company-info'));
    await page.goto('/change-password');
    await page.getByLabel('Current password').fill('Wrong#2026');
    await page.getByLabel('New password', { exact: true }).fill(newPassword);
    await page.getByLabel('Confirm new password').fill(newPassword);
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByText('Incorrect password')).toBeVisible();
    await expect(page.getByLabel('Current password')).toBeFocused();
    await page.getByLabel('Current password').fill(person.password);
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page).toHaveURL(toUrlPattern('/company-info'));
    await expect(page.getByText(en.common.passwordChanged)).toBeVisible();
    await page.reload();
    await expect(page).toHaveURL(toUrlPattern('/company-info'));
    await otherDevice.reload();
    await expect(otherDevice).toHaveURL(/\/login\?next=/);
  });
});

test.describe('a new email address', () => {
  test('waits for its link, can be canceled, and works for sign-in once verified', async ({ page, newVisitor, emailedPath }) => {
    const person = newPerson();
    const [firstEmail, secondEmail] = [newPerson().email, newPerson().email];
    await registerDriver(page, person);
    await page.goto('/login');
    await fillLogin(page, person);
    await expect(page).toHaveURL(toUrlPattern('/members/home'));
    await page.goto('/account');
    const changeForm = page.getByRole('form', { name: 'Change email' });
    await changeForm.getByLabel('New email').fill(firstEmail);
    await changeForm.getByRole('button', { name: 'Change email' }).click();
    await expect(page.getByText(`We sent a link to ${firstEmail}`).first()).toBeVisible();
    await page.getByRole('button', { name: 'Cancel change' }).click();
    await expect(page.getByRole('button', { name: 'Cancel change' })).toHaveCount(0);
    await changeForm.getByLabel('New email').fill(secondEmail);
    await changeForm.getByRole('button', { name: 'Change email' }).click();
    await expect(page.getByRole('button', { name: 'Cancel change' })).toBeVisible();
    const otherDevice = await newVisitor();
    await otherDevice.goto(await emailedPath(firstEmail, '/email/validation'));
    await expect(otherDevice).toHaveURL(toUrlPattern('/email/validation/unsuccess'));
    await otherDevice.goto(await emailedPath(secondEmail, '/email/validation'));
    await expect(otherDevice).toHaveURL(toUrlPattern('/email/validation/success'));
    await otherDevice.goto('/login');
    await fillLogin(otherDevice, { ...person, email: secondEmail });
    await expect(otherDevice).toHaveURL(toUrlPattern('/members/home'));
    await page.reload();
    await expect(page.getByRole('form', { name: 'Change email' })).toBeVisible();
    await expect(page.getByText(secondEmail).first()).toBeVisible();
    const emails = await readEmailsTo(process.env['E2E_DATA_DIR'] ?? '', person.email);
    expect(emails.map(({ subject }) => subject)).toContain('Your email address is about to change');
  });

  test('that belongs to another account is rejected under the field', async ({ page }) => {
    const [person, otherPerson] = [newPerson(), newPerson()];
    await registerDriver(page, person);
    await registerDriver(page, otherPerson);
    await page.goto('/login');
    await fillLogin(page, person);
    await expect(page).toHaveURL(toUrlPattern('/members/home'));
    await page.goto('/account');
    await page.getByLabel('New email').fill(otherPerson.email);
    await page.getByRole('button', { name: 'Change email' }).click();
    await expect(page.getByText(en.errors.emailExists)).toBeVisible();
    await expect(page.getByLabel('New email')).toBeFocused();
  });

  test('that equals the current one is reported, and the form keeps its values', async ({ page, signInAs }) => {
    await signInAs('company');
    await page.goto('/company/settings/account-settings');
    const field = page.getByLabel('New email');
    await field.fill('company@demo.example');
    await page.getByRole('button', { name: 'Change email' }).click();
    await expect(field).toHaveAccessibleDescription('You already use this email to sign in');
    await expect(field).toHaveValue('company@demo.example');
  });
});
