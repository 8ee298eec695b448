import { writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { en } from '#shared/texts/en.ts';
import { minMultipartBytes } from '#shared/uploads.ts';
import { moveCursor } from './fields.ts';
import { intercept } from './interception.ts';
import { expect, test } from './test.ts';

const phone = { width: 390, height: 844 };
const uniqueName = (name: string) => `${name} ${Date.now().toString(36)}`;
const getEditor = (page: Page) => page.getByRole('textbox', { name: 'Post' });
const makePhoto = () =>
  sharp({ create: { width: 900, height: 500, channels: 3, background: '#c45a14' } })
    .jpeg()
    .toBuffer();

/** Creates a channel and a post in it. */
async function createPost(page: Page, channel: string, title: string): Promise<void> {
  await page.goto('/news');
  await page.getByRole('button', { name: 'New channel' }).click();
  const drawer = page.getByRole('dialog', { name: 'New channel' });
  await drawer.getByLabel('Name').fill(channel);
  await drawer.getByRole('radio', { name: 'Mandatory' }).check();
  await drawer.getByRole('button', { name: 'Create channel' }).click();
  await page.getByRole('link', { name: channel }).click();
  await expect(page.getByRole('heading', { level: 1, name: channel })).toBeVisible();
  await page.getByRole('button', { name: 'New post' }).click();
  await page.getByRole('dialog').getByLabel('Title').fill(title);
  await page.getByRole('button', { name: 'Write post' }).click();
  await expect(getEditor(page)).toBeVisible();
}

/** Creates a photo with noise, which does not compress well. */
const makeLargePhoto = async () => {
  const [width, height] = [2400, 1600];
  const noise = Buffer.from(Array.from({ length: width * height * 3 }, (_, n) => (n * 2_654_435_761) >>> 24));
  return sharp(noise, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
};

const expectSaved = (page: Page) => expect(page.getByText(/^Saved at /)).toBeVisible();

test('a news admin writes a post with a heading, a table, a picture and a link, and a driver reads it', async ({
  page,
  signInAs,
  newVisitor,
  checkAccessibility,
}) => {
  const [channel, title] = [uniqueName('Road closures'), uniqueName('Donner Pass')];
  const linkText = 'See the state’s own map';
  await signInAs('newsadmin');
  await createPost(page, channel, title);

  await getEditor(page).click();
  await page.keyboard.type('Closed until Friday');
  await page.getByLabel('Paragraph style').selectOption('Heading 2');
  await moveCursor(getEditor(page), 'End');
  await page.keyboard.press('Enter');
  await page.keyboard.type(linkText);
  await expect(getEditor(page)).toContainText(linkText);
  await moveCursor(getEditor(page), 'Shift+Home');
  await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe(linkText);
  await page.getByRole('button', { name: 'Link', exact: true }).click();
  await page.getByLabel('Enter URL').fill('https://roads.example/map');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(getEditor(page).getByRole('link', { name: linkText })).toBeVisible();
  await moveCursor(getEditor(page), 'End');
  await page.keyboard.press('Enter');
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Insert images' }).click(),
  ]);
  await chooser.setFiles({ name: 'pass.jpg', mimeType: 'image/jpeg', buffer: await makePhoto() });
  await expect(getEditor(page).locator('img')).toHaveAttribute('src', /^\/media\/.+\.webp$/);
  await moveCursor(getEditor(page), 'Control+End');
  await page.getByRole('button', { name: /insert table/i }).click();
  await page.getByRole('button', { name: /2\s*[x×]\s*2/i }).click();
  await getEditor(page).getByRole('cell').or(getEditor(page).getByRole('columnheader')).first().click();
  await page.keyboard.type('Exit 174');
  await expectSaved(page);
  await checkAccessibility();

  await page.reload();
  await expect(getEditor(page).getByRole('heading', { level: 2, name: 'Closed until Friday' })).toBeVisible();
  await expect(getEditor(page).getByText('Exit 174')).toBeVisible();

  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = page.getByRole('dialog', { name: 'Preview' });
  await expect(preview.getByRole('link', { name: linkText })).toHaveAttribute('href', 'https://roads.example/map');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Members see this post.')).toBeVisible();

  const driver = await newVisitor({ viewport: phone });
  await signInAs('driver', driver);
  await driver.goto('/members/home');
  const card = driver.getByRole('region', { name: 'News', exact: true }).getByRole('article').filter({ hasText: title });
  await expect(card.getByText('Unread')).toBeVisible();
  await card.getByRole('link', { name: title }).click();
  await expect(driver.getByRole('heading', { level: 2, name: 'Closed until Friday' })).toBeVisible();
  await expect(driver.getByRole('link', { name: linkText })).toHaveAttribute('rel', /noopener/);
  const picture = driver.locator('article img');
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(720);
  await expect(driver.getByRole('table')).toContainText('Exit 174');
  await driver.getByRole('main').getByRole('link', { name: 'News', exact: true }).click();
  await expect(driver.getByRole('article').filter({ hasText: title })).toBeVisible();
  await expect(driver.getByRole('article').filter({ hasText: title }).getByText('Unread')).toBeHidden();

  await page.reload();
  await expect(page.getByText(/1 member has opened it/)).toBeVisible();
});

