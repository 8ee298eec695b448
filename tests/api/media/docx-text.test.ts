import { expect, test } from 'vitest';
import { DocumentTooLarge, readDocxText } from '#server/media/docx-text.ts';
import { makeDocx, toParagraph, zipDocx } from '#tests/helpers/resume-files.ts';

const maxBytes = 1_000_000;
const linesOf = (content: Uint8Array) => readDocxText(content, maxBytes).split('\n').filter(Boolean);

test('reads the header of the page, paragraphs, breaks, tabs and cells, each once', () => {
  const box = '<mc:AlternateContent><mc:Choice><w:p><w:r><w:t>In a box</w:t></w:r></w:p></mc:Choice>';
  const document = `<w:document><w:body>
    ${toParagraph('Dana & Søn')}
    <w:p><w:r><w:t>one</w:t><w:br/><w:t>two</w:t><w:tab/><w:t>three</w:t></w:r></w:p>
    <w:tbl><w:tr><w:tc><w:p><w:r><w:t>left</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>right</w:t></w:r></w:p></w:tc></w:tr></w:tbl>
    <w:p><w:del><w:r><w:t>removed</w:t></w:r></w:del><w:r><w:instrText>PAGE</w:instrText><w:t>kept</w:t></w:r></w:p>
    ${box}<mc:Fallback>${toParagraph('In a box')}</mc:Fallback></mc:AlternateContent></w:body></w:document>`;
  const content = zipDocx({ 'word/document.xml': document, 'word/header2.xml': `<w:hdr>${toParagraph('On top')}</w:hdr>` });
  expect(linesOf(content)).toEqual(['On top', 'Dana & Søn', 'one', 'two\tthree', 'left', '\tright', '\tkept', 'In a box']);
});

test('opens no other file, and expands no entity', () => {
  const start = '<!DOCTYPE x [<!ENTITY file SYSTEM "file:///etc/passwd"><!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>';
  const content = zipDocx({ 'word/document.xml': `${start}<w:document><w:p><w:r><w:t>&file;&b;</w:t></w:r></w:p></w:document>` });
  expect(linesOf(content)).toEqual(['&file;&b;']);
});

test('refuses parts that are too large unpacked, and ignores parts without text', () => {
  const image = new Uint8Array(maxBytes * 2);
  const content = zipDocx({ 'word/document.xml': toParagraph('small'), 'word/media/image1.png': image });
  expect(linesOf(content)).toEqual(['small']);
  expect(() => readDocxText(makeDocx(['a'.repeat(maxBytes)]), maxBytes)).toThrow(DocumentTooLarge);
});

test('an archive that states a smaller size than it has gets no more memory than it states', () => {
  const content = makeDocx(['a'.repeat(maxBytes * 5)]);
  const [local, central] = [content.indexOf('PK\u0003\u0004'), content.lastIndexOf('PK\u0001\u0002')];
  content.writeUInt32LE(1000, local + 22);
  content.writeUInt32LE(1000, central + 24);
  expect(() => readDocxText(content, maxBytes)).not.toThrow(DocumentTooLarge);
  expect(readDocxText(content, maxBytes).length).toBeLessThanOrEqual(1000);
});
