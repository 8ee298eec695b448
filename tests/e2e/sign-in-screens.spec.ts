import type { Page } from '@playwright/test';
import { en } from '#shared/texts/en.ts';
import { fillLogin, fillSignUp, randomIpOptions, newPerson, registerDriver } from './people.ts';
import { expect, toUrlPattern, test } from './test.ts';

/** Delays the requests of a procedure until the returned function is called. */
async function holdRequest(page: Page, procedure: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(`**/trpc/${procedure}*`, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Makes a procedure return a server error. The HTTP status stays 200, because the console reports others as errors. */
const failCall = (page: Page, procedure: string, status: number) =>
  page.route(`**/trpc/${procedure}*`, (route) =>
    route.fulfill({
      status: 200,
      contentType: 'application/json',
      body: JSON.stringify({ error: { message: 'x', code: -32603, data: { httpStatus: status, code: 'internal' } } }),
    }),
  );

test.describe('Login screen', () => {
  test('shows a welcome and links to sign-up and to the password reset', async ({ page }) => {
    await page.goto('/login');
    await expect(page.getByRole('heading', { name: 'Welcome', level: 1 })).toBeVisible();
    await expect(page.getByText('Sign in to your account')).toBeVisible();
    await expect(page.getByText(/^Version \d+\.\d+\.\d+$/)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Forgotten password?' })).toHaveAttribute(
      'href',
      '/forgot-password?role=employer',
    );
    await page.getByRole('link', { name: 'Create new account' }).click();
    await expect(page).toHaveURL(toUrlPattern('/signup'));
  });

  test('for admins has its own picture, title and forgot-password link, and keeps the query', async ({ page }) => {
    await page.goto('/login');
    const picture = page.getByRole('complementary').getByAltText('', { exact: true });
    const employerPictureUrl = await picture.getAttribute('src');
    await page.goto('/admin-login?next=%2Fadmin%2Fcompany-list');
    await expect(page).toHaveURL(toUrlPattern('/login\\?next=%2Fadmin%2Fcompany-list&role=admin'));
    await expect(page).toHaveTitle('Admin | Sign in | Haulboard');
    await expect(picture).not.toHaveAttribute('src', employerPictureUrl ?? '');
    await expect(page.getByRole('link', { name: 'Forgotten password?' })).toHaveAttribute('href', '/forgot-password?role=admin');
  });

  test('is disabled while sending and restores the focus', async ({ page }) => {
    const release = await holdRequest(page, 'auth.login');
    await page.goto('/login');
    await page.getByLabel('Email').fill('unknown@test.example');
    await page.getByLabel('Password', { exact: true }).fill('Wrong#2026');
    await page.keyboard.press('Enter');
    const card = page.locator('section[aria-busy="true"]');
    await expect(card).toHaveAttribute('inert', '');
    await expect(card.locator('button[type="submit"]')).toBeDisabled();
    await expect(card.locator('input[type="email"]')).toBeDisabled();
    release();
    await expect(page.getByRole('alert').getByText(en.errors.wrongLogin)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled();
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  });

  test('works by keyboard in reading order', async ({ page }) => {
    const driver = newPerson();
    await registerDriver(page, driver);
    await page.goto('/login');
    await page.getByLabel('Email').focus();
    await page.keyboard.type(driver.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(driver.password);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Forgotten password?' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(toUrlPattern('/members/home'));
  });
});

test.describe('sign-in errors', () => {
  test('a server error shows a message', async ({ page }) => {
    await failCall(page, 'auth.login', 500);
    await page.goto('/login');
    await fillLogin(page, newPerson());
    await expect(page.getByRole('alert').getByText(en.ui.internalError)).toBeVisible();
  });

  test('a missing response shows a message', async ({ page, context }) => {
    await page.goto('/login');
    await page.getByLabel('Email').fill('dana@prairie.example');
    await page.getByLabel('Password', { exact: true }).fill('Wrong#2026');
    await page.getByLabel('Password', { exact: true }).blur();
    await page.evaluate(() => {
      window.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    });
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('alert').getByText(en.ui.noConnection)).toBeVisible();
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('Wrong#2026');
    expect(await context.cookies()).toEqual(expect.not.arrayContaining([expect.objectContaining({ name: 'refreshToken' })]));
  });

  for (const status of [400, 401, 422, 500]) {
    test(`existing driver: ${status} shows no message, marks the field and focuses it`, async ({ page }) => {
      const driver = newPerson();
      await registerDriver(page, driver);
      await page.goto('/signup');
      await page.getByLabel('Email').fill(driver.email);
      await page.getByRole('button', { name: "Let's Go" }).click();
      await expect(page).toHaveURL(toUrlPattern('/fast-login'));
      await failCall(page, 'auth.login', status);
      const password = page.getByLabel('Password', { exact: true });
      await password.fill(driver.password);
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(password).toHaveAttribute('aria-invalid', 'true');
      await expect(password).toBeFocused();
      await expect(page.getByRole('alert')).toHaveCount(0);
    });
  }

  test('sign-up has its own fallback message', async ({ page }) => {
    await failCall(page, 'auth.signup', 500);
    await page.goto('/signup');
    await fillSignUp(page, newPerson());
    await expect(page.getByRole('alert').getByText(en.errors.signupFailed)).toBeVisible();
    await expect(page.getByLabel('First name')).toHaveValue('Wanda');
  });
});

test.describe('Existing-driver screen', () => {
  test('shows the email address, asks for the password and links back to sign-in', async ({ page }) => {
    const driver = newPerson();
    await registerDriver(page, driver);
    await page.goto('/signup');
    await page.getByLabel('Email').fill(driver.email);
    await page.getByRole('button', { name: "Let's Go" }).click();
    await expect(
      page.getByText('This email is already registered as a driver, enter your password to create a company.'),
    ).toBeVisible();
    await expect(page.getByText(driver.email)).toBeVisible();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText(en.errors.passwordRequired)).toBeVisible();
    await page.getByRole('link', { name: 'Sign in to your driver account' }).click();
    await expect(page).toHaveURL(toUrlPattern('/login'));
    await expect(page.getByLabel('Email')).toHaveValue(driver.email);
  });
});

test.describe('Sign-up screen', () => {
  test('asks for the email first, then shows the full form with unchecked boxes', async ({ page }) => {
    await page.goto('/signup');
    await expect(page.getByRole('heading', { name: 'Sign Up', level: 1 })).toBeVisible();
    await expect(page.getByText('Enter your email to get started')).toBeVisible();
    await expect(page.getByRole('textbox')).toHaveCount(1);
    await expect(page.getByRole('link', { name: 'Already using the product? Sign in to an existing account.' })).toBeVisible();
    const { email } = newPerson();
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: "Let's Go" }).click();
    for (const label of ['Confirm email', 'First name', 'Last name', 'Phone', 'Confirm password'])
      await expect(page.getByLabel(label)).toHaveValue('');
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email);
    await expect(page.getByLabel('Confirm email')).toBeFocused();
    await expect(
      page.getByRole('checkbox', { name: "It's ok to send me emails and SMS/MMS about the product" }),
    ).not.toBeChecked();
    await expect(
      page.getByText('By continuing, you agree to the Customer Terms of Service and the Privacy Policy.'),
    ).toBeVisible();
  });

  test('shows every validation error and focuses the first field with one', async ({ page }) => {
    await page.goto('/signup');
    const submitButton = page.getByRole('button', { name: "Let's Go" });
    await submitButton.click();
    await expect(page.getByText(en.errors.signupEmailRequired)).toBeVisible();
    await expect(page.getByLabel('Email')).toBeFocused();
    await page.getByLabel('Email').fill('a@b.c');
    await page.getByLabel('Email').blur();
    await expect(page.getByText(en.errors.signupEmailInvalid)).toBeVisible();
    await page.getByLabel('Email').fill(newPerson().email);
    await submitButton.click();
    await expect(page.getByLabel('Confirm email')).toBeFocused();
    await submitButton.click();
    await expect(page.getByLabel('Confirm email')).toBeFocused();
    for (const message of [en.errors.emailsDiffer, en.errors.phoneRequired, en.errors.passwordShort])
      await expect(page.getByText(message)).toBeVisible();
    await expect(page.getByText(en.errors.nameRequired)).toHaveCount(2);
    const invalidInputs: [string, string, string][] = [
      ['First name', 'W', en.errors.nameInvalid],
      ['Last name', '1', en.errors.nameInvalid],
      ['Phone', '402555', en.errors.phoneLength],
      ['Password', 'NoSymbol11', en.errors.passwordWeak],
      ['Confirm password', 'Another1!', en.errors.passwordsDiffer],
    ];
    for (const [label, value, message] of invalidInputs) {
      const field = page.getByLabel(label, { exact: true });
      await field.fill(value);
      await field.blur();
      await expect(field).toHaveAccessibleDescription(new RegExp(message.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)));
      await expect(field).toHaveAttribute('aria-invalid', 'true');
    }
  });

  test('formats the phone number', async ({ page }) => {
    await page.goto('/signup?email=wanda@redrock.example');
    await page.getByLabel('Phone').pressSequentially('4025550142999');
    await expect(page.getByLabel('Phone')).toHaveValue('(402)555-0142');
  });

  test('is prefilled from a landing page', async ({ page }) => {
    await page.goto('/signup?firstName=Wanda&lastName=Stone&email=wanda@redrock.example&phone=14025550142');
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue('wanda@redrock.example');
    await expect(page.getByLabel('Confirm email')).toHaveValue('wanda@redrock.example');
    await expect(page.getByLabel('First name')).toHaveValue('Wanda');
    await expect(page.getByLabel('Last name')).toHaveValue('Stone');
    await expect(page.getByLabel('Phone')).toHaveValue('(402)555-0142');
  });

  test('sends people with an account from a landing page to sign-in and keeps the email', async ({ newVisitor }) => {
    const page = await newVisitor(randomIpOptions());
    const driver = newPerson();
    await registerDriver(page, driver);
    const landingPath = (email: string, extraParameters = '') =>
      `/signup?firstName=Wanda&email=${encodeURIComponent(email)}${extraParameters}`;
    await page.goto(landingPath(driver.email));
    await expect(page).toHaveURL(toUrlPattern('/fast-login'));
    await expect(page.getByText(driver.email)).toBeVisible();
    await page.goto(landingPath(driver.email, '&role=driver'));
    await expect(page).toHaveURL(toUrlPattern('/login'));
    await expect(page.getByLabel('Email')).toHaveValue(driver.email);
    await page.goto(landingPath('companyadmin@demo.example'));
    await expect(page).toHaveURL(toUrlPattern('/login'));
    await expect(page.getByLabel('Email')).toHaveValue('companyadmin@demo.example');
  });

  test('sends people who enter the email of an existing account to sign-in on submit', async ({ newVisitor }) => {
    const page = await newVisitor(randomIpOptions());
    const { firstName, lastName, phone, password } = newPerson();
    const email = 'company@demo.example';
    await page.goto(`/signup?firstName=${firstName}&lastName=${lastName}&phone=${phone}`);
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByLabel('Confirm email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm password').fill(password);
    await page.getByRole('button', { name: "Let's Go" }).click();
    await expect(page).toHaveURL(toUrlPattern('/login'));
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email);
  });

  test('reads the names reversed from param1 and param2', async ({ page }) => {
    await page.goto('/signup?param1=adnaW&param2=enotS');
    await expect(page.getByLabel('First name')).toHaveValue('Wanda');
    await expect(page.getByLabel('Last name')).toHaveValue('Stone');
  });

  test('the draft survives a reload without passwords and is deleted when the account is created', async ({ page }) => {
    const person = newPerson();
    await page.goto('/signup');
    await page.getByLabel('Email').fill(person.email);
    await page.getByRole('button', { name: "Let's Go" }).click();
    await page.getByLabel('First name').fill(person.firstName);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.reload();
    await expect(page.getByLabel('First name')).toHaveValue(person.firstName);
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(person.password);
    await page.getByLabel('Confirm email').fill(person.email);
    await page.getByLabel('Last name').fill(person.lastName);
    await page.getByLabel('Phone').fill(person.phone);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByLabel('Confirm password').fill(person.password);
    await page.getByRole('button', { name: "Let's Go" }).click();
    await expect(page).toHaveURL(toUrlPattern('/company-info'));
    expect(await page.evaluate(() => localStorage.getItem('signupDraft'))).toBeNull();
  });

  test('takes a driver to the members area', async ({ page }) => {
    await page.goto('/signup');
    await page.getByRole('radio', { name: "I'm a driver" }).check();
    await fillSignUp(page, newPerson());
    await expect(page).toHaveURL(toUrlPattern('/members/home'));
  });

  test('an email address that was taken meanwhile is reported under its field', async ({ page }) => {
    const person = newPerson();
    await page.goto('/signup');
    await page.getByLabel('Email').fill(person.email);
    await page.getByRole('button', { name: "Let's Go" }).click();
    await expect(page.getByLabel('Confirm email')).toBeVisible();
    await registerDriver(page, person);
    await page.getByLabel('Confirm email').fill(person.email);
    await page.getByLabel('First name').fill(person.firstName);
    await page.getByLabel('Last name').fill(person.lastName);
    await page.getByLabel('Phone').fill(person.phone);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByLabel('Confirm password').fill(person.password);
    await page.getByRole('button', { name: "Let's Go" }).click();
    await expect(page.getByText(en.errors.emailExists)).toBeVisible();
    await expect(page.getByLabel('Email', { exact: true })).toBeFocused();
  });

  test('email check: an error with a message counts as OK', async ({ page }) => {
    await page.route('**/trpc/auth.checkEmail*', (route) =>
      route.fulfill({
        status: 429,
        contentType: 'application/json',
        body: JSON.stringify({
          error: { message: 'Too many attempts.', code: -32029, data: { httpStatus: 429, code: 'too_many' } },
        }),
      }),
    );
    await page.goto('/signup');
    await page.getByLabel('Email').fill(newPerson().email);
    await page.getByRole('button', { name: "Let's Go" }).click();
    await expect(page.getByLabel('Confirm email')).toBeVisible();
  });
});

