import pdfmake from 'pdfmake';
import sharp from 'sharp';
import { extractImages, extractText, getDocumentProxy } from 'unpdf';
import { beforeAll, describe, expect, test } from 'vitest';
import { fontFamilies, type RichDocument, type RichNode } from '#shared/rich-text/rich-text.ts';
import { createPdfDefinition, type Picture } from './pdf-document.ts';

const getStandardFont = (family: string, slant = 'Oblique', normal = '') => ({
  normal: `${family}${normal}`,
  bold: `${family}-Bold`,
  italics: `${family}-${slant}`,
  bolditalics: `${family}-Bold${slant}`,
});

beforeAll(() => {
  pdfmake.setFonts({
    Helvetica: getStandardFont('Helvetica'),
    Courier: getStandardFont('Courier'),
    Times: getStandardFont('Times', 'Italic', '-Roman'),
  });
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy((path) => /^(?:Helvetica|Courier|Times)(?:-\w+)?$/.test(path));
});

const text = (content: string, ...marks: RichNode['marks'] & object): RichNode => ({ type: 'text', text: content, marks });
const paragraph = (...content: RichNode[]): RichNode => ({ type: 'paragraph', content });
const cell = (content: string, attrs: object = {}, type = 'tableCell'): RichNode => ({
  type,
  attrs: { colspan: 1, rowspan: 1, ...attrs },
  content: [paragraph(text(content))],
});
const row = (...content: RichNode[]): RichNode => ({ type: 'tableRow', content });

async function renderPdf(content: RichNode[], pictures: ReadonlyMap<string, Picture> = new Map()) {
  const document: RichDocument = { type: 'doc', content };
  const bytes = await pdfmake.createPdf(createPdfDefinition(document, pictures)).getBuffer();
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const { text: rawText, totalPages } = await extractText(pdf, { mergePages: true });
  return { pdf, printedText: rawText.replace(/\s+/g, ' '), totalPages };
}

type PdfTextItem = { str: string; transform: number[]; width: number };

