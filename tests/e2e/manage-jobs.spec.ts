import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { chooseAddress } from './fields.ts';
import { postJob } from './jobs.ts';
import { baseAddress, expect, test } from './test.ts';

const uniqueSuffix = () => Date.now().toString(36);

/** Sends a request with the page's session. */
async function callApi(page: Page, method: 'post' | 'patch', path: string, data: object): Promise<unknown> {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const answer = await page.request[method](`/api/1.0${path}`, { headers: { authorization: `Bearer ${token}` }, data });
  expect(answer.ok()).toBe(true);
  return ((await answer.json()) as { data: unknown }).data;
}

type Job = { id: string; title: string };

/** Posts active jobs of the company that pays by invoice, with names that no other test uses. */
async function postJobs(page: Page, name: string, count: number): Promise<Job[]> {
  const jobs: Job[] = [];
  for (let n = 1; n <= count; n += 1) {
    const title = `${name} ${n}`;
    jobs.push({ id: await postJob(page, title), title });
  }
  return jobs;
}

test('an employer edits a posted job while a colleague edits it too, changes the address, and is warned before leaving', async ({
  page,
  signInAs,
  checkAccessibility,
}) => {
  await signInAs('invoice');
  const name = `Edited ${uniqueSuffix()}`;
  const [job] = await postJobs(page, name, 1);
  if (!job) throw new Error('There is no job');
  await page.goto(`/company/jobs/${job.id}/detail`);
  await page.getByRole('link', { name: 'Edit job' }).click();

  await test.step('leaving asks for confirmation', async () => {
    await page.getByLabel('Job title').fill(`${name}, nights`);
    await page.getByRole('link', { name: 'Job', exact: true }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click();
    await expect(page.getByLabel('Job title')).toHaveValue(`${name}, nights`);
  });

  await test.step('a colleague’s edit of another field is kept, and a conflict on the same field is shown', async () => {
    await callApi(page, 'patch', `/jobs/${job.id}`, { title: `${name}, days`, expected_pay: 2345 });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const versionTable = page.getByRole('table', { name: 'Both versions' });
    await expect(versionTable).toContainText(`${name}, days`);
    await expect(versionTable).not.toContainText('2345');
    await checkAccessibility();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page).toHaveURL(/\/detail\?tab=posting$/);
    await expect(page.getByRole('heading', { level: 1, name: `${name}, nights` })).toBeVisible();
    await expect(page.getByText('$2,345')).toBeVisible();
  });

  await test.step('the address is saved even while its details are loading', async () => {
    await page.getByRole('link', { name: 'Change location' }).click();
    const { promise: saveClick, resolve: releaseDetails } = Promise.withResolvers<void>();
    await page.route(/places\.details/, async (route) => {
      await saveClick;
      await route.continue();
    });
    await chooseAddress(page, 'Job location', '100 S State St, Salt Lake City, UT 84111');
    await expect(page.getByRole('combobox', { name: 'Job location' })).toHaveValue(/USA$/);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    releaseDetails();
    await expect(page.getByRole('region', { name: 'Address' })).toContainText('Salt Lake City, UT');
  });
});

