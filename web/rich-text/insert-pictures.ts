import { type Editor, Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import { maxPastedImages, imageAddress } from '#shared/rich-text/rich-text.ts';
import { toast } from '#web/ui/toast.ts';
import { inOneRequest, picturesOf, type SendImage, toastFailure, toJpeg } from './image-upload.ts';
import { t } from '#web/texts/app.ts';

/** Removed from pasted HTML as text, before anything parses it. */
const comments = /<!--[\s\S]*?-->/g;
const unread = /<(style|script|title|xml)\b[\s\S]*?<\/\1\s*>/gi;
/** Controls and navigation of a web page. */
const controls = /<(nav|button|select|textarea|noscript|template|dialog)\b[\s\S]*?<\/\1\s*>/gi;
const ofPage = /<\/?(?:base|link|meta)\b[^>]*>/gi;
const handlers = /\s+on[a-z]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi;
const picture = /<img\b[^>]*>/gi;
const source = /\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i;

function addressOf(element: string): string {
  const [, double, single, bare] = source.exec(element) ?? [];
  return (double ?? single ?? bare ?? '').trim();
}

const isSeenHere = (element: string): boolean => /^(?:https:|data:image\/|\/media\/)/i.test(addressOf(element));
const isRemote = (element: string): boolean => /^https:/i.test(addressOf(element)) && imageAddress(addressOf(element)) === null;

/** Removes pictures of other websites before the editor parses the text, so that none is requested. */
const removeRemotePictures = (html: string): string => html.replace(picture, (element) => (isRemote(element) ? '' : element));

const wordsOf = (html: string): string => html.replace(/<[^>]*>|&nbsp;/g, ' ').trim();

/** Removes the text of menus and buttons, unless nothing else was copied. */
function withoutControls(html: string): string {
  const rest = html.replace(controls, '');
  return rest !== html && wordsOf(rest) === '' && rest.search(picture) < 0 ? html : rest;
}

/**
 * Removes comments, executable elements, and images that only another program can read (`file:`, `cid:`). The editor's
 * schema decides about everything else.
 */
export function cleanPasted(html: string): string {
  return withoutControls(html.replace(comments, '').replace(unread, ''))
    .replace(ofPage, '')
    .replace(handlers, '')
    .replace(picture, (element) => (isSeenHere(element) ? element : ''));
}

export const countPictures = (html: string): number => cleanPasted(html).match(/<img\b/gi)?.length ?? 0;

/** Whether there is anything besides one image. A copied image alone arrives as a file and as one element. */
export function hasText(html: string): boolean {
  return wordsOf(cleanPasted(html)) !== '' || countPictures(html) > 1;
}

type Send = (file: Blob, width: number | null) => Promise<string>;

/** Uploads the images that are embedded in pasted text and gives them our URL. Others that the server would not store are removed. */
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
    toastFailure(error);
    return null;
  }
}

/** Images with a URL that the server would not store, without duplicates. */
function strangers(editor: Editor): { src: string; width: number | null }[] {
  const found = new Map<string, number | null>();
  editor.state.doc.descendants((node) => {
    const src = node.type.name === 'image' ? String(node.attrs['src'] ?? '') : null;
    if (src !== null && imageAddress(src) === null) found.set(src, Number(node.attrs['width']) || null);
  });
  return [...found].map(([src, width]) => ({ src, width }));
}

/** Replaces the image wherever it is by now. It works from the end, so that removing one does not move the others. */
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

/** Uploads images one after the other and inserts each at the cursor, which continues on a new line. */
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
      toastFailure(error);
    }
  }
}

/**
 * Converts pasted and dropped images to JPEG and flags more than ten in one paste (`docs/product/news-and-ads.md#rich-text`). A
 * word processor adds a picture of the text to the text; then the text and its own images count.
 */
export const pastedPictures = (sendImage: SendImage): Extension =>
  Extension.create({
    name: 'pastedPictures',
    addProseMirrorPlugins() {
      const { editor } = this;
      const sendAsJpeg = async (file: Blob, width: number | null = null) => sendImage(await toJpeg(file, width));
      const take = (data: DataTransfer | null): boolean => {
        const html = data?.getData('text/html') ?? '';
        const pictures = hasText(html) ? [] : picturesOf(data);
        const count = pictures.length || countPictures(html);
        if (count > maxPastedImages)
          toast.warning(t('editor.youPastedCountImagesMore', { count, mostPastedImages: maxPastedImages }));
        if (pictures.length === 0 && removeRemotePictures(html) !== html) toast.warning(t('editor.picturesOfOtherSites'));
        if (pictures.length > 0) void insertPictures(editor, pictures, sendAsJpeg);
        else if (count > 0) queueMicrotask(() => void adoptPictures(editor, sendAsJpeg));
        return pictures.length > 0;
      };
      return [
        new Plugin({
          props: {
            transformPastedHTML: (html) => wordLists(removeRemotePictures(cleanPasted(html))),
            handlePaste: (_view, event) => take(event.clipboardData),
            handleDrop: (_view, event, _slice, isMoved) => !isMoved && take(event.dataTransfer),
          },
        }),
      ];
    },
  });

/**
 * Word writes a list as paragraphs with `mso-list:l0 level1` in their style and the bullet or number as text. This turns
 * them into lists without that text. Everything else stays as it is.
 */
function wordLists(html: string): string {
  if (!/mso-list:/i.test(html)) return html;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const handled = new Set<Element>();
  for (const paragraph of body.querySelectorAll('p')) {
    if (handled.has(paragraph) || !levelOf(paragraph)) continue;
    const run = runFrom(paragraph);
    for (const one of run) handled.add(one);
    rebuild(run);
  }
  return body.innerHTML;
}

function levelOf(element: Element): number | null {
  const [, level] = /mso-list:\s*\S+\s+level(\d)/i.exec(element.getAttribute('style') ?? '') ?? [];
  return level ? Number(level) : null;
}

/** The paragraph and the following ones that belong to the same list. */
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
    const { isOrdered, start } = takeListMarker(paragraph);
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

/** Removes the bullet from the paragraph and returns what it was. */
function takeListMarker(paragraph: Element): { isOrdered: boolean; start: number } {
  const marker = [...paragraph.querySelectorAll('span')].find((span) =>
    /mso-list:\s*ignore/i.test(span.getAttribute('style') ?? ''),
  );
  const sign = marker?.textContent?.trim() ?? '';
  marker?.remove();
  return { isOrdered: /^\w{1,4}[.)]/.test(sign) && sign[0] !== 'o', start: Number.parseInt(sign, 10) || 1 };
}
