import { Button, FileButton, NativeSelect, NumberInput } from '@mantine/core';
import { RichTextEditor, type RichTextEditorLabels } from '@mantine/tiptap';
import { IconChevronDown, IconChevronUp, IconIndentDecrease, IconIndentIncrease, IconPhotoPlus } from '@tabler/icons-react';
import { type Editor, useEditorState } from '@tiptap/react';
import { useState } from 'react';
import { fontFamilies, fontSizesPt } from '#shared/rich-text/rich-text.ts';
import { t } from '#web/texts/app.ts';
import classes from './Editor.module.css';
import { imageTypes } from './image-upload.ts';
import { PdfControl } from './PdfControl.tsx';
import { PictureControls } from './PictureControls.tsx';

/**
 * Which controls the toolbar has. A description has a short toolbar with the others under "More", and no fonts: every job page
 * has the page's own.
 */
export type ToolbarKind = 'post' | 'description';

type Props = { editor: Editor; kind: ToolbarKind; onImages: (files: readonly File[]) => void };

const { Control, ControlsGroup } = RichTextEditor;

/** The controls of the editor in groups (`docs/product/news-and-ads.md#rich-text`). */
export function Toolbar({ editor, kind, onImages }: Props) {
  const isShort = kind === 'description';
  const [isOpen, setIsOpen] = useState(false);
  const showsAll = !isShort || isOpen;
  return (
    <RichTextEditor.Toolbar
      sticky
      stickyOffset="calc(var(--bar-height, 0rem) + var(--banner-height, 0rem))"
      className={isShort ? undefined : classes.toolbar}
    >
      <ControlsGroup>
        <RichTextEditor.Undo />
        <RichTextEditor.Redo />
      </ControlsGroup>
      {isShort ? null : <PdfControl editor={editor} />}
      <BlockSelect editor={editor} />
      {isShort ? null : <FontSelect editor={editor} />}
      {showsAll ? <SizeSelect editor={editor} /> : null}
      <ControlsGroup>
        <RichTextEditor.Bold />
        <RichTextEditor.Italic />
        <RichTextEditor.Underline />
        {showsAll ? (
          <>
            <RichTextEditor.Strikethrough />
            <RichTextEditor.Code />
            <RichTextEditor.ClearFormatting />
          </>
        ) : null}
      </ControlsGroup>
      {showsAll ? <AlignmentControls editor={editor} /> : null}
      <ControlsGroup>
        <RichTextEditor.BulletList />
        <RichTextEditor.OrderedList />
        {showsAll ? (
          <>
            <RichTextEditor.Blockquote />
            <RichTextEditor.CodeBlock />
            <RichTextEditor.Hr />
          </>
        ) : null}
      </ControlsGroup>
      {showsAll ? <ListStartInput editor={editor} /> : null}
      <ControlsGroup>
        <RichTextEditor.Link />
        <RichTextEditor.Unlink />
        <FileButton accept={imageTypes} multiple onChange={(files) => files.length > 0 && onImages(files)}>
          {(props) => (
            <Control {...props} aria-label={t('editor.insertImages')} title={t('editor.insertImages')}>
              <IconPhotoPlus size={16} stroke={1.5} aria-hidden />
            </Control>
          )}
        </FileButton>
      </ControlsGroup>
      <PictureControls editor={editor} />
      <TableControls editor={editor} canInsert={showsAll} />
      {isShort ? (
        <>
          {isOpen ? <PdfControl editor={editor} /> : null}
          <Button
            variant="subtle"
            size="compact-sm"
            aria-expanded={isOpen}
            rightSection={isOpen ? <IconChevronUp size={14} aria-hidden /> : <IconChevronDown size={14} aria-hidden />}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? t('editor.lessFormatting') : t('editor.moreFormatting')}
          </Button>
        </>
      ) : null}
    </RichTextEditor.Toolbar>
  );
}

function AlignmentControls({ editor }: { editor: Editor }) {
  return (
    <ControlsGroup>
      <RichTextEditor.AlignLeft />
      <RichTextEditor.AlignCenter />
      <RichTextEditor.AlignRight />
      <RichTextEditor.AlignJustify />
      <Control
        aria-label={t('editor.outdent')}
        title={t('editor.outdent')}
        onClick={() => editor.chain().focus().outdent().run()}
      >
        <IconIndentDecrease size={16} stroke={1.5} aria-hidden />
      </Control>
      <Control aria-label={t('editor.indent')} title={t('editor.indent')} onClick={() => editor.chain().focus().indent().run()}>
        <IconIndentIncrease size={16} stroke={1.5} aria-hidden />
      </Control>
    </ControlsGroup>
  );
}

const headingLevels = [1, 2, 3, 4, 5, 6] as const;

function BlockSelect({ editor }: { editor: Editor }) {
  const level = useEditorState({
    editor,
    selector: ({ editor: currentEditor }) =>
      headingLevels.find((headingLevel) => currentEditor.isActive('heading', { level: headingLevel })) ?? 0,
  });
  const setBlockStyle = (value: string) => {
    const chosenLevel = headingLevels.find((headingLevel) => String(headingLevel) === value);
    const chain = editor.chain().focus();
    (chosenLevel ? chain.setHeading({ level: chosenLevel }) : chain.setParagraph()).run();
  };
  return (
    <NativeSelect
      size="xs"
      aria-label={t('editor.paragraphStyle')}
      data={[
        { value: '0', label: t('editor.paragraph') },
        ...headingLevels.map((headingLevel) => ({
          value: String(headingLevel),
          label: t('editor.headingLevel', { one: headingLevel }),
        })),
      ]}
      value={String(level)}
      onChange={(event) => setBlockStyle(event.currentTarget.value)}
    />
  );
}

