import { Mark } from '@tiptap/pm/model';
import {
  attributeRules,
  maxDocument,
  maxDocumentDepth,
  maxDocumentNodes,
  type RichDocument,
  type RichMark,
  type RichNode,
} from '#shared/rich-text/rich-text.ts';
import { richTextSchema } from '#shared/rich-text/rich-text-schema.ts';
import { type AppError, invalid } from '#server/errors.ts';
import { documentHtml } from './document-html.ts';
import { plainWords, safeHtml } from './safe-html.ts';
import { text } from '#shared/texts/texts.ts';

type Json = Readonly<Record<string, unknown>>;
type Reading = { field: string; nodes: number };

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isJson) : []);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const textTooLong = (field: string): AppError => invalid(field, text('errors.thisTextIsTooLong'));

/**
 * Reads a document as the editor would have written it. Nodes, marks and their nesting must match the schema. Invalid
 * attributes get their defaults. Links and images with an unsafe URL are removed.
 * @throws AppError invalid, naming the field
 */
export function readDocument(value: unknown, field: string): RichDocument {
  if (!isJson(value) || value['type'] !== 'doc') throw invalid(field, text('errors.thisIsntValidEditorDocument'));
  const reading = { field, nodes: 0 };
  const clean = readNode(value, reading, 0);
  if (!clean) throw invalid(field, text('errors.thisIsntValidEditorDocument'));
  try {
    const node = richTextSchema().nodeFromJSON(clean);
    node.check();
    const document = node.toJSON() as RichDocument;
    if (JSON.stringify(document).length > maxDocument) throw textTooLong(field);
    return document;
  } catch (error) {
    if (error instanceof RangeError) throw invalid(field, text('errors.thisIsntValidEditorDocument'));
    throw error;
  }
}

/** The stored parts of a body: the document, its safe HTML and an excerpt. */
export function readBody(value: unknown, field: string): { body: RichDocument; bodyHtml: string; excerpt: string } {
  const body = readDocument(value, field);
  const bodyHtml = safeHtml(documentHtml(body));
  return { body, bodyHtml, excerpt: excerptOf(firstWords(body) || plainWords(bodyHtml)) };
}

/** The text of its paragraphs, because headings and tables make no sense out of context. */
function firstWords({ content = [] }: RichNode): string {
  const paragraphs = content
    .filter(({ type }) => type === 'paragraph')
    .map(({ content: inner = [] }) => inner.map(wordsOf).join(''));
  return paragraphs.filter((one) => one.trim() !== '').join(' ');
}

const wordsOf = ({ type, text = '' }: RichNode) => (type === 'hardBreak' ? ' ' : text);

const excerptLength = 200;

/** Cuts at the end of a word. */
function excerptOf(words: string): string {
  const line = words.replace(/\s+/g, ' ');
  if (line.length <= excerptLength) return line;
  const cut = line.slice(0, excerptLength + 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), excerptLength / 2)).trimEnd()}…`;
}

const normalizedName = (name: string) => name.toLowerCase().replaceAll('_', '');

/** The schema's name of a node, such as `bulletList` for another editor's `bullet_list`. */
function nodeName(typedName: string): string {
  const { nodes } = richTextSchema();
  return Object.hasOwn(nodes, typedName)
    ? typedName
    : (Object.keys(nodes).find((name) => normalizedName(name) === normalizedName(typedName)) ?? typedName);
}

function readNode(node: Json, reading: Reading, depth: number): RichNode | null {
  const { field } = reading;
  reading.nodes += 1;
  if (reading.nodes > maxDocumentNodes) throw textTooLong(field);
  if (depth > maxDocumentDepth) throw invalid(field, text('errors.thisIsNestedTooDeeply'));
  const type = nodeName(textOf(node['type']));
  if (!Object.hasOwn(richTextSchema().nodes, type))
    throw invalid(field, text('errors.notPartOfDocument', { part: type.slice(0, 40) }));
  if (type === 'text') return { type, text: textOf(node['text']), marks: readMarks(node, field) };
  const attrs = readAttributes(type, node);
  if (type === 'image' && !attrs['src']) return null;
  const content = listOf(node['content']).flatMap((inner) => readNode(inner, reading, depth + 1) ?? []);
  return { type, attrs, content };
}

/** In the schema's order, without duplicates and without marks that exclude each other. */
function readMarks(node: Json, field: string): RichMark[] {
  const set = listOf(node['marks']).reduce<readonly Mark[]>((marks, mark) => {
    const name = textOf(mark['type']);
    const type = Object.hasOwn(richTextSchema().marks, name) ? richTextSchema().marks[name] : undefined;
    if (!type) throw invalid(field, text('errors.notPartOfDocument', { part: name.slice(0, 40) }));
    const attrs = readAttributes(name, mark);
    if (name === 'link' && !attrs['href']) return marks;
    if (name === 'textStyle' && attrs['size'] === null && attrs['font'] === null) return marks;
    return type.create(attrs).addToSet(marks);
  }, Mark.none);
  return set.map((mark) => mark.toJSON() as RichMark);
}

function readAttributes(name: string, { attrs }: Json): Record<string, unknown> {
  const attributes = isJson(attrs) ? attrs : {};
  const rules = Object.hasOwn(attributeRules, name) ? attributeRules[name] : undefined;
  return Object.fromEntries(
    Object.entries(rules ?? {}).map(([key, rule]) => [key, rule(Object.hasOwn(attributes, key) ? attributes[key] : undefined)]),
  );
}