test('a list that was loading while a post was opened shows it as read', async ({ page, signInAs, newVisitor }) => {
  const [channel, title] = [uniqueName('Detours'), uniqueName('Wolf Creek Pass')];
  await signInAs('newsadmin');
  await createPost(page, channel, title);
  await getEditor(page).click();
  await page.keyboard.type('Open again');
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Members see this post.')).toBeVisible();

  const driver = await newVisitor();
  await signInAs('driver', driver);
  await driver.goto('/members/home');
  const link = driver.getByRole('region', { name: 'News', exact: true }).getByRole('link', { name: title });
  await expect(link).toBeVisible();
  const [isViewSent, isFeedRead] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  await driver.route(/memberNews\.view/, async (route) => {
    await isViewSent.promise;
    await route.continue();
  });
  const stopHolding = await intercept(driver, /memberNews\.feed/, async (route) => {
    const answer = await route.fetch();
    isViewSent.resolve(undefined);
    await isFeedRead.promise;
    await route.fulfill({ response: answer });
  });
  const viewed = driver.waitForResponse(/memberNews\.view/);
  await link.click();
  await expect(driver.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await driver.getByRole('main').getByRole('link', { name: 'News', exact: true }).hover();
  await viewed;
  stopHolding();
  isFeedRead.resolve(undefined);
  await driver.getByRole('main').getByRole('link', { name: 'News', exact: true }).click();
  const post = driver.getByRole('article').filter({ hasText: title });
  await expect(post).toBeVisible();
  await expect(post.getByText('Unread')).toBeHidden();
});

test('a picture that is too large for one request is resized before the upload', async ({ page, signInAs }, testInfo) => {
  await signInAs('newsadmin');
  await createPost(page, uniqueName('Cameras'), uniqueName('A pass in snow'));
  const buffer = await makeLargePhoto();
  const file = testInfo.outputPath('pass.png');
  writeFileSync(file, buffer);
  expect(buffer.length).toBeGreaterThan(minMultipartBytes);
  const request = page.waitForRequest(/\/upload-image$/);
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Upload thumbnail' }).click(),
  ]);
  await chooser.setFiles(file);
  await expect(page.getByRole('img', { name: 'Post thumbnail' })).toHaveAttribute('src', /^\/media\/.+\.webp$/);
  const { requestBodySize } = await (await request).sizes();
  expect(requestBodySize).toBeLessThan(minMultipartBytes);
});

