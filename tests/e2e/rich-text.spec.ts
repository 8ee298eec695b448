import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import fc from 'fast-check';
import sharp from 'sharp';
import { extractImages, extractText, getDocumentProxy } from 'unpdf';
import { documentHtml } from '#server/rich-text/document-html.ts';
import { readDocument } from '#server/rich-text/read-document.ts';
import { safeHtml } from '#server/rich-text/safe-html.ts';
import type { RichDocument } from '#shared/rich-text/rich-text.ts';
import { translatorIn } from '#shared/texts/write-text.ts';
import { pastes } from '#tests/helpers/pastes.ts';
import { richDocuments } from '#tests/helpers/rich-documents.ts';
import { moveCursor } from './fields.ts';
import { jobContent, postJob } from './jobs.ts';
import { expect, neighbours, test } from './test.ts';

const uniqueName = (name: string) => `${name} ${Date.now().toString(36)}`;
const getEditor = (page: Page) => page.getByRole('textbox', { name: 'Post' });

type Api = { token: string; post: (path: string, data: object) => Promise<{ id: string }> };

async function createApi(page: Page): Promise<Api> {
  const token = String(await page.evaluate(() => localStorage.getItem('accessToken')));
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(`/api/1.0${path}`, { data, headers: { authorization: `Bearer ${token}` } });
    expect(answer.status(), await answer.text()).toBeLessThan(300);
    return ((await answer.json()) as { data: { id: string } }).data;
  };
  return { token, post };
}

/** Creates a post in a new channel and opens it in the editor. */
async function openPost(page: Page, body?: RichDocument): Promise<{ api: Api; id: string }> {
  await page.goto('/news');
  const api = await createApi(page);
  const channel = await api.post('/news/channels', { name: uniqueName('Paper'), channel_type: 'Mandatory' });
  const { id } = await api.post(`/news/channels/${channel.id}/posts`, {
    title: uniqueName('Written'),
    ...(body ? { body } : {}),
  });
  await page.goto(`/news/${channel.id}/posts/${id}`);
  await expect(getEditor(page)).toBeVisible();
  return { api, id };
}

type EditorElement = HTMLElement & {
  editor: {
    commands: { setContent: (html: string, options: object) => void };
    getJSON: () => RichDocument;
  };
};

/** Stubs the site that hosts the pictures in the documents. */
async function stubPictures(page: Page): Promise<void> {
  neighbours.add('https://a.example');
  const body = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#c45a14' } })
    .png()
    .toBuffer();
  await page.route('https://a.example/**', (route) => route.fulfill({ contentType: 'image/png', body }));
}

/** Loads each HTML text into the editor and returns the documents that the editor creates. */
const convertInEditor = (page: Page, htmlTexts: readonly string[]) =>
  getEditor(page).evaluate((element, all) => {
    const { editor } = element as unknown as EditorElement;
    return all.map((html) => {
      editor.commands.setContent(html, { emitUpdate: false, parseOptions: { preserveWhitespace: 'full' } });
      return editor.getJSON();
    });
  }, htmlTexts);

test('the toolbar stays reachable far down in a long text', async ({ page, signInAs }) => {
  await signInAs('news');
  const paragraph = (n: number) => ({ type: 'paragraph', content: [{ type: 'text', text: `Mile ${n}` }] });
  await openPost(page, { type: 'doc', content: Array.from({ length: 120 }, (_, n) => paragraph(n)) });
  await getEditor(page).getByText('Mile 119').click();
  // Playwright's click would scroll to the element first.
  const isReachable = (button: Element) => {
    const { left, top, width, height } = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  };
  for (const name of ['Undo', 'Bold', 'Export as PDF'])
    await expect.poll(() => page.getByRole('button', { name, exact: true }).evaluate(isReachable)).toBe(true);
});

test('a document survives the round trip through HTML and the editor', async ({ page, signInAs }) => {
  const roundCount = Number(process.env['ROUND_TRIPS'] ?? 300);
  test.setTimeout(120_000 + roundCount * 200);
  await signInAs('news');
  await openPost(page);
  await stubPictures(page);
  const seed = Number(process.env['ROUND_TRIP_SEED'] ?? Date.now());
  const documents = fc.sample(richDocuments, { numRuns: roundCount, seed }).map((sample) => readDocument(sample, 'body'));
  for (let offset = 0; offset < documents.length; offset += 100) {
    const batch = documents.slice(offset, offset + 100);
    const results = await convertInEditor(
      page,
      batch.map((document) => safeHtml(documentHtml(document))),
    );
    for (const [n, document] of batch.entries()) expect(results[n], `seed ${seed}, document ${offset + n}`).toEqual(document);
  }
});

