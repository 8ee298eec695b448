import { expect, test } from 'vitest';
import { nextIndex } from './place-field.ts';

test.each([
  ['down from the field', -1, 1, 0],
  ['up from the field', -1, -1, 2],
  ['down', 0, 1, 1],
  ['up', 2, -1, 1],
  ['down from the last', 2, 1, 0],
  ['up from the first', 0, -1, 2],
] as const)('an arrow key moves among three options: %s', (_case, index, step, next) => {
  expect(nextIndex(index, 3, step)).toBe(next);
});
