import { deflateSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { createPdf } from '#server/receipts/receipt-pdf.ts';

/** A PDF of the lines, as a word processor prints it. */
export const makePdf = (lines: readonly string[], options: Partial<TDocumentDefinitions> = {}): Promise<Buffer> =>
  createPdf({ content: [...lines], ...options });

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
export const toParagraph = (line: string) => `<w:p><w:r><w:t>${escapeXml(line)}</w:t></w:r></w:p>`;

/** A Word document with these parts. */
export const zipDocx = (parts: Record<string, string | Uint8Array>): Buffer =>
  Buffer.from(
    zipSync(
      Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, typeof part === 'string' ? strToU8(part) : part])),
    ),
  );

/** A DOCX of the lines. `header` is the text of the page's header. */
export function makeDocx(lines: readonly string[], header?: string): Buffer {
  const body = `<?xml version="1.0"?><w:document><w:body>${lines.map(toParagraph).join('')}</w:body></w:document>`;
  const headerPart: Record<string, string> =
    header === undefined ? {} : { 'word/header1.xml': `<w:hdr>${toParagraph(header)}</w:hdr>` };
  return zipDocx({ 'word/document.xml': body, ...headerPart });
}

/** A PDF of one page whose drawing instructions are these bytes, packed. */
export function makeRawPdf(instructions: Buffer): Buffer {
  const stream = deflateSync(instructions, { level: 9 });
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 5 0 R/Resources<</Font<</F 4 0 R>>>>>>',
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  const head = objects.map((object, n) => `${n + 1} 0 obj${object}endobj\n`).join('');
  const start = `%PDF-1.4\n${head}5 0 obj<</Filter/FlateDecode/Length ${stream.length}>>stream\n`;
  return Buffer.concat([Buffer.from(start), stream, Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF')]);
}

/** A resume that says everything that is read. */
export const fullResume = [
  'Marcus T. Oyelaran',
  '1414 Harney Street, Omaha, NE 68102',
  '(402) 555-0143',
  'EXPERIENCE',
  'Truck Driver, Prairie Freight, 03/2015 - 02/2019',
  'Hauled refrigerated and dry van loads.',
  'LICENSES',
  'CDL Class A with endorsements: Hazmat, Tanker',
  'TWIC card',
];
