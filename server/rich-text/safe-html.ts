import sanitize from 'sanitize-html';
import { imageAddress, linkAddress } from '#shared/rich-text/rich-text.ts';

const lengths = [/^\d{1,3}(?:\.\d+)?(?:px|pt|em|rem|%)$/];

/** What the editor can write (`spec: work §3 Rich text`); everything else is dropped. */
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
      'margin-left': lengths,
      'font-size': lengths,
      'font-family': [/^[\w\s,'"-]{1,100}$/],
      color: [/^#[0-9a-f]{3,8}$/i, /^rgb\(\s*\d{1,3}\s*,\s*\d{1,3}\s*,\s*\d{1,3}\s*\)$/],
      'background-color': [/^#[0-9a-f]{3,8}$/i],
    },
    col: { width: [/^\d{1,4}px$/] },
  },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['https'] },
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

/** How an element that HTML knows begins. */
const knownTag = new RegExp(
  `</?(?:${(Array.isArray(options.allowedTags) ? options.allowedTags : []).join('|')}|script|style|iframe|font|center|section|svg|form|input|button|video)\\b`,
  'i',
);

/**
 * Text may hold `<` too: it is HTML when it holds an element that HTML knows. The element's end is looked for once, behind the
 * first that begins, and not behind each: a text of beginnings alone would keep everybody else waiting for seconds.
 */
export function isHtml(text: string): boolean {
  const begins = text.search(knownTag);
  return begins >= 0 && text.includes('>', begins);
}

/** HTML with what the editor can write, and nothing else. */
export const safeHtml = (html: string): string => sanitize(html, options).trim();

/** The words of safe HTML, a line a block. */
export function plainWords(html: string): string {
  const spaced = html.replace(/<(?:br|hr)\s*\/?>|<\/(?:p|h[1-6]|li|tr|div|pre|blockquote)>/gi, '\n').replace(/<\/t[dh]>/gi, ' ');
  const bare = sanitize(spaced, { allowedTags: [], allowedAttributes: {} });
  return unescape(bare)
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
