import type {
  Alignment,
  Content,
  ContentOrderedList,
  ContentTable,
  Margins,
  TDocumentDefinitions,
  ContentText,
} from 'pdfmake/interfaces.js';
import { headingScale } from '#shared/brand.ts';
import {
  indentStep,
  type RichDocument,
  type RichNode,
  fontSizesPt,
  linkAddress,
  type RichMark,
} from '#shared/rich-text/rich-text.ts';
import { pdfTable, pointsPerPixel } from './pdf-table.ts';

/** The characters of code page 1252 beyond Latin-1, which the PDF's built-in fonts can draw. */
const winAnsiExtras = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');
const replacements: Readonly<Record<string, string>> = {
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ħ: 'h',
  ı: 'i',
  '−': '-',
  '\u00a0': ' ',
};

/**
 * Replaces characters that the PDF's built-in fonts cannot draw: letters lose their accents (`Łódź` becomes `Lódz`), and
 * other characters become a question mark.
 */
export function toWinAnsi(text: string): string {
  return Array.from(text.normalize('NFC'), toDrawable).join('');
}

function toDrawable(character: string): string {
  const replacement = replacements[character];
  if (replacement) return replacement;
  const code = character.codePointAt(0) ?? 0;
  if (code === 9 || code === 10 || code === 13) return ' ';
  if ((code >= 32 && code < 127) || (code > 160 && code < 256) || winAnsiExtras.has(character)) return character;
  const withoutAccents = character.normalize('NFKD').replace(/\p{M}/gu, '');
  return /^[ -~]+$/.test(withoutAccents) ? withoutAccents : '?';
}

/** A piece of text with one style. */
type TextRun = ContentText & { text: string };

/** Maps the editor's font families to similar fonts that every PDF reader has. */
const styleByFontFamily: Readonly<Record<string, Partial<TextRun>>> = {
  Arial: { font: 'Helvetica' },
  'Arial Black': { font: 'Helvetica', bold: true },
  'Comic Sans MS': { font: 'Helvetica' },
  'Courier New': { font: 'Courier' },
  Georgia: { font: 'Times' },
  Impact: { font: 'Helvetica', bold: true },
  Tahoma: { font: 'Helvetica' },
  'Times New Roman': { font: 'Times' },
  Verdana: { font: 'Helvetica' },
};
const linkColor = '#1f4e8c';

/** Returns the text of a block. An empty block gets a space, so that it still takes one line. */
function getTextRuns({ content = [] }: RichNode): TextRun[] {
  const runs = content.flatMap((node): TextRun[] => {
    if (node.type === 'hardBreak') return [{ text: '\n' }];
    return node.type === 'text' ? [{ text: toWinAnsi(node.text ?? ''), ...getTextStyle(node.marks ?? []) }] : [];
  });
  return runs.length > 0 ? runs : [{ text: ' ' }];
}

function getTextStyle(marks: readonly RichMark[]): Partial<TextRun> {
  const style: Partial<TextRun> = {};
  const decorations: ('underline' | 'lineThrough')[] = [];
  for (const { type, attrs = {} } of marks) {
    if (type === 'bold') style.bold = true;
    if (type === 'italic') style.italics = true;
    if (type === 'underline') decorations.push('underline');
    if (type === 'strike') decorations.push('lineThrough');
    if (type === 'code') Object.assign(style, { font: 'Courier', background: codeBackground });
    if (type === 'textStyle') Object.assign(style, styleByFontFamily[String(attrs['font'])], getFontSizeStyle(attrs['size']));
    if (type === 'link') {
      const url = linkAddress(attrs['href']);
      if (url) Object.assign(style, { link: url, color: linkColor });
      decorations.push('underline');
    }
  }
  if (decorations.length > 0) style.decoration = [...new Set(decorations)];
  return style;
}

function getFontSizeStyle(size: unknown): Partial<TextRun> {
  const fontSize = fontSizesPt[Number(size) - 1];
  return fontSize ? { fontSize } : {};
}

/** One centimeter in points. */
const pageMargin = 28.35;
const pageWidth = 595.28;
const defaultFontSize = 12;
const lineColor = '#c3cad4';
const codeBackground = '#eef1f5';

/** An image that was loaded for the PDF. */
export type Picture = { data: string; width: number; height: number };
/** The loaded images by their URL in the document, and the available width in points. */
type RenderContext = { pictures: ReadonlyMap<string, Picture>; width: number };

/**
 * Defines the document as an A4 PDF with margins of one centimeter (`docs/product/news-and-ads.md#rich-text`). The text is
 * selectable and uses fonts that every PDF reader has, which cover English and Spanish. A line of text replaces an image that
 * could not be loaded.
 */
export function createPdfDefinition(document: RichDocument, pictures: ReadonlyMap<string, Picture>): TDocumentDefinitions {
  const content = renderBlocks(document, { pictures, width: pageWidth - 2 * pageMargin });
  return {
    info: { title: getTitle(document), creator: 'Haulboard', producer: 'Haulboard' },
    pageSize: 'A4',
    pageMargins: pageMargin,
    defaultStyle: { font: 'Helvetica', fontSize: defaultFontSize, lineHeight: 1.25 },
    images: Object.fromEntries([...pictures].map(([url, { data }]) => [url, data])),
    content: content.length > 0 ? content : [' '],
  };
}