test.describe('Email verification message', () => {
  test('validated=true shows a notice once, on any screen', async ({ page }) => {
    await page.goto('/login?role=admin&validated=true');
    await expect(page.getByText(en.ui.emailValidated)).toBeVisible();
    await expect(page).toHaveURL(toUrlPattern('/login\\?role=admin'));
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
    await expect(page.getByText(en.ui.emailValidated)).toHaveCount(0);
  });

  test('any other value shows no notice', async ({ page }) => {
    await page.goto('/login?validated=false');
    await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
    await expect(page.getByText(en.ui.emailValidated)).toHaveCount(0);
  });

  test('the emailed link verifies the address; when reused it opens the failure page', async ({ page, emailedPath }) => {
    const person = newPerson();
    await page.goto('/signup');
    await fillSignUp(page, person);
    await expect(page).toHaveURL(toUrlPattern('/company-info'));
    const link = await emailedPath(person.email, '/email/validation');
    await page.goto(link);
    await expect(page).toHaveURL(toUrlPattern('/email/validation/success'));
    await expect(page.getByRole('heading', { name: en.ui.emailValidated })).toBeVisible();
    await page.goto(link);
    await expect(page).toHaveURL(toUrlPattern('/email/validation/unsuccess'));
  });
});

test.describe('Terms consent', () => {
  test('people who accepted an older version are asked again', async ({ page }) => {
    await page.goto('/login');
    await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.evaluate(() => localStorage.setItem('termsVersion', '2020-01-01'));
    await page.reload();
    const dialog = page.getByRole('dialog', { name: 'Terms of service' });
    await expect(dialog.getByRole('link', { name: 'Customer Terms of Service' })).toHaveAttribute('href', '/terms');
    await expect(dialog.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('href', '/privacy');
    await dialog.getByRole('button', { name: 'Accept' }).click();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled();
    await expect(dialog).toHaveCount(0);
  });
});
