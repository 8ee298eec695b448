import { globSync, readFileSync } from 'node:fs';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url).pathname;

/** Brands, fonts and codes, which are the same in every language. */
const allowedTexts = /^(Haulboard|Inactive|light dark|'Inter Variable', .*|Roboto|Helvetica|Courier|Times)$/;

/**
 * Files whose texts no user of the product reads: the developer gallery, the test sign-in, the demo's data, commands, the REST
 * reference, answers to the payment gateway, instructions for the AI service, and answers to malformed HTTP requests, which
 * name no language. Whoever starts a server reads about its settings in English. Job descriptions and their drafts are content,
 * which is not translated.
 */
const excludedPaths =
  /^web\/gallery\/|^shared\/(texts|places)\/|^shared\/jobs\/description-draft\.ts$|^server\/(ai\/instructions|backup|commands|demo|gateway|rest\/openapi|site\/test-sign-in)|^server\/(billing\/webhook-route|limits\/times|settings\/env|start\/process|start\/start-error)\.ts$/;

/** Interpolated texts that only programs read, by their file. */
const programTexts: Readonly<Record<string, readonly string[]>> = {
  // The REST reference describes a list in English.
  'shared/lists/list.ts': ['How many rows match. Lists count up to …'],
  // The message of an error, which only the log has.
  'server/sms/twilio.ts': ['The text service answered …'],
  // The name under which a browser keeps an interrupted upload.
  'web/jobs/posting.ts': ['new job …'],
  // Code that the bundler reads.
  'web/texts/plugin.ts': ['export default …'],
};
const isProgramText = (file: string, text: string) => programTexts[file]?.some((one) => text.startsWith(one)) ?? false;

/** Attributes and properties that people read. */
const readableNames =
  /^(label|title|description|placeholder|header|heading|alt|aria-label|ariaLabel|subject|preview|message|name|text|hint|confirm|empty|caption|body|paragraphs|details|tooltip)$/;