test('pastes from Word, Google Docs and web pages are cleaned', async ({ page, signInAs }) => {
  await signInAs('news');
  await openPost(page);
  await stubPictures(page);
  for (const { source, html, mustContain, mustNotContain } of pastes) {
    await convertInEditor(page, ['']);
    await getEditor(page).evaluate((element, pastedHtml) => {
      const data = new DataTransfer();
      data.setData('text/html', pastedHtml);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    }, html);
    const document = await getEditor(page).evaluate((element) => (element as unknown as EditorElement).editor.getJSON());
    const cleanHtml = safeHtml(documentHtml(readDocument(document, 'body')));
    for (const part of mustContain) expect(cleanHtml, source).toContain(part);
    for (const part of [...mustNotContain, '<script', 'onclick', 'mso-', '&nbsp;&nbsp;'])
      expect(cleanHtml, source).not.toContain(part);
    expect(cleanHtml, source).not.toMatch(/class="(?!language-)/);
  }
});

const hostileHtml = [
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

test('hostile content never runs in the reader or the editor', async ({ page, signInAs, newVisitor }) => {
  await signInAs('news');
  const dialogs: string[] = [];
  const attrs = { onclick: 'alert(1)', style: 'position:fixed', onload: 'alert(1)' };
  const body = {
    type: 'doc',
    content: hostileHtml.flatMap((html) => [
      { type: 'paragraph', attrs, content: [{ type: 'text', text: html }] },
      { type: 'image', attrs: { src: html, alt: html, title: html, ...attrs } },
      { type: 'image', attrs: { src: '/media/abcdefgh12345678.webp', alt: html, title: html } },
      ...[
        'javascript:alert(1)',
        'java\nscript:alert(1)',
        '\u0001javascript:alert(1)',
        'https://a.example/"onclick="alert(1)',
      ].map((href) => ({
        type: 'paragraph',
        content: [{ type: 'text', text: 'link', marks: [{ type: 'link', attrs: { href, title: html, ...attrs } }] }],
      })),
      { type: 'codeBlock', attrs: { language: '"><script>alert(1)</script>' }, content: [{ type: 'text', text: html }] },
    ]),
  } as RichDocument;
  const { api, id } = await openPost(page, body);
  page.on('dialog', (dialog) => void dialogs.push(dialog.message()));
  await expectInert(page);
  await getEditor(page).click();
  for (const html of hostileHtml)
    await getEditor(page).evaluate((element, pastedHtml) => {
      const data = new DataTransfer();
      data.setData('text/html', `${pastedHtml}<p>words</p><p>more words</p>`);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    }, html);
  await expectInert(page);

  const publishResponse = await page.request.patch(`/api/1.0/news/posts/${id}`, {
    data: { is_active: true },
    headers: { authorization: `Bearer ${api.token}` },
  });
  expect(publishResponse.status()).toBe(200);
  const driver = await newVisitor();
  driver.on('dialog', (dialog) => void dialogs.push(dialog.message()));
  await signInAs('driver', driver);
  await driver.goto(`/members/news/${id}`);
  await expect(driver.getByText('<script>window.hit = 1', { exact: false }).first()).toBeVisible();
  await expectInert(driver);
  for (const one of [page, driver]) expect(await one.evaluate(() => 'hit' in window)).toBe(false);
  expect(dialogs).toEqual([]);
});

/** Checks that nothing on the page can run, and that no URL uses a scheme that can run code. */
async function expectInert(page: Page): Promise<void> {
  const inspection = await page.evaluate(() => {
    const roots = [...document.querySelectorAll('.ProseMirror, article')];
    const all = roots.flatMap((root) => [...root.querySelectorAll('*')]);
    const forbidden = all.filter((one) =>
      one.matches('script, iframe, object, embed, form, link, meta, base, style, svg script, video, input, template'),
    );
    const handlers = all.filter((one) => one.getAttributeNames().some((name) => name.startsWith('on')));
    const urls = all.flatMap((one) =>
      ['href', 'src', 'xlink:href', 'action', 'poster'].flatMap((name) => one.getAttribute(name) ?? []),
    );
    const schemes = urls.map((address) => new URL(address, location.href).protocol);
    const styles = all.filter((one) => /url\(|fixed|expression/i.test(one.getAttribute('style') ?? ''));
    return {
      count: all.length,
      forbidden: [...forbidden, ...handlers, ...styles].map((one) => one.outerHTML.slice(0, 200)),
      schemes: [...new Set(schemes)].filter((scheme) => !['https:', 'http:', 'mailto:', 'tel:'].includes(scheme)),
    };
  });
  expect(inspection.count).toBeGreaterThan(20);
  expect(inspection).toMatchObject({ forbidden: [], schemes: [] });
}

const makeParagraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });

/** Contains every kind of block that looks different from plain text. */
const formattedDocument: RichDocument = {
  type: 'doc',
  content: [
    ...[1, 2, 3, 4, 5, 6].map((level) => ({
      type: 'heading',
      attrs: { level },
      content: [{ type: 'text', text: `Level ${level}` }],
    })),
    makeParagraph('Plain text'),
    { type: 'blockquote', content: [makeParagraph('Quoted text')] },
    { type: 'codeBlock', content: [{ type: 'text', text: 'Code text' }] },
    {
      type: 'table',
      content: [{ type: 'tableRow', content: [{ type: 'tableHeader', content: [makeParagraph('Header text')] }] }],
    },
  ],
};

/** Checks that heading sizes decrease by level, and that quotes, code and header cells have a background. */
async function expectFormatted(page: Page): Promise<void> {
  const heading = page.getByText(/^Level \d$/);
  await expect(heading).toHaveCount(6);
  const sizes = await heading.evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)));
  expect(sizes).toEqual([...new Set(sizes)].toSorted((a, b) => b - a));
  const readBackground = (element: Element) => {
    for (let one: Element | null = element; one; one = one.parentElement) {
      const color = getComputedStyle(one).backgroundColor;
      if (color !== 'rgba(0, 0, 0, 0)') return color;
    }
    return '';
  };
  const plainBackground = await page.getByText('Plain text', { exact: true }).evaluate(readBackground);
  for (const name of ['Quoted text', 'Code text', 'Header text'])
    expect(await page.getByText(name, { exact: true }).evaluate(readBackground), name).not.toBe(plainBackground);
}

