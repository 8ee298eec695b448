/** Checks a generated text against the text that it was made from (`docs/product/jobs.md#write-with-help`). */

/** English number words, and the Spanish ones that are no English words and no articles. */
const words: Readonly<Record<string, number>> = Object.fromEntries(
  [
    'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty',
    '_ dos tres cuatro cinco seis siete ocho nueve diez _ doce trece catorce quince _ _ _ _ veinte',
  ]
    .flatMap((list) => list.split(' ').map((word, index) => [word, index + 1] as const))
    .concat([
      ['thirty', 30],
      ['forty', 40],
      ['fifty', 50],
      ['sixty', 60],
      ['seventy', 70],
      ['eighty', 80],
      ['ninety', 90],
      ['dozen', 12],
      ['hundred', 100],
      ['thousand', 1000],
      ['mil', 1000],
    ]),
);

const digits = /((?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)?\.\d+|\d{1,3}(?:,\d{3})+(?!\d)|\d+)(\s?k\b)?/gi;
const word = /\p{L}+/gu;

/** The name of a pension plan, which is no amount. */
const planName = /\b401\s?\(?k\b\)?/gi;

/** Every number of a text: `1,500.00`, `1500` and `1.5k` are the same one. */
export function numbersIn(text: string): Set<number> {
  // Turns digits of other alphabets and fractions such as ½ into ordinary digits.
  const plainText = text.normalize('NFKC').replace(planName, ' ');
  const written = [...plainText.matchAll(digits)].map(
    ([, number = '', thousands]) => Number(number.replaceAll(',', '')) * (thousands ? 1000 : 1),
  );
  const spelled = [...plainText.toLowerCase().matchAll(word)].flatMap(([one]) => words[one] ?? []);
  return new Set([...written, ...spelled]);
}

/** The numbers of a generated text that are not in its source. */
export function numbersNotIn(draft: string, source: string): number[] {
  const known = numbersIn(source);
  return [...numbersIn(draft)].filter((number) => !known.has(number));
}

/** What job descriptions like to promise. Each entry is one promise with its usual words. */
const promises: readonly RegExp[] = [
  /\b(?:health|medical)\b/i,
  /\bdental\b/i,
  /\bvision\b/i,
  /\b(?:retirement|pension|401\s?\(?k)\b/i,
  /\b(?:insurance|coverage|insured)\b/i,
  /\bbonus(?:es)?\b/i,
  /\bsign-?\s?on\b/i,
  /\b(?:vacation|holidays?|time off|PTO)\b/i,
  /\bguarantee[sd]?\b/i,
  /\bper diem\b/i,
  /\b(?:detention|layover)\b/i,
  /\b(?:riders?|pets?)\b/i,
  /\b(?:relocation|tuition)\b/i,
  /\b(?:new|late-model) (?:trucks?|tractors?|equipment|trailers?)\b/i,
  /\b(?:hazmat|hazardous)\b/i,
  /\bTWIC\b/i,
  /\bTSAC\b/i,
];

/** The promises of a generated text that its source does not make, as the words that make them. */
export function promisesNotIn(draft: string, source: string): string[] {
  return promises.filter((promise) => !promise.test(source)).flatMap((promise) => promise.exec(draft)?.[0] ?? []);
}
