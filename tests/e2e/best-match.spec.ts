import { newPerson, registerDriver, signInByApi } from './people.ts';
import { expect, test } from './test.ts';

test('a driver sorts the public search by best match, and saves a job there', async ({ page }) => {
  const driver = newPerson({ firstName: 'Bess', lastName: 'Match' });
  await registerDriver(page, driver);
  await signInByApi(page, driver);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/jobs');
  const ownOrder = page.waitForResponse(
    (answer) => answer.url().includes('sort=best') && answer.request().headers()['authorization'] !== undefined,
  );
  await page.getByLabel('Sort by').selectOption('Best match');
  const answer = await (await ownOrder).text();
  const ids = [...answer.matchAll(/id="(job-[^"]+)"/g)].map(([, id]) => id);
  const jobs = page.locator('.job');
  await expect(page.locator('#results')).not.toHaveAttribute('aria-busy');
  expect(await jobs.evaluateAll((list) => list.map(({ id }) => id))).toEqual(ids);
  await expect(page.getByLabel('Sort by')).toHaveValue('best');

  const save = jobs.first().getByRole('button');
  const saved = page.waitForResponse((response) => response.url().endsWith('/member/saved-jobs') && response.status() === 201);
  await save.click();
  await saved;
  await expect(save).toHaveAttribute('aria-pressed', 'true');
  await page.getByLabel('Sort by').selectOption('Newest');
  await expect(page).not.toHaveURL(/sort=best/);
});

test('visitors see no best match, and a search along a route says what it shows', async ({ page, checkAccessibility }) => {
  await page.goto('/jobs?sort=best');
  await expect(page.getByLabel('Sort by')).toHaveValue('');
  await expect(page.getByRole('option', { name: 'Best match' })).toHaveCount(0);
  await page.getByLabel('Where').fill('Omaha to Dallas');
  await page.getByRole('button', { name: 'Search jobs' }).click();
  await expect(page.getByText('Jobs along the way')).toBeVisible();
  await expect(page.locator('.job').filter({ hasText: /On the way|longer/ })).not.toHaveCount(0);
  await checkAccessibility();
});
