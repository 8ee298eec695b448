import '@mantine/tiptap/styles.layer.css';
import { RichTextEditor } from '@mantine/tiptap';
import { useEditor } from '@tiptap/react';
import { useMemo, useState } from 'react';
import type { RichDocument } from '#shared/rich-text/rich-text.ts';
import { picture, richTextExtensions } from '#shared/rich-text/rich-text-schema.ts';
import classes from './Editor.module.css';
import type { SendImage } from './image-upload.ts';
import { insertPictures, pastedPictures } from './insert-pictures.ts';
import text from './RichText.module.css';
import { sizablePicture } from './picture-size.ts';
import { Toolbar } from './Toolbar.tsx';

type Props = {
  /** What it begins with, a document or HTML; afterwards the editor holds the document. */
  content: RichDocument | string | null;
  /** The accessible name of the text. */
  label: string;
  /** The id of what says why the text is refused. */
  error?: string | undefined;
  sendImage: SendImage;
  /** Called on every change with a way to read the document, which costs more than a key may. */
  onChange: (read: () => RichDocument) => void;
};

/** The rich-text editor (`spec: work §3 Rich text`). Comes as a chunk of its own: LazyEditor.tsx. */
export default function Editor({ content, label, error, sendImage, onChange }: Props) {
  const [extensions] = useState(() => [
    ...richTextExtensions.map((one) => (one === picture ? sizablePicture(picture) : one)),
    pastedPictures(sendImage),
  ]);
  // The same objects again, or the editor goes over its whole document each time that the screen around it is drawn.
  const [initial] = useState(() => (content && typeof content !== 'string' ? endingInParagraph(content) : content));
  const editorProps = useMemo(
    () => ({
      attributes: {
        'aria-label': label,
        role: 'textbox',
        'aria-multiline': 'true',
        class: text['text'] ?? '',
        ...(error ? { 'aria-invalid': 'true', 'aria-describedby': error } : {}),
      },
    }),
    [label, error],
  );
  const editor = useEditor({
    extensions,
    content: initial,
    shouldRerenderOnTransaction: false,
    editorProps,
    onUpdate: ({ editor: changed }) => onChange(() => changed.getJSON() as RichDocument),
  });
  return (
    <RichTextEditor editor={editor} className={classes['editor'] ?? ''} withTypographyStyles>
      <Toolbar editor={editor} onImages={(files) => void insertPictures(editor, files, sendImage)} />
      <RichTextEditor.Content className={classes['content'] ?? ''} />
    </RichTextEditor>
  );
}

/** The editor adds it as soon as it is touched, so that there is a line to write on; then that is no change of the writer's. */
function endingInParagraph(document: RichDocument): RichDocument {
  const { content = [] } = document;
  return content.at(-1)?.type === 'paragraph' ? document : { ...document, content: [...content, { type: 'paragraph' }] };
}