/** The attribute of the text style under the cursor, empty if there is none. */
function useTextStyle(editor: Editor, name: 'font' | 'size'): string {
  return useEditorState({
    editor,
    selector: ({ editor: currentEditor }) => String(currentEditor.getAttributes('textStyle')[name] ?? ''),
  });
}

function FontSelect({ editor }: { editor: Editor }) {
  return (
    <NativeSelect
      size="xs"
      aria-label={t('editor.font')}
      data={[{ value: '', label: t('editor.font') }, ...fontFamilies]}
      value={useTextStyle(editor, 'font')}
      onChange={(event) =>
        editor
          .chain()
          .focus()
          .setFont(event.currentTarget.value || null)
          .run()
      }
    />
  );
}

function SizeSelect({ editor }: { editor: Editor }) {
  return (
    <NativeSelect
      size="xs"
      aria-label={t('editor.fontSize')}
      data={[
        { value: '', label: t('common.size') },
        ...fontSizesPt.map((points, index) => ({
          value: String(index + 1),
          label: t('editor.fontSizeOption', { size: index + 1, points }),
        })),
      ]}
      value={useTextStyle(editor, 'size')}
      onChange={(event) =>
        editor
          .chain()
          .focus()
          .setSize(Number(event.currentTarget.value) || null)
          .run()
      }
    />
  );
}

/** Changes the first number of the current ordered list. */
function ListStartInput({ editor }: { editor: Editor }) {
  const start = useEditorState({
    editor,
    selector: ({ editor: currentEditor }) =>
      currentEditor.isActive('orderedList') ? Number(currentEditor.getAttributes('orderedList')['start'] ?? 1) : null,
  });
  if (start === null) return null;
  return (
    <NumberInput
      size="xs"
      w="4.5rem"
      aria-label={t('editor.listStartNumber')}
      min={0}
      max={1_000_000}
      allowDecimal={false}
      value={start}
      onChange={(value) => typeof value === 'number' && editor.commands.updateAttributes('orderedList', { start: value })}
    />
  );
}

/** Inserts a table, and edits the rows, columns and cells of the current one. */
function TableControls({ editor, canInsert }: { editor: Editor; canInsert: boolean }) {
  const isInTable = useEditorState({ editor, selector: ({ editor: currentEditor }) => currentEditor.isActive('table') });
  if (!isInTable && !canInsert) return null;
  return (
    <RichTextEditor.ControlsGroup>
      {canInsert ? <RichTextEditor.TableInsert /> : null}
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

/** The labels of Mantine’s editor controls. Without them the controls are in English for everyone. */
export const toolbarLabels: Partial<RichTextEditorLabels> = {
  linkControlLabel: t('common.link'),
  boldControlLabel: t('editor.bold'),
  italicControlLabel: t('editor.italic'),
  underlineControlLabel: t('editor.underline'),
  strikeControlLabel: t('editor.strikethrough'),
  clearFormattingControlLabel: t('editor.clearFormatting'),
  unlinkControlLabel: t('editor.unlink'),
  bulletListControlLabel: t('editor.bulletList'),
  orderedListControlLabel: t('editor.orderedList'),
  blockquoteControlLabel: t('editor.blockquote'),
  alignLeftControlLabel: t('editor.alignLeft'),
  alignCenterControlLabel: t('editor.alignCenter'),
  alignRightControlLabel: t('editor.alignRight'),
  alignJustifyControlLabel: t('editor.alignJustify'),
  codeControlLabel: t('common.code'),
  codeBlockControlLabel: t('editor.codeBlock'),
  hrControlLabel: t('editor.horizontalLine'),
  undoControlLabel: t('common.undo'),
  redoControlLabel: t('editor.redo'),
  tableInsertControlLabel: t('editor.tableInsert'),
  tableDeleteControlLabel: t('editor.tableDelete'),
  tableColumnBeforeControlLabel: t('editor.tableColumnBefore'),
  tableColumnAfterControlLabel: t('editor.tableColumnAfter'),
  tableColumnDeleteControlLabel: t('editor.tableColumnDelete'),
  tableRowBeforeControlLabel: t('editor.tableRowBefore'),
  tableRowAfterControlLabel: t('editor.tableRowAfter'),
  tableRowDeleteControlLabel: t('editor.tableRowDelete'),
  tableToggleHeaderRowControlLabel: t('editor.tableToggleHeaderRow'),
  tableToggleHeaderColumnControlLabel: t('editor.tableToggleHeaderColumn'),
  tableMergeCellsControlLabel: t('editor.tableMergeCells'),
  tableSplitCellControlLabel: t('editor.tableSplitCell'),
  linkEditorInputLabel: t('editor.enterUrl'),
  linkEditorExternalLink: t('editor.openLinkInNewTab'),
  linkEditorInternalLink: t('editor.openLinkInSameTab'),
  linkEditorSave: t('common.save'),
  tableInsertLabel: (columns, rows) => t('editor.insertTableOfSize', { columns, rows }),
};
