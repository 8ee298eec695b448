import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { localDay } from '#shared/time-zone.ts';
import { baseAddress, expect, test } from './test.ts';

/** Creates a picture with red and green at the top and blue and yellow at the bottom. */
async function makeFourColorPicture(): Promise<Buffer> {
  const tile = (background: string, left: number, top: number) => ({
    input: { create: { width: 600, height: 400, channels: 3 as const, background } },
    left,
    top,
  });
  return sharp({ create: { width: 1200, height: 800, channels: 3, background: '#000' } })
    .composite([tile('#f00', 0, 0), tile('#0f0', 600, 0), tile('#00f', 0, 400), tile('#ff0', 600, 400)])
    .png()
    .toBuffer();
}

async function readCornerColors(page: Page, url: string): Promise<string[]> {
  const { data, info } = await sharp(await (await page.request.get(url)).body())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width: 587, height: 226 });
  const readColor = (x: number, y: number) =>
    [0, 1, 2].map((part) => Math.round((data[(y * info.width + x) * 3 + part] ?? 0) / 255)).join('');
  return [readColor(5, 5), readColor(580, 5), readColor(5, 220), readColor(580, 220)];
}

const getRow = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });
const selectAction = async (page: Page, title: string, action: string) => {
  await page.getByRole('button', { name: `Actions for ${title}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
};

async function setMaxPerPage(page: Page, maxPerPage: string): Promise<void> {
  await page.goto('/ads/settings');
  await expect(page).toHaveURL(/\/ads\/settings\/home$/);
  await page.getByRole('textbox', { name: 'Ads per page' }).fill(maxPerPage);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Updated successfully').first()).toBeVisible();
}

test('an ads admin crops, publishes, reports on, turns off and deletes an ad that a driver views and clicks', async ({
  page,
  signInAs,
  newVisitor,
  checkAccessibility,
}) => {
  const title = `Chains ${Date.now().toString(36)}`;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signInAs('ads');
  // The new ad must be on every page, next to the demo's ad.
  await setMaxPerPage(page, '4');

  await test.step('all missing fields are reported together', async () => {
    await page.getByRole('link', { name: 'Manage Ads' }).click();
    await page.getByRole('link', { name: 'Create ad' }).click();
    await page.getByRole('button', { name: 'Create ad' }).click();
    for (const message of ['Enter a title', 'Enter the advertiser', 'Enter a destination URL', 'Upload an image or a video'])
      await expect(page.getByText(message)).toBeVisible();
    await expect(page.getByLabel('Title')).toBeFocused();
  });

  await test.step('the crop area is moved by keyboard', async () => {
    await page.getByLabel('Title').fill(title);
    await page.getByLabel('Advertiser').fill('Ridge Chains');
    await page.getByLabel('Link').fill(`${baseAddress()}/jobs?from=ad`);
    const files = { name: 'chains.png', mimeType: 'image/png', buffer: await makeFourColorPicture() };
    await page.locator('input[type=file][accept^="image"]').setInputFiles(files);
    const dialog = page.getByRole('dialog', { name: 'Crop image' });
    await expect(dialog.getByText('Selected: 1,200 × 462 pixels')).toBeVisible();
    await checkAccessibility();
    const cropArea = dialog.getByLabel('Use the arrow keys to move the crop selection area');
    await cropArea.focus();
    // The crop area is moved to the edge. Control makes each step larger.
    for (let n = 0; n < 6; n++) await page.keyboard.press('Control+ArrowUp');
    await dialog.getByRole('button', { name: 'Use this area' }).click();
    await expect(dialog).toBeHidden();
    const url = await page.getByRole('img', { name: 'Ad image' }).getAttribute('src');
    expect(await readCornerColors(page, url ?? '')).toEqual(['100', '010', '001', '110']);
  });

  await test.step('the ad runs', async () => {
    await page.getByText('Members home', { exact: true }).click();
    await page.getByRole('button', { name: 'Create ad' }).click();
    await expect(page).toHaveURL(/\/ads\/manage$/);
    await expect(getRow(page, title)).toContainText('Running');
  });

  await test.step('a driver sees the ad and opens the advertiser’s page', async () => {
    const driver = await newVisitor();
    await signInAs('driver', driver);
    const impressionRequest = driver.waitForRequest(
      (request) => request.url().endsWith('/site/ads/seen') && request.postData() !== null,
    );
    await driver.goto('/members/home');
    const ad = driver.getByRole('complementary', { name: 'Advertisement' }).getByRole('link', { name: title });
    await ad.evaluate((link) => link.scrollIntoView({ block: 'center' }));
    await impressionRequest;
    const popup = driver.waitForEvent('popup');
    await ad.click();
    const advertiser = await popup;
    await expect(advertiser).toHaveURL(`${baseAddress()}/jobs?from=ad`);
    // A second click on the same ad redirects but is not counted.
    await driver.request.get((await ad.getAttribute('href')) ?? '', { maxRedirects: 0 });
  });

  await test.step('the view and the click are counted', async () => {
    await page.goto(`/ads/manage?q=${title}`);
    await expect(async () => {
      await page.reload();
      await expect(getRow(page, title)).toContainText('100.0%', { timeout: 2000 });
    }).toPass();
    await selectAction(page, title, 'Report');
    await expect(page.getByRole('figure', { name: 'Chart by day: 1 impression, 1 click' })).toBeVisible();
    await expect(page.locator('svg.recharts-surface').first()).toBeVisible();
    await checkAccessibility();
    const imageDownload = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download image' }).click();
    const png = await sharp(await (await imageDownload).path()).stats();
    expect((await imageDownload).suggestedFilename()).toMatch(/^ad-report-.*\.png$/);
    // The chart is not empty.
    expect(Math.max(...png.channels.map(({ stdev }) => stdev))).toBeGreaterThan(5);
    const csvDownload = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const text = await readFile(await (await csvDownload).path(), 'utf8');
    expect(text).toContain(`${localDay('US/Central', Date.now())},1,1,100`);
  });

  await test.step('the ad is edited, turned off and deleted', async () => {
    await page.goto(`/ads/manage?q=${title}`);
    await selectAction(page, title, 'Edit');
    await page.getByLabel('Advertiser').fill('Ridge Chains Inc.');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Updated successfully').first()).toBeVisible();
    await page.goto(`/ads/manage?q=${title}`);
    await expect(getRow(page, title)).toContainText('Ridge Chains Inc.');
    await selectAction(page, title, 'Turn off');
    await expect(getRow(page, title)).toContainText('Off');
    await selectAction(page, title, 'Delete');
    const confirmDialog = page.getByRole('dialog', { name: `Delete “${title}”?` });
    await confirmDialog.getByRole('button', { name: 'Delete ad' }).click();
    await expect(page.getByText('No results found')).toBeVisible();
  });
  await setMaxPerPage(page, '1');
});

test("the crop dialog rejects a file that is not an image and keeps the form's values", async ({ page, signInAs }) => {
  await signInAs('ads');
  await page.goto('/ads/manage/new');
  await page.getByLabel('Title').fill('Half an ad');
  const files = { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') };
  await page.locator('input[type=file][accept^="image"]').setInputFiles(files);
  const dialog = page.getByRole('dialog', { name: 'Crop image' });
  await expect(dialog.getByText('Couldn’t read this image')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Use this area' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Half an ad');
});
