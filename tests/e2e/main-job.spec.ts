import type { Page } from '@playwright/test';
import { toCents } from '#shared/billing/pricing.ts';
import { formatsIn } from '#shared/format.ts';
import { getJobPrice } from '#tests/helpers/prices.ts';
import { chooseAddress, chooseOption, fillCard } from './fields.ts';
import { fillSignUp, newPerson } from './people.ts';
import { expect, test } from './test.ts';

const { money } = formatsIn('en');

const declinedCard = '4000000000009995';
const validCard = '4111111111111111';

/** Counts the gateway's transactions that charged for two jobs with one add-on each. */
async function countPaidOrders(page: Page): Promise<number> {
  const answer = await page.request.get('/gateway/ledger');
  const { data } = (await answer.json()) as { data: { amount: number; response_code: number }[] };
  return data.filter((row) => row.response_code === 100 && row.amount === toCents(2 * getJobPrice('promote'))).length;
}

/** Main flow: a carrier posts at two real addresses and pays, a driver applies, and the carrier sees it live. */
test('a carrier signs up, posts and pays for a job at two addresses, and sees a driver apply', async ({
  page,
  newVisitor,
  emailedPath,
  checkAccessibility,
}) => {
  const carrier = newPerson();
  const uniqueSuffix = Date.now().toString(36);
  const driver = newPerson({ email: `june-${uniqueSuffix}@driver.example`, firstName: 'June', lastName: 'Pacheco' });
  const title = `Canyon Country Tanker Driver ${uniqueSuffix}`;
  const paidOrdersBefore = await countPaidOrders(page);

  await test.step('sign up', async () => {
    await page.goto('/signup');
    await fillSignUp(page, carrier);
    await expect(page).toHaveURL(/\/company-info/);
  });

  await test.step('create the company', async () => {
    await page.getByLabel('Company name').fill('Red Rock Hauling');
    await chooseOption(page, 'Size', '6-10 employees');
    await expect(page.getByLabel('Billing email')).toHaveValue(carrier.email);
    await page.getByLabel('Phone').fill(carrier.phone);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(/\/company-address/);
    await chooseAddress(page, 'Address', '100 S State St, Salt Lake City, UT 84111');
    await expect(page.getByLabel('ZIP code')).toBeEnabled();
    await page.getByRole('button', { name: 'Create company' }).click();
    await expect(page).toHaveURL(/\/company\/jobs/);
  });

  await test.step('verify the email in another tab, after which the first tab hides its banner', async () => {
    const banner = page.getByText(/Verify your email to post jobs/);
    await expect(banner).toBeVisible();
    const otherTab = await page.context().newPage();
    await otherTab.goto(await emailedPath(carrier.email, '/email/validation'));
    await expect(otherTab).toHaveURL(/\/email\/validation\/success/);
    await otherTab.close();
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect(banner).toHaveCount(0);
  });

  await test.step('describe the job; the draft survives a reload', async () => {
    await page.goto('/company/jobs');
    await page.getByRole('link', { name: 'Create New Job' }).first().click();
    const price = page.getByRole('region', { name: 'Price', exact: true });
    await expect(price.getByRole('status')).toHaveText(money(getJobPrice('boost'), true));
    await price.getByRole('button', { name: 'Remove Boost' }).click();
    await expect(price.getByRole('status')).toHaveText(money(getJobPrice(), true));
    await price.getByRole('button', { name: 'Add Boost' }).click();
    const unloadsCheckbox = page.getByRole('checkbox', { name: 'Driver unloads' });
    // The editor is loaded after the form and changes its height.
    await expect(page.getByRole('textbox', { name: 'Job description' })).toBeVisible();
    await unloadsCheckbox.scrollIntoViewIfNeeded();
    await page.getByLabel('Job title').evaluate((field: HTMLInputElement) => field.focus({ preventScroll: true }));
    const boxBefore = await unloadsCheckbox.boundingBox();
    if (boxBefore) await page.mouse.click(boxBefore.x + boxBefore.width / 2, boxBefore.y + boxBefore.height / 2);
    await expect(page.getByLabel('Job title')).toHaveAttribute('aria-invalid', 'true');
    await expect(unloadsCheckbox).toBeChecked();
    expect(await unloadsCheckbox.boundingBox()).toEqual(boxBefore);
    await unloadsCheckbox.uncheck();
    await page.getByLabel('Job title').fill(title);
    await page.getByRole('button', { name: 'Fill in' }).click();
    await expect(page.getByRole('combobox', { name: 'Job type' })).toHaveValue('Tanker');
    const requiredClass = page.getByRole('combobox', { name: 'CDL class' });
    await expect(requiredClass).toHaveValue('By job type (CDL Class A)');
    await chooseOption(page, 'CDL class', 'CDL Class B');
    await chooseOption(page, 'Required experience', '1-2 years');
    await chooseOption(page, 'Home time', 'Every weekend');
    await page.getByLabel('Job description').fill('Haul water and fuel between Moab and Price.\n\nHome every weekend.');
    await page.getByRole('radio', { name: 'Schedule for later' }).check();
    await expect(page.getByRole('textbox', { name: 'Posting date' })).toBeVisible();
    await page.getByRole('radio', { name: 'Right after payment' }).check();
    await page.getByLabel('Expected pay').fill('1875');
    await page.getByRole('checkbox', { name: 'Show nationwide' }).check();
    const tag = page.getByRole('combobox', { name: 'Tags' });
    await tag.fill('Night shift');
    await tag.press('Enter');
    await tag.fill('Desert');
    await tag.press('Enter');
    const link = page.getByLabel('Or link to a video');
    await link.fill('not a link');
    await tag.focus();
    await expect(link).toHaveAttribute('aria-invalid', 'true');
    await link.fill('https://video.example/red-rock');
    await page.getByRole('button', { name: 'Preview' }).click();
    const preview = page.frameLocator('iframe[title="What drivers will see"]');
    await expect(preview.getByRole('heading', { level: 1 })).toHaveText(title);
    await page.getByLabel('Expected pay').fill('1925');
    await expect(preview.getByText('$1,925 per week').first()).toBeVisible();
    await page.getByLabel('Expected pay').fill('1875');
    await page.reload();
    await expect(link).toHaveValue('https://video.example/red-rock');
    await expect(page.getByRole('checkbox', { name: 'Show nationwide' })).toBeChecked();
    await expect(page.getByRole('button', { name: 'Remove tag Desert' })).toBeVisible();
    await page.getByRole('button', { name: 'Remove tag Desert' }).click();
    await expect(page.getByLabel('Job title')).toHaveValue(title);
    await expect(page.getByRole('combobox', { name: 'Job type' })).toHaveValue('Tanker');
    await expect(requiredClass).toHaveValue('CDL Class B');
    await page.getByRole('button', { name: 'Continue to locations' }).click();
  });

  await test.step('choose two addresses and an add-on', async () => {
    const locationTable = page.getByRole('table', { name: 'Your locations' });
    await chooseAddress(page, 'Add a location', '125 E Center St, Moab, UT 84532');
    await expect(locationTable.getByRole('row', { name: /Moab/ })).toBeVisible();
    await chooseAddress(page, 'Add a location', '185 E Main St, Price, UT 84501');
    await expect(locationTable.getByRole('row', { name: /Price, UT/ })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Price', exact: true }).getByRole('status')).toHaveText(
      money(2 * getJobPrice('boost'), true),
    );
    await page.getByRole('button', { name: 'Continue to add-ons' }).click();
    await expect(page.getByRole('checkbox', { name: /Boost/ })).toBeChecked();
    await expect(page.getByText(`Total for 2 jobs: ${money(2 * getJobPrice('boost'))}`)).toBeVisible();
    await page.getByRole('radio', { name: 'No add-ons' }).check();
    await expect(page.getByText(`Total for 2 jobs: ${money(2 * getJobPrice())}`)).toBeVisible();
    await page.getByRole('checkbox', { name: /Promote/ }).check();
    await expect(page.getByRole('radio', { name: 'No add-ons' })).not.toBeChecked();
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await expect(page).toHaveURL(/payment-method/);
  });

  await test.step('a declined card shows the reason and keeps the order; a valid card pays once', async () => {
    await expect(
      page.getByRole('table', { name: 'Order summary' }).getByText(money(2 * getJobPrice('promote'), true)),
    ).toBeVisible();
    await fillCard(page, declinedCard);
    await page.getByRole('button', { name: /^(Pay|Try again)/ }).click();
    await expect(page.getByRole('alert')).toContainText(/insufficient/i);
    await fillCard(page, validCard);
    await page.getByRole('button', { name: /^(Pay|Try again)/ }).click();
    await expect(page.getByText('Payment completed successfully')).toBeVisible();
    await expect(page).toHaveURL(/\/company\/jobs\/posted/);
    await expect(page.getByRole('link', { name: 'View public page' })).toHaveCount(2);
    await checkAccessibility();
    await page.getByRole('link', { name: 'Post another job' }).click();
    await expect(page.getByRole('region', { name: 'Price', exact: true }).getByRole('status')).toHaveText(
      money(getJobPrice('promote'), true),
    );
    await page.goto('/company/jobs');
    await expect(page.getByRole('link', { name: title })).toHaveCount(2);
    expect(await countPaidOrders(page)).toBe(paidOrdersBefore + 1);
  });

  await page.getByRole('link', { name: title }).first().click();
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  const [, jobId] = /jobs\/([0-9a-f-]+)\/detail/.exec(page.url()) ?? [];
  await page.getByRole('tab', { name: 'Posting' }).click();
  await expect(page.getByRole('button', { name: 'Remove tag Night shift' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Watch the video' })).toHaveAttribute('href', 'https://video.example/red-rock');
  await expect(page.getByText(/^Shown? nationwide$/).locator('xpath=following-sibling::*')).toHaveText('Yes');
  await expect(page.getByText('June Pacheco')).toHaveCount(0);
  await page.getByRole('tab', { name: 'Applicants' }).click();
  await page.evaluate(() => document.body.setAttribute('data-loaded-once', ''));

  await test.step('a driver on a phone finds the job and applies', async () => {
    const phone = await newVisitor({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await phone.goto('/jobs');
    await phone.getByRole('link', { name: 'Job, company or place' }).click();
    await phone.getByLabel('What').fill(title);
    await phone.getByRole('button', { name: 'Search jobs' }).click();
    await expect(phone.getByRole('link', { name: title, exact: true })).toHaveCount(2);
    await phone.goto(`/jobs/${jobId}`);
    await expect(phone.getByRole('region', { name: 'At a glance' })).toContainText('CDL Class B or higher');
    await phone.getByRole('link', { name: 'Apply' }).click();
    await phone.getByRole('link', { name: 'Sign up' }).click();
    await fillSignUp(phone, driver);
    await expect(phone.getByRole('heading', { name: 'Apply' })).toBeVisible();
    await chooseAddress(phone, 'Location', '84501');
    await phone.getByLabel('CDL class').selectOption('Class A');
    await phone.getByLabel('Years of experience').fill('6');
    await phone.getByRole('button', { name: 'Apply' }).click();
    await expect(phone.getByRole('heading', { name: 'Application sent' })).toBeVisible();
    await phone.getByRole('link', { name: 'My applications' }).click();
    await expect(phone.getByRole('region', { name: 'My applications' }).getByText(title)).toBeVisible();
  });

  await test.step('the applicant appears without a reload', async () => {
    await expect(page.getByText('June Pacheco').first()).toBeVisible();
    await expect(page.locator('body[data-loaded-once]')).toHaveCount(1);
  });
});
