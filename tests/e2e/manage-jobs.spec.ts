import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { chooseAddress } from './fields.ts';
import { expect, test } from './test.ts';

const stamp = () => Date.now().toString(36);

/** Signed in as the page is. */
async function call(page: Page, method: 'post' | 'patch', path: string, data: object): Promise<unknown> {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const answer = await page.request[method](`/api/1.0${path}`, { headers: { authorization: `Bearer ${token}` }, data });
  expect(answer.ok()).toBe(true);
  return ((await answer.json()) as { data: unknown }).data;
}

type Job = { id: string; title: string };

/** New active jobs of the company on invoice, under names that no other test looks for. */
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
    await page.getByRole('button', { name: 'Save' }).click();
    const both = page.getByRole('table', { name: 'Both versions' });
    await expect(both).toContainText(`${name}, days`);
    await expect(both).not.toContainText('2345');
    await checkAccessibility();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page).toHaveURL(/\/detail$/);
    await expect(page.getByRole('heading', { level: 1, name: `${name}, nights` })).toBeVisible();
    await expect(page.getByText('$2,345')).toBeVisible();
  });

  await test.step('the address', async () => {
    await page.getByRole('link', { name: 'Edit address' }).click();
    await chooseAddress(page, 'Address of the job', '100 S State St, Salt Lake City, UT 84111');
    await expect(page.getByRole('combobox', { name: 'Address of the job' })).toHaveValue(/USA$/);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('region', { name: 'Address' })).toContainText('Salt Lake City, UT');
  });
});

test('an employer tags, exports and closes exactly the jobs that are ticked', async ({ page, signInAs, checkAccessibility }) => {
  await signInAs('invoice');
  const name = `Bulk ${stamp()}`;
  const jobs = await postJobs(page, name, 3);
  await page.goto(`/company/jobs?q=${encodeURIComponent(name)}`);
  const rowOf = (n: number) => page.getByRole('row', { name: new RegExp(`${name} ${n}`) });
  const tick = async (...numbers: number[]) => {
    for (const n of numbers) await page.getByRole('checkbox', { name: `Select ${name} ${n}` }).check();
  };
  await expect(rowOf(3)).toBeVisible();

  await test.step('tag', async () => {
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
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export selected' }).click();
    const file = readFileSync(await (await download).path(), 'utf8');
    expect(jobs.map(({ id }) => file.includes(id))).toEqual([true, false, true]);
  });

  await test.step('close', async () => {
    await page.getByRole('button', { name: 'Close jobs' }).click();
    const dialog = page.getByRole('dialog', { name: 'Close 2 jobs?' });
    await expect(dialog.getByRole('list', { name: 'Selected jobs' })).toContainText(`${name} 3`);
    await dialog.getByRole('button', { name: 'Close jobs' }).click();
    await expect(dialog).toBeHidden();
    await expect(rowOf(1)).toContainText('Closed');
    await expect(rowOf(3)).toContainText('Closed');
    await expect(rowOf(2)).toContainText('Active');
  });

  await test.step('a job that its state keeps from it is told of', async () => {
    await tick(1, 2);
    await page.getByRole('button', { name: 'Close jobs' }).click();
    const question = page.getByRole('dialog', { name: 'Close 2 jobs?' });
    await expect(question).toContainText('The state of 1 of them does not allow it');
    await question.getByRole('button', { name: 'Close jobs' }).click();
    const outcome = page.getByRole('dialog', { name: '1 of 2 done' });
    await expect(outcome).toContainText(`${name} 1`);
    await outcome.getByRole('button', { name: 'Done' }).click();
    await expect(rowOf(2)).toContainText('Closed');
  });
});
