import type { Page } from '@playwright/test';
import { readCodes, signInCodePattern, waitForCode } from './emailed-code.ts';
import { interceptNext } from './interception.ts';
import { findJobToApplyTo } from './jobs.ts';
import { newPerson, randomIpOptions, registerDriver, type Person } from './people.ts';
import { expect, expectAccessible, test } from './test.ts';

/** Applying without an account (`docs/product/drivers.md#applying-without-an-account`). */
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

async function startWithEmail(page: Page, jobId: string, email: string): Promise<void> {
  await page.goto(`/jobs/${jobId}/apply`);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/apply/${jobId}`));
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
}

const fieldsOf = ({ firstName, lastName, phone: number }: Person) =>
  ({ 'First name': firstName, 'Last name': lastName, Phone: number }) as const;

test('a new driver loses nothing that was typed, whatever interrupts the application', async ({ newVisitor }) => {
  const page = await newVisitor({ ...phone, ...randomIpOptions() });
  const person = newPerson({ firstName: 'Ida', lastName: 'Marsh' });
  const jobId = await findJobToApplyTo(page);
  await startWithEmail(page, jobId, person.email);
  await expectAccessible(page);

  await test.step('a reload while waiting for the code', async () => {
    await page.reload();
    await expect(page.getByText(person.email)).toBeVisible();
  });

  const codeField = page.getByLabel('Code', { exact: true });
  const code = await waitForCode(person.email, signInCodePattern);
  await test.step('a wrong code stays for correction', async () => {
    await codeField.fill(code === '000000' ? '000001' : '000000');
    await expect(codeField).toHaveAttribute('aria-invalid', 'true');
    await expect(codeField).toBeFocused();
  });

  await test.step('no connection while the code is sent', async () => {
    await page.context().setOffline(true);
    await codeField.fill(code);
    await expect(page.getByRole('alert').first()).toBeVisible();
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await expect(page.getByLabel('First name')).toBeFocused();
  });

  await test.step('a reload in the middle of the form', async () => {
    for (const [label, value] of Object.entries(fieldsOf(person))) await page.getByLabel(label).fill(value);
    await page.getByLabel('ZIP code').fill('75201');
    await page.reload();
    for (const label of ['First name', 'Last name']) await expect(page.getByLabel(label)).not.toHaveValue('');
    await expect(page.getByLabel('Phone')).toHaveValue(/\d{4}$/);
    await expect(page.getByLabel('ZIP code')).toHaveValue('75201');
  });

  await test.step('leaving for the job and coming back', async () => {
    await page.getByLabel('CDL class').selectOption('Class A');
    await page.getByLabel('Years of experience').fill('6');
    await page.getByLabel('Message', { exact: true }).fill('I can start on Monday.');
    await page.goto(`/jobs/${jobId}`);
    await page.goto(`/apply/${jobId}`);
    await expect(page.getByLabel('Message', { exact: true })).toHaveValue('I can start on Monday.');
    await expect(page.getByLabel('CDL class')).toHaveValue('Class A');
  });

  const send = page.getByRole('button', { name: /^(Apply anyway|Apply)$/ });
  await test.step('no connection while the application is sent', async () => {
    await page.context().setOffline(true);
    // The banner of a lost connection may cover the button.
    await send.press('Enter');
    await expect(page.getByRole('alert').first()).toBeVisible();
    await page.context().setOffline(false);
  });

  await test.step('the server fails after the account was created', async () => {
    await interceptNext(page, '**/trpc/drivers.updateProfile*', (route) => route.fulfill({ status: 502 }));
    await send.click();
    await expect(page.getByRole('form', { name: 'Apply' }).getByRole('alert').first()).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Message', { exact: true })).toHaveValue('I can start on Monday.');
  });

  await send.click();
  await expect(page.getByRole('heading', { name: 'Application sent' })).toBeVisible();
  expect(await readCodes(person.email, signInCodePattern)).toHaveLength(1);
  await page.goto(`/apply/${jobId}`);
  await expect(page.getByRole('heading', { name: 'You already applied to this job' })).toBeVisible();
});

test('another person on the same device starts empty, and an unknown ZIP code is named at its field', async ({ newVisitor }) => {
  const page = await newVisitor({ ...phone, ...randomIpOptions() });
  const [first, second] = [newPerson({ firstName: 'Ann', lastName: 'Lake' }), newPerson({ firstName: 'Bo', lastName: 'Hill' })];
  const jobId = await findJobToApplyTo(page);
  const codeField = page.getByLabel('Code', { exact: true });
  await startWithEmail(page, jobId, first.email);
  await codeField.fill(await waitForCode(first.email, signInCodePattern));
  await expect(page.getByText(first.email)).toBeVisible();
  await page.getByLabel('First name').fill(first.firstName);

  await startWithEmail(page, jobId, second.email);
  await expect(page.getByText(second.email)).toBeVisible();
  await codeField.fill(await waitForCode(second.email, signInCodePattern));
  await expect(page.getByText(second.email)).toBeVisible();
  for (const [label, value] of Object.entries(fieldsOf(second))) {
    await expect(page.getByLabel(label)).toHaveValue('');
    await page.getByLabel(label).fill(value);
  }
  await page.getByLabel('CDL class').selectOption('Class A');
  await page.getByLabel('Years of experience').fill('6');
  const zipCode = page.getByLabel('ZIP code');
  await zipCode.fill('00000');
  const send = page.getByRole('button', { name: /^(Apply anyway|Apply)$/ });
  await send.click();
  await expect(zipCode).toHaveAttribute('aria-invalid', 'true');
  await expect(zipCode).toBeFocused();
  await zipCode.fill('75201');
  await send.click();
  await expect(page.getByRole('heading', { name: 'Application sent' })).toBeVisible();
});

test('a driver with an account is signed in by the code and finds the profile filled in', async ({ newVisitor }) => {
  const page = await newVisitor({ ...phone, ...randomIpOptions() });
  const driver = newPerson({ firstName: 'Otis', lastName: 'Reed' });
  await registerDriver(page, driver);
  const jobId = await findJobToApplyTo(page);
  await startWithEmail(page, jobId, driver.email);
  const firstCode = await waitForCode(driver.email, signInCodePattern);

  await test.step('a new code replaces the first', async () => {
    await page.getByRole('button', { name: 'Get a new code' }).click();
    const secondCode = await waitForCode(driver.email, signInCodePattern, 2);
    const codeField = page.getByLabel('Code', { exact: true });
    if (firstCode !== secondCode) {
      await codeField.fill(firstCode);
      await expect(codeField).toHaveAttribute('aria-invalid', 'true');
    }
    await codeField.fill(secondCode);
  });

  await expect(page.getByLabel('First name')).toHaveValue('Otis');
  await expect(page.getByLabel('Phone')).toHaveValue(/0188$/);
  await expectAccessible(page);
});
