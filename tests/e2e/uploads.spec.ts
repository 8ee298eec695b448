import { writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { formatsIn } from '#shared/format.ts';
import { getJobPrice } from '#tests/helpers/prices.ts';
import { chooseOption, chooseAddress } from './fields.ts';
import { intercept, interceptNext } from './interception.ts';
import { postJob } from './jobs.ts';
import { expect, test } from './test.ts';

const { money } = formatsIn('en');

const mb = 1024 * 1024;

/** Records one second of video in the browser and extends it to 11 MB with data that players skip. */
async function recordVideo(page: Page): Promise<Buffer> {
  const recordedBytes = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: 320, height: 180 });
    const context = canvas.getContext('2d');
    const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm;codecs=vp8' });
    const chunks: Blob[] = [];
    recorder.addEventListener('dataavailable', ({ data }) => chunks.push(data));
    const stopEvent = new Promise((resolve) => recorder.addEventListener('stop', resolve));
    recorder.start();
    for (let frame = 0; frame < 20; frame += 1) {
      if (context) {
        context.fillStyle = `hsl(${frame * 18} 80% 50%)`;
        context.fillRect(0, 0, 320, 180);
      }
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }
    recorder.stop();
    await stopEvent;
    return [...new Uint8Array(await new Blob(chunks).arrayBuffer())];
  });
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(11 * mb));
  size[0] = 0x01;
  return Buffer.concat([Buffer.from(recordedBytes), Buffer.from([0xec]), size, Buffer.alloc(11 * mb)]);
}

const uniqueTitle = () => `With a film ${Date.now().toString(36)}`;

/**
 * Answers a part of an upload with 502 if `isBroken` returns true. This happens in the page, because intercepting a request
 * with a large body takes seconds.
 */
async function interceptParts(page: Page, isBroken: (part: string) => boolean | Promise<boolean>): Promise<void> {
  const brokenPath = '/broken-upload';
  await page.route(`**${brokenPath}`, (route) => route.fulfill({ status: 502, body: '{}' }));
  await page.exposeFunction('isPartBroken', isBroken);
  await page.addInitScript((path) => {
    const { isPartBroken } = window as unknown as { isPartBroken: (part: string) => Promise<boolean> };
    window.XMLHttpRequest = class extends XMLHttpRequest {
      override send(body?: Document | XMLHttpRequestBodyInit | null): void {
        const part = body instanceof FormData ? body.get('part_number') : null;
        if (typeof part !== 'string') return super.send(body);
        void isPartBroken(part).then((isDiverted) => {
          if (isDiverted) this.open('POST', path);
          super.send(isDiverted ? null : body);
        });
      }
    };
  }, brokenPath);
}

test("a job's video uploads in parts, survives a failure and a reload, and plays", async ({
  page,
  signInAs,
  checkAccessibility,
}, testInfo) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signInAs('invoice');
  await page.goto('/company/jobs');
  await expect(page.getByRole('heading', { level: 1, name: 'Posted Jobs' })).toBeVisible();
  const jobId = await postJob(page, uniqueTitle());
  const file = testInfo.outputPath('film.webm');
  writeFileSync(file, await recordVideo(page));
  let isBroken = true;
  const sentParts: string[] = [];
  // The second part may fail only after the upload's start and its first part are answered, because a failure stops both.
  let responseCount = 0;
  page.on('response', (response) => {
    if (response.url().endsWith('/jobs/multimedia/upload')) responseCount += 1;
  });
  await interceptParts(page, async (part) => {
    sentParts.push(part);
    if (part !== '2' || !isBroken) return false;
    await expect.poll(() => responseCount).toBeGreaterThanOrEqual(2);
    return true;
  });

  await page.goto(`/company/jobs/${jobId}/job-content`);
  const chooseFile = async () => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Upload video' }).click();
    await (await chooser).setFiles(file);
  };

  await test.step('a part that fails twice fails the upload, and the job cannot be saved', async () => {
    await chooseFile();
    const failureAlert = page.getByRole('alert').filter({ hasText: 'multimedia upload failed' });
    await expect(failureAlert).toContainText('film.webm');
    expect(sentParts.filter((part) => part === '2')).toHaveLength(2);
    await checkAccessibility();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('alert').filter({ hasText: /^multimedia upload failed$/ })).toBeVisible();
    await expect(page).toHaveURL(/\/job-content$/);
  });

  await test.step('after a reload and a retry, only the missing parts are sent', async () => {
    sentParts.length = 0;
    await page.reload();
    await expect(page.getByText('The upload of film.webm stopped')).toBeVisible();
    await chooseFile();
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    isBroken = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByLabel('Video', { exact: true })).toBeVisible();
    expect(sentParts).not.toContain('1');
    expect(sentParts).toContain('2');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByLabel('Video about this job')).toBeVisible();
  });

  await test.step('drivers can play the video on the job’s page and skip ahead', async () => {
    await page.goto(`/jobs/${jobId}`);
    const video = page.locator('video[aria-label="Video about this job"]');
    const playback = await video.evaluate(async (player: HTMLVideoElement) => {
      player.muted = true;
      await player.play();
      await new Promise((resolve) => player.addEventListener('timeupdate', resolve, { once: true }));
      return { time: player.currentTime, width: player.videoWidth };
    });
    expect(playback.time).toBeGreaterThan(0);
    expect(playback.width).toBe(320);
    const videoUrl = (await video.getAttribute('src')) ?? '';
    const rangeResponse = await page.request.get(videoUrl, { headers: { range: 'bytes=0-3' } });
    expect(rangeResponse.status()).toBe(206);
    expect((await rangeResponse.body()).toString('hex')).toBe('1a45dfa3');
    await checkAccessibility();
  });
});

