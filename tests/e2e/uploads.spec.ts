import { money } from '#shared/format.ts';
import { writeFileSync } from 'node:fs';
import type { Page, Route } from '@playwright/test';
import { choose, chooseAddress } from './fields.ts';
import { expect, test } from './test.ts';
import { jobPrice } from '#tests/helpers/prices.ts';

const mb = 1024 * 1024;

/** One second of video as the browser records it, extended to 11 MB with data that players skip. */
async function film(page: Page): Promise<Buffer> {
  const recorded = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: 320, height: 180 });
    const pen = canvas.getContext('2d');
    const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm;codecs=vp8' });
    const chunks: Blob[] = [];
    recorder.addEventListener('dataavailable', ({ data }) => chunks.push(data));
    const ended = new Promise((resolve) => recorder.addEventListener('stop', resolve));
    recorder.start();
    for (let frame = 0; frame < 20; frame += 1) {
      if (pen) {
        pen.fillStyle = `hsl(${frame * 18} 80% 50%)`;
        pen.fillRect(0, 0, 320, 180);
      }
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }
    recorder.stop();
    await ended;
    return [...new Uint8Array(await new Blob(chunks).arrayBuffer())];
  });
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(11 * mb));
  size[0] = 0x01;
  return Buffer.concat([Buffer.from(recorded), Buffer.from([0xec]), size, Buffer.alloc(11 * mb)]);
}

const content = {
  title: `With a film ${Date.now().toString(36)}`,
  job_type: 'flatBed',
  required_experience: 'Y1',
  home_time: 'D4',
  job_description: 'Drive a truck from here to there and back again.',
  salary_type: 'weekly',
  addresses: [{ street1: '1414 Harney St', city: 'Omaha', state: 'NE', postal_code: '68102', country: 'US' }],
};

/** A new active job of the company that pays by invoice. */
async function postJob(page: Page): Promise<string> {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const headers = { authorization: `Bearer ${token}` };
  const made = await page.request.post('/api/1.0/jobs', { headers, data: content });
  const { data } = (await made.json()) as { data: { jobs_post_token: string; jobs: { id: string }[] } };
  await page.request.post('/api/1.0/payment/company/invoice/charge', { headers, data: { secret_token: data.jobs_post_token } });
  return data.jobs[0]?.id ?? '';
}

/**
 * Calls `isBroken` for each part of an upload before it is sent. A broken part is answered 502. The decision is made in the page,
 * because intercepting a request with a large body takes seconds.
 */
async function divertParts(page: Page, isBroken: (part: string) => boolean | Promise<boolean>): Promise<void> {
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

test('an employer uploads the video of a job in parts, over a failure and a reload, and watches it play', async ({
  page,
  signInAs,
  checkAccessibility,
}, testInfo) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signInAs('invoice');
  await page.goto('/company/jobs');
  await expect(page.getByRole('heading', { level: 1, name: 'Posted Jobs' })).toBeVisible();
  const job = await postJob(page);
  const file = testInfo.outputPath('film.webm');
  writeFileSync(file, await film(page));
  let isBroken = true;
  const parts: string[] = [];
  // The start of the upload and its first part, which a failure of the second would otherwise stop.
  let answered = 0;
  page.on('response', (response) => {
    if (response.url().endsWith('/jobs/multimedia/upload')) answered += 1;
  });
  await divertParts(page, async (part) => {
    parts.push(part);
    if (part !== '2' || !isBroken) return false;
    await expect.poll(() => answered).toBeGreaterThanOrEqual(2);
    return true;
  });

  await page.goto(`/company/jobs/${job}/job-content`);
  const choose = async () => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Upload video' }).click();
    await (await chooser).setFiles(file);
  };

  await test.step('a part that fails twice fails the upload, and nothing is saved without it', async () => {
    await choose();
    const failed = page.getByRole('alert').filter({ hasText: 'multimedia upload failed' });
    await expect(failed).toContainText('film.webm');
    expect(parts.filter((part) => part === '2')).toHaveLength(2);
    await checkAccessibility();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('alert').filter({ hasText: /^multimedia upload failed$/ })).toBeVisible();
    await expect(page).toHaveURL(/\/job-content$/);
  });

  await test.step('after a reload, and by another try, only what is missing is sent', async () => {
    parts.length = 0;
    await page.reload();
    await expect(page.getByText('The upload of film.webm stopped')).toBeVisible();
    await choose();
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    isBroken = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByLabel('Video', { exact: true })).toBeVisible();
    expect(parts).not.toContain('1');
    expect(parts).toContain('2');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByLabel('Video about this job')).toBeVisible();
  });

  await test.step('drivers watch it on the job’s page, from wherever they jump to', async () => {
    await page.goto(`/jobs/${job}`);
    const video = page.locator('video[aria-label="Video about this job"]');
    const played = await video.evaluate(async (player: HTMLVideoElement) => {
      player.muted = true;
      await player.play();
      await new Promise((resolve) => player.addEventListener('timeupdate', resolve, { once: true }));
      return { time: player.currentTime, width: player.videoWidth };
    });
    expect(played.time).toBeGreaterThan(0);
    expect(played.width).toBe(320);
    const source = (await video.getAttribute('src')) ?? '';
    const part = await page.request.get(source, { headers: { range: 'bytes=0-3' } });
    expect(part.status()).toBe(206);
    expect((await part.body()).toString('hex')).toBe('1a45dfa3');
    await checkAccessibility();
  });
});

