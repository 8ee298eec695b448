import { Button, Group, NumberInput, Popover, Stack, TextInput } from '@mantine/core';
import { RichTextEditor } from '@mantine/tiptap';
import { IconArrowsDiagonal, IconArrowsDiagonalMinimize2, IconPhotoEdit } from '@tabler/icons-react';
import type { NodeViewRendererProps } from '@tiptap/core';
import type Image from '@tiptap/extension-image';
import type { Node } from '@tiptap/pm/model';
import { NodeSelection } from '@tiptap/pm/state';
import { type Editor, useEditorState } from '@tiptap/react';
import { type FormEvent, useState } from 'react';
import { t } from '#web/texts/app.ts';

/** The step in pixels by which a key or button changes an image's width. */
const widthStep = 20;
const minWidth = 20;
const maxWidth = 4000;

/** Returns the selected image's current size and its original aspect ratio. */
function getSelectedPicture(editor: Editor): { width: number; height: number; ratio: number } | null {
  const { selection } = editor.state;
  if (!(selection instanceof NodeSelection) || selection.node.type.name !== 'image') return null;
  const image = findImageElement(editor, selection.from);
  if (!image) return null;
  const { width, height } = image.getBoundingClientRect();
  const ratio = image.naturalWidth > 0 ? image.naturalHeight / image.naturalWidth : height / Math.max(1, width);
  return { width: Math.round(width), height: Math.round(height), ratio };
}

function findImageElement(editor: Editor, position: number): HTMLImageElement | null {
  const element = editor.view.nodeDOM(position);
  return element instanceof HTMLImageElement ? element : element instanceof Element ? element.querySelector('img') : null;
}

/** Sets the selected image's width and keeps the aspect ratio. Returns false if no image is selected. */
function setPictureWidth(editor: Editor, requestedWidth: number): boolean {
  const picture = getSelectedPicture(editor);
  if (!picture) return false;
  const width = Math.round(Math.min(maxWidth, Math.max(minWidth, requestedWidth)));
  return editor.commands.updateAttributes('image', { width, height: Math.max(1, Math.round(width * picture.ratio)) });
}

function widenPicture(editor: Editor, pixels: number): boolean {
  const picture = getSelectedPicture(editor);
  return picture ? setPictureWidth(editor, picture.width + pixels) : false;
}

/**
 * Makes the schema's image resizable with handles or with Shift and the arrow keys. The library's view updates the size only
 * while a handle is dragged, so this code applies all other changes of the size, such as undo.
 */
export const resizablePicture = (picture: typeof Image) =>
  picture.extend({
    addKeyboardShortcuts() {
      return {
        'Shift-ArrowRight': () => widenPicture(this.editor, widthStep),
        'Shift-ArrowLeft': () => widenPicture(this.editor, -widthStep),
      };
    },
    addNodeView() {
      const createView = this.parent?.();
      if (!createView) return null;
      return (props: NodeViewRendererProps) => {
        const view = createView(props);
        const image = view.dom instanceof Element ? view.dom.querySelector('img') : null;
        const originalUpdate = view.update?.bind(view);
        view.update = (node, ...rest) => {
          const isReused = originalUpdate?.(node, ...rest) ?? false;
          if (isReused && image) applySize(image, node);
          return isReused;
        };
        return view;
      };
    },
  });

function applySize(image: HTMLImageElement, { attrs }: Node): void {
  image.style.width = attrs['width'] ? `${Number(attrs['width'])}px` : '';
  image.style.height = attrs['height'] ? `${Number(attrs['height'])}px` : '';
}

const { Control, ControlsGroup } = RichTextEditor;
const iconProps = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

/** The size, title and alternative text of a selected image (`docs/product/news-and-ads.md#rich-text`). */
export function PictureControls({ editor }: { editor: Editor }) {
  const isSelected = useEditorState({ editor, selector: ({ editor: currentEditor }) => currentEditor.isActive('image') });
  if (!isSelected) return null;
  return (
    <ControlsGroup>
      <Control
        aria-label={t('editor.makeImageSmaller')}
        title={t('editor.makeImageSmallerTooltip')}
        onClick={() => widenPicture(editor, -widthStep)}
      >
        <IconArrowsDiagonalMinimize2 {...iconProps} />
      </Control>
      <Control
        aria-label={t('editor.makeImageLarger')}
        title={t('editor.makeImageLargerTooltip')}
        onClick={() => widenPicture(editor, widthStep)}
      >
        <IconArrowsDiagonal {...iconProps} />
      </Control>
      <PictureDetails editor={editor} />
    </ControlsGroup>
  );
}

type Details = { alt: string; title: string; width: number | null; ratio: number };

function PictureDetails({ editor }: { editor: Editor }) {
  const [details, setDetails] = useState<Details | null>(null);
  const openDetails = () => {
    const { alt, title } = editor.getAttributes('image');
    const size = getSelectedPicture(editor);
    setDetails({ alt: String(alt ?? ''), title: String(title ?? ''), width: size?.width ?? null, ratio: size?.ratio ?? 1 });
  };
  const updateDetails = (changes: Partial<Details>) =>
    setDetails((currentDetails) => (currentDetails ? { ...currentDetails, ...changes } : currentDetails));
  const saveDetails = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (!details) return;
    editor.commands.updateAttributes('image', { alt: details.alt.trim(), title: details.title.trim() || null });
    if (details.width) setPictureWidth(editor, details.width);
    setDetails(null);
    editor.commands.focus();
  };
  return (
    <Popover opened={details !== null} onDismiss={() => setDetails(null)} trapFocus returnFocus position="bottom" shadow="md">
      <Popover.Target>
        <Control aria-label={t('editor.imageDetails')} title={t('editor.imageDetails')} onClick={openDetails}>
          <IconPhotoEdit {...iconProps} />
        </Control>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('editor.imageDetails')}>
        {details ? (
          <form onSubmit={saveDetails}>
            <Stack gap="sm" w={260}>
              <TextInput
                label={t('editor.altText')}
                description={t('editor.altTextHint')}
                maxLength={500}
                data-autofocus
                value={details.alt}
                onChange={(event) => updateDetails({ alt: event.currentTarget.value })}
              />
              <TextInput
                label={t('common.title')}
                maxLength={500}
                value={details.title}
                onChange={(event) => updateDetails({ title: event.currentTarget.value })}
              />
              <Group grow gap="sm">
                <NumberInput
                  label={t('editor.width')}
                  suffix=" px"
                  min={20}
                  max={4000}
                  allowDecimal={false}
                  value={details.width ?? ''}
                  onChange={(width) => updateDetails({ width: Number(width) || null })}
                />
                <NumberInput
                  label={t('editor.height')}
                  suffix=" px"
                  min={1}
                  max={4000}
                  allowDecimal={false}
                  value={details.width ? Math.round(details.width * details.ratio) : ''}
                  onChange={(height) => updateDetails({ width: Math.round(Number(height) / details.ratio) || null })}
                />
              </Group>
              <Button type="submit" size="xs">
                {t('common.apply')}
              </Button>
            </Stack>
          </form>
        ) : null}
      </Popover.Dropdown>
    </Popover>
  );
}
