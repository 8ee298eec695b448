import type { Editor } from '@tiptap/core';
import { imageAddress } from '#shared/rich-text/rich-text.ts';
import { tellFailure } from './image-upload.ts';

type Send = (file: Blob, width: number | null) => Promise<string>;

/**
 * Pictures that came inside of pasted text: those that carry their bytes are sent and get an address of ours; those that
 * only another program can see, such as `file:`, are taken out.
 */
export async function adoptPictures(editor: Editor, send: Send): Promise<void> {
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
