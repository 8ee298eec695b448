import sanitize from 'sanitize-html';
import { invalid } from '#server/errors.ts';

const lengths = [/^\d{1,3}(?:\.\d+)?(?:px|pt|em|rem|%)$/];

/** What the editor can write (`spec: work §3 Rich text`); everything else is dropped. */
const options: sanitize.IOptions = {
  allowedTags: (
    'p h1 h2 h3 h4 h5 h6 blockquote pre code hr br ol ul li a img table thead tbody tr td th colgroup col ' +
    'strong b em i u s sub sup span div'
  ).split(' '),
  allowedAttributes: {
    a: ['href', 'rel', 'target'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    ol: ['start'],
    td: ['colspan', 'rowspan', 'colwidth'],
    th: ['colspan', 'rowspan', 'colwidth'],
    '*': ['style'],
  },
  allowedStyles: {
    '*': {
      'text-align': [/^(?:left|right|center|justify)$/],
      'margin-left': lengths,
      'font-size': lengths,
      'font-family': [/^[\w\s,'"-]{1,100}$/],
      color: [/^#[0-9a-f]{3,8}$/i, /^rgb\(\s*\d{1,3}\s*,\s*\d{1,3}\s*,\s*\d{1,3}\s*\)$/],
      'background-color': [/^#[0-9a-f]{3,8}$/i],
    },
  },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['https'] },
  allowProtocolRelative: false,
  nestingLimit: 50,
  transformTags: { a: sanitize.simpleTransform('a', { rel: 'nofollow noopener noreferrer', target: '_blank' }) },
};

/** Text may hold `<` too: it is HTML when it holds an element that HTML knows. */
const knownTag = new RegExp(
  `</?(?:${(Array.isArray(options.allowedTags) ? options.allowedTags : []).join('|')}|script|style|iframe|font|center|section|svg|form|input|button|video)\\b[^>]*>`,
  'i',
);

export type Description = { descriptionHtml: string; descriptionText: string };

/** Text or HTML as safe HTML and as plain words (`rest: Conventions`). */
export function readDescription(given: string): Description {
  const isHtml = knownTag.test(given);
  const descriptionHtml = isHtml ? sanitize(given, options).trim() : paragraphs(given);
  const descriptionText = plainWords(descriptionHtml);
  if (!descriptionText && !descriptionHtml.includes('<img')) throw invalid('job_description', 'Enter a job description');
  return { descriptionHtml, descriptionText };
}

function paragraphs(text: string): string {
  return text
    .trim()
    .split(/\r?\n\s*\r?\n/)
    .map((part) => `<p>${escape(part.trim()).replace(/\r?\n/g, '<br />')}</p>`)
    .join('');
}

function plainWords(html: string): string {
  const spaced = html.replace(/<(?:br|hr)\s*\/?>|<\/(?:p|h[1-6]|li|tr|div|pre|blockquote)>/gi, '\n').replace(/<\/t[dh]>/gi, ' ');
  const bare = sanitize(spaced, { allowedTags: [], allowedAttributes: {} });
  return unescape(bare)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim();
}

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => signs[sign] ?? sign);
const unescape = (text: string) =>
  text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&nbsp;/g, ' ')
    .replace(/&amp;/g, '&');
