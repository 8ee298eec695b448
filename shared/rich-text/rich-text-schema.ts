/**
 * The schema of rich text (`docs/product/news-and-ads.md#rich-text`). The editor, the server's validation, the HTML and the PDF
 * all use it, so it depends on neither the DOM nor React. Every attribute has a closed set of values, so that a stored document
 * cannot carry CSS, scripts or unsafe URLs.
 */
import { type CommandProps, Extension, type Extensions, getSchema } from '@tiptap/core';
import Image from '@tiptap/extension-image';
import Link from '@tiptap/extension-link';
import { TableKit } from '@tiptap/extension-table';
import TextAlign from '@tiptap/extension-text-align';
import { TextStyle } from '@tiptap/extension-text-style';
import StarterKit from '@tiptap/starter-kit';
import { fontFamilies, fontSizesPt, parseIndent, indentStep, isFontFamily, maxIndent } from './rich-text.ts';

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    indent: { indent: () => ReturnType; outdent: () => ReturnType };
    sized: { setSize: (size: number | null) => ReturnType; setFont: (font: string | null) => ReturnType };
  }
}

const indentableNodes = ['paragraph', 'heading', 'blockquote'];

const Indent = Extension.create({
  name: 'indent',
  addGlobalAttributes: () => [
    {
      types: indentableNodes,
      attributes: {
        indent: {
          default: 0,
          parseHTML: (element: HTMLElement) => parseIndent(element.style.marginLeft),
          renderHTML: ({ indent }: Record<string, unknown>) =>
            typeof indent === 'number' && indent > 0 ? { style: `margin-left: ${indent * indentStep}px` } : {},
        },
      },
    },
  ],
  addCommands() {
    const changeIndent =
      (step: 1 | -1) =>
      () =>
      ({ state, tr, dispatch }: Pick<CommandProps, 'state' | 'tr' | 'dispatch'>) => {
        let isChanged = false;
        state.doc.nodesBetween(state.selection.from, state.selection.to, (node, position) => {
          if (!indentableNodes.includes(node.type.name)) return true;
          const next = Math.min(maxIndent, Math.max(0, Number(node.attrs['indent']) + step));
          if (next !== node.attrs['indent']) {
            isChanged = true;
            if (dispatch) tr.setNodeAttribute(position, 'indent', next);
          }
          return false;
        });
        return isChanged;
      };
    return { indent: changeIndent(1), outdent: changeIndent(-1) };
  },
  addKeyboardShortcuts() {
    return { 'Mod-]': () => this.editor.commands.indent(), 'Mod-[': () => this.editor.commands.outdent() };
  },
});

/** Font sizes 1 to 7 and nine font families, as closed sets, so that the text style carries no CSS. */
const FontSizeAndFamily = Extension.create({
  name: 'sized',
  addGlobalAttributes: () => [
    {
      types: ['textStyle'],
      attributes: {
        size: {
          default: null,
          parseHTML: (element: HTMLElement) => {
            const index = fontSizesPt.findIndex((points) => `${points}pt` === element.style.fontSize);
            return index < 0 ? null : index + 1;
          },
          renderHTML: ({ size }: Record<string, unknown>) => {
            const points = fontSizesPt[Number(size) - 1];
            return points ? { style: `font-size: ${points}pt` } : {};
          },
        },
        font: {
          default: null,
          parseHTML: (element: HTMLElement) =>
            fontFamilies.find((family) => family === element.style.fontFamily.replace(/["']/g, '')) ?? null,
          renderHTML: ({ font }: Record<string, unknown>) => (isFontFamily(font) ? { style: `font-family: ${font}` } : {}),
        },
      },
    },
  ],
  addCommands() {
    return {
      setSize:
        (size) =>
        ({ chain }) =>
          chain().setMark('textStyle', { size }).removeEmptyTextStyle().run(),
      setFont:
        (font) =>
        ({ chain }) =>
          chain().setMark('textStyle', { font }).removeEmptyTextStyle().run(),
    };
  },
});

/** Keeps the value as text, because the library would read a text of digits as a number. */
const attributeAsWritten = (name: string) => ({ default: null, parseHTML: (element: HTMLElement) => element.getAttribute(name) });

export const pictureNode = Image.extend({
  addAttributes() {
    return { ...this.parent?.(), alt: attributeAsWritten('alt'), title: attributeAsWritten('title') };
  },
}).configure({
  // Pasted images arrive as data URLs. The editor uploads them and replaces the URL; the server never stores a data URL.
  allowBase64: true,
  resize: { enabled: true, minWidth: 20, minHeight: 20, alwaysPreserveAspectRatio: true },
});

const linkRel = 'noopener noreferrer nofollow';
const fixedAttribute = (value: string | null) => ({ default: value, parseHTML: () => value });

/** Gives every link our own attributes, wherever it was pasted from. */
const LinkWithOwnAttributes = Link.extend({
  addAttributes() {
    const ownAttributes = {
      rel: fixedAttribute(linkRel),
      target: fixedAttribute('_blank'),
      class: fixedAttribute(null),
      title: attributeAsWritten('title'),
    };
    return { ...this.parent?.(), ...ownAttributes };
  },
}).configure({
  openOnClick: false,
  autolink: true,
  linkOnPaste: true,
  defaultProtocol: 'https',
  protocols: ['mailto', 'tel'],
  HTMLAttributes: { rel: linkRel, target: '_blank' },
});

export const richTextExtensions: Extensions = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3, 4, 5, 6] },
    undoRedo: { depth: 100, newGroupDelay: 500 },
    link: false,
  }),
  LinkWithOwnAttributes,
  pictureNode,
  TableKit.configure({ table: { resizable: true, cellMinWidth: 25, handleWidth: 5 } }),
  TextStyle,
  FontSizeAndFamily,
  TextAlign.configure({ types: ['heading', 'paragraph'] }),
  Indent,
];

/** The ProseMirror schema, built once from the extensions above. */
let cachedSchema: ReturnType<typeof getSchema> | undefined;
export function richTextSchema(): ReturnType<typeof getSchema> {
  cachedSchema ??= getSchema(richTextExtensions);
  return cachedSchema;
}
