import { type Editor, Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import { mostPastedImages } from '#shared/rich-text/rich-text.ts';
import { toast } from '#web/ui/toast.ts';
import { cleanPasted, countPictures, holdsWords } from './clean-pasted.ts';
import { inOneRequest, picturesOf, type SendImage, tellFailure, toJpeg } from './image-upload.ts';
import { wordLists } from './word-lists.ts';
import { adoptPictures } from './adopt-pictures.ts';

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
