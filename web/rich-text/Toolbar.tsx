import { FileButton, NativeSelect, NumberInput } from '@mantine/core';
import { RichTextEditor, type RichTextEditorLabels } from '@mantine/tiptap';
import { IconIndentDecrease, IconIndentIncrease, IconPhotoPlus } from '@tabler/icons-react';
import { type Editor, useEditorState } from '@tiptap/react';
import { fontFamilies, fontSizesPt } from '#shared/rich-text/rich-text.ts';
import { t } from '#web/texts/app.ts';
import classes from './Editor.module.css';
import { PdfControl } from './PdfControl.tsx';
import { PictureControls } from './PictureControls.tsx';
import { imageTypes } from './image-upload.ts';

type Props = { editor: Editor; onImages: (files: readonly File[]) => void };

const { Control, ControlsGroup } = RichTextEditor;

/** All controls of the editor in groups (`docs/product/news-and-ads.md#rich-text`). */
export function Toolbar({ editor, onImages }: Props) {
  return (
    <RichTextEditor.Toolbar
      sticky
      stickyOffset="calc(var(--bar-height, 0rem) + var(--banner-height, 0rem))"
      className={classes.toolbar}
    >
      <ControlsGroup>
        <RichTextEditor.Undo />
        <RichTextEditor.Redo />
      </ControlsGroup>
      <PdfControl editor={editor} />
      <BlockSelect editor={editor} />
      <FontSelects editor={editor} />
      <ControlsGroup>
        <RichTextEditor.Bold />
        <RichTextEditor.Italic />
        <RichTextEditor.Underline />
        <RichTextEditor.Strikethrough />
        <RichTextEditor.Code />
        <RichTextEditor.ClearFormatting />
      </ControlsGroup>
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
      <ControlsGroup>
        <RichTextEditor.BulletList />
        <RichTextEditor.OrderedList />
        <RichTextEditor.Blockquote />
        <RichTextEditor.CodeBlock />
        <RichTextEditor.Hr />
      </ControlsGroup>
      <ListStartInput editor={editor} />
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
      <TableControls editor={editor} />
    </RichTextEditor.Toolbar>
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
          label: t('editor.headingOne', { one: headingLevel }),
        })),
      ]}
      value={String(level)}
      onChange={(event) => setBlockStyle(event.currentTarget.value)}
    />
  );
}

function FontSelects({ editor }: { editor: Editor }) {
  const { font, size } = useEditorState({
    editor,
    selector: ({ editor: currentEditor }) => {
      const { font: family, size: step } = currentEditor.getAttributes('textStyle');
      return { font: String(family ?? ''), size: String(step ?? '') };
    },
  });
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label={t('editor.font')}
        data={[{ value: '', label: t('editor.font') }, ...fontFamilies]}
        value={font}
        onChange={(event) =>
          editor
            .chain()
            .focus()
            .setFont(event.currentTarget.value || null)
            .run()
        }
      />
      <NativeSelect
        size="xs"
        aria-label={t('editor.fontSize')}
        data={[
          { value: '', label: t('common.size') },
          ...fontSizesPt.map((points, index) => ({
            value: String(index + 1),
            label: t('editor.sizePoints', { size: index + 1, points }),
          })),
        ]}
        value={size}
        onChange={(event) =>
          editor
            .chain()
            .focus()
            .setSize(Number(event.currentTarget.value) || null)
            .run()
        }
      />
    </>
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
      aria-label={t('editor.firstNumberInTheList')}
      min={0}
      max={1_000_000}
      allowDecimal={false}
      value={start}
      onChange={(value) => typeof value === 'number' && editor.commands.updateAttributes('orderedList', { start: value })}
    />
  );
}

/** Inserts a table, and edits the rows, columns and cells of the current one. */
function TableControls({ editor }: { editor: Editor }) {
  const isInTable = useEditorState({ editor, selector: ({ editor: currentEditor }) => currentEditor.isActive('table') });
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

/** The labels of Mantine’s editor controls. Without them the controls are in English for everyone. */
export const toolbarLabels: Partial<RichTextEditorLabels> = {
  linkControlLabel: t('editor.link'),
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
  codeControlLabel: t('editor.code'),
  codeBlockControlLabel: t('editor.codeBlock'),
  hrControlLabel: t('editor.horizontalLine'),
  undoControlLabel: t('editor.undo'),
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
