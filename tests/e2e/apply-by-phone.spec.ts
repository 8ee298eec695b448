import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { interceptNext } from './interception.ts';
import { findJobToApplyTo } from './jobs.ts';
import { newPerson, randomIpOptions, registerDriver, fillLogin } from './people.ts';
import { expect, expectAccessible, test } from './test.ts';

/** Codes by text message (`docs/product/access.md#codes-by-text-message`). */
const touch = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const folder = join(process.env['E2E_DATA_DIR'] ?? '', 'outbox');

/** A number that no other test has. The digits after the area code begin with 2 to 9. */
const newNumber = () => `435555${String(Math.floor(Math.random() * 10_000)).padStart(4, '0')}`;

/** The codes that were texted to a number so far, the newest last. */
function codesTo(phone: string): string[] {
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.sms.txt')) : [];
  const texts = files.toSorted().map((name) => readFileSync(join(folder, name), 'utf8'));
  return texts.filter((text) => text.startsWith(`To: +1${phone}\n`)).flatMap((text) => /#(\d{6})\n/.exec(text)?.[1] ?? []);
}

async function waitForText(phone: string, count = 1): Promise<string> {
  await expect.poll(() => codesTo(phone).length).toBe(count);
  return codesTo(phone).at(-1) ?? '';
}

async function startWithNumber(page: Page, jobId: string, number: string): Promise<void> {
  await page.goto(`/jobs/${jobId}/apply`);
  await page.getByLabel('Email or mobile number').fill(number);
  await page.getByRole('button', { name: 'Continue', exact: true }).tap();
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
}

test('a driver applies with a mobile number, and signs in with it on this device only', async ({ newVisitor }) => {
  const page = await newVisitor({ ...touch, ...randomIpOptions() });
  const number = newNumber();
  const person = newPerson({ firstName: 'Nell', lastName: 'Ford' });
  const jobId = await findJobToApplyTo(page);
  await startWithNumber(page, jobId, `(${number.slice(0, 3)}) ${number.slice(3, 6)}-${number.slice(6)}`);
  await page.getByLabel('Code', { exact: true }).fill(await waitForText(number));
  await expect(page.getByLabel('First name')).toBeFocused();
  await expectAccessible(page);
  await page.getByLabel('First name').fill(person.firstName);
  await page.getByLabel('Last name').fill(person.lastName);
  await page.getByLabel('Email').fill('driver@demo.example');
  await page.getByLabel('ZIP code').fill('75201');
  await page.getByLabel('CDL class').selectOption('Class A');
  await page.getByLabel('Years of experience').fill('6');
  const send = page.getByRole('button', { name: /^(Apply anyway|Apply)$/ });
  await test.step('an address that has an account is named at its field', async () => {
    await send.tap();
    await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
  });
  await page.getByLabel('Email').fill(person.email);
  await test.step('nothing is lost if the server fails after the account was created', async () => {
    await interceptNext(page, '**/trpc/drivers.updateProfile*', (route) => route.fulfill({ status: 502 }));
    await send.tap();
    await expect(page.getByRole('form', { name: 'Apply' }).getByRole('alert').first()).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Years of experience')).toHaveValue('6');
  });
  await send.tap();
  await expect(page.getByRole('heading', { name: 'Application sent' })).toBeVisible();

  await test.step('the number signs in on this device', async () => {
    await page.goto('/members/settings');
    await page.context().clearCookies({ name: /refresh/i });
    await page.evaluate(() => localStorage.clear());
    await page.goto('/login');
    await page.getByRole('button', { name: 'Send me a code' }).tap();
    await page.getByLabel('Email or mobile number').fill(number);
    await page.getByRole('button', { name: 'Send code' }).tap();
    await page.getByLabel('Code', { exact: true }).fill(await waitForText(number, 2));
    await expect(page).toHaveURL(/\/members/);
  });

  await test.step('on another device it asks for the email address', async () => {
    const other = await newVisitor({ ...touch, ...randomIpOptions() });
    await startWithNumber(other, jobId, number);
    await other.getByLabel('Code', { exact: true }).fill(await waitForText(number, 3));
    await expect(other.getByRole('alert')).toBeVisible();
    await expectAccessible(other);
    await other.getByRole('button', { name: 'Use my email' }).tap();
    await expect(other.getByLabel('Email or mobile number')).toBeFocused();
  });
});

test('a driver turns codes by text message on and off', async ({ page, newVisitor }) => {
  const driver = newPerson({ phone: newNumber() });
  await registerDriver(page, driver);
  const visitor = await newVisitor(randomIpOptions());
  await visitor.goto('/login');
  await fillLogin(visitor, driver);
  await expect(visitor).toHaveURL(/\/members/);
  await visitor.goto('/account/security');
  const section = visitor.getByRole('region', { name: 'Codes by text message' });
  await section.getByRole('button', { name: 'Text me a code to turn on' }).click();
  const dialog = visitor.getByRole('dialog');
  await dialog.getByLabel('Code', { exact: true }).fill(await waitForText(driver.phone));
  await expectAccessible(visitor);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(section.getByText('On', { exact: true })).toBeVisible();
  await section.getByRole('button', { name: 'Turn off codes by text' }).click();
  await expect(section.getByText('Off', { exact: true })).toBeVisible();
});
