import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { en } from '#shared/texts/en.ts';
import { requireConfirmation } from './interception.ts';
import { fillLogin, newPerson, registerDriver, registerEmployer, signInByApi } from './people.ts';
import { expect, toUrlPattern, test } from './test.ts';

/** Clicks the button of the section and reads the ZIP file that the browser stores. */
async function downloadOwnData(page: Page) {
  const pendingDownload = page.waitForEvent('download');
  await page.getByRole('region', { name: 'Your data' }).getByRole('button', { name: 'Download your data' }).click();
  const download = await pendingDownload;
  expect(download.suggestedFilename()).toMatch(/^haulboard-data-\d{4}-\d\d-\d\d\.zip$/);
  const files = unzipSync(await readFile(await download.path()));
  await expect(page.getByText(en.account.dataDownloaded)).toBeVisible();
  return { names: Object.keys(files), readText: (name: string) => strFromU8(files[name] ?? new Uint8Array()) };
}

test('a driver downloads their data as a ZIP file', async ({ page }) => {
  const person = newPerson();
  await registerDriver(page, person);
  await signInByApi(page, person);
  await page.goto('/members/settings/delete-account');
  const { names, readText } = await downloadOwnData(page);
  const profile = JSON.parse(readText('profile.json')) as object;
  expect(profile).toMatchObject({ account: { email: person.email, phone: person.phone }, driverProfile: expect.any(Object) });
  expect(names).toEqual(expect.arrayContaining(['applications.json', 'consents.json', 'sessions.json']));
  expect(names.filter((name) => name.startsWith('company/'))).toEqual([]);
});

test('a company admin downloads their data, closes the company and deletes their account', async ({
  page,
  checkAccessibility,
}) => {
  const person = newPerson();
  const companyName = 'Copper Ridge Lines';
  await registerEmployer(page, person, companyName);
  const deleteDialog = page.getByRole('dialog', { name: 'Delete your account?' });
  const submitDeletion = async () => {
    await page.getByRole('region', { name: 'Delete account' }).getByRole('button', { name: 'Delete account' }).click();
    await deleteDialog.getByRole('button', { name: 'Delete account' }).click();
  };

  await test.step('the download includes the company’s data', async () => {
    await page.goto('/account');
    const { readText } = await downloadOwnData(page);
    expect(JSON.parse(readText('profile.json'))).toMatchObject({ account: { email: person.email } });
    expect(JSON.parse(readText('company/company.json'))).toMatchObject([{ companyName }]);
  });

  await test.step('the last admin has to close the company first', async () => {
    await submitDeletion();
    await expect(deleteDialog.getByRole('alert')).toHaveText(en.errors.cannotDeleteOnlyAdmin);
    await deleteDialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(deleteDialog).toBeHidden();
  });

  await test.step('closing requires the company’s name; the settings stay open', async () => {
    await page.goto('/company/settings/company-settings');
    await page.getByRole('region', { name: 'Close company' }).getByRole('button', { name: 'Close company' }).click();
    const closeDialog = page.getByRole('dialog', { name: `Close ${companyName}?` });
    await closeDialog.getByRole('button', { name: 'Close company' }).click();
    await expect(closeDialog.getByRole('alert')).toHaveText(en.errors.companyNameMismatch);
    await closeDialog.getByLabel(`Type ${companyName} to confirm`).fill(companyName.toLowerCase());
    await checkAccessibility();
    await closeDialog.getByRole('button', { name: 'Close company' }).click();
    await expect(closeDialog).toBeHidden();
    await expect(page.getByText(`${companyName}’s account was canceled`)).toBeVisible();
    const closedRegion = page.getByRole('region', { name: 'Company closed' });
    await expect(closedRegion).toContainText(`${companyName} is closed. We’ll erase its data on`);
    await expect(page.getByRole('region', { name: 'Company sign-in' })).toHaveCount(0);
    await page.goto('/company/jobs');
    await expect(page).toHaveURL(toUrlPattern('/company/settings/company-settings'));
  });

  await test.step('the account is deleted after the password is confirmed', async () => {
    await page.goto('/account');
    await requireConfirmation(page, 'deletion.deleteAccount');
    await submitDeletion();
    const stepUp = page.getByRole('dialog', { name: 'Confirm that it’s you' });
    await stepUp.getByLabel('Password', { exact: true }).fill(person.password);
    await stepUp.getByRole('button', { name: 'Confirm' }).click();
    await expect(page).toHaveURL(toUrlPattern('/deleted-members'));
    await expect(page.getByRole('heading', { name: 'Your account has been deleted.' })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await fillLogin(page, person);
    await expect(page.getByText('This email or password is wrong').first()).toBeVisible();
  });
});
