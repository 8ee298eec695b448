import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { chooseAddress } from './fields.ts';
import { baseAddress, expect, test } from './test.ts';

const stamp = () => Date.now().toString(36);

/** Sends a request with the page's session. */
async function call(page: Page, method: 'post' | 'patch', path: string, data: object): Promise<unknown> {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const answer = await page.request[method](`/api/1.0${path}`, { headers: { authorization: `Bearer ${token}` }, data });
  expect(answer.ok()).toBe(true);
  return ((await answer.json()) as { data: unknown }).data;
}

type Job = { id: string; title: string };

/** New active jobs of the company that pays by invoice, with names that no other test uses. */
async function postJobs(page: Page, name: string, wanted: number): Promise<Job[]> {
  await page.goto('/company/jobs');
  await expect(page.getByRole('heading', { level: 1, name: 'Posted Jobs' })).toBeVisible();
  const made: Job[] = [];
  for (let n = 1; n <= wanted; n += 1) {
    const title = `${name} ${n}`;
    const order = (await call(page, 'post', '/jobs', { ...content, title })) as {
      jobs_post_token: string;
      jobs: { id: string }[];
    };
    await call(page, 'post', '/payment/company/invoice/charge', { secret_token: order.jobs_post_token });
    made.push({ id: order.jobs[0]?.id ?? '', title });
  }
  return made;
}

const content = {
  job_type: 'flatBed',
  required_experience: 'Y1',
  home_time: 'D4',
  job_description: 'Drive a truck from here to there and back again.',
  salary_type: 'weekly',
  expected_pay: 1500,
  addresses: [{ street1: '1414 Harney St', city: 'Omaha', state: 'NE', postal_code: '68102', country: 'US' }],
};

test('an employer edits a posted job: content beside a colleague, address, and nothing is lost on leaving', async ({
  page,
  signInAs,
  checkAccessibility,
}) => {
  await signInAs('invoice');
  const name = `Edited ${stamp()}`;
  const [job] = await postJobs(page, name, 1);
  if (!job) throw new Error('There is no job');
  await page.goto(`/company/jobs/${job.id}/detail`);
  await expect(page.getByRole('region', { name: 'Statistics' })).toBeVisible();
  await page.getByRole('link', { name: 'Edit job' }).click();

  await test.step('leaving asks once', async () => {
    await page.getByLabel('Job title').fill(`${name}, nights`);
    await page.getByRole('link', { name: 'Job', exact: true }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click();
    await expect(page.getByLabel('Job title')).toHaveValue(`${name}, nights`);
  });

  await test.step('what a colleague changed meanwhile is kept, and the same field is asked about', async () => {
    await call(page, 'patch', `/jobs/${job.id}`, { title: `${name}, days`, expected_pay: 2345 });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const both = page.getByRole('table', { name: 'Both versions' });
    await expect(both).toContainText(`${name}, days`);
    await expect(both).not.toContainText('2345');
    await checkAccessibility();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page).toHaveURL(/\/detail$/);
    await expect(page.getByRole('heading', { level: 1, name: `${name}, nights` })).toBeVisible();
    await expect(page.getByText('$2,345')).toBeVisible();
  });

  await test.step('the address', async () => {
    await page.getByRole('link', { name: 'Change location' }).click();
    await chooseAddress(page, 'Job location', '100 S State St, Salt Lake City, UT 84111');
    await expect(page.getByRole('combobox', { name: 'Job location' })).toHaveValue(/USA$/);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Address' })).toContainText('Salt Lake City, UT');
  });
});