/** The PDF's title is the text of the first heading or, without headings, of the first paragraph. */
function getTitle({ content = [] }: RichDocument): string {
  const firstBlock = content.find(({ type }) => type === 'heading') ?? content.find(({ type }) => type === 'paragraph');
  const runTexts = firstBlock ? getTextRuns(firstBlock).map(({ text }) => text) : [];
  return runTexts.join('').trim().slice(0, 200) || 'Document';
}

const renderBlocks = ({ content = [] }: RichNode, context: RenderContext): Content[] =>
  content.map((node) => renderBlock(node, context));

function renderBlock(node: RichNode, context: RenderContext): Content {
  const attrs = node.attrs ?? {};
  switch (node.type) {
    case 'paragraph':
      return { text: getTextRuns(node), ...getPosition(attrs, 6) };
    case 'heading': {
      const fontSize = defaultFontSize * (headingScale[Number(attrs['level']) - 1] ?? headingScale[0]);
      return { text: getTextRuns(node), fontSize, bold: true, lineHeight: 1.15, ...getPosition(attrs, 6, 8), headlineLevel: 1 };
    }
    case 'blockquote':
      return renderFrame(renderBlocks(node, narrowWidth(context, 16)), attrs, { leftWidth: 2 });
    case 'codeBlock':
      return renderFrame(toCodeLines(node), attrs, { fillColor: codeBackground });
    case 'bulletList':
      return { ul: renderItems(node, context), margin: [0, 0, 0, 6] };
    case 'orderedList':
      return {
        ol: renderItems(node, context),
        start: Number(attrs['start'] ?? 1),
        ...toNumbering(attrs['type']),
        margin: [0, 0, 0, 6],
      };
    case 'horizontalRule':
      return renderFrame([{ text: '', fontSize: 1 }], attrs, { topWidth: 0.75 });
    case 'image':
      return renderImage(attrs, context);
    case 'table':
      return pdfTable(node, context.width, (cell, width) => renderBlocks(cell, { ...context, width }));
    default:
      return renderBlocks(node, context);
  }
}

const narrowWidth = (context: RenderContext, reduction: number): RenderContext => ({
  ...context,
  width: Math.max(20, context.width - reduction),
});

function getPosition(
  { textAlign, indent }: Record<string, unknown>,
  marginBottom: number,
  marginTop = 0,
): { alignment: Alignment; margin: Margins } {
  const left = Number(indent ?? 0) * indentStep * pointsPerPixel;
  const alignment: Alignment = (['center', 'right', 'justify'] as const).find((option) => option === textAlign) ?? 'left';
  return { alignment, margin: [left, marginTop, 0, marginBottom] };
}

const renderItems = (node: RichNode, context: RenderContext): Content[] =>
  (node.content ?? []).map((item) => ({ stack: renderBlocks(item, narrowWidth(context, 20)) }));

/** Converts the HTML attribute `type` of a list to pdfmake's numbering. */
function toNumbering(type: unknown): Pick<ContentOrderedList, 'type'> {
  const numberingByType = { a: 'lower-alpha', A: 'upper-alpha', i: 'lower-roman', I: 'upper-roman' } as const;
  return typeof type === 'string' && Object.hasOwn(numberingByType, type)
    ? { type: numberingByType[type as keyof typeof numberingByType] }
    : {};
}

function toCodeLines({ content = [] }: RichNode): Content[] {
  const lines = content
    .map(({ text = '' }) => text)
    .join('')
    .split('\n');
  return lines.map((line): TextRun => ({
    text: toWinAnsi(line.replaceAll('\t', '    ')) || ' ',
    font: 'Courier',
    fontSize: 10.5,
    preserveLeadingSpaces: true,
  }));
}

type Frame = { leftWidth?: number; topWidth?: number; fillColor?: string };

/** Draws blocks with a line next to or above them, or on a colored background. */
function renderFrame(
  stack: Content[],
  attrs: Record<string, unknown>,
  { leftWidth = 0, topWidth = 0, fillColor }: Frame,
): ContentTable {
  const padding = fillColor ? 8 : leftWidth > 0 ? 12 : 0;
  return {
    table: { widths: ['*'], body: [[{ stack, ...(fillColor ? { fillColor } : {}) }]] },
    layout: {
      hLineWidth: (row) => (row === 0 ? topWidth : 0),
      vLineWidth: (column) => (column === 0 ? leftWidth : 0),
      hLineColor: lineColor,
      vLineColor: lineColor,
      paddingLeft: () => padding,
      paddingRight: () => (fillColor ? padding : 0),
      paddingTop: () => (fillColor ? 6 : 0),
      paddingBottom: () => (fillColor ? 6 : 0),
    },
    ...getPosition(attrs, 8, topWidth > 0 ? 8 : 0),
  };
}

function renderImage({ src, alt, width, height }: Record<string, unknown>, context: RenderContext): Content {
  const picture = context.pictures.get(String(src));
  const altText = typeof alt === 'string' && alt !== '' ? `: ${alt}` : '';
  if (!picture) return { text: toWinAnsi(`[Picture${altText}]`), italics: true, margin: [0, 0, 0, 6] };
  const ratio = picture.height / picture.width;
  const widthPixels = Number(width) || (Number(height) ? Number(height) / ratio : picture.width);
  const heightPixels = Number(height) && Number(width) ? Number(height) : widthPixels * ratio;
  // An image can be at most as high as a page.
  const scale = Math.min(pointsPerPixel, context.width / widthPixels, (841.89 - 2 * pageMargin - 20) / heightPixels);
  return { image: String(src), width: widthPixels * scale, height: heightPixels * scale, margin: [0, 0, 0, 8] };
}
