import '@mantine/tiptap/styles.layer.css';
import { RichTextEditor } from '@mantine/tiptap';
import { useEditor } from '@tiptap/react';
import { useMemo, useState } from 'react';
import { pictureNode, richTextExtensions } from '#shared/rich-text/rich-text-schema.ts';
import type { RichDocument } from '#shared/rich-text/rich-text.ts';
import classes from './Editor.module.css';
import type { ImageUploader } from './image-upload.ts';
import { insertPictures, createPastedPicturesExtension } from './insert-pictures.ts';
import { resizablePicture } from './PictureControls.tsx';
import textStyles from './RichText.module.css';
import { Toolbar, type ToolbarKind, toolbarLabels } from './Toolbar.tsx';

type Props = {
  /** The initial content is a document or HTML. After that, the editor holds the document. */
  content: RichDocument | string | null;
  /** A post has all controls, a description a short toolbar. */
  kind: ToolbarKind;
  /** The accessible name of the text. */
  label: string;
  /** The id of the error message. */
  error?: string | undefined;
  sendImage: ImageUploader;
  /** Called on every change with a function that reads the document, because reading it on every keystroke is slow. */
  onChange: (read: () => RichDocument) => void;
};

/** The rich-text editor (`docs/product/news-and-ads.md#rich-text`). `LazyEditor` loads it separately. */
export default function Editor({ content, kind, label, error, sendImage, onChange }: Props) {
  const [extensions] = useState(() => [
    ...richTextExtensions.map((extension) => (extension === pictureNode ? resizablePicture(pictureNode) : extension)),
    createPastedPicturesExtension(sendImage),
  ]);
  // The objects must be stable. Otherwise the editor checks its complete document on every render.
  const [initialContent] = useState(() => content && withFinalParagraph(content));
  const editorProps = useMemo(
    () => ({
      attributes: {
        'aria-label': label,
        role: 'textbox',
        'aria-multiline': 'true',
        class: (kind === 'description' ? textStyles['description'] : textStyles['richText']) ?? '',
        ...(error ? { 'aria-invalid': 'true', 'aria-describedby': error } : {}),
      },
    }),
    [kind, label, error],
  );
  const editor = useEditor({
    extensions,
    content: initialContent,
    shouldRerenderOnTransaction: false,
    editorProps,
    onUpdate: ({ editor: updatedEditor }) => onChange(() => updatedEditor.getJSON() as RichDocument),
  });
  return (
    <RichTextEditor editor={editor} labels={toolbarLabels} className={classes['editor'] ?? ''} withTypographyStyles>
      <Toolbar editor={editor} kind={kind} onImages={(files) => void insertPictures(editor, files, sendImage)} />
      <RichTextEditor.Content className={classes['content'] ?? ''} />
    </RichTextEditor>
  );
}

/** Adds a final paragraph, because the editor would otherwise add one on first use and count it as the author's change. */
function withFinalParagraph(content: RichDocument | string): RichDocument | string {
  if (typeof content === 'string') return content.endsWith('</p>') ? content : `${content}<p></p>`;
  const { content: blocks = [] } = content;
  return blocks.at(-1)?.type === 'paragraph' ? content : { ...content, content: [...blocks, { type: 'paragraph' }] };
}
