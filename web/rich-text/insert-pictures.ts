import { type Editor, Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import { maxPastedImages, imageAddress } from '#shared/rich-text/rich-text.ts';
import { t } from '#web/texts/app.ts';
import { toast } from '#web/ui/toast.ts';
import { shrinkForUpload, getImageFiles, type ImageUploader, showUploadError, toJpeg } from './image-upload.ts';
import { convertWordLists } from './word-lists.ts';

/** Pasted HTML is cleaned with these patterns before anything parses it. */
const commentPattern = /<!--[\s\S]*?-->/g;
const hiddenElementPattern = /<(style|script|title|xml)\b[\s\S]*?<\/\1\s*>/gi;
/** Controls and navigation of a web page. */
const pageControlPattern = /<(nav|button|select|textarea|noscript|template|dialog)\b[\s\S]*?<\/\1\s*>/gi;
const headElementPattern = /<\/?(?:base|link|meta)\b[^>]*>/gi;
const eventHandlerPattern = /\s+on[a-z]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi;
const imagePattern = /<img\b[^>]*>/gi;
const srcPattern = /\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i;

function getSrc(element: string): string {
  const [, doubleQuoted, singleQuoted, unquoted] = srcPattern.exec(element) ?? [];
  return (doubleQuoted ?? singleQuoted ?? unquoted ?? '').trim();
}

const isLoadable = (element: string): boolean => /^(?:https:|data:image\/|\/media\/)/i.test(getSrc(element));
const isRemote = (element: string): boolean => /^https:/i.test(getSrc(element)) && imageAddress(getSrc(element)) === null;

/** Removes pictures of other websites before the editor parses the HTML, because the browser would load them. */
const removeRemotePictures = (html: string): string =>
  html.replace(imagePattern, (element) => (isRemote(element) ? '' : element));

const getText = (html: string): string => html.replace(/<[^>]*>|&nbsp;/g, ' ').trim();

/** Removes the text of menus and buttons, unless nothing else was copied. */
function removeControls(html: string): string {
  const remainingHtml = html.replace(pageControlPattern, '');
  return remainingHtml !== html && getText(remainingHtml) === '' && remainingHtml.search(imagePattern) < 0 ? html : remainingHtml;
}

/**
 * Removes comments, executable elements, and images that only another program can read (`file:`, `cid:`). The editor's
 * schema removes everything else that it does not allow.
 */
export function cleanPasted(html: string): string {
  return removeControls(html.replace(commentPattern, '').replace(hiddenElementPattern, ''))
    .replace(headElementPattern, '')
    .replace(eventHandlerPattern, '')
    .replace(imagePattern, (element) => (isLoadable(element) ? element : ''));
}

export const countPictures = (html: string): number => cleanPasted(html).match(/<img\b/gi)?.length ?? 0;

/** Whether the HTML has text or several images. A copied image arrives both as a file and as HTML with one element. */
export function hasText(html: string): boolean {
  return getText(cleanPasted(html)) !== '' || countPictures(html) > 1;
}

type PictureUploader = (file: Blob, width: number | null) => Promise<string>;

/** Uploads the images embedded in pasted text and replaces their URLs. Images that the server would reject are removed. */
async function importPictures(editor: Editor, send: PictureUploader): Promise<void> {
  for (const { src, width } of externalPictures(editor)) {
    const url = await importPicture(src, width, send);
    if (editor.isDestroyed) return;
    replacePicture(editor, src, url);
  }
}

async function importPicture(src: string, width: number | null, send: PictureUploader): Promise<string | null> {
  const blob = toBlob(src);
  if (!blob) return null;
  try {
    return await send(blob, width);
  } catch (error) {
    showUploadError(error);
    return null;
  }
}

/** Returns the images with a URL that the server would reject, without duplicates. */
function externalPictures(editor: Editor): { src: string; width: number | null }[] {
  const widthBySrc = new Map<string, number | null>();
  editor.state.doc.descendants((node) => {
    const src = node.type.name === 'image' ? String(node.attrs['src'] ?? '') : null;
    if (src !== null && imageAddress(src) === null) widthBySrc.set(src, Number(node.attrs['width']) || null);
  });
  return [...widthBySrc].map(([src, width]) => ({ src, width }));
}

/**
 * Replaces the image's URL, or removes the image, wherever the user has moved it. The last image is changed first, because
 * removing an image shifts the positions of those after it.
 */
function replacePicture(editor: Editor, oldSrc: string, newSrc: string | null): void {
  const { tr } = editor.state;
  const positions: { position: number; size: number }[] = [];
  tr.doc.descendants((node, position) => {
    if (node.type.name === 'image' && node.attrs['src'] === oldSrc) positions.push({ position, size: node.nodeSize });
  });
  for (const { position, size } of positions.toReversed()) {
    if (newSrc) tr.setNodeAttribute(position, 'src', newSrc);
    else tr.delete(position, position + size);
  }
  editor.view.dispatch(tr);
}

const dataUrlPattern = /^data:(image\/[a-z+.-]+);base64,([a-z0-9+/=\s]+)$/i;

function toBlob(src: string): Blob | null {
  const [, type = '', content = ''] = dataUrlPattern.exec(src) ?? [];
  if (!content) return null;
  const bytes = Uint8Array.from(atob(content.replace(/\s/g, '')), (character) => character.charCodeAt(0));
  return new Blob([bytes], { type });
}

/** Uploads images one after the other and inserts each at the cursor, followed by a new line. */
export async function insertPictures(editor: Editor, files: readonly File[], sendImage: ImageUploader): Promise<void> {
  for (const file of files) {
    try {
      const src = await sendImage(await shrinkForUpload(file));
      if (editor.isDestroyed) return;
      const picture = { type: 'image', attrs: { src, alt: '' } };
      editor
        .chain()
        .focus()
        .insertContent([picture, { type: 'paragraph' }])
        .run();
    } catch (error) {
      showUploadError(error);
    }
  }
}

/**
 * Converts pasted and dropped images to JPEG and warns about more than ten in one paste
 * (`docs/product/news-and-ads.md#rich-text`). Word processors add a picture of the copied text, which is ignored.
 */
export const createPastedPicturesExtension = (sendImage: ImageUploader): Extension =>
  Extension.create({
    name: 'pastedPictures',
    addProseMirrorPlugins() {
      const { editor } = this;
      const sendAsJpeg = async (file: Blob, width: number | null = null) => sendImage(await toJpeg(file, width));
      const handlePictures = (data: DataTransfer | null): boolean => {
        const html = data?.getData('text/html') ?? '';
        const pictures = hasText(html) ? [] : getImageFiles(data);
        const count = pictures.length || countPictures(html);
        if (count > maxPastedImages) toast.warning(t('editor.tooManyPastedImages', { count, maxPastedImages }));
        if (pictures.length === 0 && removeRemotePictures(html) !== html) toast.warning(t('editor.remoteImagesRemoved'));
        if (pictures.length > 0) void insertPictures(editor, pictures, sendAsJpeg);
        else if (count > 0) queueMicrotask(() => void importPictures(editor, sendAsJpeg));
        return pictures.length > 0;
      };
      return [
        new Plugin({
          props: {
            transformPastedHTML: (html) => convertWordLists(removeRemotePictures(cleanPasted(html))),
            handlePaste: (_view, event) => handlePictures(event.clipboardData),
            handleDrop: (_view, event, _slice, isMoved) => !isMoved && handlePictures(event.dataTransfer),
          },
        }),
      ];
    },
  });
