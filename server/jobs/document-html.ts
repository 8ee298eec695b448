/** The editor's document as HTML, which is then made safe like any other (`spec: work §3 Rich text`). */
type Json = Readonly<Record<string, unknown>>;

/** Node names as editors write them, without case and underscores, and the element of each. */
const elements: Readonly<Record<string, string>> = {
  paragraph: 'p',
  blockquote: 'blockquote',
  bulletlist: 'ul',
  orderedlist: 'ol',
  listitem: 'li',
  table: 'table',
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

const nameOf = ({ type }: Json) => (typeof type === 'string' ? type.toLowerCase().replaceAll('_', '') : '');
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isJson) : []);
const attrsOf = ({ attrs }: Json): Json => (isJson(attrs) ? attrs : {});

export function documentHtml(node: Json): string {
  const inner = () => listOf(node['content']).map(documentHtml).join('');
  const attrs = attrsOf(node);
  const name = nameOf(node);
  switch (name) {
    case 'text':
      return marked(typeof node['text'] === 'string' ? escape(node['text']) : '', listOf(node['marks']));
    case 'hardbreak':
      return '<br>';
    case 'horizontalrule':
      return '<hr>';
    case 'image':
      return `<img${attributes(attrs, ['src', 'alt', 'title', 'width', 'height'])}>`;
    case 'codeblock':
      return `<pre><code>${inner()}</code></pre>`;
    case 'heading':
      return wrap(`h${[1, 2, 3, 4, 5, 6].find((level) => level === attrs['level']) ?? 1}`, blockStyle(attrs), inner());
  }
  const element = Object.hasOwn(elements, name) ? elements[name] : undefined;
  if (!element) return inner();
  return wrap(element, attributes(attrs, ['start', 'colspan', 'rowspan', 'colwidth']) + blockStyle(attrs), inner());
}

function marked(text: string, marks: readonly Json[]): string {
  return marks.reduce((html, mark) => {
    const name = nameOf(mark);
    const attrs = attrsOf(mark);
    if (name === 'link') return wrap('a', attributes(attrs, ['href']), html);
    if (name === 'textstyle' || name === 'highlight') return wrap('span', textStyle(name, attrs), html);
    const element = Object.hasOwn(markElements, name) ? markElements[name] : undefined;
    return element ? wrap(element, '', html) : html;
  }, text);
}

function textStyle(name: string, { color, fontSize, fontFamily, backgroundColor }: Json): string {
  if (name === 'highlight') return style({ 'background-color': color });
  return style({ color, 'font-size': fontSize, 'font-family': fontFamily, 'background-color': backgroundColor });
}

/** Pixels of one indent step (`spec: work §9`). */
const indentStep = 30;

function blockStyle({ textAlign, indent }: Json): string {
  return style({
    'text-align': textAlign,
    'margin-left': typeof indent === 'number' && indent > 0 ? `${indent * indentStep}px` : null,
  });
}

function style(rules: Json): string {
  const given = Object.entries(rules).filter(([, value]) => typeof value === 'string' && value !== '');
  return given.length ? ` style="${escape(given.map(([rule, value]) => `${rule}: ${String(value)}`).join('; '))}"` : '';
}

function attributes(attrs: Json, names: readonly string[]): string {
  return names
    .flatMap((name) => {
      const value = attrs[name];
      const text = Array.isArray(value) ? value.join(',') : value;
      return typeof text === 'string' || typeof text === 'number' ? [` ${name}="${escape(String(text))}"`] : [];
    })
    .join('');
}

const wrap = (element: string, attrs: string, inner: string) => `<${element}${attrs}>${inner}</${element}>`;
const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => signs[sign] ?? sign);