test('a video that is still uploading when Save is pressed is saved with the job', async ({ page, signInAs }, testInfo) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signInAs('invoice');
  await page.goto('/company/jobs');
  await expect(page.getByRole('heading', { level: 1, name: 'Posted Jobs' })).toBeVisible();
  const jobId = await postJob(page, uniqueTitle());
  const file = testInfo.outputPath('soon.webm');
  writeFileSync(file, await recordVideo(page));
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await interceptNext(page, '**/jobs/multimedia/upload', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(`/company/jobs/${jobId}/job-content`);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload video' }).click();
  await (await chooser).setFiles(file);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveAttribute('data-loading', 'true');
  release();
  await expect(page.getByLabel('Video about this job')).toBeVisible();
});

test('a file that is not a video is rejected with a message about videos and is not retried', async ({ page, signInAs }) => {
  await signInAs('invoice');
  await page.goto('/company/jobs');
  await expect(page.getByRole('heading', { level: 1, name: 'Posted Jobs' })).toBeVisible();
  await page.goto(`/company/jobs/${await postJob(page, uniqueTitle())}/job-content`);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload video' }).click();
  await (await chooser).setFiles({ name: 'words.mp4', mimeType: 'video/mp4', buffer: Buffer.from('Not a film.') });
  const failureAlert = page.getByRole('alert').filter({ hasText: 'multimedia upload failed' });
  await expect(failureAlert).toContainText('words.mp4: Use an MP4 or WebM video');
  await expect(failureAlert.getByRole('button')).toHaveText(['Choose another file']);

  await failureAlert.getByRole('button', { name: 'Choose another file' }).click();
  const again = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload video' }).click();
  const header = Buffer.from('000000186674797069736f6d0000020069736f6d6d703432', 'hex');
  await (await again).setFiles({ name: 'cut.mp4', mimeType: 'video/mp4', buffer: Buffer.concat([header, Buffer.from('cut')]) });
  await expect(page.getByRole('alert').filter({ hasText: 'cut.mp4' })).toContainText('isn’t a complete MP4 or WebM video');
});

test('a new job whose video upload failed is not created or charged until the video is uploaded', async ({
  page,
  signInAs,
}, testInfo) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signInAs('invoice');
  const title = `With a late film ${Date.now().toString(36)}`;
  const file = testInfo.outputPath('late.webm');
  await page.goto('/company/jobs/new');
  writeFileSync(file, await recordVideo(page));
  const orderRequests: string[] = [];
  page.on('request', (request) => {
    if (/checkout\.(placeOrder|charge)/.test(request.url())) orderRequests.push(request.url());
  });
  const stopFailing = await intercept(page, '**/jobs/multimedia/upload', (route) => route.fulfill({ status: 502, body: '{}' }));

  await test.step('the upload fails while the next steps are filled in', async () => {
    await page.getByLabel('Job title').fill(title);
    await chooseOption(page, 'Job type', 'Flat Bed');
    await chooseOption(page, 'Required experience', '1-2 years');
    await chooseOption(page, 'Home time', 'Every weekend');
    await page.getByLabel('Job description').fill('Haul steel between Provo and Elko.');
    await page.getByLabel('Expected pay').fill('1700');
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Upload video' }).click();
    await (await chooser).setFiles(file);
    await expect(page.getByRole('alert').filter({ hasText: 'multimedia upload failed' })).toContainText('late.webm');
    await page.getByRole('button', { name: 'Continue to locations' }).click();
    await chooseAddress(page, 'Add a location', '185 E Main St, Price, UT 84501');
    await page.getByRole('button', { name: 'Continue to add-ons' }).click();
    await page.getByRole('radio', { name: 'No add-ons' }).check();
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await expect(page).toHaveURL(/payment-method/);
  });

  await test.step('payment fails with a message, and no order is placed', async () => {
    await page.getByRole('button', { name: 'Post and pay by invoice' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'Payment failed' });
    await expect(alert).toContainText('multimedia upload failed');
    expect(orderRequests).toEqual([]);
    await expect(page.getByRole('table', { name: 'Order summary' })).toContainText(money(getJobPrice(), true));
  });

  await test.step('once the video is uploaded, the job is posted once', async () => {
    stopFailing();
    await page.goto('/company/jobs/new');
    await expect(page.getByLabel('Job title')).toHaveValue(title);
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Upload video' }).click();
    await (await chooser).setFiles(file);
    await expect(page.getByLabel('Video', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Continue to locations' }).click();
    await page.getByRole('button', { name: 'Continue to add-ons' }).click();
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.getByRole('button', { name: 'Post and pay by invoice' }).click();
    await expect(page).toHaveURL(/\/company\/jobs\/posted\?/);
    await page.getByRole('link', { name: 'Price, UT' }).click();
    await page.getByRole('tab', { name: 'Posting' }).click();
    await expect(page.getByLabel('Video about this job')).toBeVisible();
    expect(orderRequests.filter((url) => url.includes('placeOrder'))).toHaveLength(1);
  });
});
