import type { Page } from '@playwright/test';
import { formatsIn } from '#shared/format.ts';
import { getAddonPrice, getJobPrice } from '#tests/helpers/prices.ts';
import { intercept } from './interception.ts';
import { postJob } from './jobs.ts';
import { expect, test } from './test.ts';

const { money } = formatsIn('en');

const dayMs = 86_400_000;

/** Sends a request with the page's session. */
async function callApi<T>(page: Page, method: 'get' | 'post', path: string, data?: object): Promise<T> {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const answer = await page.request[method](`/api/1.0${path}`, {
    headers: { authorization: `Bearer ${token}` },
    ...(data ? { data } : {}),
  });
  expect(answer.ok()).toBe(true);
  return ((await answer.json()) as { data: T }).data;
}

test('a canceled renewal is resumed after its date and price are shown', async ({ page, signInAs, checkAccessibility }) => {
  await signInAs('companyadmin');
  const id = await postJob(page, `Resumed ${Date.now().toString(36)}`);
  await page.goto(`/company/jobs/${id}/detail`);
  await page.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Cancel renewal' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel renewal' }).click();
  await page.getByRole('note').getByRole('button', { name: 'Resume renewal' }).click();
  const dialog = page.getByRole('dialog', { name: /^Resume renewal for/ });
  await expect(dialog).toContainText(`for ${money(getJobPrice())} at current prices`);
  await checkAccessibility();
  await dialog.getByRole('button', { name: 'Resume renewal' }).click();
  await page.getByRole('tab', { name: 'Billing' }).click();
  await expect(page.getByText('Yes, every 30 days')).toBeVisible();
  await page.getByRole('button', { name: /^Actions for/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Resume renewal' })).toHaveCount(0);
  await expect(page.getByRole('menuitem', { name: 'Cancel renewal' })).toBeVisible();
});

test('an employer renews a job, boosts it and buys add-ons, and sees each price before paying', async ({ page, signInAs }) => {
  await signInAs('companyadmin');
  const id = await postJob(page, `Renewed ${Date.now().toString(36)}`);
  const fetchJob = () =>
    callApi<{ expiration_date: string; boost_remaining_days: number; addons: { addon_type: string; is_paid: boolean }[] }>(
      page,
      'get',
      `/jobs/${id}`,
    );
  const expirationBefore = Date.parse((await fetchJob()).expiration_date);
  await page.goto(`/company/jobs/${id}/detail`);

  await test.step('a double click renews once', async () => {
    await page.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Renew', exact: true }).click();
    await expect(page.getByRole('table', { name: 'Order summary' })).toContainText(`30-day renewal${money(getJobPrice())}`);
    await page.getByRole('button', { name: `Pay ${money(getJobPrice())}` }).dblclick();
    await expect(page.getByText('Payment completed successfully')).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/company/jobs/${id}/detail`));
    expect(Date.parse((await fetchJob()).expiration_date)).toBe(expirationBefore + 30 * dayMs);
  });

  await test.step('a boost has its own price', async () => {
    await page.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Boost', exact: true }).click();
    await page.getByRole('button', { name: `Pay ${money(getAddonPrice('boost'))}` }).click();
    await expect(page).toHaveURL(new RegExp(`/company/jobs/${id}/detail`));
    expect((await fetchJob()).boost_remaining_days).toBe(7);
  });

  await test.step('an add-on is paid once and then only renews', async () => {
    await page.getByRole('tab', { name: 'Billing' }).click();
    await page.getByRole('link', { name: 'Edit add-ons' }).click();
    await page.getByRole('checkbox', { name: 'Hyperlink' }).check();
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await expect(page.getByRole('textbox', { name: 'Link to your application page' })).toBeFocused();
    await page.getByRole('textbox', { name: 'Link to your application page' }).fill('https://carrier.example/drive');
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.getByRole('button', { name: `Pay ${money(getAddonPrice('hyperlink'))}` }).click();
    await expect(page).toHaveURL(new RegExp(`/company/jobs/${id}/detail`));
    expect((await fetchJob()).addons).toMatchObject([{ addon_type: 'hyperlink', is_paid: true }]);
    await page.goto(`/company/jobs/${id}/addons`);
    await expect(page.getByRole('checkbox', { name: 'Renew Hyperlink with this job' })).toBeChecked();
  });
});

test('a pending payment shows its real outcome even if requests fail meanwhile', async ({ page, signInAs }) => {
  await signInAs('companyadmin');
  const id = await postJob(page, `Followed ${Date.now().toString(36)}`);
  const processingHeading = page.getByRole('heading', { name: 'Processing your payment' });
  const stopFunctions: (() => void)[] = [];
  const restoreRequests = () => {
    for (const stop of stopFunctions.splice(0)) stop();
  };
  /** Opens the purchase page as if another tab were paying. */
  const openPendingPayment = async () => {
    const stopPretending = await intercept(page, /checkout\.quote/, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: (await answer.text()).replace('"payable"', '"processing"') });
    });
    stopFunctions.push(stopPretending);
    await page.goto(`/company/jobs/${id}/purchase?of=boost`);
    await expect(processingHeading).toBeVisible();
  };
  /** The page asks again every two seconds. This handler comes before the other one, so no request gets a real answer meanwhile. */
  const failRequests = async () => {
    const failedResponse = page.waitForResponse((response) => response.url().includes('checkout.outcome'));
    const stopFailing = await intercept(page, /checkout\.(quote|outcome)/, (route) =>
      route.fulfill({ status: 502, body: 'Bad gateway' }),
    );
    stopFunctions.push(stopFailing);
    await failedResponse;
    await expect(processingHeading).toBeVisible();
  };

  await test.step('the payment was not charged', async () => {
    await openPendingPayment();
    await failRequests();
    restoreRequests();
    await expect(page.getByRole('alert')).toContainText('You weren’t charged');
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  });

  await test.step('the payment succeeded', async () => {
    await openPendingPayment();
    await failRequests();
    await callApi(page, 'post', `/jobs/${id}/boost`, {});
    restoreRequests();
    await expect(page.getByText('Payment completed successfully')).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/company/jobs/${id}/detail`));
  });
});
