import { expect, test } from './test.ts';

/** The component gallery, open without signing in (`docs/product/news-and-ads.md#component-gallery`). */
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

test('a deleted to-do comes back to its place, and the list survives a reload', async ({ page }) => {
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

test('two parts share what the address carries', async ({ page }) => {
  await page.goto('/redux-example?miles=200');
  await page.getByRole('button', { name: '+ 100 mi' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'mi' })).toHaveText('300 mi');
  await expect(page).toHaveURL(/miles=300/);
});

test('the flow runs its four steps on the server', async ({ page }) => {
  await page.goto('/saga-example');
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByText('Done. All steps succeeded. 4 of 4 steps.')).toBeVisible();
});

test('three loaders in three sizes', async ({ page }) => {
  await page.goto('/layout-example');
  const loaders = page.getByRole('region', { name: 'Loaders' });
  for (const style of ['Pulsing', 'Infinite', 'Converging']) {
    const row = loaders.locator('div', { has: page.getByText(style, { exact: true }) }).last();
    const drawn = row.locator('[data-size][aria-hidden]');
    await expect(drawn).toHaveCount(3);
    const heights = await drawn.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
    expect(heights).toEqual(heights.toSorted((one, other) => one - other));
    expect(new Set(heights).size).toBe(3);
  }
});
