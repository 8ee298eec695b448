/**
 * What filters, search and sorting compare (`docs/product/rest.md#text`): a text in lowercase, without accents and invisible
 * characters, with one apostrophe and one hyphen. The SQL function `fold_text` does the same, and
 * `tests/api/db/fold-text.test.ts` compares the two.
 */

const apostrophes = /[`\u00b4\u02b9\u02bb-\u02bf\u02c8\u2018\u2019\u201b\u2032\u2035\u055a\u05f3\ua78c\uff07\uff40]/g;
const hyphens = /[\u02d7\u058a\u05be\u1806\u2010-\u2015\u2043\u2212\u2e17\u2e1a\u2e3a\u2e3b\ufe58\ufe63\uff0d]/g;
/** Combining marks of Latin, Greek and Cyrillic letters, and invisible characters. */
const removed = new RegExp(
  [
    /[\u0300-\u036f]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\ufe20-\ufe2f]/,
    /[\u00ad\u061c\u115f\u1160\u17b4\u17b5\u3164\ufeff\uffa0]/,
    /[\u180b-\u180f]|[\u200b-\u200f]|[\u202a-\u202e]|[\u2060-\u206f]|[\ufe00-\ufe0f]|[\ufff0-\ufffb]/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);
/** Letters that Unicode does not take apart into a letter and its accent. */
const letters: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ŧ: 't',
  ς: 'σ',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
};
const letterPattern = new RegExp(`[${Object.keys(letters).join('')}]`, 'g');

export const foldText = (text: string): string =>
  text
    .replace(apostrophes, "'")
    .replace(hyphens, '-')
    .normalize('NFKD')
    .replace(removed, '')
    .toLowerCase()
    .replace(letterPattern, (letter) => letters[letter] ?? letter);
