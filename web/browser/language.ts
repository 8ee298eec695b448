import { type Language, languageCookie, languageNames, languages, publicPath } from '#shared/texts/texts.ts';
import { language } from '#web/texts/start.ts';
import { keepCookie, readCookie } from './cookies.ts';

/** Reloads the page in another language, which this browser remembers. */
export function chooseLanguage(newLanguage: Language): void {
  keepCookie(languageCookie, newLanguage);
  location.reload();
}

/**
 * Reloads the page in the language of the person's account if the page has another one. It keeps the language while an
 * administrator impersonates the person, and in a browser that keeps no cookies, where the page would reload forever.
 */
export function followAccount({
  language: own,
  impersonatorId,
}: {
  language: Language | null;
  impersonatorId: string | null;
}): void {
  if (!own || own === language || impersonatorId || readCookie(languageCookie) === own) return;
  keepCookie(languageCookie, own);
  if (readCookie(languageCookie) === own) location.reload();
}

/** The address of a public page in the reader’s language. */
export const publicLink = (path: string): string => publicPath(path, language);

/** The languages that a person can choose, each named in that language. Empty if there is only one. */
export const languageChoices = languages.length > 1 ? languages.map((code) => ({ code, name: languageNames[code] })) : [];

/** The languages to choose from, without the page's current one. */
export const otherLanguages = languageChoices.filter(({ code }) => code !== language);
