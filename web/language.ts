import { type Language, languageCookie, languageNames, languages, publicPath } from '#shared/texts/texts.ts';
import { keepCookie, readCookie } from './cookies.ts';
import { language } from '#web/texts/start.ts';

/** Shows the page again in another language, which this browser remembers. */
export function chooseLanguage(newLanguage: Language): void {
  keepCookie(languageCookie, newLanguage);
  location.reload();
}

/**
 * Shows the page in the language of the person's account, wherever they sign in. Not while an administrator acts as the
 * person, who reads their own language, and not again in a browser that keeps no cookies.
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

/** The languages that a person can choose, by the names that they have for themselves. Empty if there is only one. */
export const languageChoices = languages.length > 1 ? languages.map((code) => ({ code, name: languageNames[code] })) : [];

/** The choices besides the language of this page. */
export const otherLanguages = languageChoices.filter(({ code }) => code !== language);
