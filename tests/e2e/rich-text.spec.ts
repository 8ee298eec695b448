import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import fc from 'fast-check';
import sharp from 'sharp';
import { extractImages, extractText, getDocumentProxy } from 'unpdf';
import type { RichDocument } from '#shared/rich-text/rich-text.ts';
import { documentHtml } from '#server/rich-text/document-html.ts';
import { readDocument } from '#server/rich-text/read-document.ts';
import { safeHtml } from '#server/rich-text/safe-html.ts';
import { richDocuments } from '#tests/helpers/rich-documents.ts';
import { pastes } from '#tests/helpers/pastes.ts';
import { moveCursor } from './fields.ts';
import { expect, neighbours, test } from './test.ts';

const unique = (name: string) => `${name} ${Date.now().toString(36)}`;
const text = (page: Page) => page.getByRole('textbox', { name: 'Post' });

type Api = { token: string; post: (path: string, data: object) => Promise<{ id: string }> };

async function apiOf(page: Page): Promise<Api> {
  const token = String(await page.evaluate(() => localStorage.getItem('accessToken')));
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(`/api/1.0${path}`, { data, headers: { authorization: `Bearer ${token}` } });
    expect(answer.status(), await answer.text()).toBeLessThan(300);
    return ((await answer.json()) as { data: { id: string } }).data;
  };
  return { token, post };
}

/** A post in a new channel, open in the editor. */
async function openPost(page: Page, body?: RichDocument): Promise<{ api: Api; id: string }> {
  await page.goto('/news');
  const api = await apiOf(page);
  const channel = await api.post('/news/channels', { name: unique('Paper'), channel_type: 'Mandatory' });
  const { id } = await api.post(`/news/channels/${channel.id}/posts`, { title: unique('Written'), ...(body ? { body } : {}) });
  await page.goto(`/news/${channel.id}/posts/${id}`);
  await expect(text(page)).toBeVisible();
  return { api, id };
}

type WithEditor = HTMLElement & {
  editor: {
    commands: { setContent: (html: string, options: object) => void };
    getJSON: () => RichDocument;
  };
};

/** Answers for another site whose pictures documents show. */
async function answerPictures(page: Page): Promise<void> {
  neighbours.add('https://a.example');
  const body = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#c45a14' } })
    .png()
    .toBuffer();
  await page.route('https://a.example/**', (route) => route.fulfill({ contentType: 'image/png', body }));
}

/** The document that the editor makes of HTML. */
const readBack = (page: Page, pages: readonly string[]) =>
  text(page).evaluate((element, all) => {
    const { editor } = element as unknown as WithEditor;
    return all.map((html) => {
      editor.commands.setContent(html, { emitUpdate: false, parseOptions: { preserveWhitespace: 'full' } });
      return editor.getJSON();
    });
  }, pages);

test('far down in a long text the controls stay reachable below the toolbar', async ({ page, signInAs }) => {
  await signInAs('news');
  const paragraph = (n: number) => ({ type: 'paragraph', content: [{ type: 'text', text: `Mile ${n}` }] });
  await openPost(page, { type: 'doc', content: Array.from({ length: 120 }, (_, n) => paragraph(n)) });
  await text(page).getByText('Mile 119').click();
  // A click would scroll until the element is reachable.
  const isInReach = (button: Element) => {
    const { left, top, width, height } = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  };
  for (const name of ['Undo', 'Bold', 'Export as PDF'])
    await expect.poll(() => page.getByRole('button', { name, exact: true }).evaluate(isInReach)).toBe(true);
});

