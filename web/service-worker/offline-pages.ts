import { offlinePath, workerVersion } from '#shared/offline.ts';
import { isLanguage, languageCookie, languages, publicPath } from '#shared/texts/texts.ts';
import type { Scope } from './scope.ts';

/** The name of the cache with the offline pages of this version of the worker. */
export const offlinePagesCache = `offline-pages-${workerVersion}`;

/** Loads the offline page in every language. Without all of them, the worker is not installed. */
export async function storeOfflinePages(): Promise<void> {
  const cache = await caches.open(offlinePagesCache);
  await cache.addAll(languages.map((language) => new Request(publicPath(offlinePath, language), { cache: 'reload' })));
}

/** The offline page in the language of the address, or else in the one that the person reads. */
export async function findOfflinePage(scope: Scope, url: URL): Promise<Response | undefined> {
  const language = languageOfPath(url) ?? (await chosenLanguage(scope)) ?? preferredLanguage();
  return caches.match(publicPath(offlinePath, language), { cacheName: offlinePagesCache });
}

const languageOfPath = ({ pathname }: URL) => languages.find((language) => pathname.startsWith(`/${language}/`));

/** The name of the cookie begins with `__Host-` on HTTPS (`web/browser/cookies.ts`). */
async function chosenLanguage({ cookieStore }: Scope): Promise<string | undefined> {
  const cookie = (await cookieStore?.get(`__Host-${languageCookie}`)) ?? (await cookieStore?.get(languageCookie));
  return cookie?.value && isLanguage(cookie.value) ? cookie.value : undefined;
}

const preferredLanguage = () => navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? 'en';
