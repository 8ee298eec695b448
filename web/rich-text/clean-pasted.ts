/** Pasted HTML as text, before anything parses it. */
const comments = /<!--[\s\S]*?-->/g;
const unread = /<(style|script|title|xml)\b[\s\S]*?<\/\1\s*>/gi;
/** What one presses on a page, and the ways through it. */
const controls = /<(nav|button|select|textarea|noscript|template|dialog)\b[\s\S]*?<\/\1\s*>/gi;
const ofPage = /<\/?(?:base|link|meta)\b[^>]*>/gi;
const handlers = /\s+on[a-z]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi;
const picture = /<img\b[^>]*>/gi;
const source = /\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i;

function isSeenHere(element: string): boolean {
  const [, double, single, bare] = source.exec(element) ?? [];
  return /^(?:https:|data:image\/|\/media\/)/i.test((double ?? single ?? bare ?? '').trim());
}

const wordsOf = (html: string): string => html.replace(/<[^>]*>|&nbsp;/g, ' ').trim();

/** Without the words of menus and buttons, unless nothing else was copied. */
function withoutControls(html: string): string {
  const rest = html.replace(controls, '');
  return rest !== html && wordsOf(rest) === '' && rest.search(picture) < 0 ? html : rest;
}

/**
 * Without what no reader sees, what would run, and pictures that only another program can see (`file:`, `cid:`). The editor's
 * schema decides about everything else.
 */
export function cleanPasted(html: string): string {
  return withoutControls(html.replace(comments, '').replace(unread, ''))
    .replace(ofPage, '')
    .replace(handlers, '')
    .replace(picture, (element) => (isSeenHere(element) ? element : ''));
}

export const countPictures = (html: string): number => cleanPasted(html).match(/<img\b/gi)?.length ?? 0;

/** Whether it says anything besides one picture: a copied picture alone comes as a file and as one element. */
export function holdsWords(html: string): boolean {
  return wordsOf(cleanPasted(html)) !== '' || countPictures(html) > 1;
}
