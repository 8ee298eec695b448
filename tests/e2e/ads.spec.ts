import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { baseAddress, expect, test } from './test.ts';
import { localDay } from '#shared/time-zone.ts';

/** Red and green above, blue and yellow below. */
async function quarters(): Promise<Buffer> {
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

async function cornersOf(page: Page, url: string): Promise<string[]> {
  const { data, info } = await sharp(await (await page.request.get(url)).body())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width: 587, height: 226 });
  const at = (x: number, y: number) =>
    [0, 1, 2].map((part) => Math.round((data[(y * info.width + x) * 3 + part] ?? 0) / 255)).join('');
  return [at(5, 5), at(580, 5), at(5, 220), at(580, 220)];
}

const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });
const act = async (page: Page, title: string, action: string) => {
  await page.getByRole('button', { name: `Actions for ${title}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
};

async function setMostPerPage(page: Page, most: string): Promise<void> {
  await page.goto('/ads/settings');
  await expect(page).toHaveURL(/\/ads\/settings\/home$/);
  await page.getByRole('textbox', { name: 'Ads per page' }).fill(most);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Updated successfully').first()).toBeVisible();
}

test('an ad is cut, runs, is seen and clicked by a driver, reported, switched off and deleted', async ({
  page,
  signInAs,
  newVisitor,
  checkAccessibility,
}) => {
  const title = `Chains ${Date.now().toString(36)}`;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signInAs('ads');
  // So that the new ad is on every page next to the demo's.
  await setMostPerPage(page, '4');

  await test.step('all missing fields are reported together', async () => {
    await page.getByRole('link', { name: 'Manage Ads' }).click();
    await page.getByRole('link', { name: 'Create ad' }).click();
    await page.getByRole('button', { name: 'Create ad' }).click();
    for (const message of ['Enter a title', 'Enter the advertiser', 'Enter a destination URL', 'Upload an image or a video'])
      await expect(page.getByText(message)).toBeVisible();
    await expect(page.getByLabel('Title')).toBeFocused();
  });

  await test.step('the part of the picture is chosen by keyboard', async () => {
    await page.getByLabel('Title').fill(title);
    await page.getByLabel('Advertiser').fill('Ridge Chains');
    await page.getByLabel('Link').fill(`${baseAddress()}/jobs?from=ad`);
    const files = { name: 'chains.png', mimeType: 'image/png', buffer: await quarters() };
    await page.locator('input[type=file][accept^="image"]').setInputFiles(files);
    const dialog = page.getByRole('dialog', { name: 'Crop image' });
    await expect(dialog.getByText('Selected: 1,200 × 462 pixels')).toBeVisible();
    await checkAccessibility();
    const part = dialog.getByLabel('Use the arrow keys to move the crop selection area');
    await part.focus();
    // To the edge: each press moves one step, and more with Control.
    for (let n = 0; n < 6; n++) await page.keyboard.press('Control+ArrowUp');
    await dialog.getByRole('button', { name: 'Use this area' }).click();
    await expect(dialog).toBeHidden();
    const url = await page.getByRole('img', { name: 'Ad image' }).getAttribute('src');
    expect(await cornersOf(page, url ?? '')).toEqual(['100', '010', '001', '110']);
  });

  await test.step('it runs', async () => {
    await page.getByText('Members home', { exact: true }).click();
    await page.getByRole('button', { name: 'Create ad' }).click();
    await expect(page).toHaveURL(/\/ads\/manage$/);
    await expect(row(page, title)).toContainText('Running');
  });

  await test.step('a driver sees it and goes to the advertiser', async () => {
    const driver = await newVisitor();
    await signInAs('driver', driver);
    const sightRequest = driver.waitForRequest(
      (request) => request.url().endsWith('/site/ads/seen') && request.postData() !== null,
    );
    await driver.goto('/members/home');
    const ad = driver.getByRole('complementary', { name: 'Advertisement' }).getByRole('link', { name: title });
    await ad.evaluate((link) => link.scrollIntoView({ block: 'center' }));
    await sightRequest;
    const opened = driver.waitForEvent('popup');
    await ad.click();
    const advertiser = await opened;
    await expect(advertiser).toHaveURL(`${baseAddress()}/jobs?from=ad`);
    // A second click in the same turn redirects but is not counted.
    await driver.request.get((await ad.getAttribute('href')) ?? '', { maxRedirects: 0 });
  });

  await test.step('both are counted', async () => {
    await page.goto(`/ads/manage?q=${title}`);
    await expect(async () => {
      await page.reload();
      await expect(row(page, title)).toContainText('100.0%', { timeout: 2000 });
    }).toPass();
    await act(page, title, 'Report');
    await expect(page.getByRole('figure', { name: 'Chart by day: 1 impression, 1 click' })).toBeVisible();
    await expect(page.locator('svg.recharts-surface').first()).toBeVisible();
    await checkAccessibility();
    const picture = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download image' }).click();
    const png = await sharp(await (await picture).path()).stats();
    expect((await picture).suggestedFilename()).toMatch(/^ad-report-.*\.png$/);
    // Something is drawn on the background.
    expect(Math.max(...png.channels.map(({ stdev }) => stdev))).toBeGreaterThan(5);
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const text = await readFile(await (await file).path(), 'utf8');
    expect(text).toContain(`${localDay('US/Central', Date.now())},1,1,100`);
  });

  await test.step('it is changed, switched off and deleted', async () => {
    await page.goto(`/ads/manage?q=${title}`);
    await act(page, title, 'Edit');
    await page.getByLabel('Advertiser').fill('Ridge Chains Inc.');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Updated successfully').first()).toBeVisible();
    await page.goto(`/ads/manage?q=${title}`);
    await expect(row(page, title)).toContainText('Ridge Chains Inc.');
    await act(page, title, 'Turn off');
    await expect(row(page, title)).toContainText('Off');
    await act(page, title, 'Delete');
    const question = page.getByRole('dialog', { name: `Delete “${title}”?` });
    await question.getByRole('button', { name: 'Delete ad' }).click();
    await expect(page.getByText('No results found')).toBeVisible();
  });
  await setMostPerPage(page, '1');
});

test('a file that is not an image is refused in the dialog, and nothing is lost', async ({ page, signInAs }) => {
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
