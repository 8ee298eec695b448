import { expect, test } from 'vitest';
import { removeMention } from './mentions.ts';

test.each([
  ['Ask @Ann Lee, then @Ann Lee.', 'Ask @…, then @….'],
  ['Ask @Ann Leeson and @Ann Lee', 'Ask @Ann Leeson and @…'],
  ['Ask Ann Lee', 'Ask Ann Lee'],
])('removes whole names only: %s', (note, result) => {
  expect(removeMention(note, 'Ann Lee')).toBe(result);
});
