import type { Locator, Page } from '@playwright/test';

/** Selects an option of a list that opens on click. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Types an address and takes the first suggestion that contains it. */
export async function chooseAddress(page: Page, label: string, text: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(text);
  await page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option', { name: text }).first().click();
}

/**
 * Presses a key that moves the cursor. The browser tells an editor only before it draws the next frame, and no person types
 * faster than that.
 */
export async function moveCursor(text: Locator, key: string): Promise<void> {
  await text.press(key);
  await text.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}

/** Fills in the gateway's fields in their frame. */
export async function fillCard(page: Page, number: string): Promise<void> {
  const card = page.frameLocator('iframe');
  const fields: [Locator, string][] = [
    [card.getByLabel('Card number'), number],
    [card.getByLabel('Expiration date'), '12/30'],
    [card.getByLabel('Security code'), '123'],
  ];
  for (const [field, value] of fields) await field.fill(value);
}
