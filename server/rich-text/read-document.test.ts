import { describe, expect, test } from 'vitest';
import { AppError } from '#server/errors.ts';
import { maxDocumentNodes, type RichNode } from '#shared/rich-text/rich-text.ts';
import { readBody, readDocument } from './read-document.ts';

const text = (words: string, ...marks: object[]) => ({ type: 'text', text: words, ...(marks.length ? { marks } : {}) });
const paragraph = (...content: object[]) => ({ type: 'paragraph', content });
const doc = (...content: object[]) => ({ type: 'doc', content });
const renderBody = (...content: object[]) => readBody(doc(...content), 'body').bodyHtml;

function getRefusal(input: unknown): string {
  try {
    readDocument(input, 'body');
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid' && error.field === 'body') return error.message;
    throw error;
  }
  return 'taken';
}

describe('what is refused', () => {
  test.each([
    ['no document', 'words'],
    ['another root', paragraph(text('x'))],
    ['nothing in it', { type: 'doc', content: [] }],
    ['an unknown node', doc({ type: 'script', content: [text('alert(1)')] })],
    ['a node named like a method', doc({ type: 'constructor' })],
    ['an unknown mark', doc(paragraph(text('x', { type: 'onclick' })))],
    ['a list in a paragraph', doc(paragraph({ type: 'bulletList', content: [] }))],
    ['words outside of a block', doc(text('x'))],
    ['a row outside of a table', doc({ type: 'tableRow', content: [] })],
    ['an empty text', doc(paragraph(text('')))],
  ])('%s', (_, input) => expect(getRefusal(input)).not.toBe('taken'));

  test('what is nested without end, and what is too much', () => {
    let nested: RichNode = { type: 'paragraph', content: [{ type: 'text', text: 'x' }] };
    for (let n = 0; n < 5000; n += 1) nested = { type: 'blockquote', content: [nested] };
    expect(getRefusal(doc(nested))).toBe('This has too many nested levels');
    expect(getRefusal(doc(...Array.from({ length: maxDocumentNodes + 1 }, () => paragraph())))).toBe('This text is too long');
    expect(getRefusal(doc(paragraph(text('x'.repeat(2_000_000)))))).toBe('This text is too long');
  });
});

describe('what is made safe', () => {
  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    '\u0001javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    '//evil.example/x',
    'blob:https://a.example/1',
  ])('a link to %j is words only', (href) => {
    expect(renderBody(paragraph(text('x', { type: 'link', attrs: { href } })))).toBe('<p>x</p>');
  });

  test.each([
    'javascript:alert(1)',
    'data:image/svg+xml,<svg onload=alert(1)>',
    'http://a.example/a.png',
    'https://a.example/a.png',
    '//a.example/a.png',
    '/media/../x',
    '',
  ])('a picture at %j is left out', (src) =>
    expect(renderBody(paragraph(text('x')), { type: 'image', attrs: { src } })).toBe('<p>x</p>'),
  );

  test('unknown attributes, styles and breakouts are dropped', () => {
    const attrs = { textAlign: 'left;background:url(//a.example)', onclick: 'alert(1)', style: 'position:fixed', indent: 1e9 };
    expect(renderBody({ type: 'paragraph', attrs, content: [text('<img src=x onerror=alert(1)>')] })).toBe(
      '<p>&lt;img src=x onerror=alert(1)&gt;</p>',
    );
    const font = { type: 'textStyle', attrs: { font: 'x"; background: url(//a.example)', size: '7', color: 'red' } };
    expect(renderBody(paragraph(text('x', font)))).toBe('<p>x</p>');
    const image = { src: '/media/abcdefgh12345678.png', alt: '"><script>alert(1)</script>', width: '1e9', onload: 'alert(1)' };
    const html = renderBody({ type: 'image', attrs: image });
    expect(html).not.toMatch(/<script|onload=|width/);
    expect(html).toContain('src="/media/abcdefgh12345678.png"');
  });
});

