import type { Locator, Page } from '@playwright/test';

/** Selects an option of a list that opens on click. */
export async function chooseOption(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Types an address and selects the first suggestion that contains it. */
export async function chooseAddress(page: Page, label: string, text: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(text);
  await page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option', { name: text }).first().click();
}

/**
 * Presses a key that moves the cursor, and waits for the next frame. Only then does the browser tell the editor the new
 * position, and no person types faster than that.
 */
export async function moveCursor(text: Locator, key: string): Promise<void> {
  await text.press(key);
  await text.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

/** Fills in the gateway's card fields in their frame. */
export async function fillCard(page: Page, number: string): Promise<void> {
  const card = page.frameLocator('iframe');
  const fields: [Locator, string][] = [
    [card.getByLabel('Card number'), number],
    [card.getByLabel('Expiration date'), '12/30'],
    [card.getByLabel('Security code'), '123'],
  ];
  for (const [field, value] of fields) await field.fill(value);
}
