import type { Language } from './texts.ts';

/** Frequent words that the other language does not have. */
const frequentWords: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: new Set('the and of to in for with your you our we is are will must per week day days home driver drivers'.split(' ')),
  es: new Set('el la los las y de del en para con su sus nuestro se es son un una por semana casa chofer choferes'.split(' ')),
};

/** The language in which people wrote a text, or null if it is too short or mixed to tell. */
export function languageOf(writtenText: string): Language | null {
  const words = writtenText.toLowerCase().match(/\p{L}+/gu) ?? [];
  const count = (language: Language) => words.filter((word) => frequentWords[language].has(word)).length;
  const [english, spanish] = [count('en'), count('es')];
  if (english + spanish < 3) return null;
  if (english > 2 * spanish) return 'en';
  return spanish > 2 * english ? 'es' : null;
}
