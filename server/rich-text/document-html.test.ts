import { expect, test } from 'vitest';
import { documentHtml } from './document-html.ts';

const text = (words: string, ...marks: object[]) => ({ type: 'text', text: words, marks });
const paragraph = (...content: object[]) => ({ type: 'paragraph', content });

test.each([
  [paragraph(text('a <b> & "c"')), '<p>a &lt;b&gt; &amp; &quot;c&quot;</p>'],
  [{ type: 'heading', attrs: { level: 9 }, content: [text('x')] }, '<h1>x</h1>'],
  [paragraph(text('x', { type: 'bold' }, { type: 'italic' }), { type: 'hardBreak' }), '<p><em><strong>x</strong></em><br></p>'],
  [
    { type: 'ordered_list', attrs: { start: 3 }, content: [{ type: 'list_item', content: [paragraph(text('x'))] }] },
    '<ol start="3"><li><p>x</p></li></ol>',
  ],
  [
    { ...paragraph(text('x')), attrs: { textAlign: 'center', indent: 2 } },
    '<p style="text-align: center; margin-left: 60px">x</p>',
  ],
  [text('x', { type: 'link', attrs: { href: 'https://a.example/"' } }), '<a href="https://a.example/&quot;">x</a>'],
  [
    { type: 'image', attrs: { src: '/media/abcdefgh12345678.png', width: 20, onload: 'x' } },
    '<img src="/media/abcdefgh12345678.png" width="20">',
  ],
  [{ type: 'unknown', content: [paragraph(text('kept'))] }, '<p>kept</p>'],
  [{ type: 'constructor', content: 'nonsense', marks: 7 }, ''],
])('%j', (node, html) => expect(documentHtml(node)).toBe(html));
