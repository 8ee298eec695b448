import { expect, it } from 'vitest';
import { isHtml } from './safe-html.ts';

it.each([
  ['<p>Drive</p>', true],
  ['Drive <b class="a<b">now</b>', true],
  ['</p\n>', true],
  ['<p <br', false],
  ['a > b <p', false],
  ['<p and then, much later, a sign >', true],
  ['Pays < 2 dollars, or > 3', false],
  ['<planet>', false],
])('%j is HTML: %s', (text, answer) => {
  expect(isHtml(text)).toBe(answer);
});

it('tells a text of tags that never end from HTML in no time', () => {
  const started = performance.now();
  expect(isHtml('<p'.repeat(50_000))).toBe(false);
  expect(performance.now() - started).toBeLessThan(500);
});