test('an employer tags, exports and closes exactly the selected jobs', async ({ page, signInAs, checkAccessibility }) => {
  await signInAs('invoice');
  const name = `Bulk ${uniqueSuffix()}`;
  const jobs = await postJobs(page, name, 4);
  await page.goto(`/company/jobs?q=${encodeURIComponent(name)}`);
  const getRow = (n: number) => page.getByRole('row', { name: new RegExp(`${name} ${n}`) });
  const selectJobs = async (...numbers: number[]) => {
    for (const n of numbers) await page.getByRole('checkbox', { name: `Select ${name} ${n}` }).check();
  };
  await expect(getRow(3)).toBeVisible();

  await test.step('tag', async () => {
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Tags' }).check();
    await page.keyboard.press('Escape');
    await selectJobs(1, 2);
    await page.getByRole('button', { name: 'Tag', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Tag 2 jobs' });
    await dialog.getByLabel('Tag').fill('Night runs');
    await checkAccessibility();
    await dialog.getByRole('button', { name: 'Add tag' }).click();
    await expect(getRow(1)).toContainText('Night runs');
    await expect(getRow(2)).toContainText('Night runs');
    await expect(getRow(3)).not.toContainText('Night runs');
  });

  await test.step('export', async () => {
    await selectJobs(1, 3);
    await expect(page.getByText('2 selected', { exact: true })).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export selected' }).click();
    const file = readFileSync(await (await download).path(), 'utf8');
    expect(jobs.map(({ id }) => file.includes(id))).toEqual([true, false, true, false]);
  });

  await test.step('close', async () => {
    await page.getByRole('button', { name: 'Close jobs' }).click();
    const dialog = page.getByRole('dialog', { name: 'Close 2 jobs?' });
    await expect(dialog.getByRole('list', { name: 'Selected jobs' })).toContainText(`${name} 3`);
    await dialog.getByRole('button', { name: 'Close 2 jobs' }).click();
    await expect(dialog).toBeHidden();
    await expect(getRow(1)).toContainText('Closed');
    await expect(getRow(3)).toContainText('Closed');
    await expect(getRow(2)).toContainText('Active');
  });

  await test.step('a job that is already closed is skipped and listed with its status', async () => {
    await selectJobs(1, 2);
    await page.getByRole('button', { name: 'Close jobs' }).click();
    const confirmDialog = page.getByRole('dialog', { name: 'Close 1 job?' });
    await expect(confirmDialog.getByRole('list', { name: 'Selected jobs' })).toHaveText(`${name} 2, Omaha, NE`);
    await expect(confirmDialog.getByRole('list', { name: 'Skipped' })).toHaveText(`${name} 1, Omaha, NE: Closed`);
    await checkAccessibility();
    await confirmDialog.getByRole('button', { name: 'Close 1 job' }).click();
    await expect(confirmDialog).toBeHidden();
    await expect(getRow(2)).toContainText('Closed');
  });

  await test.step('if no selected job is eligible, the dialog only leads back', async () => {
    await selectJobs(1, 2);
    await page.getByRole('button', { name: 'Cancel renewal' }).click();
    const dialog = page.getByRole('dialog', { name: 'None of these jobs renew automatically' });
    await expect(dialog.getByRole('listitem')).toHaveCount(2);
    await expect(dialog.getByRole('button')).toHaveText(['Back to the list']);
    await dialog.getByRole('button').click();
    await expect(dialog).toBeHidden();
    for (const n of [1, 2]) await page.getByRole('checkbox', { name: `Select ${name} ${n}` }).uncheck();
  });

  await test.step('a job that a colleague closed in the meantime is reported', async () => {
    await selectJobs(4);
    await page.getByRole('button', { name: 'Close jobs' }).click();
    const confirmDialog = page.getByRole('dialog', { name: 'Close 1 job?' });
    await expect(confirmDialog).toBeVisible();
    await callApi(page, 'post', `/jobs/${jobs[3]?.id}/close`, {});
    await confirmDialog.getByRole('button', { name: 'Close 1 job' }).click();
    const resultDialog = page.getByRole('dialog', { name: '0 of 1 done' });
    await expect(resultDialog).toContainText(`${name} 4: This job is already closed`);
    await resultDialog.getByRole('button', { name: 'Done' }).click();
    await expect(resultDialog).toBeHidden();
  });
});

test('the statistics period is in the URL and survives reload and back', async ({ page, signInAs }) => {
  await signInAs('invoice');
  const [job] = await postJobs(page, `Counted ${uniqueSuffix()}`, 1);
  if (!job) throw new Error('There is no job');
  const statistics = page.getByRole('region', { name: 'Statistics' });
  const fromField = statistics.getByLabel('From');
  const toField = statistics.getByLabel('To');

  await page.goto(`/company/jobs/${job.id}/detail?tab=statistics`);
  await fromField.fill('2026-01-05');
  await toField.fill('2026-01-20');
  await expect(page).toHaveURL(/\?tab=statistics&from=2026-01-05&to=2026-01-20$/);
  await page.reload();
  await expect(fromField).toHaveValue('2026-01-05');
  await expect(toField).toHaveValue('2026-01-20');

  await test.step('invalid dates are rejected', async () => {
    await fromField.fill('2026-02-01');
    await expect(statistics.getByText('Choose a start date before the end date')).toBeVisible();
    await expect(page).toHaveURL(/from=2026-01-05&to=2026-01-20$/);
    await page.goto(`/company/jobs/${job.id}/detail?tab=statistics&from=2026-02-30&to=soon`);
    await expect(fromField).not.toHaveValue('');
    await expect(statistics.getByText('Choose both dates')).toHaveCount(0);
  });

  await test.step('going back from another screen keeps the period', async () => {
    await page.goto(`/company/jobs/${job.id}/detail?tab=statistics&from=2026-01-05&to=2026-01-20`);
    await page.getByRole('link', { name: 'Edit job' }).click();
    await expect(page.getByLabel('Job title')).toBeVisible();
    await page.goBack();
    await expect(fromField).toHaveValue('2026-01-05');
  });
});

test('the page of an unknown job shows that it was not found, without an error reference', async ({ browser, signInAs }) => {
  // The router logs the failure to the console.
  const context = await browser.newContext({ baseURL: baseAddress() });
  const page = await context.newPage();
  await signInAs('invoice', page);
  await page.goto('/company/jobs/garbage/detail');
  const main = page.getByRole('main');
  await expect(main.getByText('Sorry, an unexpected error has occurred.')).toBeVisible();
  await expect(main).toHaveCount(1);
  await expect(main).toContainText('404 This job was not found');
  await expect(main).not.toContainText(/Reference|[0-9a-f]{8}-/);
  await context.close();
});
