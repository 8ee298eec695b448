import fc from 'fast-check';
import { fontFamilies, type RichDocument, type RichMark, type RichNode } from '#shared/rich-text/rich-text.ts';

const sampleText = fc
  .array(
    fc.oneof(
      fc.constantFrom(' ', '  ', 'Año nuevo', '<b>', '&amp;', '"', "'", '🚚', '12', 'ñ', '$&', '</p>', '{{x}}'),
      fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme-ascii' }),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((parts) => parts.join(''));
const url = fc.constantFrom('https://a.example/', 'https://a.example/?a=1&b=%22', 'mailto:dana@a.example', 'tel:+14025550188');
const optionalText = fc.option(
  fc.oneof(
    sampleText.filter((one) => one.trim() === one),
    fc.constant('123'),
    fc.constant('true'),
  ),
);

const link = fc.record({ href: url, title: optionalText }).map(({ href, title }): RichMark => ({
  type: 'link',
  attrs: { href, target: '_blank', rel: 'noopener noreferrer nofollow', class: null, title },
}));
const textStyle = fc
  .record({ size: fc.option(fc.integer({ min: 1, max: 7 })), font: fc.option(fc.constantFrom(...fontFamilies)) })
  .filter(({ size, font }) => size !== null || font !== null)
  .map((attrs): RichMark => ({ type: 'textStyle', attrs }));
const plainMarks = fc
  .subarray(['bold', 'italic', 'underline', 'strike'])
  .map((types) => types.map((type): RichMark => ({ type })));
const marks = fc.oneof(
  fc.constant<RichMark[]>([{ type: 'code' }]),
  fc
    .tuple(plainMarks, fc.option(link), fc.option(textStyle))
    .map(([plain, ...optionalMarks]) => [...plain, ...optionalMarks.filter((mark) => mark !== null)]),
);
const text = fc.record({ type: fc.constant('text'), text: sampleText, marks });
const inlineContent = fc.array(fc.oneof({ arbitrary: text, weight: 5 }, fc.constant<RichNode>({ type: 'hardBreak' })), {
  maxLength: 5,
});

const alignment = fc.option(fc.constantFrom('left', 'center', 'right', 'justify'));
const indent = fc.integer({ min: 0, max: 10 });
const paragraph = fc
  .record({ textAlign: alignment, indent, content: inlineContent })
  .map(({ content, ...attrs }): RichNode => ({ type: 'paragraph', attrs, content }));
const heading = fc
  .record({ textAlign: alignment, indent, level: fc.integer({ min: 1, max: 6 }), content: inlineContent })
  .map(({ content, ...attrs }): RichNode => ({ type: 'heading', attrs, content }));
const codeBlock = fc
  .record({ language: fc.option(fc.constantFrom('ts', 'c++', 'c#')), text: sampleText })
  .map(({ language, text: lines }): RichNode => ({
    type: 'codeBlock',
    attrs: { language },
    content: [{ type: 'text', text: `${lines}\n  ${lines}` }],
  }));
const image = fc
  .record({
    src: fc.constantFrom('/media/abcdefgh12345678.webp', '/media/zyxwvuts87654321.png'),
    alt: optionalText,
    title: optionalText,
    width: fc.option(fc.integer({ min: 1, max: 4000 })),
    height: fc.option(fc.integer({ min: 1, max: 4000 })),
  })
  .map((attrs): RichNode => ({ type: 'image', attrs }));

const { block } = fc.letrec<{ block: RichNode; table: RichNode; list: RichNode; quote: RichNode; blocks: RichNode[] }>((tie) => ({
  blocks: fc.array(tie('block'), { minLength: 1, maxLength: 2 }),
  quote: fc
    .record({ indent, content: tie('blocks') })
    .map(({ content, ...attrs }): RichNode => ({ type: 'blockquote', attrs, content })),
  list: fc
    .record({
      isOrdered: fc.boolean(),
      start: fc.integer({ min: 0, max: 5000 }),
      type: fc.option(fc.constantFrom('a', 'A', 'i', 'I')),
      items: fc.array(fc.tuple(paragraph, fc.array(tie('block'), { maxLength: 1 })), { minLength: 1, maxLength: 3 }),
    })
    .map(({ isOrdered, start, type, items }): RichNode => {
      const content = items.map(([first, rest]): RichNode => ({ type: 'listItem', content: [first, ...rest] }));
      return isOrdered ? { type: 'orderedList', attrs: { start, type }, content } : { type: 'bulletList', content };
    }),
  table: fc
    .record({
      columns: fc.integer({ min: 1, max: 3 }),
      rows: fc.integer({ min: 1, max: 3 }),
      isWide: fc.boolean(),
      isTall: fc.boolean(),
      widths: fc.option(fc.array(fc.constantFrom(25, 120, 400), { minLength: 3, maxLength: 3 })),
      align: fc.option(fc.constantFrom('left', 'center', 'right')),
      cells: fc.array(tie('blocks'), { minLength: 9, maxLength: 9 }),
    })
    .map(buildTable),
  block: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    paragraph,
    heading,
    codeBlock,
    image,
    fc.constant<RichNode>({ type: 'horizontalRule' }),
    tie('quote'),
    tie('list'),
    tie('table'),
  ),
}));

type Table = {
  columns: number;
  rows: number;
  /** Whether a cell spans the first row or the first column. */
  isWide: boolean;
  isTall: boolean;
  widths: number[] | null;
  align: string | null;
  cells: RichNode[][];
};

function buildTable({ columns, rows, isWide, isTall, widths, align, cells }: Table): RichNode {
  const buildCell = (rowIndex: number, column: number, colspan: number, rowspan: number): RichNode => ({
    type: rowIndex === 0 ? 'tableHeader' : 'tableCell',
    attrs: { colspan, rowspan, colwidth: widths?.slice(column, column + colspan) ?? null, align },
    content: cells[rowIndex * 3 + column] ?? [],
  });
  const content = Array.from({ length: rows }, (_, rowIndex): RichNode => {
    if (rowIndex === 0 && isWide) return { type: 'tableRow', content: [buildCell(rowIndex, 0, columns, 1)] };
    const hasSpannedColumn = isTall && columns > 1;
    const firstSpannedRow = isWide ? 1 : 0;
    const columnIndexes = Array.from({ length: columns }, (_one, column) => column).filter(
      (column) => !hasSpannedColumn || column > 0 || rowIndex === firstSpannedRow,
    );
    return {
      type: 'tableRow',
      content: columnIndexes.map((column) =>
        buildCell(rowIndex, column, 1, hasSpannedColumn && column === 0 ? rows - firstSpannedRow : 1),
      ),
    };
  });
  return { type: 'table', content };
}

/**
 * Generates random documents as the editor writes them, with every node, mark and attribute. Each ends with a paragraph,
 * because the editor always keeps a line to write on.
 */
export const richDocuments: fc.Arbitrary<RichDocument> = fc
  .tuple(fc.array(block, { maxLength: 5 }), paragraph)
  .map(([blocks, last]) => ({ type: 'doc', content: [...blocks, last].map(joinAdjacentText) }));

/** Joins adjacent texts with the same marks, as the editor does. */
function joinAdjacentText(node: RichNode): RichNode {
  const content = node.content?.map(joinAdjacentText).reduce<RichNode[]>((before, next) => {
    const last = before.at(-1);
    const isSame = last?.type === 'text' && next.type === 'text' && JSON.stringify(last.marks) === JSON.stringify(next.marks);
    return isSame && last ? [...before.slice(0, -1), { ...last, text: `${last.text}${next.text}` }] : [...before, next];
  }, []);
  return content ? { ...node, content } : node;
}
