import sanitize from 'sanitize-html';
import { imageAddress, linkAddress } from '#shared/rich-text/rich-text.ts';

const lengthPatterns = [/^\d{1,3}(?:\.\d+)?(?:px|pt|em|rem|%)$/];

/** What the editor can write (`docs/product/news-and-ads.md#rich-text`). Everything else is removed. */
const options: sanitize.IOptions = {
  allowedTags: (
    'p h1 h2 h3 h4 h5 h6 blockquote pre code hr br ol ul li a img table thead tbody tr td th colgroup col ' +
    'strong b em i u s sub sup span div'
  ).split(' '),
  allowedAttributes: {
    a: ['href', 'rel', 'target', 'title'],
    img: ['src', 'alt', 'title', 'width', 'height', 'loading'],
    ol: ['start', 'type'],
    td: ['colspan', 'rowspan', 'colwidth'],
    th: ['colspan', 'rowspan', 'colwidth'],
    '*': ['style'],
  },
  allowedClasses: { code: [/^language-[\w+#-]{1,30}$/] },
  allowedStyles: {
    '*': {
      'text-align': [/^(?:left|right|center|justify)$/],
      'margin-left': lengthPatterns,
      'font-size': lengthPatterns,
      'font-family': [/^[\w\s,'"-]{1,100}$/],
      color: [/^#[0-9a-f]{3,8}$/i, /^rgb\(\s*\d{1,3}\s*,\s*\d{1,3}\s*,\s*\d{1,3}\s*\)$/],
      'background-color': [/^#[0-9a-f]{3,8}$/i],
    },
    col: { width: [/^\d{1,4}px$/] },
  },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowedSchemesByTag: { img: [] },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs['src'],
  allowProtocolRelative: false,
  nestingLimit: 120,
  transformTags: {
    a: (tagName, { href, ...attribs }) => ({
      tagName,
      attribs: { ...(linkAddress(href) ? { href } : {}), ...attribs, rel: 'nofollow noopener noreferrer', target: '_blank' },
    }),
    img: (tagName, { src, ...attribs }) => ({ tagName, attribs: { ...(imageAddress(src) ? { src } : {}), ...attribs } }),
  },
};

/** Matches the start of a known HTML element. */
const knownTag = new RegExp(
  `</?(?:${(Array.isArray(options.allowedTags) ? options.allowedTags : []).join('|')}|script|style|iframe|font|center|section|svg|form|input|button|video)\\b`,
  'i',
);

/**
 * Whether a text contains a known HTML element. Plain text can contain `<` too. The end of an element is searched for only
 * once, because a text with many unclosed elements would otherwise take seconds.
 */
export function isHtml(text: string): boolean {
  const startIndex = text.search(knownTag);
  return startIndex >= 0 && text.includes('>', startIndex);
}

/** Removes everything that the editor cannot write. */
export const safeHtml = (html: string): string => sanitize(html, options).trim();

/** Returns the text of safe HTML, with one line per block. */
export function plainWords(html: string): string {
  const spacedHtml = html
    .replace(/<(?:br|hr)\s*\/?>|<\/(?:p|h[1-6]|li|tr|div|pre|blockquote)>/gi, '\n')
    .replace(/<\/t[dh]>/gi, ' ');
  const plainText = sanitize(spacedHtml, { allowedTags: [], allowedAttributes: {} });
  return unescape(plainText)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim();
}

const unescape = (text: string) =>
  text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&nbsp;/g, ' ')
    .replace(/&amp;/g, '&');