test('headings, quotes, code and header cells are styled on every page that shows content', async ({
  page,
  signInAs,
  newVisitor,
}) => {
  await signInAs('news');
  const { api, id } = await openPost(page, formattedDocument);
  await expectFormatted(page);
  const publishResponse = await page.request.patch(`/api/1.0/news/posts/${id}`, {
    data: { is_active: true },
    headers: { authorization: `Bearer ${api.token}` },
  });
  expect(publishResponse.status()).toBe(200);
  const driver = await newVisitor();
  await signInAs('driver', driver);
  const employer = await newVisitor();
  await signInAs('companyadmin', employer);
  const { job_description: _, ...otherContent } = jobContent;
  const content = { ...otherContent, job_description_doc: formattedDocument };
  const jobId = await postJob(employer, uniqueName('Formatted'), content);
  for (const colorScheme of ['light', 'dark'] as const) {
    await driver.emulateMedia({ colorScheme });
    for (const path of [`/members/news/${id}`, `/jobs/${jobId}`]) {
      await driver.goto(path);
      await expectFormatted(driver);
    }
    await employer.emulateMedia({ colorScheme });
    await employer.goto(`/company/jobs/${jobId}/detail?tab=posting`);
    await expectFormatted(employer);
  }
});

test('a picture gets a size and alt text by keyboard, and the document exports as editor.pdf', async ({
  page,
  signInAs,
  checkAccessibility,
}) => {
  await signInAs('news');
  const makeCell = (words: string) => ({
    type: 'tableCell',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }],
  });
  await openPost(page, {
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text: 'Año de caminos' }] },
      { type: 'table', content: [{ type: 'tableRow', content: [makeCell('Salida 174'), makeCell('¿Abierta?')] }] },
      { type: 'paragraph' },
    ],
  });
  const picture = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#c45a14' } })
    .jpeg()
    .toBuffer();
  await moveCursor(getEditor(page), 'Control+End');
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Insert images' }).press('Enter'),
  ]);
  await chooser.setFiles({ name: 'road.jpg', mimeType: 'image/jpeg', buffer: picture });
  const image = getEditor(page).locator('img[src^="/media/"]');
  await expect(image).toBeVisible();
  const measureWidth = () => image.evaluate((one) => Math.round(one.getBoundingClientRect().width));
  await expect.poll(measureWidth).toBe(400);
  await expect(page.getByText(/^Saved at /)).toBeVisible();
  await moveCursor(getEditor(page), 'ArrowUp');
  await expect(page.getByRole('button', { name: 'Image details' })).toBeVisible();
  await getEditor(page).press('Shift+ArrowLeft');
  await expect.poll(measureWidth).toBe(380);
  await getEditor(page).press('Control+z');
  await expect.poll(measureWidth).toBe(400);
  await page.getByRole('button', { name: 'Image details' }).press('Enter');
  await page.getByLabel('Alt text').fill('A road in autumn');
  await page.getByLabel('Width').fill('200');
  await checkAccessibility();
  await page.getByLabel('Width').press('Enter');
  await expect.poll(measureWidth).toBe(200);
  await expect(image).toHaveAttribute('alt', 'A road in autumn');

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as PDF' }).press('Enter'),
  ]);
  expect(download.suggestedFilename()).toBe('editor.pdf');
  const pdf = await getDocumentProxy(new Uint8Array(await readFile(await download.path())));
  const { text: pdfText } = await extractText(pdf, { mergePages: true });
  for (const part of ['Año de caminos', 'Salida 174', '¿Abierta?']) expect(pdfText).toContain(part);
  expect((await pdf.getPage(1)).view.map(Math.round)).toEqual([0, 0, 595, 842]);
  expect(await extractImages(pdf, 1)).toMatchObject([{ width: 400, height: 200 }]);
});

