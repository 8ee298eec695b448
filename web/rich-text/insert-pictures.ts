import { type Editor, Extension } from '@tiptap/core';
import { Plugin, Selection } from '@tiptap/pm/state';
import { messages } from '#shared/messages.ts';
import { mostPastedImages } from '#shared/rich-text.ts';
import { toast } from '#web/ui/toast.ts';
import { picturesOf, type SendImage, toJpeg } from './image-upload.ts';

/** Sends pictures one after the other and puts each where the cursor is, which goes on behind it. */
export async function insertPictures(editor: Editor, files: readonly File[], sendImage: SendImage): Promise<void> {
  for (const file of files) {
    try {
      const src = await sendImage(file);
      if (editor.isDestroyed) return;
      editor
        .chain()
        .focus()
        .setImage({ src, alt: '' })
        .command(({ tr }) => Boolean(tr.setSelection(Selection.near(tr.doc.resolve(tr.selection.to)))))
        .run();
    } catch (error) {
      toast.error(error instanceof Error && error.message === messages.noCanvas ? error : messages.imageUploadFailed);
    }
  }
}

/** Pictures that are pasted or dropped become jpeg first; more than ten at once are flagged (`spec: work §5`). */
export const pastedPictures = (sendImage: SendImage): Extension =>
  Extension.create({
    name: 'pastedPictures',
    addProseMirrorPlugins() {
      const take = (data: DataTransfer | null): boolean => {
        const pictures = picturesOf(data);
        if (pictures.length > mostPastedImages)
          toast.warning(`${pictures.length} pictures at once. More than ${mostPastedImages} make a text slow to read.`);
        void insertPictures(this.editor, pictures, async (file) => sendImage(await toJpeg(file)));
        return pictures.length > 0;
      };
      return [
        new Plugin({
          props: {
            handlePaste: (_view, event) => take(event.clipboardData),
            handleDrop: (_view, event, _slice, isMoved) => !isMoved && take(event.dataTransfer),
          },
        }),
      ];
    },
  });
