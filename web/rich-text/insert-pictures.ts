import { type Editor, Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import { mostPastedImages, imageAddress } from '#shared/rich-text/rich-text.ts';
import { toast } from '#web/ui/toast.ts';
import { inOneRequest, picturesOf, type SendImage, tellFailure, toJpeg } from './image-upload.ts';

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

type Send = (file: Blob, width: number | null) => Promise<string>;

/**
 * Pictures that came inside of pasted text: those that carry their bytes are sent and get an address of ours; those that
 * only another program can see, such as `file:`, are taken out.
 */
async function adoptPictures(editor: Editor, send: Send): Promise<void> {
  for (const { src, width } of strangers(editor)) {
    const address = await adopt(src, width, send);
    if (editor.isDestroyed) return;
    replace(editor, src, address);
  }
}

async function adopt(src: string, width: number | null, send: Send): Promise<string | null> {
  const blob = blobOf(src);
  if (!blob) return null;
  try {
    return await send(blob, width);
  } catch (error) {
    tellFailure(error);
    return null;
  }
}

/** The pictures whose address the server would not keep, each address once. */
function strangers(editor: Editor): { src: string; width: number | null }[] {
  const found = new Map<string, number | null>();
  editor.state.doc.descendants((node) => {
    const src = node.type.name === 'image' ? String(node.attrs['src'] ?? '') : null;
    if (src !== null && imageAddress(src) === null) found.set(src, Number(node.attrs['width']) || null);
  });
  return [...found].map(([src, width]) => ({ src, width }));
}

/** Wherever the picture stands by now; from the end, so that what is taken out moves nothing that follows. */
function replace(editor: Editor, from: string, to: string | null): void {
  const { tr } = editor.state;
  const places: { at: number; size: number }[] = [];
  tr.doc.descendants((node, at) => {
    if (node.type.name === 'image' && node.attrs['src'] === from) places.push({ at, size: node.nodeSize });
  });
  for (const { at, size } of places.toReversed()) {
    if (to) tr.setNodeAttribute(at, 'src', to);
    else tr.delete(at, at + size);
  }
  editor.view.dispatch(tr);
}

const dataAddress = /^data:(image\/[a-z+.-]+);base64,([a-z0-9+/=\s]+)$/i;

function blobOf(src: string): Blob | null {
  const [, type = '', content = ''] = dataAddress.exec(src) ?? [];
  if (!content) return null;
  const bytes = Uint8Array.from(atob(content.replace(/\s/g, '')), (sign) => sign.charCodeAt(0));
  return new Blob([bytes], { type });
}

/** Sends pictures one after the other and puts each where the cursor is, which goes on in a line of its own behind it. */
export async function insertPictures(editor: Editor, files: readonly File[], sendImage: SendImage): Promise<void> {
  for (const file of files) {
    try {
      const src = await sendImage(await inOneRequest(file));
      if (editor.isDestroyed) return;
      const picture = { type: 'image', attrs: { src, alt: '' } };
      editor
        .chain()
        .focus()
        .insertContent([picture, { type: 'paragraph' }])
        .run();
    } catch (error) {
      tellFailure(error);
    }
  }
}

/**
 * Pictures that are pasted or dropped become jpeg first; more than ten at once are flagged (`spec: work §5`). A word processor
 * puts a picture of the text beside the text: then the text is what is meant, and the pictures inside of it.
 */
export const pastedPictures = (sendImage: SendImage): Extension =>
  Extension.create({
    name: 'pastedPictures',
    addProseMirrorPlugins() {
      const { editor } = this;
      const sendAsJpeg = async (file: Blob, width: number | null = null) => sendImage(await toJpeg(file, width));
      const take = (data: DataTransfer | null): boolean => {
        const html = data?.getData('text/html') ?? '';
        const pictures = holdsWords(html) ? [] : picturesOf(data);
        const count = pictures.length || countPictures(html);
        if (count > mostPastedImages)
          toast.warning(`You pasted ${count} images. More than ${mostPastedImages} can slow the page down.`);
        if (pictures.length > 0) void insertPictures(editor, pictures, sendAsJpeg);
        else if (count > 0) queueMicrotask(() => void adoptPictures(editor, sendAsJpeg));
        return pictures.length > 0;
      };
      return [
        new Plugin({
          props: {
            transformPastedHTML: (html) => wordLists(cleanPasted(html)),
            handlePaste: (_view, event) => take(event.clipboardData),
            handleDrop: (_view, event, _slice, isMoved) => !isMoved && take(event.dataTransfer),
          },
        }),
      ];
    },
  });

/**
 * Word writes a list as paragraphs that look like one: `mso-list:l0 level1` in their style, and their bullet or number as
 * text. As lists again, with what is marked as the bullet left out; all else stays as it came.
 */
function wordLists(html: string): string {
  if (!/mso-list:/i.test(html)) return html;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const seen = new Set<Element>();
  for (const paragraph of body.querySelectorAll('p')) {
    if (seen.has(paragraph) || !levelOf(paragraph)) continue;
    const run = runFrom(paragraph);
    for (const one of run) seen.add(one);
    rebuild(run);
  }
  return body.innerHTML;
}

function levelOf(element: Element): number | null {
  const [, level] = /mso-list:\s*\S+\s+level(\d)/i.exec(element.getAttribute('style') ?? '') ?? [];
  return level ? Number(level) : null;
}

/** The paragraph and those after it that belong to the same list of lists. */
function runFrom(first: Element): Element[] {
  const run = [first];
  for (let next = first.nextElementSibling; next && levelOf(next); next = next.nextElementSibling) run.push(next);
  return run;
}

type Open = { level: number; list: HTMLElement; item: HTMLElement };

function rebuild(run: readonly Element[]): void {
  const open: Open[] = [];
  for (const paragraph of run) {
    const level = levelOf(paragraph) ?? 1;
    const { isOrdered, start } = takeMarker(paragraph);
    while ((open.at(-1)?.level ?? 0) > level) open.pop();
    let top = open.at(-1);
    if (top?.level === level && (top.list.tagName === 'OL') !== isOrdered) {
      open.pop();
      top = open.at(-1);
    }
    const item = document.createElement('li');
    if (top?.level === level) {
      top.list.append(item);
      top.item = item;
    } else {
      const list = document.createElement(isOrdered ? 'ol' : 'ul');
      if (start > 1) list.setAttribute('start', String(start));
      if (top) top.item.append(list);
      else paragraph.before(list);
      list.append(item);
      open.push({ level, list, item });
    }
    item.append(paragraph);
  }
}

/** Takes the bullet out of the paragraph and says what it was. */
function takeMarker(paragraph: Element): { isOrdered: boolean; start: number } {
  const marker = [...paragraph.querySelectorAll('span')].find((span) =>
    /mso-list:\s*ignore/i.test(span.getAttribute('style') ?? ''),
  );
  const sign = marker?.textContent?.trim() ?? '';
  marker?.remove();
  return { isOrdered: /^\w{1,4}[.)]/.test(sign) && sign[0] !== 'o', start: Number.parseInt(sign, 10) || 1 };
}