test('everything that the editor writes comes out', () => {
  const cell = (type: string, words: string, attrs = {}) => ({ type, attrs, content: [paragraph(text(words))] });
  const html = renderBody(
    ...[1, 2, 3, 4, 5, 6].map((level) => ({ type: 'heading', attrs: { level }, content: [text(`H${level}`)] })),
    {
      type: 'paragraph',
      attrs: { textAlign: 'center', indent: 2 },
      content: [text('a', { type: 'bold' }), { type: 'hardBreak' }, text('b')],
    },
    { type: 'blockquote', attrs: { indent: 1 }, content: [paragraph(text('quoted', { type: 'italic' }, { type: 'underline' }))] },
    { type: 'codeBlock', attrs: { language: 'ts' }, content: [text('a < b')] },
    { type: 'horizontalRule' },
    { type: 'orderedList', attrs: { start: 3 }, content: [{ type: 'listItem', content: [paragraph(text('three'))] }] },
    { type: 'image', attrs: { src: '/media/abcdefgh12345678.webp', alt: 'A truck', title: 'T', width: 320, height: 200 } },
    paragraph(text('sized', { type: 'textStyle', attrs: { size: 5, font: 'Times New Roman' } })),
    paragraph(text('out', { type: 'link', attrs: { href: 'https://a.example/?a=1&b=2' } })),
    {
      type: 'table',
      content: [
        {
          type: 'tableRow',
          content: [cell('tableHeader', 'State', { colwidth: [120] }), cell('tableHeader', 'Rule', { align: 'right' })],
        },
        { type: 'tableRow', content: [cell('tableCell', 'NE', { colspan: 2, colwidth: [120, 25] })] },
      ],
    },
  );
  for (const part of [
    ...[1, 2, 3, 4, 5, 6].map((level) => `<h${level}>H${level}</h${level}>`),
    '<p style="text-align:center;margin-left:60px"><strong>a</strong><br />b</p>',
    '<blockquote style="margin-left:30px"><p><u><em>quoted</em></u></p></blockquote>',
    '<pre><code class="language-ts">a &lt; b</code></pre>',
    '<hr />',
    '<ol start="3"><li><p>three</p></li></ol>',
    '<img src="/media/abcdefgh12345678.webp" alt="A truck" title="T" width="320" height="200" />',
    '<span style="font-size:18pt;font-family:Times New Roman">sized</span>',
    '<a href="https://a.example/?a=1&amp;b=2" rel="nofollow noopener noreferrer" target="_blank">out</a>',
    '<colgroup><col style="width:120px" /><col /></colgroup>',
    '<th colspan="1" rowspan="1" style="text-align:right"><p>Rule</p></th>',
    '<td colspan="2" rowspan="1" colwidth="120,25"><p>NE</p></td>',
  ])
    expect(html).toContain(part);
});

test('what is read is read the same again', () => {
  const marks = [{ type: 'italic' }, { type: 'bold' }, { type: 'link', attrs: { href: 'https://a.example' } }];
  const firstDocument = readDocument(
    doc(paragraph(text('x', ...marks)), { type: 'image', attrs: { src: 'https://a.example/a b.png' } }),
    'body',
  );
  expect(readDocument(firstDocument, 'body')).toEqual(firstDocument);
});

test('it comes with its first words: of paragraphs, otherwise of any text, cut at a word', () => {
  const heading = { type: 'heading', attrs: { level: 1 }, content: [text('Head')] };
  const lines = paragraph(text('Red'), { type: 'hardBreak' }, text('tape'));
  expect(readBody(doc(heading, lines, paragraph(text('on'))), 'body').excerpt).toBe('Red tape on');
  expect(readBody(doc(heading), 'body').excerpt).toBe('Head');
  const { excerpt } = readBody(doc(paragraph(text('word '.repeat(100)))), 'body');
  expect(excerpt).toMatch(/^(word )+word…$/);
  expect(excerpt.length).toBeLessThanOrEqual(201);
});
