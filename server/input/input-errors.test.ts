import { expect, test } from 'vitest';
import * as z from 'zod';
import { textOfIssue } from '#shared/texts/texts.ts';
import { writeText } from '#shared/texts/write-text.ts';
import { setPlainInputErrors } from './clean-input.ts';

setPlainInputErrors();

test.each<[z.ZodType, unknown, string]>([
  [z.number(), undefined, 'This is required'],
  [z.number(), Number.NaN, 'This must be a number'],
  [z.boolean(), 'banana', 'This must be true or false'],
  [z.string(), 7, 'This must be text'],
  [z.number().check(z.int()), 1.5, 'This must be a whole number'],
  [z.number().check(z.lte(10)), 11, 'Use 10 or less'],
  [z.number().check(z.gte(0)), -1, 'Use 0 or more'],
  [z.string().check(z.maxLength(3)), 'long', 'Use at most 3 characters'],
  [z.array(z.string()).check(z.maxLength(1)), ['a', 'b'], 'Use at most 1 item'],
  [z.enum(['asc', 'desc']), 'up', 'Use one of: asc, desc'],
  [z.strictObject({}), { a: 1 }, 'Unknown field: a'],
  [z.union([z.string(), z.number()]), true, 'This value isn’t valid'],
  [z.string().check(z.minLength(1, 'Say your name')), '', 'Say your name'],
])('%#: what is wrong is said in words', (schema, input, words) => {
  const [issue] = schema.safeParse(input).error?.issues ?? [];
  expect(issue && writeText(textOfIssue(issue), 'en')).toBe(words);
});
