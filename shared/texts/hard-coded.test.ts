import { globSync, readFileSync } from 'node:fs';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url).pathname;

/** Brands, fonts and codes, which are the same in every language. */
const allowed = /^(Haulboard|Inactive|light dark|'Inter Variable', .*|Roboto|Helvetica|Courier|Times)$/;

/**
 * Files whose texts no user of the product reads: the developer gallery, the test sign-in, the demo's data, commands, the
 * reference of REST, answers to the payment gateway, and answers to what is no HTTP request, so names no language.
 */
const notForUsers =
  /^web\/gallery\/|^shared\/(texts|places)\/|^server\/(backup|commands|demo|gateway|rest\/openapi|site\/test-sign-in)|^server\/(billing\/webhook-route|limits\/times)\.ts$/;

/** Attributes and properties that people read. */
const readable =
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

/** Words of a sentence or a label, and no code, path, key or class name. */
const isSentence = (text: string) => /^[A-Z“¿¡]?[\p{L}’'-]+[,.!?…:]?( [\p{L}\p{N}’'$“”(),.!?…:-]+)+$/u.test(text.trim());
const isLabel = (text: string) => /^[A-Z][\p{L}’'-]+[.!?…:]?$/u.test(text.trim());

/** Two words or more that begin like a sentence and end like one, which no code, key or class name does. */
const isFullSentence = (text: string) => /^[A-Z“¿¡][\p{L}’']*,?( \S+)+[.!?…]$/u.test(text.trim());

/** Texts of the HTML of a template: between tags, and in attributes that people read. */
const markupText =
  /(?:^|>)([^<>{}=;]*\p{L}{2}[^<>{}=;]*)(?=<|$)|\b(?:alt|aria-label|content|placeholder|title)="([^"]*\p{L}{2}[^"]*)"/gu;
const textsOfMarkup = (source: string): string[] =>
  [...source.matchAll(markupText)]
    .map(([, between, attribute]) => (between ?? attribute ?? '').replaceAll(/&\w+;/g, ' '))
    .filter((text) => isSentence(text) || isLabel(text));

/** The HTML of a template, with a sign that no text has for each of its values. */
const markupOf = (node: Node): string | null => {
  const { tag, quasi } = node as { tag?: Node; quasi?: Node };
  if (node.type !== 'TaggedTemplateExpression' || tag?.['name'] !== 'html' || !quasi) return null;
  return (quasi['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('=');
};

/** Errors for engineers: `new Error('…')` and the like. An `AppError` takes a text of the catalogue. */
const isEngineerError = (node: Node) =>
  node.type === 'NewExpression' && isNode(node['callee']) && textOf(node['callee']['name']).endsWith('Error');

/**
 * Texts in a file that a person would read: text between tags, literals of {@link readable} attributes and properties, and
 * any other literal that is a full sentence.
 */
function textsIn(code: string, isTsx: boolean): string[] {
  const found: string[] = [];
  const visit = (node: Node, isRead: boolean) => {
    if (isEngineerError(node)) return;
    const text = literal(node);
    found.push(...textsOfMarkup(markupOf(node) ?? ''));
    if (text !== null && !isRead && node.type !== 'JSXText' && isFullSentence(text)) found.push(text.trim());
    if (text !== null && (node.type === 'JSXText' ? /\p{L}{2}/u.test(text) : isRead && (isSentence(text) || isLabel(text))))
      found.push(text.trim());
    if (node.type === 'CallExpression' || node.type.startsWith('TS')) isRead = false;
    const name = node.type === 'JSXAttribute' || node.type === 'Property' ? (node['name'] ?? node['key']) : null;
    const isReadable = isNode(name) && [name['name'], name['value']].some((one) => typeof one === 'string' && readable.test(one));
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child, name ? isReadable : isRead);
  };
  visit(parseAst(code, { lang: isTsx ? 'tsx' : 'ts' }) as unknown as Node, false);
  return found.filter((text) => !allowed.test(text));
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
  const own = files.filter((file) => !/\.test\./.test(file) && !notForUsers.test(file));
  expect(own.length).toBeGreaterThan(400);
  const found = own.flatMap((file) =>
    textsIn(readFileSync(root + file, 'utf8'), file.endsWith('x')).map((text) => `${file}: ${text}`),
  );
  expect(found).toEqual([]);
});
