import { globSync, readFileSync } from 'node:fs';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url).pathname;

/** Brands, fonts and codes, which are the same in every language. */
const allowedTexts = /^(Haulboard|Inactive|light dark|'Inter Variable', .*|Roboto|Helvetica|Courier|Times)$/;

/**
 * Files whose texts no user of the product reads: the developer gallery, the test sign-in, the demo's data, commands, the REST
 * reference, answers to the payment gateway, instructions for the AI service, and answers to malformed HTTP requests, which
 * name no language. Job descriptions and their drafts are content, which is not translated.
 */
const excludedPaths =
  /^web\/gallery\/|^shared\/(texts|places)\/|^shared\/jobs\/description-draft\.ts$|^server\/(ai\/instructions|backup|commands|demo|gateway|rest\/openapi|site\/test-sign-in)|^server\/(billing\/webhook-route|limits\/times)\.ts$/;

/** Attributes and properties that people read. */
const readableNames =
  /^(label|title|description|placeholder|header|heading|alt|aria-label|ariaLabel|subject|preview|message|name|text|hint|confirm|empty|caption)$/;

type Node = { type: string; start: number } & Record<string, unknown>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The text of a literal, with a space for each placeholder. Null for any other node. */
function literal(node: Node): string | null {
  if (node.type === 'JSXText' || (node.type === 'Literal' && typeof node['value'] === 'string')) return String(node['value']);
  if (node.type !== 'TemplateLiteral') return null;
  return (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join(' ');
}

/** Whether a text consists of the words of a sentence, and is not code, a path, a key or a class name. */
const isSentence = (text: string) => /^[A-Z“¿¡]?[\p{L}’'-]+[,.!?…:]?( [\p{L}\p{N}’'$“”(),.!?…:-]+)+$/u.test(text.trim());
const isLabel = (text: string) => /^[A-Z][\p{L}’'-]+[.!?…:]?$/u.test(text.trim());

/** Whether two words or more begin and end like a sentence, which no code, key or class name does. */
const isFullSentence = (text: string) => /^[A-Z“¿¡][\p{L}’']*,?( \S+)+[.!?…]$/u.test(text.trim());

/** Finds the texts in the HTML of a template: between tags, and in attributes that people read. */
const markupText =
  /(?:^|>)([^<>{}=;]*\p{L}{2}[^<>{}=;]*)(?=<|$)|\b(?:alt|aria-label|content|placeholder|title)="([^"]*\p{L}{2}[^"]*)"/gu;
const textsOfMarkup = (source: string): string[] =>
  [...source.matchAll(markupText)]
    .map(([, between, attribute]) => (between ?? attribute ?? '').replaceAll(/&\w+;/g, ' '))
    .filter((text) => isSentence(text) || isLabel(text));

/** The HTML of a template. Each value is replaced by `=`, which no text contains. */
const getMarkup = (node: Node): string | null => {
  const { tag, quasi } = node as { tag?: Node; quasi?: Node };
  if (node.type !== 'TaggedTemplateExpression' || tag?.['name'] !== 'html' || !quasi) return null;
  return (quasi['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('=');
};

/** Whether a node creates an error for engineers, such as `new Error('…')`. An `AppError` takes a text of the catalogue. */
const isEngineerError = (node: Node) =>
  node.type === 'NewExpression' && isNode(node['callee']) && textOf(node['callee']['name']).endsWith('Error');

/**
 * The texts in a file that a person would read: text between tags, literals of the attributes and properties above, and any
 * other literal that is a full sentence.
 */
function textsIn(code: string, isTsx: boolean): string[] {
  const foundTexts: string[] = [];
  const visit = (node: Node, isRead: boolean) => {
    if (isEngineerError(node)) return;
    const text = literal(node);
    foundTexts.push(...textsOfMarkup(getMarkup(node) ?? ''));
    if (text !== null && !isRead && node.type !== 'JSXText' && isFullSentence(text)) foundTexts.push(text.trim());
    if (text !== null && (node.type === 'JSXText' ? /\p{L}{2}/u.test(text) : isRead && (isSentence(text) || isLabel(text))))
      foundTexts.push(text.trim());
    if (node.type === 'CallExpression' || node.type.startsWith('TS')) isRead = false;
    const name = node.type === 'JSXAttribute' || node.type === 'Property' ? (node['name'] ?? node['key']) : null;
    const isReadable =
      isNode(name) && [name['name'], name['value']].some((one) => typeof one === 'string' && readableNames.test(one));
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child, name ? isReadable : isRead);
  };
  visit(parseAst(code, { lang: isTsx ? 'tsx' : 'ts' }) as unknown as Node, false);
  return foundTexts.filter((text) => !allowedTexts.test(text));
}

test('a text in a component, an attribute or a property is found, a key or a code is not', () => {
  const code = `const a = <Field label="First name" size="md" title={t('jobs.title')}>Save it</Field>;
    const b = { header: isOpen ? 'Closed' : t('jobs.open'), id: 'first_name' };`;
  expect(textsIn(code, true)).toEqual(['First name', 'Save it', 'Closed']);
});

test('a text in HTML is found, and a sentence wherever it is, but no error for engineers', () => {
  const code = `const page = html\`<a class="link" href="/jobs" title="All jobs">Search now</a> <b>\${count}</b>\`;
    const problem = refuse(input, 'Enter your name first.');
    throw new TypeError('A program called this without a name.');`;
  expect(textsIn(code, false)).toEqual(['All jobs', 'Search now', 'Enter your name first.']);
});

test('texts that people read are written in the catalogue', () => {
  const files = globSync('{web,server,shared}/**/*.{ts,tsx}', { cwd: root });
  const checkedFiles = files.filter((file) => !/\.test\./.test(file) && !excludedPaths.test(file));
  expect(checkedFiles.length).toBeGreaterThan(400);
  const hardCodedTexts = checkedFiles.flatMap((file) =>
    textsIn(readFileSync(root + file, 'utf8'), file.endsWith('x')).map((text) => `${file}: ${text}`),
  );
  expect(hardCodedTexts).toEqual([]);
});
