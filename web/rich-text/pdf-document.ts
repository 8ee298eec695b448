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
const spelled: Readonly<Record<string, string>> = { ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ħ: 'h', ı: 'i', '−': '-', '\u00a0': ' ' };

/**
 * Replaces what the PDF's built-in fonts cannot draw: characters lose their accents (`Łódź` becomes `Lódz`), and other
 * characters become a question mark.
 */
export function winAnsi(text: string): string {
  return Array.from(text.normalize('NFC'), drawable).join('');
}

function drawable(sign: string): string {
  const spelling = spelled[sign];
  if (spelling) return spelling;
  const code = sign.codePointAt(0) ?? 0;
  if (code === 9 || code === 10 || code === 13) return ' ';
  if ((code >= 32 && code < 127) || (code > 160 && code < 256) || winAnsiExtras.has(sign)) return sign;
  const plain = sign.normalize('NFKD').replace(/\p{M}/gu, '');
  return /^[ -~]+$/.test(plain) ? plain : '?';
}

/** One piece of text with the same style. */
type TextRun = ContentText & { text: string };

/** The fonts that every PDF reader has, by the editor's similar font family. */
const fonts: Readonly<Record<string, Partial<TextRun>>> = {
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

/** The text of a block. An empty block still takes one line. */
function textRunsOf({ content = [] }: RichNode): TextRun[] {
  const runs = content.flatMap((node): TextRun[] => {
    if (node.type === 'hardBreak') return [{ text: '\n' }];
    return node.type === 'text' ? [{ text: winAnsi(node.text ?? ''), ...styleOf(node.marks ?? []) }] : [];
  });
  return runs.length > 0 ? runs : [{ text: ' ' }];
}

function styleOf(marks: readonly RichMark[]): Partial<TextRun> {
  const style: Partial<TextRun> = {};
  const lines: ('underline' | 'lineThrough')[] = [];
  for (const { type, attrs = {} } of marks) {
    if (type === 'bold') style.bold = true;
    if (type === 'italic') style.italics = true;
    if (type === 'underline') lines.push('underline');
    if (type === 'strike') lines.push('lineThrough');
    if (type === 'code') Object.assign(style, { font: 'Courier', background: codeBackground });
    if (type === 'textStyle') Object.assign(style, fonts[String(attrs['font'])], sizeOf(attrs['size']));
    if (type === 'link') {
      const address = linkAddress(attrs['href']);
      if (address) Object.assign(style, { link: address, color: linkColor });
      lines.push('underline');
    }
  }
  if (lines.length > 0) style.decoration = [...new Set(lines)];
  return style;
}

function sizeOf(size: unknown): Partial<TextRun> {
  const fontSize = fontSizesPt[Number(size) - 1];
  return fontSize ? { fontSize } : {};
}

/** One centimeter in points. */
const margin = 28.35;
const pageWidth = 595.28;
const textSize = 12;
const hairline = '#c3cad4';
const codeBackground = '#eef1f5';

/** An image that could be loaded, by its URL in the document. */
export type Picture = { data: string; width: number; height: number };
/** The images and the available width in points. */
type Setting = { pictures: ReadonlyMap<string, Picture>; width: number };

/**
 * The document as an A4 PDF with margins of one centimeter (`docs/product/news-and-ads.md#rich-text`). The text is
 * selectable and uses fonts that every PDF reader has, which cover English and Spanish. An image that could not be loaded
 * is replaced by a line that says so.
 */
export function pdfDocument(document: RichDocument, pictures: ReadonlyMap<string, Picture>): TDocumentDefinitions {
  const content = blocks(document, { pictures, width: pageWidth - 2 * margin });
  return {
    info: { title: titleOf(document), creator: 'Haulboard', producer: 'Haulboard' },
    pageSize: 'A4',
    pageMargins: margin,
    defaultStyle: { font: 'Helvetica', fontSize: textSize, lineHeight: 1.25 },
    images: Object.fromEntries([...pictures].map(([address, { data }]) => [address, data])),
    content: content.length > 0 ? content : [' '],
  };
}

/** The PDF's title: the text of the first heading, otherwise of the first line. */
function titleOf({ content = [] }: RichDocument): string {
  const first = content.find(({ type }) => type === 'heading') ?? content.find(({ type }) => type === 'paragraph');
  const runTexts = first ? textRunsOf(first).map(({ text }) => text) : [];
  return runTexts.join('').trim().slice(0, 200) || 'Document';
}

const blocks = ({ content = [] }: RichNode, setting: Setting): Content[] => content.map((node) => block(node, setting));

function block(node: RichNode, setting: Setting): Content {
  const attrs = node.attrs ?? {};
  switch (node.type) {
    case 'paragraph':
      return { text: textRunsOf(node), ...placed(attrs, 6) };
    case 'heading': {
      const fontSize = textSize * (headingScale[Number(attrs['level']) - 1] ?? headingScale[0]);
      return { text: textRunsOf(node), fontSize, bold: true, lineHeight: 1.15, ...placed(attrs, 6, 8), headlineLevel: 1 };
    }
    case 'blockquote':
      return framed(blocks(node, narrowed(setting, 16)), attrs, { left: 2 });
    case 'codeBlock':
      return framed(codeLines(node), attrs, { fill: codeBackground });
    case 'bulletList':
      return { ul: items(node, setting), margin: [0, 0, 0, 6] };
    case 'orderedList':
      return { ol: items(node, setting), start: Number(attrs['start'] ?? 1), ...numbering(attrs['type']), margin: [0, 0, 0, 6] };
    case 'horizontalRule':
      return framed([{ text: '', fontSize: 1 }], attrs, { top: 0.75 });
    case 'image':
      return image(attrs, setting);
    case 'table':
      return pdfTable(node, setting.width, (cell, width) => blocks(cell, { ...setting, width }));
    default:
      return blocks(node, setting);
  }
}

const narrowed = (setting: Setting, less: number): Setting => ({ ...setting, width: Math.max(20, setting.width - less) });

function placed(
  { textAlign, indent }: Record<string, unknown>,
  below: number,
  above = 0,
): { alignment: Alignment; margin: Margins } {
  const left = Number(indent ?? 0) * indentStep * pointsPerPixel;
  const alignment: Alignment = (['center', 'right', 'justify'] as const).find((one) => one === textAlign) ?? 'left';
  return { alignment, margin: [left, above, 0, below] };
}

const items = (node: RichNode, setting: Setting): Content[] =>
  (node.content ?? []).map((item) => ({ stack: blocks(item, narrowed(setting, 20)) }));

/** The numbering of a list, by the HTML attribute. */
function numbering(type: unknown): Pick<ContentOrderedList, 'type'> {
  const kinds = { a: 'lower-alpha', A: 'upper-alpha', i: 'lower-roman', I: 'upper-roman' } as const;
  return typeof type === 'string' && Object.hasOwn(kinds, type) ? { type: kinds[type as keyof typeof kinds] } : {};
}

function codeLines({ content = [] }: RichNode): Content[] {
  const lines = content
    .map(({ text = '' }) => text)
    .join('')
    .split('\n');
  return lines.map((line): TextRun => ({
    text: winAnsi(line.replaceAll('\t', '    ')) || ' ',
    font: 'Courier',
    fontSize: 10.5,
    preserveLeadingSpaces: true,
  }));
}

type Frame = { left?: number; top?: number; fill?: string };

/** Blocks with a line next to or above them, or on a colored background. */
function framed(stack: Content[], attrs: Record<string, unknown>, { left = 0, top = 0, fill }: Frame): ContentTable {
  const padding = fill ? 8 : left > 0 ? 12 : 0;
  return {
    table: { widths: ['*'], body: [[{ stack, ...(fill ? { fillColor: fill } : {}) }]] },
    layout: {
      hLineWidth: (row) => (row === 0 ? top : 0),
      vLineWidth: (column) => (column === 0 ? left : 0),
      hLineColor: hairline,
      vLineColor: hairline,
      paddingLeft: () => padding,
      paddingRight: () => (fill ? padding : 0),
      paddingTop: () => (fill ? 6 : 0),
      paddingBottom: () => (fill ? 6 : 0),
    },
    ...placed(attrs, 8, top > 0 ? 8 : 0),
  };
}

function image({ src, alt, width, height }: Record<string, unknown>, setting: Setting): Content {
  const picture = setting.pictures.get(String(src));
  const altText = typeof alt === 'string' && alt !== '' ? `: ${alt}` : '';
  if (!picture) return { text: winAnsi(`[Picture${altText}]`), italics: true, margin: [0, 0, 0, 6] };
  const ratio = picture.height / picture.width;
  const wide = Number(width) || (Number(height) ? Number(height) / ratio : picture.width);
  const high = Number(height) && Number(width) ? Number(height) : wide * ratio;
  // An image can be at most as high as a page.
  const scale = Math.min(pointsPerPixel, setting.width / wide, (841.89 - 2 * margin - 20) / high);
  return { image: String(src), width: wide * scale, height: high * scale, margin: [0, 0, 0, 8] };
}
