import { formatsIn } from '#shared/format.ts';
import { getJobPrice } from '#tests/helpers/prices.ts';
import { chooseOption, chooseAddress, moveCursor } from './fields.ts';
import { postJob } from './jobs.ts';
import { expect, test } from './test.ts';

const { money } = formatsIn('en');

test('an employer closes a job, which removes its public page, then duplicates, edits and pays for it again', async ({
  page,
  signInAs,
  checkAccessibility,
}) => {
  const title = `Steel run ${Date.now().toString(36)}`;
  await signInAs('invoice');
  await page.goto('/company/jobs');
  await expect(page.getByRole('heading', { level: 1, name: 'Posted Jobs' })).toBeVisible();
  const id = await postJob(page, title);

  await test.step('after closing, the public page returns 410', async () => {
    expect((await page.request.get(`/jobs/${id}`)).status()).toBe(200);
    await page.goto(`/company/jobs/${id}/detail`);
    await page.getByRole('button', { name: `Actions for ${title}` }).click();
    await page.getByRole('menuitem', { name: 'Close job' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close job' }).click();
    await expect(page.getByText('Closed', { exact: true })).toBeVisible();
    expect((await page.request.get(`/jobs/${id}`)).status()).toBe(410);
  });

  await test.step('duplicate the closed job and edit its description', async () => {
    await page.getByRole('button', { name: `Actions for ${title}` }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await expect(page).toHaveURL(new RegExp(`/company/jobs/${id}/job-content-duplicate`));
    await expect(page.getByLabel('Job title')).toHaveValue(`${title} Copy`);
    const description = page.getByRole('textbox', { name: 'Job description' });
    await expect(description).toContainText('Home on the tenth day.');
    const requiredClass = page.getByRole('combobox', { name: 'CDL class' });
    await expect(requiredClass).toHaveValue('By job type (CDL Class A)');
    await chooseOption(page, 'Job type', 'Hot Shot');
    await expect(requiredClass).toHaveValue('By job type (none required)');
    await moveCursor(description, 'ControlOrMeta+End');
    await description.press('Enter');
    await page.getByRole('button', { name: 'Bullet list' }).click();
    await description.pressSequentially('Detention pay');
    await checkAccessibility();
    await page.getByRole('button', { name: 'Continue to location' }).click();
  });

  await test.step('choose another location; earlier input is kept', async () => {
    await expect(page).toHaveURL(/address-duplicate\?copy=/);
    await page.getByRole('link', { name: /Job content/ }).click();
    await expect(page.getByRole('combobox', { name: 'Job type' })).toHaveValue('Hot Shot');
    await page.goBack();
    await chooseAddress(page, 'Location', '100 S State St, Salt Lake City, UT 84111');
    await page.getByRole('button', { name: 'Continue to add-ons' }).click();
  });

  await test.step('choose an add-on and pay', async () => {
    await page.getByRole('checkbox', { name: /Promote/ }).check();
    await checkAccessibility();
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await expect(page.getByRole('table', { name: 'Order summary' })).toContainText(money(getJobPrice('promote'), true));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pay for your job');
    await expect(page.getByLabel('New job steps')).toHaveCount(0);
    await page.getByRole('button', { name: /^Post/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Your job is live' })).toBeVisible();
    await page.getByRole('link', { name: /Salt Lake City, UT/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: `${title} Copy` })).toBeVisible();
    await expect(page.getByText('Active', { exact: true })).toBeVisible();
    await page.getByRole('tab', { name: 'Posting' }).click();
    await expect(page.getByRole('region', { name: 'Address' })).toContainText('Salt Lake City, UT');
    const copyId = /jobs\/([0-9a-f-]+)\/detail/.exec(page.url())?.[1];
    await page.goto(`/jobs/${copyId}`);
    await expect(page.getByRole('region', { name: 'About this job' }).getByRole('listitem')).toHaveText('Detention pay');
    await expect(page.getByRole('region', { name: 'At a glance' })).toContainText('Hot Shot');
  });
});
