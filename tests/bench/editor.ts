import { readFile } from 'node:fs/promises';
import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { extractText, getDocumentProxy } from 'unpdf';
import { buildWebIfStale } from '#server/commands/build-web.ts';
import { demoPassword } from '#server/demo/vocabulary.ts';
import type { RichDocument, RichNode } from '#shared/rich-text/rich-text.ts';
import { findBrowser } from '#tests/helpers/browser.ts';
import { startServer } from '#tests/helpers/server.ts';

/**
 * `node tests/bench/editor.ts`: opens a document of 200 pages with 50 tables and 100 pictures in the editor, on the embedded
 * engine. Prints the frames per second while typing in its middle, the time to save and to create the PDF, and the page's
 * memory before and after PDFs. Exits with 1 if a limit is missed. BASE_URL uses a running demo server.
 */
const limits = { framesPerSecond: 50, saveMs: 1000, pdfMs: 10_000, pages: 200, growthMb: 20 };
const [sections, tables, pictures, keyPresses, exportCount] = [200, 50, 100, 120, 3];

const executablePath = findBrowser();
if (!executablePath) throw new Error('The bench needs a Chromium');
const baseUrl = process.env['BASE_URL'];
if (!baseUrl) await buildWebIfStale();
const server = baseUrl ? null : await startServer({ env: { DEMO: 'on' } });
const url = baseUrl ?? server?.url ?? '';
const browser = await chromium.launch({ executablePath, args: ['--enable-precise-memory-info', '--js-flags=--expose-gc'] });
try {
  const page = await browser.newPage({ baseURL: url, viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(60_000);
  const { path, bytes } = await storeDocument(page);
  await page.goto(path);
  const text = page.getByRole('textbox', { name: 'Post' });
  await text.waitFor();
  await text.locator('p').nth(2000).click();
  const finishMeasuring = await measureWork(page);
  const framesPerSecond = await measureFramesWhileTyping(page);
  const workPerKey = await finishMeasuring();
  const saveMs = await measureSaveMs(page);
  const memoryBeforeMb = await measureMemoryMb(page);
  const pdfs = [];
  for (let n = 0; n < exportCount; n += 1) pdfs.push(await measureExport(page));
  const growthMb = (await measureMemoryMb(page)) - memoryBeforeMb;
  const pdfMs = Math.max(...pdfs.map(({ ms }) => ms));
  const pages = Math.min(...pdfs.map((pdf) => pdf.pages));
  const rows: [string, number, boolean][] = [
    ['frames per second, typing', framesPerSecond, framesPerSecond >= limits.framesPerSecond],
    ['save, ms', saveMs, saveMs <= limits.saveMs],
    [`PDF, ms (the slowest of ${exportCount})`, pdfMs, pdfMs <= limits.pdfMs],
    ['pages of the PDF', pages, pages >= limits.pages],
    [`memory of the page, MB more after ${exportCount} PDFs`, growthMb, growthMb <= limits.growthMb],
  ];
  process.stdout.write(`A document of ${(bytes / 1e6).toFixed(2)} MB of JSON\nEach key costs ${workPerKey}\n`);
  for (const [name, value, isMet] of rows) process.stdout.write(`${isMet ? 'ok  ' : 'MISS'} ${name}: ${value.toFixed(1)}\n`);
  if (rows.some(([, , isMet]) => !isMet)) process.exitCode = 1;
} finally {
  await browser.close();
  await server?.stop();
}

/** Stores the document as a draft of a signed-in news admin. */
async function storeDocument(page: Page): Promise<{ path: string; bytes: number }> {
  const login = { email: 'newsadmin@demo.example', password: demoPassword, deviceId: 'bench001', role: 'employer' };
  const answer = await page.request.post('/trpc/auth.login', { data: login });
  const { result } = (await answer.json()) as { result: { data: { accessToken: string } } };
  const token = result.data.accessToken;
  await page.addInitScript((bearer) => localStorage.setItem('accessToken', bearer), token);
  const headers = { authorization: `Bearer ${token}` };
  const post = async (path: string, data: object) => {
    const response = await page.request.post(`/api/1.0${path}`, { data, headers });
    if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`);
    return ((await response.json()) as { data: { id: string } }).data.id;
  };
  const channel = await post('/news/channels', { name: `Bench ${Date.now()}`, channel_type: 'Open', is_active: false });
  const imageUrls: string[] = [];
  for (let n = 0; n < pictures; n += 1) {
    const background = { r: (n * 37) % 256, g: (n * 91) % 256, b: (n * 53) % 256 };
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
    const buffer = await sharp({ create: { width: 720, height: 405, channels: 3, background, noise } })
      .jpeg({ quality: 70 })
      .toBuffer();
    const upload = await page.request.post(`/api/1.0/news/channels/${channel}/upload-image`, {
      headers,
      multipart: { image: { name: 'bench.jpg', mimeType: 'image/jpeg', buffer } },
    });
    if (!upload.ok()) throw new Error(`upload: ${upload.status()} ${await upload.text()}`);
    imageUrls.push(((await upload.json()) as { data: { image_url: string } }).data.image_url);
  }
  const body = longDocument(imageUrls);
  const id = await post(`/news/channels/${channel}/posts`, { title: 'A long one', body });
  await page.context().addCookies([{ name: 'termsAccepted', value: 'true', url }]);
  return { path: `/news/${channel}/posts/${id}`, bytes: JSON.stringify(body).length };
}

function longDocument(imageUrls: readonly string[]): RichDocument {
  const sentence = 'The dispatcher knows the road, the driver knows the truck, and both know the clock that runs beside them. ';
  const textNode = (text: string): RichNode => ({ type: 'text', text });
  const paragraph = (text: string): RichNode => ({ type: 'paragraph', content: [textNode(text)] });
  const cell = (text: string, type = 'tableCell'): RichNode => ({ type, content: [paragraph(text)] });
  const table: RichNode = {
    type: 'table',
    content: Array.from({ length: 8 }, (_, row) => ({
      type: 'tableRow',
      content: ['Exit', 'Spaces', 'Showers', 'Open'].map((name) =>
        cell(`${name} ${row}`, row === 0 ? 'tableHeader' : 'tableCell'),
      ),
    })),
  };
  const content = Array.from({ length: sections }, (_, n): RichNode[] => [
    { type: 'heading', attrs: { level: 2 }, content: [textNode(`Section ${n + 1}`)] },
    ...Array.from({ length: 10 }, () => paragraph(sentence.repeat(3))),
    ...(n % (sections / pictures) === 0
      ? [{ type: 'image', attrs: { src: imageUrls[n / (sections / pictures)], alt: '', width: 480, height: 270 } }]
      : []),
    ...(n % (sections / tables) === 0 ? [table] : []),
  ]).flat();
  return { type: 'doc', content: [...content, { type: 'paragraph' }] };
}

/** Starts to measure how busy the page's thread is. The returned function returns the milliseconds of work per key. */
async function measureWork(page: Page): Promise<() => Promise<string>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const read = async () =>
    new Map((await session.send('Performance.getMetrics')).metrics.map(({ name, value }) => [name, value]));
  const before = await read();
  return async () => {
    const after = await read();
    const perKey = (name: string) => (((after.get(name) ?? 0) - (before.get(name) ?? 0)) * 1000) / keyPresses;
    const parts = ['Task', 'Script', 'RecalcStyle', 'Layout'].map((name) => `${name} ${perKey(`${name}Duration`).toFixed(1)}`);
    return `${parts.join(', ')} ms`;
  };
}

/** Types for some seconds and returns the frames per second that the browser drew. */
async function measureFramesWhileTyping(page: Page): Promise<number> {
  await page.evaluate(() => {
    const counter = { frames: 0, since: performance.now() };
    const count = () => {
      counter.frames += 1;
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
    Object.assign(window, { frameCounter: counter });
  });
  await page.keyboard.type('a'.repeat(keyPresses), { delay: 60 });
  return page.evaluate(() => {
    const { frames, since } = (window as unknown as { frameCounter: { frames: number; since: number } }).frameCounter;
    return (frames * 1000) / (performance.now() - since);
  });
}

/** Returns the time from the save request until the editor shows that the document is saved. */
async function measureSaveMs(page: Page): Promise<number> {
  await page.getByText(/^Saved at /).waitFor();
  const [request] = await Promise.all([page.waitForRequest(/updatePost/), page.keyboard.type('b')]);
  const startedAt = performance.now();
  await page.getByText(/^Saved at /).waitFor();
  const ms = performance.now() - startedAt;
  const answer = await request.response();
  if (!answer?.ok()) throw new Error('The save was refused');
  return ms;
}

async function measureExport(page: Page): Promise<{ ms: number; pages: number }> {
  const startedAt = performance.now();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as PDF' }).click(),
  ]);
  const file = new Uint8Array(await readFile(await download.path()));
  const ms = performance.now() - startedAt;
  const { totalPages } = await extractText(await getDocumentProxy(file));
  return { ms, pages: totalPages };
}

/** Returns the page's memory after garbage collection, in MB. */
function measureMemoryMb(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { gc, performance: clock } = window as unknown as {
      gc?: () => void;
      performance: { memory: { usedJSHeapSize: number } };
    };
    gc?.();
    return clock.memory.usedJSHeapSize / 1e6;
  });
}
