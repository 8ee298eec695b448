import { RichTextEditor } from '@mantine/tiptap';
import '@mantine/tiptap/styles.layer.css';
import { useEditor } from '@tiptap/react';
import { useMemo, useState } from 'react';
import { picture, richTextExtensions } from '#shared/rich-text/rich-text-schema.ts';
import type { RichDocument } from '#shared/rich-text/rich-text.ts';
import classes from './Editor.module.css';
import { sizablePicture } from './PictureControls.tsx';
import text from './RichText.module.css';
import { Toolbar, toolbarLabels } from './Toolbar.tsx';
import type { SendImage } from './image-upload.ts';
import { insertPictures, pastedPictures } from './insert-pictures.ts';

type Props = {
  /** The initial content, a document or HTML. Afterward the editor holds the document. */
  content: RichDocument | string | null;
  /** The accessible name of the text. */
  label: string;
  /** The id of the error message. */
  error?: string | undefined;
  sendImage: SendImage;
  /** Called on every change with a function that reads the document, because reading it for every key would be slow. */
  onChange: (read: () => RichDocument) => void;
};

/** The rich-text editor (`docs/product/news-and-ads.md#rich-text`). It is loaded separately, see LazyEditor.tsx. */
export default function Editor({ content, label, error, sendImage, onChange }: Props) {
  const [extensions] = useState(() => [
    ...richTextExtensions.map((one) => (one === picture ? sizablePicture(picture) : one)),
    pastedPictures(sendImage),
  ]);
  // Stable objects, because otherwise the editor checks its whole document on every render of the screen.
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
    <RichTextEditor editor={editor} labels={toolbarLabels} className={classes['editor'] ?? ''} withTypographyStyles>
      <Toolbar editor={editor} onImages={(files) => void insertPictures(editor, files, sendImage)} />
      <RichTextEditor.Content className={classes['content'] ?? ''} />
    </RichTextEditor>
  );
}

/** The editor adds a final paragraph when it is first touched. Adding it here keeps that from counting as the writer's change. */
function endingInParagraph(document: RichDocument): RichDocument {
  const { content = [] } = document;
  return content.at(-1)?.type === 'paragraph' ? document : { ...document, content: [...content, { type: 'paragraph' }] };
}