test('any document is the same again after HTML and the editor', async ({ page, signInAs }) => {
  const rounds = Number(process.env['ROUND_TRIPS'] ?? 300);
  test.setTimeout(30_000 + rounds * 100);
  await signInAs('news');
  await openPost(page);
  await answerPictures(page);
  const seed = Number(process.env['ROUND_TRIP_SEED'] ?? Date.now());
  const documents = fc.sample(richDocuments, { numRuns: rounds, seed }).map((given) => readDocument(given, 'body'));
  for (let from = 0; from < documents.length; from += 100) {
    const batch = documents.slice(from, from + 100);
    const read = await readBack(
      page,
      batch.map((document) => safeHtml(documentHtml(document))),
    );
    for (const [n, document] of batch.entries()) expect(read[n], `seed ${seed}, document ${from + n}`).toEqual(document);
  }
});

test('what Word, Google Docs and web pages put on the clipboard comes out clean', async ({ page, signInAs }) => {
  await signInAs('news');
  await openPost(page);
  await answerPictures(page);
  for (const { from, html, holds, lacks } of pastes) {
    await readBack(page, ['']);
    await text(page).evaluate((element, given) => {
      const data = new DataTransfer();
      data.setData('text/html', given);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    }, html);
    const document = await text(page).evaluate((element) => (element as unknown as WithEditor).editor.getJSON());
    const written = safeHtml(documentHtml(readDocument(document, 'body')));
    for (const part of holds) expect(written, from).toContain(part);
    for (const part of [...lacks, '<script', 'onclick', 'mso-', '&nbsp;&nbsp;']) expect(written, from).not.toContain(part);
    expect(written, from).not.toMatch(/class="(?!language-)/);
  }
});

const hostile = [
  '<script>window.hit = 1; alert(1)</script>',
  '<img src=x onerror="alert(1)">',
  '<svg onload="alert(1)"><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<a href="javascript:alert(1)">a</a><a href=" java\tscript:alert(1)">b</a><a href="&#106;avascript:alert(1)">c</a>',
  '<a href="data:text/html,<script>alert(1)</script>">d</a><a href="vbscript:x">e</a>',
  '<iframe src="https://evil.example/frame"></iframe><object data="https://evil.example/o"></object><embed src="https://evil.example/e">',
  '<form action="https://evil.example/f"><button formaction="javascript:alert(1)">x</button></form>',
  '<p style="background:url(https://evil.example/bg);position:fixed">x</p><style>@import "https://evil.example/s";</style>',
  '<link rel="stylesheet" href="https://evil.example/l"><meta http-equiv="refresh" content="0;url=https://evil.example/m"><base href="https://evil.example/">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<video poster="https://evil.example/v" onerror=alert(1)><source src="https://evil.example/w"></video>',
  '<details open ontoggle=alert(1)>x</details><input autofocus onfocus=alert(1)><body onload=alert(1)>',
  '<p id="__proto__" name="cookie">x</p><template><img src=x onerror=alert(1)></template>',
];

test('hostile bodies are inert where they are read and where they are written', async ({ page, signInAs, newVisitor }) => {
  await signInAs('news');
  const said: string[] = [];
  const attrs = { onclick: 'alert(1)', style: 'position:fixed', onload: 'alert(1)' };
  const body = {
    type: 'doc',
    content: hostile.flatMap((words) => [
      { type: 'paragraph', attrs, content: [{ type: 'text', text: words }] },
      { type: 'image', attrs: { src: words, alt: words, title: words, ...attrs } },
      { type: 'image', attrs: { src: '/media/abcdefgh12345678.webp', alt: words, title: words } },
      ...[
        'javascript:alert(1)',
        'java\nscript:alert(1)',
        '\u0001javascript:alert(1)',
        'https://a.example/"onclick="alert(1)',
      ].map((href) => ({
        type: 'paragraph',
        content: [{ type: 'text', text: 'link', marks: [{ type: 'link', attrs: { href, title: words, ...attrs } }] }],
      })),
      { type: 'codeBlock', attrs: { language: '"><script>alert(1)</script>' }, content: [{ type: 'text', text: words }] },
    ]),
  } as RichDocument;
  const { api, id } = await openPost(page, body);
  page.on('dialog', (dialog) => void said.push(dialog.message()));
  await expectInert(page);
  await text(page).click();
  for (const html of hostile)
    await text(page).evaluate((element, given) => {
      const data = new DataTransfer();
      data.setData('text/html', `${given}<p>words</p><p>more words</p>`);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    }, html);
  await expectInert(page);

  const published = await page.request.patch(`/api/1.0/news/posts/${id}`, {
    data: { is_active: true },
    headers: { authorization: `Bearer ${api.token}` },
  });
  expect(published.status()).toBe(200);
  const driver = await newVisitor();
  driver.on('dialog', (dialog) => void said.push(dialog.message()));
  await signInAs('driver', driver);
  await driver.goto(`/members/news/${id}`);
  await expect(driver.getByText('<script>window.hit = 1', { exact: false }).first()).toBeVisible();
  await expectInert(driver);
  for (const one of [page, driver]) expect(await one.evaluate(() => 'hit' in window)).toBe(false);
  expect(said).toEqual([]);
});

/** Nothing on the page runs or links to something that runs, as the URL parser reads it. */
async function expectInert(page: Page): Promise<void> {
  const found = await page.evaluate(() => {
    const roots = [...document.querySelectorAll('.ProseMirror, article')];
    const all = roots.flatMap((root) => [...root.querySelectorAll('*')]);
    const forbidden = all.filter((one) =>
      one.matches('script, iframe, object, embed, form, link, meta, base, style, svg script, video, input, template'),
    );
    const handlers = all.filter((one) => one.getAttributeNames().some((name) => name.startsWith('on')));
    const addresses = all.flatMap((one) =>
      ['href', 'src', 'xlink:href', 'action', 'poster'].flatMap((name) => one.getAttribute(name) ?? []),
    );
    const schemes = addresses.map((address) => new URL(address, location.href).protocol);
    const styles = all.filter((one) => /url\(|fixed|expression/i.test(one.getAttribute('style') ?? ''));
    return {
      count: all.length,
      forbidden: [...forbidden, ...handlers, ...styles].map((one) => one.outerHTML.slice(0, 200)),
      schemes: [...new Set(schemes)].filter((scheme) => !['https:', 'http:', 'mailto:', 'tel:'].includes(scheme)),
    };
  });
  expect(found.count).toBeGreaterThan(20);
  expect(found).toMatchObject({ forbidden: [], schemes: [] });
}

const paragraphOf = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });

