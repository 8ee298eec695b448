import Negotiator from 'negotiator';
import { isLanguage, type Language, languageCookie, languages } from '#shared/texts/texts.ts';

type Request = { headers: { 'accept-language'?: string | undefined; cookie?: string | undefined } };

/** With HTTPS the cookie has the prefix `__Host-`. Cookies without it are from before the prefix. */
const languageCookiePatterns = [`__Host-${languageCookie}`, languageCookie].map(
  (name) => new RegExp(`(?:^|;\\s*)${name}=([a-z]{2})(?:;|$)`),
);

/** The language of a request: the one chosen in this browser, else the first of `Accept-Language` that we have, else English. */
export function languageOf({ headers }: Request): Language {
  for (const form of languageCookiePatterns) {
    const cookie = form.exec(headers.cookie ?? '')?.[1];
    if (cookie && isLanguage(cookie)) return cookie;
  }
  const accepted = new Negotiator({ headers: { 'accept-language': headers['accept-language'] ?? 'en' } });
  const [preferred] = accepted.languages([...languages]);
  return preferred && isLanguage(preferred) ? preferred : 'en';
}
