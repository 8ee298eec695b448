import { readFile } from 'node:fs/promises';
import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { extractText, getDocumentProxy } from 'unpdf';
import { demoPassword } from '#server/demo/vocabulary.ts';
import { buildWebIfStale } from '#server/commands/build-web.ts';
import type { RichDocument, RichNode } from '#shared/rich-text/rich-text.ts';
import { findBrowser } from '#tests/helpers/browser.ts';
import { startServer } from '#tests/helpers/server.ts';

/**
 * `node tests/bench/editor.ts`: a document of 200 pages with 50 tables and 100 pictures in the editor, on the embedded
 * engine. Prints the frames per second while typing in its middle, the time of a save and of the PDF, and the page's memory
 * before and after PDFs. Exits with 1 if a limit is missed. BASE_URL uses a running demo server.
 */
const bounds = { framesPerSecond: 50, saveMs: 1000, pdfMs: 10_000, pages: 200, growthMb: 20 };
const [sections, tables, pictures, keys, exports] = [200, 50, 100, 120, 3];

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
  const { path, bytes } = await store(page);
  await page.goto(path);
  const text = page.getByRole('textbox', { name: 'Post' });
  await text.waitFor();
  await text.locator('p').nth(2000).click();
  const work = await measureWork(page);
  const frames = await countFramesWhileTyping(page);
  const worked = await work();
  const saveMs = await saveTime(page);
  const before = await memory(page);
  const pdfs = [];
  for (let n = 0; n < exports; n += 1) pdfs.push(await exportTime(page));
  const growthMb = (await memory(page)) - before;
  const pdfMs = Math.max(...pdfs.map(({ ms }) => ms));
  const pages = Math.min(...pdfs.map((pdf) => pdf.pages));
  const rows: [string, number, boolean][] = [
    ['frames per second, typing', frames, frames >= bounds.framesPerSecond],
    ['save, ms', saveMs, saveMs <= bounds.saveMs],
    [`PDF, ms (the slowest of ${exports})`, pdfMs, pdfMs <= bounds.pdfMs],
    ['pages of the PDF', pages, pages >= bounds.pages],
    [`memory of the page, MB more after ${exports} PDFs`, growthMb, growthMb <= bounds.growthMb],
  ];
  process.stdout.write(`A document of ${(bytes / 1e6).toFixed(2)} MB of JSON\nEach key costs ${worked}\n`);
  for (const [name, value, isMet] of rows) process.stdout.write(`${isMet ? 'ok  ' : 'MISS'} ${name}: ${value.toFixed(1)}\n`);
  if (rows.some(([, , isMet]) => !isMet)) process.exitCode = 1;
} finally {
  await browser.close();
  await server?.stop();
}

/** Stores the document as a draft of a signed-in news admin. */
async function store(page: Page): Promise<{ path: string; bytes: number }> {
  const login = { email: 'newsadmin@demo.example', password: demoPassword, deviceId: 'bench001', role: 'employer' };
  const answer = await page.request.post('/trpc/auth.login', { data: login });
  const { result } = (await answer.json()) as { result: { data: { accessToken: string } } };
  const token = result.data.accessToken;
  await page.addInitScript((bearer) => localStorage.setItem('accessToken', bearer), token);
  const headers = { authorization: `Bearer ${token}` };
  const post = async (path: string, data: object) => {
    const created = await page.request.post(`/api/1.0${path}`, { data, headers });
    if (!created.ok()) throw new Error(`${path}: ${created.status()} ${await created.text()}`);
    return ((await created.json()) as { data: { id: string } }).data.id;
  };
  const channel = await post('/news/channels', { name: `Bench ${Date.now()}`, channel_type: 'Open', is_active: false });
  const addresses: string[] = [];
  for (let n = 0; n < pictures; n += 1) {
    const background = { r: (n * 37) % 256, g: (n * 91) % 256, b: (n * 53) % 256 };
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
    const buffer = await sharp({ create: { width: 720, height: 405, channels: 3, background, noise } })
      .jpeg({ quality: 70 })
      .toBuffer();
    const sent = await page.request.post(`/api/1.0/news/channels/${channel}/upload-image`, {
      headers,
      multipart: { image: { name: 'bench.jpg', mimeType: 'image/jpeg', buffer } },
    });
    if (!sent.ok()) throw new Error(`upload: ${sent.status()} ${await sent.text()}`);
    addresses.push(((await sent.json()) as { data: { image_url: string } }).data.image_url);
  }
  const body = longDocument(addresses);
  const id = await post(`/news/channels/${channel}/posts`, { title: 'A long one', body });
  await page.context().addCookies([{ name: 'termsAccepted', value: 'true', url }]);
  return { path: `/news/${channel}/posts/${id}`, bytes: JSON.stringify(body).length };
}

function longDocument(addresses: readonly string[]): RichDocument {
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
      ? [{ type: 'image', attrs: { src: addresses[n / (sections / pictures)], alt: '', width: 480, height: 270 } }]
      : []),
    ...(n % (sections / tables) === 0 ? [table] : []),
  ]).flat();
  return { type: 'doc', content: [...content, { type: 'paragraph' }] };
}

/** Measures the work of the page's thread. The returned function reports it in milliseconds per key. */
async function measureWork(page: Page): Promise<() => Promise<string>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const read = async () =>
    new Map((await session.send('Performance.getMetrics')).metrics.map(({ name, value }) => [name, value]));
  const before = await read();
  return async () => {
    const after = await read();
    const perKey = (name: string) => (((after.get(name) ?? 0) - (before.get(name) ?? 0)) * 1000) / keys;
    const parts = ['Task', 'Script', 'RecalcStyle', 'Layout'].map((name) => `${name} ${perKey(`${name}Duration`).toFixed(1)}`);
    return `${parts.join(', ')} ms`;
  };
}

/** The frames that the browser drew in each second of typing. */
async function countFramesWhileTyping(page: Page): Promise<number> {
  await page.evaluate(() => {
    const counter = { frames: 0, since: performance.now() };
    const count = () => {
      counter.frames += 1;
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
    Object.assign(window, { seen: counter });
  });
  await page.keyboard.type('a'.repeat(keys), { delay: 60 });
  return page.evaluate(() => {
    const { frames, since } = (window as unknown as { seen: { frames: number; since: number } }).seen;
    return (frames * 1000) / (performance.now() - since);
  });
}

/** The time from the request until the editor says that it is saved. */
async function saveTime(page: Page): Promise<number> {
  await page.getByText(/^Saved at /).waitFor();
  const [request] = await Promise.all([page.waitForRequest(/updatePost/), page.keyboard.type('b')]);
  const from = performance.now();
  await page.getByText(/^Saved at /).waitFor();
  const ms = performance.now() - from;
  const answer = await request.response();
  if (!answer?.ok()) throw new Error('The save was refused');
  return ms;
}

async function exportTime(page: Page): Promise<{ ms: number; pages: number }> {
  const from = performance.now();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as PDF' }).click(),
  ]);
  const file = new Uint8Array(await readFile(await download.path()));
  const ms = performance.now() - from;
  const { totalPages } = await extractText(await getDocumentProxy(file));
  return { ms, pages: totalPages };
}

/** The page's memory after garbage collection, in MB. */
function memory(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { gc, performance: clock } = window as unknown as {
      gc?: () => void;
      performance: { memory: { usedJSHeapSize: number } };
    };
    gc?.();
    return clock.memory.usedJSHeapSize / 1e6;
  });
}