/** Every kind of block that looks different from plain text. */
const formatted: RichDocument = {
  type: 'doc',
  content: [
    ...[1, 2, 3, 4, 5, 6].map((level) => ({
      type: 'heading',
      attrs: { level },
      content: [{ type: 'text', text: `Level ${level}` }],
    })),
    paragraphOf('Plain text'),
    { type: 'blockquote', content: [paragraphOf('Quoted text')] },
    { type: 'codeBlock', content: [{ type: 'text', text: 'Code text' }] },
    { type: 'table', content: [{ type: 'tableRow', content: [{ type: 'tableHeader', content: [paragraphOf('Header text')] }] }] },
  ],
};

/** Six heading sizes, the largest first, and a background for quotes, code and header cells. */
async function expectFormatted(page: Page): Promise<void> {
  const heading = page.getByText(/^Level \d$/);
  await expect(heading).toHaveCount(6);
  const sizes = await heading.evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)));
  expect(sizes).toEqual([...new Set(sizes)].toSorted((a, b) => b - a));
  const ground = (element: Element) => {
    for (let one: Element | null = element; one; one = one.parentElement) {
      const color = getComputedStyle(one).backgroundColor;
      if (color !== 'rgba(0, 0, 0, 0)') return color;
    }
    return '';
  };
  const around = await page.getByText('Plain text', { exact: true }).evaluate(ground);
  for (const name of ['Quoted text', 'Code text', 'Header text'])
    expect(await page.getByText(name, { exact: true }).evaluate(ground), name).not.toBe(around);
}

