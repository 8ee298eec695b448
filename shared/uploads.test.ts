import { expect, it } from 'vitest';
import { mb, partSizeOf } from './uploads.ts';

it.each([
  [10 * mb, 5],
  [30 * mb - 1, 5],
  [30 * mb, 10],
  [60 * mb - 1, 10],
  [60 * mb, 15],
  [150 * mb - 1, 15],
  [150 * mb, 20],
  [500 * mb - 1, 20],
  [500 * mb, 25],
  [2048 * mb, 25],
])('a file of %i bytes goes in parts of %i MB', (bytes, part) => {
  expect(partSizeOf(bytes)).toBe(part * mb);
});
