import type { Editor, NodeViewRendererProps } from '@tiptap/core';
import type Image from '@tiptap/extension-image';
import type { NodeView } from '@tiptap/pm/view';
import type { Node } from '@tiptap/pm/model';
import { NodeSelection } from '@tiptap/pm/state';

/** The step in pixels by which a key or button changes an image's width. */
export const widthStep = 20;
const least = 20;
const most = 4000;

/** The selected image's current size and its original ratio. */
export function selectedPicture(editor: Editor): { width: number; height: number; ratio: number } | null {
  const { selection } = editor.state;
  if (!(selection instanceof NodeSelection) || selection.node.type.name !== 'image') return null;
  const image = elementAt(editor, selection.from);
  if (!image) return null;
  const { width, height } = image.getBoundingClientRect();
  const ratio = image.naturalWidth > 0 ? image.naturalHeight / image.naturalWidth : height / Math.max(1, width);
  return { width: Math.round(width), height: Math.round(height), ratio };
}

function elementAt(editor: Editor, at: number): HTMLImageElement | null {
  const element = editor.view.nodeDOM(at);
  return element instanceof HTMLImageElement ? element : element instanceof Element ? element.querySelector('img') : null;
}

/** Sets the selected image's width and keeps the ratio. False if no image is selected. */
export function setPictureWidth(editor: Editor, wanted: number): boolean {
  const picture = selectedPicture(editor);
  if (!picture) return false;
  const width = Math.round(Math.min(most, Math.max(least, wanted)));
  return editor.commands.updateAttributes('image', { width, height: Math.max(1, Math.round(width * picture.ratio)) });
}

export function widenPicture(editor: Editor, by: number): boolean {
  const picture = selectedPicture(editor);
  return picture ? setPictureWidth(editor, picture.width + by) : false;
}

/**
 * The schema's image with handles for the pointer, and Shift with the arrow keys for the keyboard. The library's view
 * updates the size only while a handle is dragged, so sizes from elsewhere, such as undo, are applied here.
 */
export const sizablePicture = (picture: typeof Image) =>
  picture.extend({
    addKeyboardShortcuts() {
      return {
        'Shift-ArrowRight': () => widenPicture(this.editor, widthStep),
        'Shift-ArrowLeft': () => widenPicture(this.editor, -widthStep),
      };
    },
    addNodeView() {
      const make = this.parent?.();
      if (!make) return null;
      return (props: NodeViewRendererProps) => {
        const view = make(props) as NodeView;
        const image = view.dom instanceof Element ? view.dom.querySelector('img') : null;
        const update = view.update?.bind(view);
        view.update = (node, ...rest) => {
          const isKept = update?.(node, ...rest) ?? false;
          if (isKept && image) draw(image, node);
          return isKept;
        };
        return view;
      };
    },
  });

function draw(image: HTMLImageElement, { attrs }: Node): void {
  image.style.width = attrs['width'] ? `${Number(attrs['width'])}px` : '';
  image.style.height = attrs['height'] ? `${Number(attrs['height'])}px` : '';
}
