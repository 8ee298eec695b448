import { largeNumbers, numbersToTwenty } from '#shared/texts/languages.ts';
import { type Language, languages } from '#shared/texts/texts.ts';

/** Checks a generated text against the text that it was made from (`docs/product/jobs.md#write-with-help`). */

type NumberWords = Readonly<Record<string, number>>;

const wordsIn = (language: Language): NumberWords => ({
  ...Object.fromEntries(numbersToTwenty[language].split(' ').map((word, index) => [word, index + 1] as const)),
  ...largeNumbers[language],
});

/** Number words that are another word in another language (`once`), or close to an article (`uno`). */
const ambiguousWords = new Set(['once', 'uno']);
/** For a text of unknown language. */
const wordsOfAnyLanguage: NumberWords = Object.fromEntries(
  languages.flatMap((language) => Object.entries(wordsIn(language)).filter(([word]) => !ambiguousWords.has(word))),
);

const digits = /((?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)?\.\d+|\d{1,3}(?:,\d{3})+(?!\d)|\d+)(\s?k\b)?/gi;
const word = /\p{L}+/gu;

/** The name of a pension plan, which is no amount. */
const planName = /\b401\s?\(?k\b\)?/gi;

/** Every number of a text: `1,500.00`, `1500` and `1.5k` are the same one. Number words are those of the language, if it is known. */
export function numbersIn(text: string, language?: Language): Set<number> {
  const words = language ? wordsIn(language) : wordsOfAnyLanguage;
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

/** What the words of a text can mean together: "thirty-five" is 35, and "two hundred" is 200. */
const composedOf = (numbers: readonly number[]): number[] =>
  numbers.flatMap((first) =>
    numbers.flatMap((second) => {
      if (second === 100 || second === 1000) return first * second;
      return first >= 20 && first < 100 && first % 10 === 0 && second < 10 ? first + second : [];
    }),
  );

/**
 * The numbers of a translation that are not in its source. 1 is left out, because one language writes it where another has an
 * article ("un año", "one year").
 */
export function numbersNotTranslated(translation: string, language: Language, source: string): number[] {
  const sourceLanguages = languages.filter((other) => other !== language);
  const written = sourceLanguages.flatMap((other) => [...numbersIn(source, other)]);
  const known = new Set([...written, ...composedOf(written)]);
  return [...numbersIn(translation, language)].filter((number) => number !== 1 && !known.has(number));
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