test('an employer tags, exports and closes exactly the jobs that are ticked', async ({ page, signInAs, checkAccessibility }) => {
  await signInAs('invoice');
  const name = `Bulk ${stamp()}`;
  const jobs = await postJobs(page, name, 4);
  await page.goto(`/company/jobs?q=${encodeURIComponent(name)}`);
  const rowOf = (n: number) => page.getByRole('row', { name: new RegExp(`${name} ${n}`) });
  const tick = async (...numbers: number[]) => {
    for (const n of numbers) await page.getByRole('checkbox', { name: `Select ${name} ${n}` }).check();
  };
  await expect(rowOf(3)).toBeVisible();

  await test.step('tag', async () => {
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Tags' }).check();
    await page.keyboard.press('Escape');
    await tick(1, 2);
    await page.getByRole('button', { name: 'Tag', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Tag 2 jobs' });
    await dialog.getByLabel('Tag').fill('Night runs');
    await checkAccessibility();
    await dialog.getByRole('button', { name: 'Add tag' }).click();
    await expect(rowOf(1)).toContainText('Night runs');
    await expect(rowOf(2)).toContainText('Night runs');
    await expect(rowOf(3)).not.toContainText('Night runs');
  });

  await test.step('export', async () => {
    await tick(1, 3);
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
    await expect(rowOf(1)).toContainText('Closed');
    await expect(rowOf(3)).toContainText('Closed');
    await expect(rowOf(2)).toContainText('Active');
  });

  await test.step('a job that its state keeps from it is left out, and told of with its state', async () => {
    await tick(1, 2);
    await page.getByRole('button', { name: 'Close jobs' }).click();
    const question = page.getByRole('dialog', { name: 'Close 1 job?' });
    await expect(question.getByRole('list', { name: 'Selected jobs' })).toHaveText(`${name} 2, Omaha, NE`);
    await expect(question.getByRole('list', { name: 'Skipped' })).toHaveText(`${name} 1, Omaha, NE: Closed`);
    await checkAccessibility();
    await question.getByRole('button', { name: 'Close 1 job' }).click();
    await expect(question).toBeHidden();
    await expect(rowOf(2)).toContainText('Closed');
  });

  await test.step('where it can be done with none, nothing is offered', async () => {
    await tick(1, 2);
    await page.getByRole('button', { name: 'Cancel renewal' }).click();
    const dialog = page.getByRole('dialog', { name: 'None of these jobs renew automatically' });
    await expect(dialog.getByRole('listitem')).toHaveCount(2);
    await expect(dialog.getByRole('button')).toHaveText(['Back to the list']);
    await dialog.getByRole('button').click();
    await expect(dialog).toBeHidden();
    for (const n of [1, 2]) await page.getByRole('checkbox', { name: `Select ${name} ${n}` }).uncheck();
  });

  await test.step('what a colleague did meanwhile is told in the words of the screens', async () => {
    await tick(4);
    await page.getByRole('button', { name: 'Close jobs' }).click();
    const question = page.getByRole('dialog', { name: 'Close 1 job?' });
    await expect(question).toBeVisible();
    await call(page, 'post', `/jobs/${jobs[3]?.id}/close`, {});
    await question.getByRole('button', { name: 'Close 1 job' }).click();
    const outcome = page.getByRole('dialog', { name: '0 of 1 done' });
    await expect(outcome).toContainText(`${name} 4: This job is already closed`);
    await outcome.getByRole('button', { name: 'Done' }).click();
    await expect(outcome).toBeHidden();
  });
});

test('the days of the statistics are in the URL, so that reload and back keep them', async ({ page, signInAs }) => {
  await signInAs('invoice');
  const [job] = await postJobs(page, `Counted ${stamp()}`, 1);
  if (!job) throw new Error('There is no job');
  const statistics = page.getByRole('region', { name: 'Statistics' });
  const from = statistics.getByLabel('From');
  const to = statistics.getByLabel('To');

  await page.goto(`/company/jobs/${job.id}/detail?sort=-rating`);
  await from.fill('2026-01-05');
  await to.fill('2026-01-20');
  await expect(page).toHaveURL(/\?sort=-rating&from=2026-01-05&to=2026-01-20$/);
  await page.reload();
  await expect(from).toHaveValue('2026-01-05');
  await expect(to).toHaveValue('2026-01-20');

  await test.step('days that cannot be shown change nothing', async () => {
    await from.fill('2026-02-01');
    await expect(statistics.getByText('Choose a start date before the end date')).toBeVisible();
    await expect(page).toHaveURL(/from=2026-01-05&to=2026-01-20$/);
    await page.goto(`/company/jobs/${job.id}/detail?from=2026-02-30&to=soon`);
    await expect(from).not.toHaveValue('');
    await expect(statistics.getByText('Choose both dates')).toHaveCount(0);
  });

  await test.step('back from another screen', async () => {
    await page.goto(`/company/jobs/${job.id}/detail?from=2026-01-05&to=2026-01-20`);
    await page.getByRole('link', { name: 'Edit job' }).click();
    await expect(page.getByLabel('Job title')).toBeVisible();
    await page.goBack();
    await expect(from).toHaveValue('2026-01-05');
  });
});

test('an address that leads to no job says so in the one main part of the page, without a number to look up', async ({
  browser,
  signInAs,
}) => {
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
