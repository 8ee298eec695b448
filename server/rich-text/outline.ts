import { escapeHtml } from '#server/http/escape-html.ts';
import { plainWords } from './safe-html.ts';

/**
 * Rich text as lines, which an AI service can read and write: each line is a heading (`## `), a list item (`- `) or a
 * paragraph.
 */

/** The outline of safe HTML. Pictures and formats are lost. */
export function outlineOf(html: string): string {
  const marked = html
    .replace(/<h[1-6][^>]*>/gi, '<p>## ')
    .replace(/<\/h[1-6]>/gi, '</p>')
    .replace(/<li[^>]*>(?:\s*<p[^>]*>)?/gi, '<li>- ');
  return plainWords(marked);
}

const heading = /^#{1,6}\s+(.+)$/;
const item = /^[-*•]\s+(.+)$/;
/** A line that is only a bold text, which some services write for a heading. */
const boldLine = /^\*\*([^*]+)\*\*:?$/;

/** The HTML of an outline. Everything in it is text, also what looks like HTML. */
export function outlineHtml(outline: string): string {
  const blocks: string[] = [];
  let items: string[] = [];
  const endList = () => {
    if (items.length > 0) blocks.push(`<ul>${items.map((one) => `<li><p>${one}</p></li>`).join('')}</ul>`);
    items = [];
  };
  for (const line of outline.split('\n').map((one) => one.trim())) {
    const listItem = item.exec(line)?.[1];
    if (listItem !== undefined) {
      items.push(textOf(listItem));
      continue;
    }
    endList();
    const title = heading.exec(line)?.[1] ?? boldLine.exec(line)?.[1];
    if (title !== undefined) blocks.push(`<h3>${textOf(title)}</h3>`);
    else if (line !== '') blocks.push(`<p>${textOf(line)}</p>`);
  }
  endList();
  return blocks.join('');
}

const textOf = (text: string) => escapeHtml(text.replaceAll('**', '').trim());
