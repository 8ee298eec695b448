import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url).pathname;

/** The only files that may use `Intl`, with the locale of a language (`docs/product/screens.md#dates-and-numbers`). */
const homes = ['shared/format.ts', 'shared/texts/texts.ts', 'shared/time-zone.ts'];

/** The locale is the language's own in `shared/format.ts`. Anywhere else a locale is pinned. */
const formatting = /\bIntl\.\w+|\.toLocale\w*String\(|\.toLocale(?:Lower|Upper)Case\(/g;
const pinnedLocale = /['"`][a-z]{2}-[A-Z]{2}['"`]/g;

const findIn = (file: string, code: string): string[] => [
  ...(code.match(pinnedLocale) ?? []),
  ...(homes.includes(file) ? [] : (code.match(formatting) ?? [])),
];

test.each([
  ["n.toLocaleString('en-US')", ["'en-US'", '.toLocaleString(']],
  ['n.toLocaleString()', ['.toLocaleString(']],
  ['new Intl.NumberFormat(locale)', ['Intl.NumberFormat']],
  ['const n = format.number(1)', []],
])('%s', (code, found) => {
  expect(findIn('web/any.ts', code)).toEqual(found);
});

test('numbers and dates are formatted in one place, in the locale of the reader', () => {
  const files = globSync('{web,server,shared}/**/*.{ts,tsx,html}', { cwd: root }).filter((file) => !/\.test\./.test(file));
  expect(files.length).toBeGreaterThan(400);
  expect(files.flatMap((file) => findIn(file, readFileSync(root + file, 'utf8')).map((found) => `${file}: ${found}`))).toEqual(
    [],
  );
});
