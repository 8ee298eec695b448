import { frequentWords } from './languages.ts';
import { type Language, languages } from './texts.ts';

/** The language in which people wrote a text, or null if it is too short or mixed to tell. */
export function languageOf(writtenText: string): Language | null {
  const words = writtenText.toLowerCase().match(/\p{L}+/gu) ?? [];
  const counts = languages.map((language) => {
    const frequent = new Set(frequentWords[language].split(' '));
    return { language, count: words.filter((word) => frequent.has(word)).length };
  });
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const [most] = counts.toSorted((one, other) => other.count - one.count);
  if (!most || total < 3) return null;
  return most.count > 2 * (total - most.count) ? most.language : null;
}
