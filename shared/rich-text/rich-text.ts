/**
 * Rich text as plain values: sizes, font families and indent steps, the allowed values of each attribute, and the size
 * limits of a document (`docs/product/news-and-ads.md#rich-text`). The nodes and marks are in rich-text-schema.ts.
 */
export type RichMark = { type: string; attrs?: Record<string, unknown> };
export type RichNode = {
  type: string;
  attrs?: Record<string, unknown>;
  content?: RichNode[];
  marks?: RichMark[];
  text?: string;
};
export type RichDocument = RichNode & { type: 'doc' };

/** Sizes 1 to 7, in points. */
export const fontSizesPt = [8, 10, 12, 14, 18, 24, 36] as const;

export const fontFamilies = [
  'Arial',
  'Arial Black',
  'Comic Sans MS',
  'Courier New',
  'Georgia',
  'Impact',
  'Tahoma',
  'Times New Roman',
  'Verdana',
] as const;

export const isFontFamily = (value: unknown): value is (typeof fontFamilies)[number] =>
  (fontFamilies as readonly unknown[]).includes(value);

/** Pixels of one indent step. */
export const indentStep = 30;
export const maxIndent = 10;
/** The maximum number of columns that one table cell may span. */
export const maxCellSpan = 50;

/** The indent steps for the margin of a pasted element. */
export function parseIndent(margin: string): number {
  return Math.min(maxIndent, Math.max(0, Math.round((Number.parseFloat(margin) || 0) / indentStep)));
}

/** The maximum length of a document as JSON. It leaves room in a request, which can be 2 MiB. */
export const maxDocumentLength = 1_900_000;
export const maxDocumentNodes = 60_000;
export const maxDocumentDepth = 28;

/** Images without a size of their own are at most this wide. */
export const maxImageWidth = 720;
/** A paste with more images than this is flagged. */
export const maxPastedImages = 10;

const linkProtocols = ['https:', 'http:', 'mailto:', 'tel:'];

/** The URL if a link may lead to it, otherwise null. It is parsed as a browser parses it. */
export function linkAddress(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 2048 || !URL.canParse(value)) return null;
  const { protocol, href } = new URL(value);
  return linkProtocols.includes(protocol) ? href : null;
}

const ownPicture = /^\/media\/[\w-]{8,64}\.(?:png|jpg|gif|webp)$/;

/**
 * The URL of an image in our media store. Null for anything else: an image of another site would tell that site who reads the
 * page.
 */
export const imageAddress = (value: unknown): string | null =>
  typeof value === 'string' && ownPicture.test(value) ? value : null;

type Rule = (value: unknown) => unknown;

const integerBetween =
  (min: number, max: number, fallback: unknown): Rule =>
  (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max ? value : fallback;
const oneOf =
  (...allowed: readonly string[]): Rule =>
  (value) =>
    typeof value === 'string' && allowed.includes(value) ? value : null;
const limitLength =
  (max: number): Rule =>
  (value) =>
    typeof value === 'string' && value !== '' ? value.slice(0, max) : null;
const fixedValue =
  (value: unknown): Rule =>
  () =>
    value;

const pixels: Rule = (value) => {
  const number = typeof value === 'string' && /^\d+(?:\.\d+)?(?:px)?$/.test(value) ? Number.parseFloat(value) : value;
  return typeof number === 'number' && number >= 1 && number <= 4000 ? Math.round(number) : null;
};
/** The width in pixels of each column that a cell spans. 0 for a column without its own width. */
const columnWidths: Rule = (value) =>
  Array.isArray(value) &&
  value.length <= maxCellSpan &&
  value.every((width) => Number.isInteger(width) && (width === 0 || (width >= 25 && width <= 4000)))
    ? value
    : null;

const blockRules = { textAlign: oneOf('left', 'center', 'right', 'justify'), indent: integerBetween(0, maxIndent, 0) };
const cellRules = {
  colspan: integerBetween(1, maxCellSpan, 1),
  rowspan: integerBetween(1, 1000, 1),
  colwidth: columnWidths,
  align: oneOf('left', 'center', 'right'),
};

/** The rule of each attribute. It returns the value if it is allowed, otherwise the default. */
export const attributeRules: Readonly<Record<string, Readonly<Record<string, Rule>>>> = {
  paragraph: blockRules,
  heading: { ...blockRules, level: integerBetween(1, 6, 1) },
  blockquote: { indent: blockRules.indent },
  codeBlock: { language: (value) => (typeof value === 'string' && /^[\w+#-]{1,30}$/.test(value) ? value : null) },
  orderedList: { start: integerBetween(0, 1_000_000, 1), type: oneOf('a', 'A', 'i', 'I', '1') },
  image: { src: imageAddress, alt: limitLength(500), title: limitLength(500), width: pixels, height: pixels },
  tableCell: cellRules,
  tableHeader: cellRules,
  link: {
    href: linkAddress,
    title: limitLength(500),
    class: fixedValue(null),
    target: fixedValue('_blank'),
    rel: fixedValue('noopener noreferrer nofollow'),
  },
  textStyle: { size: integerBetween(1, fontSizesPt.length, null), font: (value) => (isFontFamily(value) ? value : null) },
};