test('a video that is on its way when Save is pressed is saved with the job', async ({ page, signInAs }, testInfo) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signInAs('invoice');
  await page.goto('/company/jobs');
  await expect(page.getByRole('heading', { level: 1, name: 'Posted Jobs' })).toBeVisible();
  const job = await postJob(page);
  const file = testInfo.outputPath('soon.webm');
  writeFileSync(file, await film(page));
  let goOn = (): void => undefined;
  const released = new Promise<void>((resolve) => (goOn = resolve));
  const holdFirst = async (route: Route) => {
    await released;
    await route.continue();
  };
  await page.route('**/jobs/multimedia/upload', holdFirst, { times: 1 });
  await page.goto(`/company/jobs/${job}/job-content`);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload video' }).click();
  await (await chooser).setFiles(file);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveAttribute('data-loading', 'true');
  goOn();
  await expect(page.getByLabel('Video about this job')).toBeVisible();
});

test('a file that only calls itself a video is refused in words for videos, and not tried again', async ({ page, signInAs }) => {
  await signInAs('invoice');
  await page.goto('/company/jobs');
  await expect(page.getByRole('heading', { level: 1, name: 'Posted Jobs' })).toBeVisible();
  await page.goto(`/company/jobs/${await postJob(page)}/job-content`);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload video' }).click();
  await (await chooser).setFiles({ name: 'words.mp4', mimeType: 'video/mp4', buffer: Buffer.from('Not a film.') });
  const failed = page.getByRole('alert').filter({ hasText: 'multimedia upload failed' });
  await expect(failed).toContainText('words.mp4: Use an MP4 or WebM video');
  await expect(failed.getByRole('button')).toHaveText(['Choose another file']);
});

test('a new job whose video failed is not made and not paid, until the video is there', async ({ page, signInAs }, testInfo) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signInAs('invoice');
  const title = `With a late film ${Date.now().toString(36)}`;
  const file = testInfo.outputPath('late.webm');
  await page.goto('/company/jobs/new');
  writeFileSync(file, await film(page));
  const orders: string[] = [];
  page.on('request', (request) => {
    if (/checkout\.(placeOrder|charge)/.test(request.url())) orders.push(request.url());
  });
  const uploads = '**/jobs/multimedia/upload';
  await page.route(uploads, (route) => route.fulfill({ status: 502, body: '{}' }));

  await test.step('the video fails while the next steps are filled in', async () => {
    await page.getByLabel('Job title').fill(title);
    await choose(page, 'Job type', 'Flat Bed');
    await choose(page, 'Required experience', '1-2 years');
    await choose(page, 'Home time', 'Every weekend');
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

  await test.step('paying says so, and nothing is made', async () => {
    await page.getByRole('button', { name: 'Post and pay by invoice' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'Payment failed' });
    await expect(alert).toContainText('multimedia upload failed');
    expect(orders).toEqual([]);
    await expect(page.getByRole('table', { name: 'Order summary' })).toContainText(money(jobPrice(), true));
  });

  await test.step('with the video it is posted once', async () => {
    await page.unroute(uploads);
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
    await expect(page).toHaveURL(/\/company\/jobs(\?|$)/);
    await page.getByRole('link', { name: title }).click();
    await expect(page.getByLabel('Video about this job')).toBeVisible();
    expect(orders.filter((url) => url.includes('placeOrder'))).toHaveLength(1);
  });
});
