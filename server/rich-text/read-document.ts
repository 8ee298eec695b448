import { Mark } from '@tiptap/pm/model';
import { type AppError, invalid } from '#server/errors.ts';
import { richTextSchema } from '#shared/rich-text/rich-text-schema.ts';
import {
  attributeRules,
  maxDocumentLength,
  maxDocumentDepth,
  maxDocumentNodes,
  type RichDocument,
  type RichMark,
  type RichNode,
} from '#shared/rich-text/rich-text.ts';
import { text } from '#shared/texts/texts.ts';
import { documentHtml } from './document-html.ts';
import { plainWords, safeHtml } from './safe-html.ts';

type Json = Readonly<Record<string, unknown>>;
type ReadState = { field: string; nodes: number };

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const toParts = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isJson) : []);

const toText = (value: unknown): string => (typeof value === 'string' ? value : '');
const textTooLongError = (field: string): AppError => invalid(field, text('errors.textTooLong'));

/**
 * Reads a document as the editor would have written it. Nodes, marks and their nesting must match the schema. Invalid
 * attributes get their defaults. Links and images with an unsafe URL are removed.
 * @throws AppError invalid, naming the field
 */
export function readDocument(value: unknown, field: string): RichDocument {
  if (!isJson(value) || value['type'] !== 'doc') throw invalid(field, text('errors.documentInvalid'));
  const state = { field, nodes: 0 };
  const cleanNode = readNode(value, state, 0);
  if (!cleanNode) throw invalid(field, text('errors.documentInvalid'));
  try {
    const node = richTextSchema().nodeFromJSON(cleanNode);
    node.check();
    const document = node.toJSON() as RichDocument;
    if (JSON.stringify(document).length > maxDocumentLength) throw textTooLongError(field);
    return document;
  } catch (error) {
    if (error instanceof RangeError) throw invalid(field, text('errors.documentInvalid'));
    throw error;
  }
}

/** Returns the parts of a body that are stored: the document, its safe HTML and an excerpt. */
export function readBody(value: unknown, field: string): { body: RichDocument; bodyHtml: string; excerpt: string } {
  const body = readDocument(value, field);
  const bodyHtml = safeHtml(documentHtml(body));
  return { body, bodyHtml, excerpt: toExcerpt(getParagraphText(body) || plainWords(bodyHtml)) };
}

/** Returns the text of the document's paragraphs, because headings and tables make no sense out of context. */
function getParagraphText({ content = [] }: RichNode): string {
  const paragraphs = content
    .filter(({ type }) => type === 'paragraph')
    .map(({ content: inner = [] }) => inner.map(getNodeText).join(''));
  return paragraphs.filter((paragraph) => paragraph.trim() !== '').join(' ');
}

const getNodeText = ({ type, text = '' }: RichNode) => (type === 'hardBreak' ? ' ' : text);

const maxExcerptLength = 200;

/** Shortens a text at the end of a word. */
function toExcerpt(words: string): string {
  const line = words.replace(/\s+/g, ' ');
  if (line.length <= maxExcerptLength) return line;
  const shortened = line.slice(0, maxExcerptLength + 1);
  return `${shortened.slice(0, Math.max(shortened.lastIndexOf(' '), maxExcerptLength / 2)).trimEnd()}…`;
}

const normalizeName = (name: string) => name.toLowerCase().replaceAll('_', '');

/** Returns the schema's name of a node, such as `bulletList` for another editor's `bullet_list`. */
function nodeName(typedName: string): string {
  const { nodes } = richTextSchema();
  return Object.hasOwn(nodes, typedName)
    ? typedName
    : (Object.keys(nodes).find((name) => normalizeName(name) === normalizeName(typedName)) ?? typedName);
}

function readNode(node: Json, state: ReadState, depth: number): RichNode | null {
  const { field } = state;
  state.nodes += 1;
  if (state.nodes > maxDocumentNodes) throw textTooLongError(field);
  if (depth > maxDocumentDepth) throw invalid(field, text('errors.nestedTooDeep'));
  const type = nodeName(toText(node['type']));
  if (!Object.hasOwn(richTextSchema().nodes, type))
    throw invalid(field, text('errors.notPartOfDocument', { part: type.slice(0, 40) }));
  if (type === 'text') return { type, text: toText(node['text']), marks: readMarks(node, field) };
  const attrs = readAttributes(type, node);
  if (type === 'image' && !attrs['src']) return null;
  const content = toParts(node['content']).flatMap((inner) => readNode(inner, state, depth + 1) ?? []);
  return { type, attrs, content };
}

/** Returns the marks in the schema's order, without duplicates and without marks that exclude each other. */
function readMarks(node: Json, field: string): RichMark[] {
  const markSet = toParts(node['marks']).reduce<readonly Mark[]>((marks, mark) => {
    const name = toText(mark['type']);
    const type = Object.hasOwn(richTextSchema().marks, name) ? richTextSchema().marks[name] : undefined;
    if (!type) throw invalid(field, text('errors.notPartOfDocument', { part: name.slice(0, 40) }));
    const attrs = readAttributes(name, mark);
    if (name === 'link' && !attrs['href']) return marks;
    if (name === 'textStyle' && attrs['size'] === null && attrs['font'] === null) return marks;
    return type.create(attrs).addToSet(marks);
  }, Mark.none);
  return markSet.map((mark) => mark.toJSON() as RichMark);
}

function readAttributes(name: string, { attrs }: Json): Record<string, unknown> {
  const attributes = isJson(attrs) ? attrs : {};
  const rules = Object.hasOwn(attributeRules, name) ? attributeRules[name] : undefined;
  return Object.fromEntries(
    Object.entries(rules ?? {}).map(([key, rule]) => [key, rule(Object.hasOwn(attributes, key) ? attributes[key] : undefined)]),
  );
}
