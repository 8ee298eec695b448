import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AppError } from '#server/errors.ts';
import { documentHtml } from './document-html.ts';
import { readDocument } from './read-document.ts';
import { safeHtml } from './safe-html.ts';

/** Harmful values, which the documents below have wherever a value can be. */
const hostileValue = fc.constantFrom<unknown>(
  'javascript:alert(1)',
  ' java\tscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'; background: url(javascript:alert(1))",
  '</style><script>alert(1)</script>',
  '//evil.example/x',
  'https://a.example/a.png',
  '/media/abcdefgh12345678.webp',
  'center',
  -1,
  Infinity,
  3,
  null,
  true,
  ['25', {}],
  [100, 200],
  { toString: 'x' },
);
const names = fc.constantFrom(
  ...'doc paragraph heading blockquote codeBlock horizontalRule image hardBreak orderedList bulletList listItem table tableRow tableCell tableHeader text script iframe __proto__ constructor'.split(
    ' ',
  ),
);
const marks = fc.constantFrom(...'bold italic underline strike code link textStyle onclick __proto__'.split(' '));
const keys = fc.constantFrom(
  ...'src href alt title width height level textAlign indent start type colspan rowspan colwidth align language size font class style onerror __proto__'.split(
    ' ',
  ),
);
const attrs = fc.dictionary(keys, hostileValue, { maxKeys: 5 });
const { node } = fc.letrec((tie) => ({
  node: fc.record(
    {
      type: names,
      attrs,
      text: fc.oneof(fc.string({ minLength: 1 }), hostileValue),
      marks: fc.array(fc.record({ type: marks, attrs }), { maxLength: 3 }),
      content: fc.oneof({ maxDepth: 4 }, fc.constant([]), fc.array(tie('node'), { maxLength: 3 })),
    },
    { requiredKeys: ['type'] },
  ),
}));
/** Documents that the schema often accepts: paragraphs and headings of text with marks. */
const likelyValidDocument = fc.record({
  type: fc.constant('doc'),
  content: fc.array(
    fc.record({
      type: fc.constantFrom('paragraph', 'heading'),
      attrs,
      content: fc.array(
        fc.record({
          type: fc.constant('text'),
          text: fc.oneof(fc.string({ minLength: 1 }), fc.constant('<script>alert(1)</script>')),
          marks: fc.array(fc.record({ type: fc.constantFrom('bold', 'italic', 'link', 'textStyle', 'code'), attrs }), {
            maxLength: 4,
          }),
        }),
        { maxLength: 4 },
      ),
    }),
    { minLength: 1, maxLength: 4 },
  ),
});

const base = 'https://haulboard.test';
const element = /<(\/?)([a-z0-9]+)((?:\s+[a-z-]+="[^"<>]*")*)\s*\/?>/g;
const allowed = new Set(
  'p h1 h2 h3 h4 h5 h6 blockquote pre code hr br ol ul li a img table tbody tr td th colgroup col strong em u s span'.split(' '),
);
const knownAttributes = new Set(
  'href rel target title src alt width height start type colspan rowspan colwidth style class'.split(' '),
);

/** Expects only known elements and attributes, with URLs that cannot run scripts. Everything else must be text. */
function expectInert(html: string): void {
  expect(html.replace(element, '')).not.toContain('<');
  for (const [, , name = '', input = ''] of html.matchAll(element)) {
    expect(allowed).toContain(name);
    for (const [, key = '', value = ''] of input.matchAll(/\s([a-z-]+)="([^"]*)"/g)) {
      expect(knownAttributes).toContain(key);
      if (key === 'href' || key === 'src')
        expect(['https:', 'http:', 'mailto:', 'tel:']).toContain(new URL(value.replaceAll('&amp;', '&'), base).protocol);
      if (key === 'style') expect(value).not.toMatch(/url|expression|javascript|[\\@]/i);
    }
  }
}

function read(input: unknown): ReturnType<typeof readDocument> | null {
  try {
    return readDocument(input, 'body');
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid') return null;
    throw error;
  }
}

test('any input is rejected with a message, or is inert and parses the same again', () => {
  const acceptedDocuments = { n: 0 };
  fc.assert(
    fc.property(fc.oneof(node, likelyValidDocument), (input) => {
      const document = read(input);
      if (!document) return;
      acceptedDocuments.n += 1;
      expect(readDocument(document, 'body')).toEqual(document);
      expectInert(safeHtml(documentHtml(document)));
    }),
    { numRuns: 1000 },
  );
  expect(acceptedDocuments.n).toBeGreaterThan(200);
});

test.each([Number.POSITIVE_INFINITY, 1e9, -1, 0.5, Number.NaN])(
  'a cell over %d columns makes no more of them than there may be',
  (colspan) => {
    const cell = (attrs: object) => ({ type: 'tableCell', attrs });
    const table = { type: 'table', content: [{ type: 'tableRow', content: [cell({ colspan }), cell({ colwidth: [90] })] }] };
    const html = documentHtml({ type: 'doc', content: [table] });
    expect(html.match(/<col[ >]/g)?.length).toBeLessThanOrEqual(51);
  },
);

/** Job descriptions also come from other editors, so HTML must be safe even without `readDocument`. */
test('what was never read is inert once it is made safe', () => {
  fc.assert(
    fc.property(node, (input) => expectInert(safeHtml(documentHtml(input as Record<string, unknown>)))),
    { numRuns: 500 },
  );
});
