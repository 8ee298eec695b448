/** The kind of numbers of an ordered list, as the `type` of `<ol>`. Null for a bullet. */
type NumberType = '1' | 'a' | 'A' | 'i' | 'I';

/** What a list paragraph of a word processor begins with. `follows` says whether it continues the list of the marker before it. */
export type Marker = { type: NumberType | null; number: number; follows: boolean };

const romanDigits: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 };

function readRoman(text: string): number | null {
  if (!/^m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/.test(text)) return null;
  const values = Array.from(text, (digit) => romanDigits[digit] ?? 0);
  return values.reduce((sum, value, index) => (value < (values[index + 1] ?? 0) ? sum - value : sum + value), 0);
}

/** `a` is 1, `z` is 26. Word then writes `aa`, `bb`. */
function readLetters(text: string): number | null {
  const [first = ''] = text;
  if (!/^[a-z]$/.test(first) || text !== first.repeat(text.length)) return null;
  return first.charCodeAt(0) - 'a'.charCodeAt(0) + 1 + 26 * (text.length - 1);
}

type Reading = Omit<Marker, 'follows'>;

/** The possible meanings of a marker, the likeliest first: `i.` is a Roman number unless it follows `h.`. */
function readAll(markerText: string): Reading[] {
  // The last part of `2.3.` is the number in its own list.
  const [, word = ''] = /^\(?(?:\d+\.)*(\d{1,6}|[a-z]{1,12})(?:[.):]|-$|$)/i.exec(markerText) ?? [];
  if (/^\d+$/.test(word)) return [{ type: '1', number: Number(word) }];
  // Word writes a hollow bullet as the letter `o` of another font.
  if (word === '' || markerText === 'o') return [{ type: null, number: 1 }];
  const lower = word.toLowerCase();
  const isLower = word === lower;
  const [roman, letters] = [readRoman(lower), readLetters(lower)];
  const readings: Reading[] = [];
  if (roman) readings.push({ type: isLower ? 'i' : 'I', number: roman });
  if (letters) readings.push({ type: isLower ? 'a' : 'A', number: letters });
  // A list seldom begins at c, d, l or m as Roman numbers.
  if (roman && letters && !/^[ivx]$/.test(lower)) readings.reverse();
  return readings.length > 0 ? readings : [{ type: null, number: 1 }];
}

/** Reads a bullet or number such as `·`, `3.`, `b)`, `(iv)` or `2.1.`, after another one in its list. */
export function readMarker(markerText: string, previous: Marker | null): Marker {
  const readings = readAll(markerText);
  const continuing = readings.find(
    ({ type, number }) => type === previous?.type && (type === null || number === previous.number + 1),
  );
  if (continuing) return { ...continuing, follows: true };
  const [reading = { type: null, number: 1 }] = readings;
  return { ...reading, follows: false };
}
