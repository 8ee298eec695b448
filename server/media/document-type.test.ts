import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { detectDocument } from './document-type.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');
const zip = (...names: string[]) => Buffer.from(zipSync(Object.fromEntries(names.map((name) => [name, new Uint8Array([1, 2])]))));
const office = (...parts: string[]) =>
  Buffer.concat([
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    Buffer.alloc(504),
    ...parts.map((part) => Buffer.from(part, 'utf16le')),
  ]);

test.each([
  ['a PDF', bytes('%PDF-1.7\n'), 'application/pdf'],
  ['a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'image/jpeg'],
  ['a PNG', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), 'image/png'],
  ['a WebP', bytes('RIFF\0\0\0\0WEBPVP8 '), 'image/webp'],
  ['a photo of an iPhone', bytes('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), 'image/heic'],
  ['a Word document', zip('[Content_Types].xml', 'word/document.xml'), /wordprocessingml\.document$/],
  ['an old Word document', office('Root Entry', 'WordDocument'), 'application/msword'],
])('%s is accepted', (_, content, mime) => {
  expect(detectDocument(content)?.mime).toMatch(mime);
});

test.each([
  ['a page', bytes('<!doctype html><script>')],
  ['an SVG', bytes('<svg xmlns="http://www.w3.org/2000/svg">')],
  ['a program', bytes('MZ\x90\0')],
  ['an animation', bytes('GIF89a')],
  ['a video', bytes('\0\0\0\x18ftypisom\0\0\0\0isom')],
  ['an archive', zip('readme.txt')],
  ['a spreadsheet', zip('[Content_Types].xml', 'xl/workbook.xml')],
  ['a Word document with macros', zip('[Content_Types].xml', 'word/document.xml', 'word/vbaProject.bin')],
  ['an old Word document with macros', office('WordDocument', '_VBA_PROJECT')],
  ['an old spreadsheet', office('Workbook')],
  ['nothing', bytes('')],
])('%s is refused', (_, content) => {
  expect(detectDocument(content)).toBeNull();
});
