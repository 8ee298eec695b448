import * as z from 'zod/mini';

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

/** What is wrong with an input, where its rule has no words of its own: callers show it to people (`ui: Words`). */
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

/** For the whole process, and for all rules in it. */
export function sayInputsPlainly(): void {
  z.config({ localeError: wordsOf });
}
