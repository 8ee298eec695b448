import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pageParts } from '#server/site/page-parts.ts';
import { workerVersion } from '#shared/offline.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

/** The offline page, the service worker and the manifest (`docs/product/drivers.md#without-a-connection`). */
let t: TestApp;
beforeAll(async () => void (t = await startTestApp()));
afterAll(() => t.close());

const get = (url: string, headers: Record<string, string> = {}) => t.app.inject({ url, headers });

describe('the offline page', () => {
  test.each([
    ['/offline', 'en', 'No internet connection'],
    ['/es/offline', 'es', 'Sin conexión a internet'],
  ])('%s is in %s, the same for everyone, and not for search engines', async (url, language, title) => {
    const page = await get(url);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain(`<html lang="${language}">`);
    expect(page.body).toContain(title);
    expect(page.body).toContain('<meta name="robots" content="noindex" />');
    expect(page.headers['content-security-policy']).toContain(pageParts().scripts.offline.hash);
    expect((await get(url, { cookie: 'language=es', authorization: 'Bearer x' })).body).toBe(page.body);
  });
});

describe('the service worker', () => {
  test('has the version of its offline pages, may load only from us, and is checked for updates', async () => {
    const worker = await get('/service-worker.js');
    expect(worker.headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-security-policy': expect.stringMatching(/^default-src 'none'; connect-src 'self';/),
    });
    expect(worker.body).not.toContain(workerVersion);
    expect(worker.body).toMatch(/[`"'][\da-f]{16}[`"']/);
  });

  test('may run on the public pages and in the app', async () => {
    for (const url of ['/jobs', '/offline', '/login'])
      expect((await get(url, { accept: 'text/html' })).headers['content-security-policy']).toContain("worker-src 'self'");
  });
});

describe('the manifest', () => {
  test.each([
    ['/site/app.webmanifest', 'en', '/jobs', 'Saved jobs'],
    ['/es/site/app.webmanifest', 'es', '/es/jobs', 'Empleos guardados'],
  ])('%s has what an app needs to be installed, in %s', async (url, language, jobsPath, savedJobs) => {
    const manifest = (await get(url)).json<{ icons: { src: string; sizes: string; purpose: string }[]; shortcuts: object[] }>();
    expect(manifest).toMatchObject({ id: '/', scope: '/', start_url: `${jobsPath}?app`, lang: language, display: 'standalone' });
    expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '512x512 maskable',
    ]);
    expect(manifest.shortcuts).toMatchObject([{ url: jobsPath }, { name: savedJobs }, {}, {}]);
    for (const { src, sizes } of manifest.icons) {
      const icon = await get(src);
      const [width, height] = [icon.rawPayload.readUInt32BE(16), icon.rawPayload.readUInt32BE(20)];
      expect({ type: icon.headers['content-type'], size: `${width}x${height}` }).toEqual({ type: 'image/png', size: sizes });
    }
  });

  test.each([
    ['/jobs', '/site/app.webmanifest'],
    ['/es/jobs', '/es/site/app.webmanifest'],
  ])('%s names it in its language', async (url, manifest) => {
    expect((await get(url)).body).toContain(`<link rel="manifest" href="${manifest}" />`);
  });
});
