import * as z from 'zod/mini';
import { invalid } from '#server/errors.ts';

/** Deeper than any valid document or filter, and far below what overflows a parser's stack. */
const mostDepth = 64;

/**
 * Refuses input that no column can store (the NUL character and lone surrogates, in keys and texts) and excessive nesting.
 * It runs for tRPC and REST, so schemas do not have to check this.
 * @throws AppError invalid, naming the field
 */
export function assertReadable(input: unknown): void {
  const left: { value: unknown; path: string; depth: number }[] = [{ value: input, path: '', depth: 0 }];
  for (let next = left.pop(); next; next = left.pop()) {
    const { value, path, depth } = next;
    if (typeof value === 'string') {
      if (!isReadable(value)) throw invalid(path, 'Remove the control characters');
      continue;
    }
    if (!isPlain(value)) continue;
    if (depth >= mostDepth) throw invalid(path.split('.')[0] ?? '', 'This is nested too deeply');
    for (const [key, inner] of Object.entries(value)) {
      if (!isReadable(key)) throw invalid(path, 'Remove the control characters');
      left.push({ value: inner, path: path && depth < 8 ? `${path}.${key}` : path || key, depth: depth + 1 });
    }
  }
}

const isReadable = (text: string) => text.isWellFormed() && !text.includes('\u0000');

/** Objects and arrays, but not dates or upload streams. */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

type Issue = z.core.$ZodRawIssue;

const kinds: Record<string, string> = {
  number: 'a number',
  int: 'a whole number',
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a date',
};
const units: Record<string, readonly [one: string, many: string]> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
};

function counted(bound: number | bigint, origin: string): string {
  const unit = units[origin]?.[Number(bound) === 1 ? 0 : 1];
  return unit ? `${bound} ${unit}` : String(bound);
}

/** The message for an invalid input whose schema has no message of its own. Users see these messages. */
export function wordsOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'This is required';
      return `This must be ${kinds[issue.expected] ?? 'something else'}`;
    case 'too_big':
      return `Use at most ${counted(issue.maximum, issue.origin)}`;
    case 'too_small':
      return `Use at least ${counted(issue.minimum, issue.origin)}`;
    case 'invalid_value':
      return issue.input === undefined ? 'This is required' : `Use one of: ${issue.values.map(String).join(', ')}`;
    case 'unrecognized_keys':
      return `Unknown field: ${issue.keys.join(', ')}`;
    default:
      return 'This value isn’t valid';
  }
}

/** Sets the messages for all schemas of the process. */
export function sayInputsPlainly(): void {
  z.config({ localeError: wordsOf });
}