type Node = { type: string; start: number } & Record<string, unknown>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Stands for a placeholder in the text of a template. */
const gap = '…';
const fixedParts = (node: Node, between: string) =>
  (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join(between);

/** The text of a literal, with a space for each placeholder. Null for any other node. */
function literal(node: Node): string | null {
  if (node.type === 'JSXText' || (node.type === 'Literal' && typeof node['value'] === 'string')) return String(node['value']);
  return node.type === 'TemplateLiteral' ? fixedParts(node, ' ') : null;
}

/** The text of a template or of joined strings, with `…` for each value. Null for any other node. */
function interpolated(node: Node): string | null {
  if (node.type === 'TemplateLiteral') return fixedParts(node, gap);
  if (node.type !== 'BinaryExpression' || node['operator'] !== '+') return null;
  const sides = [node['left'], node['right']].map((side) => (isNode(side) ? (interpolated(side) ?? literal(side)) : null));
  return sides.every((side) => side === null) ? null : sides.map((side) => side ?? gap).join('');
}

/**
 * Whether a text with placeholders has words for people: two words, or one behind a value such as `… minutes`. Code, styles,
 * addresses and names for programs have other characters or a single word.
 */
function hasWords(text: string): boolean {
  if (
    !text.includes(gap) ||
    !/\s/.test(text) ||
    !/^[\p{L}\p{N}\s…’'“”"().,!?:;$%&/-]+$/u.test(text) ||
    /--|\w\(|\w:\S/.test(text)
  )
    return false;
  const words = text.split(/\s+/).filter((word) => /^[“"(]?\p{L}{2,}(?:[’']\p{L}+)?[.,!?)”"]*$/u.test(word));
  return words.length > 1 || /^… \p{Ll}{3,}$/u.test(text.trim());
}

/** Whether a condition chooses between a word and its plural, such as `'second' : 'seconds'`. */
function isHandmadePlural(node: Node): boolean {
  if (node.type !== 'ConditionalExpression') return false;
  const [one = '', other = ''] = [node['consequent'], node['alternate']]
    .map((side) => (isNode(side) && side.type === 'Literal' ? textOf(side['value']) : ''))
    .toSorted((a, b) => a.length - b.length);
  return /^\p{L}*$/u.test(one) && [`${one}s`, `${one}es`].includes(other);
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
  node.type === 'NewExpression' && isNode(node['callee']) && /(Error|Unavailable)$/.test(textOf(node['callee']['name']));

/** Whether a child is an expression that an element shows, as in `<b>{isOpen ? 'Open' : 'Closed'}</b>`. */
const isShown = (node: Node, child: Node) => node.type === 'JSXElement' && child.type === 'JSXExpressionContainer';

/** Whether a node is the call of a log, whose lines operators read, of raw SQL, or a list of CSS classes. */
const isForPrograms = (node: Node) => {
  if (node.type === 'JSXAttribute') return isNode(node['name']) && /^(class|style)/.test(textOf(node['name']['name']));
  if (node.type !== 'CallExpression' || !isNode(node['callee']) || !isNode(node['callee']['object'])) return false;
  const { object } = node['callee'];
  return (
    isNode(object) &&
    /^(log|console|sql|stdout|stderr)$/.test(textOf(object['name']) || textOf((object['property'] as Node | undefined)?.['name']))
  );
};

/**
 * The texts in a file that a person would read: text between tags, literals of the attributes and properties above, any other
 * literal that is a full sentence, and any template or joined string with words around its values.
 */
function textsIn(code: string, isTsx: boolean): string[] {
  const foundTexts: string[] = [];
  const visit = (node: Node, isRead: boolean, isPart = false) => {
    if (isEngineerError(node) || isForPrograms(node)) return;
    if (node.type === 'TaggedTemplateExpression') {
      foundTexts.push(...textsOfMarkup(getMarkup(node) ?? ''));
      for (const value of isNode(node['quasi']) ? [node['quasi']['expressions']].flat() : [])
        if (isNode(value)) visit(value, false);
      return;
    }
    const joined = isPart ? null : interpolated(node);
    if (joined !== null && hasWords(joined)) {
      foundTexts.push(joined.trim());
      return;
    }
    if (isHandmadePlural(node)) foundTexts.push(code.slice(node.start, node['end'] as number));
    const text = literal(node);
    if (text !== null && !isRead && node.type !== 'JSXText' && isFullSentence(text)) foundTexts.push(text.trim());
    if (text !== null && (node.type === 'JSXText' ? /\p{L}{2}/u.test(text) : isRead && (isSentence(text) || isLabel(text))))
      foundTexts.push(text.trim());
    // What a function gets, a type, and what a code is compared with are not shown.
    if (/^(CallExpression|TS.*)$/.test(node.type) || (node.type === 'BinaryExpression' && node['operator'] !== '+'))
      isRead = false;
    const name = node.type === 'JSXAttribute' || node.type === 'Property' ? (node['name'] ?? node['key']) : null;
    const isReadable =
      isNode(name) && [name['name'], name['value']].some((one) => typeof one === 'string' && readableNames.test(one));
    for (const child of Object.values(node).flat())
      if (isNode(child)) visit(child, name ? isReadable : isRead || isShown(node, child), joined !== null);
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

test.each([
  ['const wait = `${Math.ceil(seconds / 60)} minutes`;', ['… minutes']],
  ["const wait = n + ' minutes';", ['… minutes']],
  ["const a = `${n} ${n === 1 ? 'second' : 'seconds'}`;", ["n === 1 ? 'second' : 'seconds'"]],
  ["const a = `job${n === 1 ? '' : 's'}`;", ["n === 1 ? '' : 's'"]],
  ['const a = <Button aria-label={`Remove ${name} now`} />;', ['Remove … now']],
  ['const a = <b>{`Posted on ${day}`}</b>;', ['Posted on …']],
  ["const a = <b>{isOpen ? 'Open' : t('jobs.closed')}</b>;", ['Open']],
  ["send({ subject: 'New job in ' + city, html: html`<b>${city}</b>` });", ['New job in …']],
  ['throw invalid(field, `Use at most ${max}`);', ['Use at most …']],
])('a text around values is found: %s', (code, found) => {
  expect(textsIn(code, true)).toEqual(found);
});

test.each([
  'const query = sql`select count(*) from ${jobs} where id = ${id}`; const order = sql.raw(`${column} nulls last`);',
  'log.error({ err }, `The charge ${id} went through`); console.warn(`${name} answered without a token`);',
  'process.stdout.write(`Haulboard ${version} is ready`); throw new RangeError(`No state has the code ${code}`);',
  'const a = <div className={`${styles.row} tabular wide`} style={{ border: `1px solid ${color}`, width: `calc(${width} - 1px)` }} />;',
  "const media = `(max-width: ${width}) ${size}px, 103px`; const policy = `img-src 'self' data: ${origin}`;",
  'const url = `${origin}/jobs/${id}?from=${source}`; const header = `Bearer ${token}`; const key = `upload ${slot}`;',
  'const metric = `http_requests_total{route="${route}"} ${count}`; const range = `bytes ${from}-${to}/${size}`;',
  "const a = <b>{job.status === 'Closed' && <Icon />}</b>; const b = <Title>{first + ' ' + last}</Title>;",
  'const a = <b>{`${first} ${last}`}</b>; const name = `${city}, ${state}`; const route = isOne ? first : second;',
])('what programs and engineers read is not found: %s', (code) => {
  expect(textsIn(code, true)).toEqual([]);
});

test('texts that people read are written in the catalogue', () => {
  const files = globSync('{web,server,shared}/**/*.{ts,tsx}', { cwd: root });
  const checkedFiles = files.filter((file) => !/\.test\./.test(file) && !excludedPaths.test(file));
  expect(checkedFiles.length).toBeGreaterThan(400);
  const hardCodedTexts = checkedFiles.flatMap((file) =>
    textsIn(readFileSync(root + file, 'utf8'), file.endsWith('x'))
      .filter((text) => !isProgramText(file, text))
      .map((text) => `${file}: ${text}`),
  );
  expect(hardCodedTexts).toEqual([]);
});