test('a job description has a short toolbar with the rest under More, and no fonts', async ({ page, signInAs }) => {
  await signInAs('company');
  await page.goto('/company/jobs/new');
  const description = page.getByRole('textbox', { name: 'Job description' });
  await expect(description).toBeVisible();
  await expect(page.getByRole('button', { name: 'Bold' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Align center' })).toBeHidden();
  const more = page.getByRole('button', { name: 'More', exact: true });
  await more.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Align center' })).toBeVisible();
  await expect(page.getByLabel('Font size')).toBeVisible();
  await expect(page.getByLabel('Font', { exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Less', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Align center' })).toBeHidden();
  // A text from elsewhere that has a font of its own is shown in the page's font.
  await description.evaluate((element) => {
    const { editor } = element as unknown as EditorElement;
    editor.commands.setContent('<p><span style="font-family: Impact">Haul water</span></p>', {});
  });
  const fontOf = (text: string) => description.getByText(text).evaluate((element) => getComputedStyle(element).fontFamily);
  expect(await fontOf('Haul water')).toBe(await description.evaluate((element) => getComputedStyle(element).fontFamily));
});

for (const locale of ['en-US', 'es-US'])
  test(`the form of a job stays in place while the editor and its help load (${locale})`, async ({ newVisitor, signInAs }) => {
    const page = await newVisitor({ locale });
    await signInAs('invoice', page);
    const write = translatorIn(locale === 'es-US' ? 'es' : 'en');
    const uploadLabel = write('uploads.uploadVideo');
    await page.addInitScript((label) => {
      const positions = new Set<number>();
      Object.assign(window, { positions });
      const observe = () => {
        const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === label);
        if (button) positions.add(Math.round(button.getBoundingClientRect().top + window.scrollY));
        requestAnimationFrame(observe);
      };
      observe();
    }, uploadLabel);
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto('/company/jobs/new');
      await expect(page.getByRole('textbox', { name: write('fields.jobDescription') })).toBeVisible();
      await expect(page.getByRole('button', { name: write('jobs.writeWithHelp') })).toBeEnabled();
      const positions = await page.evaluate(() => [...(window as unknown as { positions: Set<number> }).positions]);
      expect(positions, `${width} pixels wide`).toHaveLength(1);
    }
  });
