import { expect, test } from './test.ts';

type JobListResponse = { data: { id: string; title: string; total_applicants: number }[] };

test('a recruiter sees which candidates match a job and why, without contact details', async ({
  page,
  signInAs,
  checkAccessibility,
}) => {
  await signInAs('companyadmin');
  await page.goto('/company/jobs');
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const headers = { authorization: `Bearer ${token}` };
  const { data } = (await (await page.request.get('/api/1.0/jobs?limit=100', { headers })).json()) as JobListResponse;
  const [job] = data.toSorted((a, b) => b.total_applicants - a.total_applicants);
  await page.goto(`/company/jobs/${job?.id}/detail`);
  await page.getByRole('link', { name: 'See candidates' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Candidates' })).toBeVisible();
  await expect(page.getByText(/candidates? match(es)? this job$/)).toBeVisible();
  const candidates = page.getByRole('article');
  await expect(candidates.first()).toBeVisible();
  expect(await candidates.count()).toBeLessThanOrEqual(10);
  const firstCandidate = candidates.first();
  await expect(firstCandidate).toContainText(/\d+% match/);
  await expect(firstCandidate).toContainText(/CDL Class A/);
  await firstCandidate.getByText(/^Why \d+%$/).click();
  await expect(firstCandidate.getByText('Home time', { exact: true })).toBeVisible();
  await firstCandidate.getByRole('button', { name: 'Invite to apply' }).click();
  await expect(firstCandidate.getByText('Invitation sent')).toBeVisible();
  await page.reload();
  await expect(firstCandidate.getByText('Invitation sent')).toBeVisible();
  await expect(firstCandidate.getByRole('button', { name: 'Invite to apply' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Purchase' })).toBeDisabled();
  await expect(page.getByRole('figure', { name: /^Map: candidates near / })).toBeVisible();
  await page.getByText('Show as list').click();
  const areas = page.getByRole('table', { name: 'Areas' });
  await expect(areas.getByRole('row', { name: /(Near the job|About \d+ miles \w+) \d+/ }).first()).toBeVisible();
  await checkAccessibility();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { level: 1, name: job?.title ?? '' })).toBeVisible();
});

test('the page shows its loading, empty and error states', async ({ page, signInAs }) => {
  await signInAs('companyadmin');
  await page.goto('/company/jobs');
  const jobLink = page.getByRole('table').getByRole('link').first();
  await jobLink.click();
  await expect(page.getByRole('link', { name: 'See candidates' })).toBeVisible();
  let responseMode: 'wait' | 'fail' | 'none' = 'wait';
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/trpc/**applicants.candidates**', async (route) => {
    if (responseMode === 'wait') await released;
    const failure = { message: 'Down for a moment', code: -32603, data: { code: 'BAD_GATEWAY', httpStatus: 502 } };
    if (responseMode === 'fail') return route.fulfill({ status: 502, json: [{ error: failure }] });
    const emptyPage = { items: [], pagination: { offset: 0, limit: 10, total: 0 } };
    return route.fulfill({ json: [{ result: { data: emptyPage } }] });
  });
  await page.getByRole('link', { name: 'See candidates' }).click();
  await expect(page.getByText('...loading').first()).toBeVisible();
  responseMode = 'fail';
  release();
  await expect(page.getByRole('alert').getByRole('heading', { name: 'Couldn’t load this' })).toBeVisible();
  responseMode = 'none';
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'No results found' })).toBeVisible();
  await expect(page.getByText('0 candidates match this job')).toBeVisible();
});

test('a driver sees matching jobs with the percentage and the reasons', async ({ page, signInAs, checkAccessibility }) => {
  await signInAs('driver');
  await page.goto('/members/home');
  const matchingJobs = page.getByRole('region', { name: 'Jobs that match you' });
  await expect(matchingJobs.getByText(/^\d+% match$/).first()).toBeVisible();
  await matchingJobs
    .getByText(/^Why \d+%$/)
    .first()
    .click();
  await expect(matchingJobs.getByText('Home time').first()).toBeVisible();
  await checkAccessibility();
});
