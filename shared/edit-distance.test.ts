import fc from 'fast-check';
import { expect, it } from 'vitest';
import { editDistance } from './edit-distance.ts';

it.each([
  ['chicgo', 'chicago', 1],
  ['omahha', 'omaha', 1],
  ['dallsa', 'dallas', 1],
  ['pheonix', 'phoenix', 1],
  ['flatbd', 'flatbed', 1],
  ['', 'reno', 4],
  ['reno', 'reno', 0],
  ['tulsa', 'omaha', 4],
])('counts the typing errors of %s', (typed, word, errors) => {
  expect(editDistance(typed, word)).toBe(errors);
});

it('is the same in both directions, and never less than the difference in length', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });
  fc.assert(
    fc.property(letters, letters, (a, b) => {
      expect(editDistance(a, b)).toBe(editDistance(b, a));
      expect(editDistance(a, b)).toBeGreaterThanOrEqual(Math.abs(a.length - b.length));
    }),
  );
});