describe('the PDF of a document', () => {
  test('is A4, keeps a centimetre on each side, and its text can be selected', async () => {
    const longParagraph = paragraph(
      text('El camión llegó a Nuñez, ¿verdad? ¡Sí! Über José’s “new” truck, 5 € per mile. '.repeat(60)),
    );
    const { pdf, printedText, totalPages } = await renderPdf([
      { type: 'heading', attrs: { level: 1 }, content: [text('Año nuevo')] },
      longParagraph,
      longParagraph,
    ]);
    expect(printedText).toContain('Año nuevo');
    expect(printedText).toContain('El camión llegó a Nuñez, ¿verdad? ¡Sí! Über José’s “new” truck, 5 € per mile.');
    expect(totalPages).toBeGreaterThan(1);
    const page = await pdf.getPage(1);
    expect(page.view.map(Math.round)).toEqual([0, 0, 595, 842]);
    for (const { str, transform, width } of (await page.getTextContent()).items as PdfTextItem[]) {
      if (str.trim() === '') continue;
      expect(transform[4]).toBeGreaterThanOrEqual(28);
      expect(Number(transform[4]) + width).toBeLessThanOrEqual(595.28 - 28);
      expect(transform[5]).toBeGreaterThanOrEqual(28);
    }
    expect((await pdf.getMetadata()).info).toMatchObject({ Title: 'Año nuevo' });
  });

  test('draws every node and mark', async () => {
    const markedTexts = ['bold', 'italic', 'underline', 'strike', 'code'].map((type) => text(`${type} `, { type }));
    const sizedTexts = [1, 2, 3, 4, 5, 6, 7].map((size) => text(`size${size} `, { type: 'textStyle', attrs: { size } }));
    const fontTexts = fontFamilies.map((font) => text(`${font} `, { type: 'textStyle', attrs: { font } }));
    const list = (type: string, attrs: object = {}): RichNode => ({
      type,
      attrs: { ...attrs },
      content: ['one', 'two'].map((content) => ({ type: 'listItem', content: [paragraph(text(`${type} ${content}`))] })),
    });
    const { printedText } = await renderPdf([
      ...[1, 2, 3, 4, 5, 6].map((level): RichNode => ({
        type: 'heading',
        attrs: { level },
        content: [text(`Heading ${level}`)],
      })),
      {
        ...paragraph(...markedTexts, { type: 'hardBreak' }, ...sizedTexts, ...fontTexts),
        attrs: { textAlign: 'justify', indent: 10 },
      },
      { type: 'blockquote', attrs: { indent: 1 }, content: [paragraph(text('quoted'))] },
      { type: 'codeBlock', content: [text('if (a)\n  b();')] },
      { type: 'horizontalRule' },
      list('bulletList'),
      list('orderedList', { start: 7, type: 'a' }),
      list('orderedList', { start: 41 }),
      paragraph(text('a link', { type: 'link', attrs: { href: 'https://roads.example/map' } })),
      { type: 'image', attrs: { src: '/media/nowhere-12345.webp', alt: 'A truck' } },
      paragraph(),
    ]);
    for (const expectedText of [
      ...[1, 2, 3, 4, 5, 6].map((level) => `Heading ${level}`),
      'bold italic underline strike code size1 size2',
      fontFamilies.join(' '),
      'quoted',
      'if (a)',
      'b();',
      'bulletList two',
      'orderedList oneg.',
      'orderedList two42.',
      'a link',
      '[Picture: A truck]',
    ])
      expect(printedText).toContain(expectedText);
  });

  test('draws six heading levels, each larger than the next', async () => {
    const { pdf } = await renderPdf(
      [1, 2, 3, 4, 5, 6].map((level): RichNode => ({ type: 'heading', attrs: { level }, content: [text(`Level ${level}`)] })),
    );
    const textItems = (await (await pdf.getPage(1)).getTextContent()).items as PdfTextItem[];
    const sizes = textItems.filter(({ str }) => str.startsWith('Level')).map(({ transform }) => Number(transform[0]));
    expect(sizes).toHaveLength(6);
    expect(sizes).toEqual([...new Set(sizes)].toSorted((a, b) => b - a));
  });

  test('a link leads where it did, and never to a script', async () => {
    const link = (href: string) => paragraph(text('out', { type: 'link', attrs: { href } }));
    const { pdf } = await renderPdf([link('https://roads.example/map'), link('javascript:alert(1)')]);
    const annotations = (await (await pdf.getPage(1)).getAnnotations()) as { url?: string }[];
    expect(annotations.map(({ url }) => url)).toEqual(['https://roads.example/map']);
  });

  test('tables keep their spans and widths, and their heads on every page', async () => {
    const headerRow = row(cell('State', { colwidth: [100] }, 'tableHeader'), cell('Rule', { colspan: 2 }, 'tableHeader'));
    const spanningRows = [row(cell('Both', { rowspan: 2 }), cell('up'), cell('right')), row(cell('down', { colspan: 2 }))];
    const rows = Array.from({ length: 80 }, (_, n) => row(cell(`State ${n}`), cell(`a${n}`), cell(`b${n}`)));
    const { pdf, printedText, totalPages } = await renderPdf([{ type: 'table', content: [headerRow, ...spanningRows, ...rows] }]);
    for (const expectedText of ['Both up right', 'down', 'State 79 a79 b79']) expect(printedText).toContain(expectedText);
    expect(totalPages).toBeGreaterThan(1);
    expect(printedText.match(/State Rule/g)).toHaveLength(totalPages);
    const textItems = (await (await pdf.getPage(1)).getTextContent()).items as PdfTextItem[];
    const getLeft = (word: string) => Number(textItems.find(({ str }) => str === word)?.transform[4]);
    expect(getLeft('up') - getLeft('Both')).toBeCloseTo(75, 0);
  });

  test('pictures keep their size, but are never wider than the page or their cell', async () => {
    const jpeg = await sharp({ create: { width: 720, height: 300, channels: 3, background: '#c45a14' } })
      .jpeg()
      .toBuffer();
    const data = `data:image/jpeg;base64,${jpeg.toString('base64')}`;
    const src = '/media/abcdefgh12345678.webp';
    const image = (attrs: object = {}): RichNode => ({ type: 'image', attrs: { src, ...attrs } });
    const definition = createPdfDefinition(
      {
        type: 'doc',
        content: [
          image(),
          image({ width: 200 }),
          image({ width: 4000 }),
          { type: 'table', content: [row(cell('x'), { ...cell('y'), content: [image()] })] },
        ],
      },
      new Map([[src, { data, width: 720, height: 300 }]]),
    );
    const sizes = JSON.stringify(definition.content).match(/"width":[\d.]+,"height":[\d.]+/g);
    expect(sizes?.map((size) => Math.round(Number.parseFloat(size.slice(8))))).toEqual([539, 150, 539, 259]);
    const pdf = await getDocumentProxy(new Uint8Array(await pdfmake.createPdf(definition).getBuffer()));
    expect((await extractImages(pdf, 1)).length).toBeGreaterThan(0);
  });

  test('an empty one is a page', async () => {
    expect((await renderPdf([])).totalPages).toBe(1);
  });
});
