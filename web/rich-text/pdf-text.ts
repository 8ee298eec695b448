import type { ContentText } from 'pdfmake/interfaces.js';
import { fontSizesPt, linkAddress, type RichMark, type RichNode } from '#shared/rich-text/rich-text.ts';
import { winAnsi } from '#shared/rich-text/win-ansi.ts';

/** One stretch of text as the PDF draws it. */
export type Run = ContentText & { text: string };

/** The fonts that every reader of PDFs has, by the family of the editor that looks like each. */
const fonts: Readonly<Record<string, Partial<Run>>> = {
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
const codeBackground = '#eef1f5';

/** The text of a block in runs. One without any still takes a line. */
export function runsOf({ content = [] }: RichNode): Run[] {
  const runs = content.flatMap((node): Run[] => {
    if (node.type === 'hardBreak') return [{ text: '\n' }];
    return node.type === 'text' ? [{ text: winAnsi(node.text ?? ''), ...styleOf(node.marks ?? []) }] : [];
  });
  return runs.length > 0 ? runs : [{ text: ' ' }];
}

function styleOf(marks: readonly RichMark[]): Partial<Run> {
  const style: Partial<Run> = {};
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

function sizeOf(size: unknown): Partial<Run> {
  const fontSize = fontSizesPt[Number(size) - 1];
  return fontSize ? { fontSize } : {};
}
