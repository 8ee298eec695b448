import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { en } from '#shared/texts/en.ts';
import { fillLogin, newPerson, registerDriver, registerEmployer, signInByApi } from './people.ts';
import { expect, pathOf, test } from './test.ts';

/** Clicks the button of the section and reads the ZIP file that the browser stores. */
async function downloadOwnData(page: Page) {
  const arriving = page.waitForEvent('download');
  await page.getByRole('region', { name: 'Your data' }).getByRole('button', { name: 'Download your data' }).click();
  const download = await arriving;
  expect(download.suggestedFilename()).toMatch(/^haulboard-data-\d{4}-\d\d-\d\d\.zip$/);
  const files = unzipSync(await readFile(await download.path()));
  await expect(page.getByText(en.account.dataDownloaded)).toBeVisible();
  return { names: Object.keys(files), textOf: (name: string) => strFromU8(files[name] ?? new Uint8Array()) };
}

/** The next call answers as it does ten minutes after signing in. */
async function askForConfirmation(page: Page, procedure: RegExp): Promise<void> {
  const error = {
    message: 'Confirm that it’s you to continue',
    code: -32_003,
    data: { httpStatus: 403, code: 'step_up_required' },
  };
  const answer = { status: 403, contentType: 'application/json', body: JSON.stringify([{ error }]) };
  await page.route(procedure, (route) => route.fulfill(answer), { times: 1 });
}

test('a driver downloads the own data as a ZIP file', async ({ page }) => {
  const person = newPerson();
  await registerDriver(page, person);
  await signInByApi(page, person);
  await page.goto('/members/settings/delete-account');
  const { names, textOf } = await downloadOwnData(page);
  const profile = JSON.parse(textOf('profile.json')) as object;
  expect(profile).toMatchObject({ account: { email: person.email, phone: person.phone }, driverProfile: expect.any(Object) });
  expect(names).toEqual(expect.arrayContaining(['applications.json', 'consents.json', 'sessions.json']));
  expect(names.filter((name) => name.startsWith('company/'))).toEqual([]);
});

test('a company admin downloads the data, closes the company and deletes the account', async ({ page, checkAccessibility }) => {
  const person = newPerson();
  const companyName = 'Copper Ridge Lines';
  await registerEmployer(page, person, companyName);
  const question = page.getByRole('dialog', { name: 'Delete your account?' });
  const askToDelete = async () => {
    await page.getByRole('region', { name: 'Delete account' }).getByRole('button', { name: 'Delete account' }).click();
    await question.getByRole('button', { name: 'Delete account' }).click();
  };

  await test.step('the download has what the company owns', async () => {
    await page.goto('/account');
    const { textOf } = await downloadOwnData(page);
    expect(JSON.parse(textOf('profile.json'))).toMatchObject({ account: { email: person.email } });
    expect(JSON.parse(textOf('company/company.json'))).toMatchObject([{ companyName }]);
  });

  await test.step('the last admin has to close the company first', async () => {
    await askToDelete();
    await expect(question.getByRole('alert')).toHaveText(en.errors.handOverOrCloseTheCompany);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toBeHidden();
  });

  await test.step('closing asks for the name, and leaves the settings and billing history', async () => {
    await page.goto('/company/settings/company-settings');
    await page.getByRole('region', { name: 'Close company' }).getByRole('button', { name: 'Close company' }).click();
    const closing = page.getByRole('dialog', { name: `Close ${companyName}?` });
    await closing.getByRole('button', { name: 'Close company' }).click();
    await expect(closing.getByRole('alert')).toHaveText(en.errors.typeTheCompanyNameToClose);
    await closing.getByLabel(`Type ${companyName} to confirm`).fill(companyName.toLowerCase());
    await checkAccessibility();
    await closing.getByRole('button', { name: 'Close company' }).click();
    await expect(closing).toBeHidden();
    await expect(page.getByText(`${companyName} was canceled`)).toBeVisible();
    const closed = page.getByRole('region', { name: 'Company closed' });
    await expect(closed).toContainText(`${companyName} is closed. We’ll erase its data on`);
    await expect(page.getByRole('region', { name: 'Company sign-in' })).toHaveCount(0);
    await page.goto('/company/jobs');
    await expect(page).toHaveURL(pathOf('/company/settings/company-settings'));
  });

  await test.step('then the account is deleted, once the person has confirmed the password', async () => {
    await page.goto('/account');
    await askForConfirmation(page, /deletion\.deleteAccount/);
    await askToDelete();
    const stepUp = page.getByRole('dialog', { name: 'Confirm that it’s you' });
    await stepUp.getByLabel('Password', { exact: true }).fill(person.password);
    await stepUp.getByRole('button', { name: 'Confirm' }).click();
    await expect(page).toHaveURL(pathOf('/deleted-members'));
    await expect(page.getByRole('heading', { name: 'Your account has been deleted.' })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await fillLogin(page, person);
    await expect(page.getByText('This email or password is wrong').first()).toBeVisible();
  });
});
