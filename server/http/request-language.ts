import Negotiator from 'negotiator';
import { isLanguage, type Language, languageCookie, languages } from '#shared/texts/texts.ts';

type Request = { headers: { 'accept-language'?: string | undefined; cookie?: string | undefined } };

/**
 * Over HTTPS the name of the cookie has the prefix `__Host-`. Over plain HTTP, and in cookies from before the prefix was
 * introduced, it does not.
 */
const languageCookiePatterns = [`__Host-${languageCookie}`, languageCookie].map(
  (name) => new RegExp(`(?:^|;\\s*)${name}=([a-z]{2})(?:;|$)`),
);

/**
 * The language of a request: the one chosen in this browser, otherwise the first supported one in `Accept-Language`, otherwise
 * English.
 */
export function languageOf({ headers }: Request): Language {
  for (const pattern of languageCookiePatterns) {
    const cookie = pattern.exec(headers.cookie ?? '')?.[1];
    if (cookie && isLanguage(cookie)) return cookie;
  }
  const accepted = new Negotiator({ headers: { 'accept-language': headers['accept-language'] ?? 'en' } });
  const [preferred] = accepted.languages([...languages]);
  return preferred && isLanguage(preferred) ? preferred : 'en';
}
