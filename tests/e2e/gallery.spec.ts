import { expect, test } from './test.ts';

/** The component gallery needs no sign-in (`docs/product/news-and-ads.md#component-gallery`). */
test('albums are added and deleted on the server', async ({ page }) => {
  await page.goto('/axios-list');
  const title = `Passes ${Date.now()}`;
  await page.getByLabel('Title').fill(title);
  await page.getByRole('button', { name: 'Add album' }).click();
  await expect(page.getByRole('cell', { name: title, exact: true })).toBeVisible();
  await page.getByRole('button', { name: `Delete “${title}”` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('cell', { name: title, exact: true })).toBeHidden();
});

test('a deleted to-do is restored in its place, and the list survives a reload', async ({ page }) => {
  await page.goto('/todos');
  for (const text of ['Call dispatch', 'Renew the medical card']) {
    await page.getByLabel('New to-do').fill(text);
    await page.getByLabel('New to-do').press('Enter');
  }
  await page.getByRole('button', { name: 'Delete “Renew the medical card”' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.reload();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveText([/Renew the medical card/, /Call dispatch/]);
});

test('two components share state through the URL', async ({ page }) => {
  await page.goto('/redux-example?miles=200');
  await page.getByRole('button', { name: '+ 100 mi' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'mi' })).toHaveText('300 mi');
  await expect(page).toHaveURL(/miles=300/);
});

test('the flow runs all four steps on the server', async ({ page }) => {
  await page.goto('/saga-example');
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByText('Done. All steps succeeded. 4 of 4 steps.')).toBeVisible();
});

test('the page shows three loaders in three sizes', async ({ page }) => {
  await page.goto('/layout-example');
  const loaders = page.getByRole('region', { name: 'Loaders' });
  for (const style of ['Pulsing', 'Infinite', 'Converging']) {
    const row = loaders.locator('div', { has: page.getByText(style, { exact: true }) }).last();
    const loaderIcons = row.locator('[data-size][aria-hidden]');
    await expect(loaderIcons).toHaveCount(3);
    const heights = await loaderIcons.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
    expect(heights).toEqual(heights.toSorted((one, other) => one - other));
    expect(new Set(heights).size).toBe(3);
  }
});
