import * as z from 'zod';
import { invalid } from '#server/errors.ts';
import { cleanText } from '#shared/clean-text.ts';
import { text, type TextKey } from '#shared/texts/texts.ts';
import { withoutUploadKeys } from '#shared/upload-keys.ts';

/**
 * The maximum nesting. Valid documents and filters are nested less deeply, and the parser's stack can overflow only far beyond
 * it.
 */
const maxDepth = 64;

/**
 * Refuses input that no column can store (the NUL character and lone surrogates, in keys and texts) and excessive nesting.
 * It runs for tRPC and REST, so schemas do not have to check this.
 * @throws AppError invalid, naming the field
 */
export function assertReadable(input: unknown): void {
  const pending: { value: unknown; path: string; depth: number }[] = [{ value: input, path: '', depth: 0 }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value, path, depth } = next;
    if (typeof value === 'string') {
      if (!isReadable(value)) throw invalid(path, text('errors.hasControlCharacters'));
      continue;
    }
    if (!isPlainObject(value)) continue;
    if (depth >= maxDepth) throw invalid(path.split('.')[0] ?? '', text('errors.nestedTooDeep'));
    for (const [key, nestedValue] of Object.entries(value)) {
      if (!isReadable(key)) throw invalid(path, text('errors.hasControlCharacters'));
      pending.push({ value: nestedValue, path: path && depth < 8 ? `${path}.${key}` : path || key, depth: depth + 1 });
    }
  }
}

const isReadable = (text: string) => text.isWellFormed() && !text.includes('\u0000');

/** Passwords, tokens and ids, which stay as they were sent. */
const exactField = /(?:[pP]assword|[tT]oken|[sS]ecret|[cC]redential|[sS]ignature)s?$|(?:^i|I|_i)ds?$/;

/**
 * The input with its texts, and the URLs of uploads in them, in the form in which they are stored (`docs/product/rest.md#text`). It runs for tRPC and REST, so a
 * field cannot forget it. Call it after {@link assertReadable}, which limits the nesting.
 */
export function cleanInput(input: unknown): unknown {
  if (typeof input === 'string') return withoutUploadKeys(cleanText(input));
  if (Array.isArray(input)) return input.map(cleanInput);
  if (!isPlainObject(input)) return input;
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, exactField.test(name) ? value : cleanInput(value)]),
  );
}

/** Objects and arrays, but not dates or upload streams. */
function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

type Issue = z.core.$ZodRawIssue;

const typeErrors: Record<string, TextKey<'errors'>> = {
  number: 'errors.mustBeNumber',
  int: 'errors.mustBeWholeNumber',
  string: 'errors.mustBeText',
  boolean: 'errors.mustBeTrueOrFalse',
  array: 'errors.mustBeList',
  object: 'errors.mustBeObject',
  record: 'errors.mustBeObject',
  date: 'errors.mustBeDate',
};
const tooBigTexts: Record<string, TextKey<'errors'>> = { string: 'errors.tooLong', array: 'errors.tooManyItems' };
const tooSmallTexts: Record<string, TextKey<'errors'>> = {
  string: 'errors.tooShort',
  array: 'errors.tooFewItems',
};

/** The text for an invalid input if its schema names no text. The parameters come from the issue. */
function selectErrorText(issue: Issue): TextKey<'errors'> {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'errors.required' : (typeErrors[issue.expected] ?? 'errors.wrongType');
    case 'too_big':
      return tooBigTexts[issue.origin] ?? 'errors.tooLarge';
    case 'too_small':
      return tooSmallTexts[issue.origin] ?? 'errors.tooSmall';
    case 'invalid_value':
      return issue.input === undefined ? 'errors.required' : 'errors.notOneOf';
    case 'unrecognized_keys':
      return 'errors.unknownField';
    default:
      return 'errors.valueInvalid';
  }
}

/** Sets the error texts for all schemas of the process. */
export function setPlainInputErrors(): void {
  z.config({ localeError: selectErrorText });
}