test('a post is scheduled, unscheduled, deleted and restored', async ({ page, signInAs }) => {
  const title = uniqueName('Brake week');
  await signInAs('news');
  await createPost(page, uniqueName('Inspections'), title);
  await getEditor(page).click();
  await page.keyboard.type('From Sunday on');
  await expectSaved(page);
  await page.getByRole('button', { name: 'Schedule' }).click();
  const dateField = page.getByRole('dialog').getByLabel('Date and time');
  const proposedDate = await dateField.inputValue();
  await dateField.fill('');
  await page.getByRole('dialog').getByRole('button', { name: 'Schedule' }).click();
  await expect(page.getByText('Choose a date and time')).toBeVisible();
  await dateField.fill(proposedDate);
  await page.getByRole('dialog').getByRole('button', { name: 'Schedule' }).click();
  await expect(page.getByText('Scheduled', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Unschedule' }).click();
  await expect(page.getByText('Draft', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Delete post' }).click();
  await page
    .getByRole('dialog', { name: `Delete “${title}”?` })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(page.getByText('No posts yet')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('link', { name: title })).toBeVisible();
});

test('the second of two people editing a post is warned and can use the saved version', async ({
  page,
  signInAs,
  newVisitor,
}) => {
  const title = uniqueName('Two hands');
  await signInAs('news');
  await createPost(page, uniqueName('Shared desk'), title);
  const otherPage = await newVisitor();
  await signInAs('newsadmin', otherPage);
  await otherPage.goto(new URL(page.url()).pathname);
  await getEditor(otherPage).click();
  await otherPage.keyboard.type('Hers');
  await expectSaved(otherPage);
  await getEditor(page).click();
  await page.keyboard.type('His');
  await expect(page.getByText(en.errors.changedMeanwhile)).toBeVisible();
  await page.getByRole('button', { name: 'Use the saved version' }).click();
  await expect(getEditor(page)).toHaveText('Hers');
});

test('a channel that is opened while a search is still to come stays open', async ({ page, signInAs }) => {
  await signInAs('internal');
  await page.clock.install();
  await page.goto('/news');
  const search = page.getByRole('searchbox', { name: 'Search channels' });
  await search.fill('Safety');
  const channel = page.getByRole('link', { name: 'Safety and rules' });
  await expect(channel).toBeVisible();
  await expect(page).toHaveURL(/q=Safety/);
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  const { promise: isReleased, resolve: release } = Promise.withResolvers<undefined>();
  await page.route(/\/(assets|trpc)\//, async (route) => {
    await isReleased;
    await route.continue();
  });
  await search.fill('Safety and');
  await channel.click();
  await page.clock.runFor(1000);
  await page.clock.resume();
  release(undefined);
  await expect(page.getByRole('heading', { level: 1, name: 'Safety and rules' })).toBeVisible();
});

test('an internal user can read channels and posts but not change them', async ({ page, signInAs }) => {
  await signInAs('internal');
  await page.goto('/news');
  // Other tests may have filled the first page with their channels.
  await page.getByRole('searchbox', { name: 'Search channels' }).fill('Safety and rules');
  await page.getByRole('link', { name: 'Safety and rules' }).click();
  await expect(page.getByRole('button', { name: 'New post' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Tire chains: where and when to carry them' }).click();
  await expect(page.getByRole('table')).toContainText('Snoqualmie');
  await expect(getEditor(page)).toHaveCount(0);
});

test('a driver leaves a channel and joins it again', async ({ page, signInAs }) => {
  await signInAs('driver');
  await page.goto('/members/news');
  const channelSwitch = page.getByRole('switch', { name: 'Life on the road' });
  const post = page.getByRole('link', { name: 'Where to park on I-80 in Nebraska' });
  await expect(page.getByRole('switch', { name: 'Safety and rules' })).toBeDisabled();
  await expect(post).toBeVisible();
  await channelSwitch.click();
  await expect(post).toHaveCount(0);
  await channelSwitch.click();
  await expect(post).toBeVisible();
});

/** Pastes clipboard contents of a word processor, a web page or a camera. */
async function paste(page: Page, html: string, pictures: readonly Buffer[] = []): Promise<void> {
  const files = pictures.map((picture) => picture.toString('base64'));
  await getEditor(page).evaluate(
    (element, clipboard) => {
      const data = new DataTransfer();
      if (clipboard.html) data.setData('text/html', clipboard.html);
      for (const [n, content] of clipboard.files.entries()) {
        const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
        data.items.add(new File([bytes], `picture-${n}.png`, { type: 'image/png' }));
      }
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    },
    { html, files },
  );
}

test('pasted text stays text, and pasted pictures are imported as JPEG, at most 720 pixels wide', async ({ page, signInAs }) => {
  await signInAs('news');
  await createPost(page, uniqueName('Clipboard'), uniqueName('Pasted'));
  const wideImage = await sharp({ create: { width: 1600, height: 400, channels: 3, background: '#2e4d7b' } })
    .png()
    .toBuffer();
  await getEditor(page).click();
  const inlineImages = `<img src="data:image/png;base64,${wideImage.toString('base64')}"><img src="file:///C:/Temp/clip.png">`;
  await paste(page, `<h2 class="MsoTitle" style="color:red" onclick="alert(1)">From Word</h2><p>With words.</p>${inlineImages}`, [
    wideImage,
  ]);
  await expect(getEditor(page).getByRole('heading', { level: 2, name: 'From Word' })).toBeVisible();
  await expect(getEditor(page).locator('img')).toHaveCount(1);
  await expect(getEditor(page).locator('img')).toHaveAttribute('src', /^\/media\//);
  await expect
    .poll(() =>
      getEditor(page)
        .locator('img')
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBe(720);
  await moveCursor(getEditor(page), 'Control+End');
  await paste(
    page,
    '',
    Array.from({ length: 11 }, () => wideImage),
  );
  await expect(page.getByText('You pasted 11 images.', { exact: false })).toBeVisible();
  await expect(getEditor(page).locator('img')).toHaveCount(12);
  await expectSaved(page);
  await page.reload();
  await expect(getEditor(page).locator('img')).toHaveCount(12);
  await expect(getEditor(page).getByRole('heading', { level: 2, name: 'From Word' })).not.toHaveAttribute('class', /Mso/);
});
