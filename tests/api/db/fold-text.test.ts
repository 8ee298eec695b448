// @engine both
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foldText } from '#shared/fold-text.ts';
import { openTestDatabase } from '#tests/helpers/database.ts';

/** The folding of texts in SQL and in TypeScript, which must be the same (`docs/product/rest.md#text`). */

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** Letters, accents, punctuation and invisible characters up to the end of the punctuation, and the forms of full width. */
const characters = [...range(1, 0x5ff), ...range(0x1ab0, 0x1aff), ...range(0x1e00, 0x1fff), ...range(0x2000, 0x22ff)]
  .concat([...range(0x2e00, 0x2e42), ...range(0x3040, 0x30ff), ...range(0xac00, 0xac40), ...range(0xfe00, 0xfe6f)])
  .concat(range(0xff01, 0xffef))
  .map((code) => String.fromCharCode(code));

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

const names = [
  'Muñoz',
  'Mun\u0303oz',
  'O’Brien',
  "O'Brien",
  'OʼBrien',
  'José',
  'Álvaro',
  'ÅNGSTRÖM',
  'Łódź',
  'Đặng Thị',
  'Nguye\u0302\u0303n',
  'Straße',
  'Œuvre Æon Þór',
  'İstanbul ıŞIK',
  'ΓΙΏΡΓΟΣ Γιώργος',
  'ЁЖИК Йод',
  'Jean–Luc',
  'Jean‑Luc',
  'Jean−Luc',
  '李 明',
  '김민준',
  'ひらがな カタカナ',
  'مُحَمَّد',
  'ｆｕｌｌ　ＷＩＤＴＨ％',
  'Heron\u200b\u202e',
  '👩🏽‍🚒 1️⃣',
  '',
];

test('SQL and TypeScript fold a text in the same way', async () => {
  const texts = [...characters, ...characters.map((character) => `É${character}a`), ...names];
  const rows = await database.db.execute<{ text: string; folded: string }>(
    sql`select text, fold_text(text) as folded from json_array_elements_text(${JSON.stringify(texts)}::json) as text`,
  );
  const different = rows.filter(({ text, folded }) => folded !== foldText(text));
  expect(different.map(({ text, folded }) => [text, folded, foldText(text)])).toEqual([]);
  expect(rows).toHaveLength(texts.length);
});

test.each([
  ['munoz', 'Muñoz'],
  ['munoz', 'Mun\u0303oz'],
  ["o'brien", 'O’Brien'],
  ["o'brien", 'O´Brien'],
  ['jose', 'José'],
  ['lodz', 'Łódź'],
  ['jean-luc', 'Jean–Luc'],
  ['jean-luc', 'Jean‑Luc'],
  ['strasse', 'Straße'],
  ['heron', 'He\u200bron'],
  ['100%', '100％'],
])('%s is the folded form of %s', (folded, text) => {
  expect(foldText(text)).toBe(folded);
});
