import { escapeHtml } from '#server/http/escape-html.ts';
import { fontSizesPt, indentStep, isFontFamily, maxCellSpan } from '#shared/rich-text/rich-text.ts';

/** A part of the editor's document. Its HTML is sanitized like any other HTML (`docs/product/news-and-ads.md#rich-text`). */
type Json = Readonly<Record<string, unknown>>;

/** The HTML element of each node name, as various editors write it, without case and underscores. */
const elements: Readonly<Record<string, string>> = {
  paragraph: 'p',
  blockquote: 'blockquote',
  bulletlist: 'ul',
  orderedlist: 'ol',
  listitem: 'li',
  tablerow: 'tr',
  tablecell: 'td',
  tableheader: 'th',
};

const markElements: Readonly<Record<string, string>> = {
  bold: 'strong',
  strong: 'strong',
  italic: 'em',
  em: 'em',
  underline: 'u',
  strike: 's',
  code: 'code',
  subscript: 'sub',
  superscript: 'sup',
};

const getName = ({ type }: Json) => (typeof type === 'string' ? type.toLowerCase().replaceAll('_', '') : '');
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const toParts = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isJson) : []);
const getAttributes = ({ attrs }: Json): Json => (isJson(attrs) ? attrs : {});

export function documentHtml(node: Json): string {
  const renderContent = () => toParts(node['content']).map(documentHtml).join('');
  const attrs = getAttributes(node);
  const name = getName(node);
  switch (name) {
    case 'text':
      return applyMarks(typeof node['text'] === 'string' ? escapeHtml(node['text']) : '', toParts(node['marks']));
    case 'hardbreak':
      return '<br>';
    case 'horizontalrule':
      return '<hr>';
    case 'image':
      return `<img${attributes(attrs, ['src', 'alt', 'title', 'width', 'height'])}>`;
    case 'codeblock':
      return `<pre>${wrap('code', languageClass(attrs), renderContent())}</pre>`;
    case 'heading':
      return wrap(`h${[1, 2, 3, 4, 5, 6].find((level) => level === attrs['level']) ?? 1}`, blockStyle(attrs), renderContent());
    case 'table':
      return wrap('table', '', columns(node) + wrap('tbody', '', renderContent()));
  }
  const element = Object.hasOwn(elements, name) ? elements[name] : undefined;
  if (!element) return renderContent();
  return wrap(
    element,
    attributes(attrs, ['start', 'type', 'colspan', 'rowspan', 'colwidth']) + blockStyle(attrs),
    renderContent(),
  );
}

/** A document that did not go through `readDocument` can claim any number of columns. */
const getColumnSpan = (colspan: unknown) =>
  typeof colspan === 'number' && colspan >= 1 ? Math.min(Math.floor(colspan), maxCellSpan) : 1;

/** Takes the column widths from the cells of the first row. A column without a width gets the remaining space. */
function columns(table: Json): string {
  const [row] = toParts(table['content']);
  const widths = toParts(row?.['content']).flatMap((cell) => {
    const { colwidth, colspan } = getAttributes(cell);
    return Array.isArray(colwidth) ? colwidth.slice(0, maxCellSpan) : Array.from({ length: getColumnSpan(colspan) }, () => 0);
  });
  if (!widths.some((width) => typeof width === 'number' && width > 0)) return '';
  const cols = widths.map((width) => (typeof width === 'number' && width > 0 ? `<col style="width: ${width}px">` : '<col>'));
  return `<colgroup>${cols.join('')}</colgroup>`;
}

function applyMarks(text: string, marks: readonly Json[]): string {
  return marks.reduce((html, mark) => {
    const name = getName(mark);
    const attrs = getAttributes(mark);
    if (name === 'link') return wrap('a', attributes(attrs, ['href', 'title']), html);
    if (name === 'textstyle' || name === 'highlight') return wrap('span', textStyle(name, attrs), html);
    const element = Object.hasOwn(markElements, name) ? markElements[name] : undefined;
    return element ? wrap(element, '', html) : html;
  }, text);
}

/** `size` and `font` are our editor's attributes. The others are the names that other editors use. */
function textStyle(name: string, { color, size, font, fontSize, fontFamily, backgroundColor }: Json): string {
  if (name === 'highlight') return style({ 'background-color': color });
  const points = typeof size === 'number' ? fontSizesPt[size - 1] : undefined;
  return style({
    color,
    'font-size': points ? `${points}pt` : fontSize,
    'font-family': isFontFamily(font) ? font : fontFamily,
    'background-color': backgroundColor,
  });
}

const languageClass = ({ language }: Json) =>
  typeof language === 'string' && language ? ` class="language-${escapeHtml(language)}"` : '';

function blockStyle({ textAlign, align, indent }: Json): string {
  return style({
    'text-align': textAlign ?? align,
    'margin-left': typeof indent === 'number' && indent > 0 ? `${indent * indentStep}px` : null,
  });
}

function style(rules: Json): string {
  const declarations = Object.entries(rules).filter(([, value]) => typeof value === 'string' && value !== '');
  return declarations.length
    ? ` style="${escapeHtml(declarations.map(([rule, value]) => `${rule}: ${String(value)}`).join('; '))}"`
    : '';
}

function attributes(attrs: Json, names: readonly string[]): string {
  return names
    .flatMap((name) => {
      const value = attrs[name];
      const text = Array.isArray(value) ? value.join(',') : value;
      return typeof text === 'string' || typeof text === 'number' ? [` ${name}="${escapeHtml(String(text))}"`] : [];
    })
    .join('');
}

const wrap = (element: string, attrs: string, inner: string) => `<${element}${attrs}>${inner}</${element}>`;
