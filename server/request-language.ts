import Negotiator from 'negotiator';
import { isLanguage, type Language, languages } from '#shared/texts/texts.ts';

type Request = { headers: { 'accept-language'?: string | undefined } };

/** The language of a request: the first of its `Accept-Language` that the product has, else English. */
export function languageOf({ headers }: Request): Language {
  const accepted = new Negotiator({ headers: { 'accept-language': headers['accept-language'] ?? 'en' } });
  const [preferred] = accepted.languages([...languages]);
  return preferred && isLanguage(preferred) ? preferred : 'en';
}
