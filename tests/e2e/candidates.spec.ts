import { expect, test } from './test.ts';

type Listed = { data: { id: string; title: string; total_applicants: number }[] };

test('a recruiter sees who matches a job, why, and that no one’s contact details are there to buy', async ({
  page,
  signInAs,
  checkAccessibility,
}) => {
  await signInAs('companyadmin');
  await page.goto('/company/jobs');
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const headers = { authorization: `Bearer ${token}` };
  const { data } = (await (await page.request.get('/api/1.0/jobs?limit=100', { headers })).json()) as Listed;
  const [job] = data.toSorted((a, b) => b.total_applicants - a.total_applicants);
  await page.goto(`/company/jobs/${job?.id}/detail`);
  await page.getByRole('link', { name: 'See candidates' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Candidates' })).toBeVisible();
  await expect(page.getByText(/candidates? match(es)? this job$/)).toBeVisible();
  const candidates = page.getByRole('article');
  await expect(candidates.first()).toBeVisible();
  expect(await candidates.count()).toBeLessThanOrEqual(10);
  const first = candidates.first();
  await expect(first).toContainText(/\d+% match/);
  await expect(first).toContainText(/CDL Class A/);
  await first.getByText(/^Why \d+%$/).click();
  await expect(first.getByText('Home time', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Purchase' })).toBeDisabled();
  await expect(page.getByRole('figure', { name: /^Map: candidates near / })).toBeVisible();
  await page.getByText('Show as list').click();
  const areas = page.getByRole('table', { name: 'Areas' });
  await expect(areas.getByRole('row', { name: /(Near the job|About \d+ miles \w+) \d+/ }).first()).toBeVisible();
  await checkAccessibility();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { level: 1, name: job?.title ?? '' })).toBeVisible();
});

test('it says that it is loading, that no one matches, and offers another try', async ({ page, signInAs }) => {
  await signInAs('companyadmin');
  await page.goto('/company/jobs');
  const open = page.getByRole('table').getByRole('link').first();
  await open.click();
  await expect(page.getByRole('link', { name: 'See candidates' })).toBeVisible();
  let answer: 'wait' | 'fail' | 'none' = 'wait';
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/trpc/**applicants.candidates**', async (route) => {
    if (answer === 'wait') await held;
    const failure = { message: 'Down for a moment', code: -32603, data: { code: 'BAD_GATEWAY', httpStatus: 502 } };
    if (answer === 'fail') return route.fulfill({ status: 502, json: [{ error: failure }] });
    const none = { items: [], pagination: { offset: 0, limit: 10, total: 0 } };
    return route.fulfill({ json: [{ result: { data: none } }] });
  });
  await page.getByRole('link', { name: 'See candidates' }).click();
  await expect(page.getByText('...loading').first()).toBeVisible();
  answer = 'fail';
  release();
  await expect(page.getByRole('alert').getByRole('heading', { name: 'Couldn’t load this' })).toBeVisible();
  answer = 'none';
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'No results found' })).toBeVisible();
  await expect(page.getByText('0 candidates match this job')).toBeVisible();
});

test('a driver sees which jobs match, with the percent and the reasons', async ({ page, signInAs, checkAccessibility }) => {
  await signInAs('driver');
  await page.goto('/members/home');
  const matching = page.getByRole('region', { name: 'Jobs that match you' });
  await expect(matching.getByText(/^\d+% match$/).first()).toBeVisible();
  await matching
    .getByText(/^Why \d+%$/)
    .first()
    .click();
  await expect(matching.getByText('Home time').first()).toBeVisible();
  await checkAccessibility();
});
