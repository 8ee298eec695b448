import { globSync, readFileSync } from 'node:fs';
import compile from 'icu-minify/compile';
import { describe, expect, test } from 'vitest';
import { en } from './en.ts';
import { type Language, languages, text, textOfIssue } from './texts.ts';
import { catalogues, markupTranslatorIn, translatorIn, writeText } from './write-text.ts';

const root = new URL('../../', import.meta.url).pathname;

/** Each message with its key: `jobs.closeJob`. */
const messagesOf = (language: Language) =>
  Object.entries(catalogues[language]).flatMap(([section, messages]) =>
    Object.entries(messages as Record<string, string>).map(([name, message]) => [`${section}.${name}`, message] as const),
  );

/** The names of a message's parameters and tags, sorted. */
function namesIn(message: unknown): string[] {
  if (!Array.isArray(message)) return [];
  const names = message.flatMap((node: unknown) => {
    if (!Array.isArray(node)) return [];
    const [name, kind, ...rest] = node as [string, unknown, ...unknown[]];
    const nestedNodes =
      typeof kind === 'number' && kind > 0 ? rest.flatMap((node) => Object.values(node as object)) : [kind, ...rest];
    return [name, ...nestedNodes.flatMap((node) => namesIn(Array.isArray(node) ? node : []))];
  });
  return [...new Set(names)].toSorted();
}

describe.each([...languages])('%s', (language) => {
  test('has the texts of the English catalogue', () => {
    const keysOf = (one: Language) =>
      messagesOf(one)
        .map(([key]) => key)
        .toSorted();
    expect(keysOf(language)).toEqual(keysOf('en'));
  });

  test('every message compiles, with the parameters and tags of the English one', () => {
    const english = new Map(messagesOf('en'));
    for (const [key, message] of messagesOf(language))
      expect([key, namesIn(compile(message))]).toEqual([key, namesIn(compile(english.get(key) ?? ''))]);
  });
});

const files = globSync('{shared,server,web}/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !/\.test\.tsx?$|^shared\/texts\/\w+\//.test(file))
  .map((file) => ({ file, code: readFileSync(root + file, 'utf8') }));

test('every key that a schema or a rule names is in the catalogue', () => {
  const keys = new Set<string>(messagesOf('en').map(([key]) => key));
  const usedKeys = files.flatMap(({ file, code }) =>
    [...code.matchAll(/'((?:errors|ui)\.\w+)'/g)].map(([, key = '']) => `${file}: ${key}`),
  );
  expect(usedKeys.length).toBeGreaterThan(100);
  expect(usedKeys.filter((usage) => !keys.has(usage.split(': ')[1] ?? ''))).toEqual([]);
});

test('every text is used', () => {
  const usedKeys = new Set(files.flatMap(({ code }) => [...code.matchAll(/'([a-zA-Z]+\.\w+)'/g)].map(([, key]) => key)));
  const keys = messagesOf('en').map(([key]) => key);
  expect(keys.filter((key) => !usedKeys.has(key))).toEqual([]);
});

test('no text stands under two keys', () => {
  const keysByText = new Map<string, string[]>();
  const others = languages.map((language) => new Map(messagesOf(language)));
  for (const [key] of messagesOf('en')) {
    const inEveryLanguage = others.map((messages) => messages.get(key)).join('\n');
    keysByText.set(inEveryLanguage, [...(keysByText.get(inEveryLanguage) ?? []), key]);
  }
  expect([...keysByText.values()].filter((keys) => keys.length > 1)).toEqual([]);
});

test('no key and no parameter is numbered', () => {
  const isNumbered = (name: string) => /[a-z]\d+$/.test(name) && !/\d+To\d+$/.test(name);
  const names = messagesOf('en').flatMap(([key, message]) => [key, ...namesIn(compile(message)).map((name) => `${key} ${name}`)]);
  expect(names.filter(isNumbered)).toEqual([]);
});

test('no file of texts has more than 500 lines', () => {
  const lengths = globSync('shared/texts/**/*.ts', { cwd: root }).map(
    (file) => [file, readFileSync(root + file, 'utf8').split('\n').length] as const,
  );
  expect(lengths.filter(([, length]) => length > 500)).toEqual([]);
});

test('a text is written with its parameters and the plural of its number', () => {
  const write = (n: number) => writeText(text('errors.tooLong', { maximum: n }), 'en');
  expect([write(1), write(2000)]).toEqual(['Use at most 1 character', 'Use at most 2,000 characters']);
});

test('a schema’s issue is written with the numbers of its rule', () => {
  const issue = { message: 'errors.tooManyItems', maximum: 3, path: ['tags'] };
  expect(writeText(textOfIssue(issue), 'en')).toBe('Use at most 3 items');
});

test('a translator writes texts of one language, with markup where a text has tags', () => {
  expect(translatorIn('en')('errors.tooLong', { maximum: 1 })).toBe('Use at most 1 character');
  const bold = (content: readonly string[]) => `<b>${content.join('')}</b>`;
  expect(markupTranslatorIn<string>('en')('ui.errorReference', { requestId: 'r1', b: bold }).join('')).toBe(
    'Reference <b>r1</b>',
  );
});

test('an unknown key is written as it is', () => {
  expect(writeText({ key: 'The gateway said no' }, 'en')).toBe('The gateway said no');
  expect(Object.keys(en)).toContain('errors');
});

/**
 * Errors with technical words. They answer programs that call the REST API, a webhook or the developer examples, and no screen
 * of ours makes the mistake that they describe. Another error with such a word would be read by a person.
 */
const errorsForPrograms: ReadonlySet<string> = new Set([
  'errors.partPastFileEnd',
  'errors.facebookAccessTokenRefused',
  // The specification prints it. The crop dialog shows it in a browser without a canvas.
  'errors.noCanvas',
  'errors.tokenRequired',
  'errors.partTooSmall',
  'errors.mustSendMultipart',
  'errors.idempotencyKeyInvalid',
  'errors.mustSendJson',
  'errors.partsInvalid',
  'errors.fileNameRequired',
  'errors.orderRequired',
  'errors.partNumberRequired',
  'errors.fileSizeRequired',
  'errors.uploadIdRequired',
  'errors.actionMustBeNewJob',
  'errors.bodyNotJsonObject',
  'errors.bodyWrongEncoding',
  'errors.idempotencyKeyInUse',
  'errors.orderTokenRequired',
  'errors.partsSizeMismatch',
  'errors.idempotencyKeyReused',
  'errors.cardTokenInvalid',
  'errors.tokenTooLong',
]);

const technicalWords =
  /\b(batch|procedure|json|utf-?8|sql|tokens?|endpoint|payload|null|undefined|header|multipart|idempotency|bytes|canvas|boolean|array|parse)\b|[a-z]_[a-z]/i;
const statusNames = /PROCESSING_PAYMENT/g;

test('an error that a person can read has no technical words', () => {
  const technicalErrors = messagesOf('en')
    .filter(([key, message]) => key.startsWith('errors.') && technicalWords.test(message.replace(statusNames, '')))
    .map(([key]) => key);
  expect(new Set(technicalErrors)).toEqual(errorsForPrograms);
});
