import { RichTextEditor } from '@mantine/tiptap';
import { type Editor, useEditorState } from '@tiptap/react';

/** Inserting a table, and, inside of one, its rows, columns and cells. */
export function TableControls({ editor }: { editor: Editor }) {
  const isInTable = useEditorState({ editor, selector: ({ editor: now }) => now.isActive('table') });
  return (
    <RichTextEditor.ControlsGroup>
      <RichTextEditor.TableInsert />
      {isInTable ? (
        <>
          <RichTextEditor.TableColumnBefore />
          <RichTextEditor.TableColumnAfter />
          <RichTextEditor.TableColumnDelete />
          <RichTextEditor.TableRowBefore />
          <RichTextEditor.TableRowAfter />
          <RichTextEditor.TableRowDelete />
          <RichTextEditor.TableToggleHeaderRow />
          <RichTextEditor.TableToggleHeaderColumn />
          <RichTextEditor.TableMergeCells />
          <RichTextEditor.TableSplitCell />
          <RichTextEditor.TableDelete />
        </>
      ) : null}
    </RichTextEditor.ControlsGroup>
  );
}
