import { globSync, readFileSync } from 'node:fs';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url).pathname;

/** Brands, fonts and stored codes, which are the same in every language. */
const allowed = /^(Haulboard|Inactive|'Inter Variable', .*|Roboto|Helvetica|Courier|Times)$/;

/** Attributes and properties that people read. */
const readable =
  /^(label|title|description|placeholder|header|heading|alt|aria-label|ariaLabel|subject|preview|message|name|text|hint|confirm|empty|caption)$/;

type Node = { type: string; start: number } & Record<string, unknown>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** The text of a literal, with a space for each placeholder. Null for any other node. */
function literal(node: Node): string | null {
  if (node.type === 'JSXText' || (node.type === 'Literal' && typeof node['value'] === 'string')) return String(node['value']);
  if (node.type !== 'TemplateLiteral') return null;
  return (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join(' ');
}

/** Words of a sentence or a label, and no code, path, key or class name. */
const isSentence = (text: string) => /^[A-Z“¿¡]?[\p{L}’'-]+[,.!?…:]?( [\p{L}\p{N}’'$“”(),.!?…:-]+)+$/u.test(text.trim());
const isLabel = (text: string) => /^[A-Z][\p{L}’'-]+[.!?…:]?$/u.test(text.trim());

/** Texts in a file that a person would read: text between tags, and literals of {@link readable} attributes and properties. */
function textsIn(code: string, isTsx: boolean): string[] {
  const found: string[] = [];
  const visit = (node: Node, isRead: boolean) => {
    const text = literal(node);
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

test('texts that people read are written in the catalogue', () => {
  const files = globSync('{web,server/site,server/mail,server/receipts,shared}/**/*.{ts,tsx}', { cwd: root });
  const own = files.filter(
    (file) => !/\.test\.|^web\/gallery\/|^server\/site\/test-sign-in\/|^shared\/(texts|places)\//.test(file),
  );
  expect(own.length).toBeGreaterThan(400);
  const found = own.flatMap((file) =>
    textsIn(readFileSync(root + file, 'utf8'), file.endsWith('x')).map((text) => `${file}: ${text}`),
  );
  expect(found).toEqual([]);
});