test('headings, quotes, code and header cells look their part wherever content is read', async ({
  page,
  signInAs,
  newVisitor,
}) => {
  await signInAs('news');
  const { api, id } = await openPost(page, formatted);
  await expectFormatted(page);
  const published = await page.request.patch(`/api/1.0/news/posts/${id}`, {
    data: { is_active: true },
    headers: { authorization: `Bearer ${api.token}` },
  });
  expect(published.status()).toBe(200);
  const driver = await newVisitor();
  await signInAs('driver', driver);
  const employer = await newVisitor();
  await signInAs('companyadmin', employer);
  await employer.goto('/company/jobs');
  const company = await apiOf(employer);
  const order = (await company.post('/jobs', {
    title: unique('Formatted'),
    job_type: 'dryVan',
    required_experience: 'M6',
    home_time: 'HW',
    salary_type: 'weekly',
    job_description_doc: formatted,
    addresses: [{ street1: '1414 Harney St', city: 'Omaha', state: 'NE', postal_code: '68102', country: 'US' }],
  })) as unknown as { jobs_post_token: string; jobs: { id: string }[] };
  const job = String(order.jobs[0]?.id);
  await company.post('/payment/company/invoice/charge', { secret_token: order.jobs_post_token, action_type: 'new_job' });
  for (const colorScheme of ['light', 'dark'] as const) {
    await driver.emulateMedia({ colorScheme });
    for (const path of [`/members/news/${id}`, `/jobs/${job}`]) {
      await driver.goto(path);
      await expectFormatted(driver);
    }
    await employer.emulateMedia({ colorScheme });
    await employer.goto(`/company/jobs/${job}/detail`);
    await expectFormatted(employer);
  }
});

test('a picture is sized and described by the keyboard, and the text becomes editor.pdf', async ({
  page,
  signInAs,
  checkAccessibility,
}) => {
  await signInAs('news');
  const cell = (words: string) => ({
    type: 'tableCell',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }],
  });
  await openPost(page, {
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text: 'Año de caminos' }] },
      { type: 'table', content: [{ type: 'tableRow', content: [cell('Salida 174'), cell('¿Abierta?')] }] },
      { type: 'paragraph' },
    ],
  });
  const picture = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#c45a14' } })
    .jpeg()
    .toBuffer();
  await moveCursor(text(page), 'Control+End');
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Insert images' }).press('Enter'),
  ]);
  await chooser.setFiles({ name: 'road.jpg', mimeType: 'image/jpeg', buffer: picture });
  const image = text(page).locator('img[src^="/media/"]');
  await expect(image).toBeVisible();
  const width = () => image.evaluate((one) => Math.round(one.getBoundingClientRect().width));
  await expect.poll(width).toBe(400);
  await expect(page.getByText(/^Saved at /)).toBeVisible();
  await moveCursor(text(page), 'ArrowUp');
  await expect(page.getByRole('button', { name: 'Image details' })).toBeVisible();
  await text(page).press('Shift+ArrowLeft');
  await expect.poll(width).toBe(380);
  await text(page).press('Control+z');
  await expect.poll(width).toBe(400);
  await page.getByRole('button', { name: 'Image details' }).press('Enter');
  await page.getByLabel('Alt text').fill('A road in autumn');
  await page.getByLabel('Width').fill('200');
  await checkAccessibility();
  await page.getByLabel('Width').press('Enter');
  await expect.poll(width).toBe(200);
  await expect(image).toHaveAttribute('alt', 'A road in autumn');

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as PDF' }).press('Enter'),
  ]);
  expect(download.suggestedFilename()).toBe('editor.pdf');
  const pdf = await getDocumentProxy(new Uint8Array(await readFile(await download.path())));
  const { text: words } = await extractText(pdf, { mergePages: true });
  for (const part of ['Año de caminos', 'Salida 174', '¿Abierta?']) expect(words).toContain(part);
  expect((await pdf.getPage(1)).view.map(Math.round)).toEqual([0, 0, 595, 842]);
  expect(await extractImages(pdf, 1)).toMatchObject([{ width: 400, height: 200 }]);
});
