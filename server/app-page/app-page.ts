import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { offeredSources } from '#server/auth/social/start.ts';
import { escapeHtml } from '#server/http/escape-html.ts';
import type { Settings } from '#server/settings/env.ts';
import { manifestPath } from '#server/site/manifest.ts';
import { toCspHash } from '#server/site/page-parts.ts';
import type { SocialSource } from '#shared/accounts/sign-in.ts';
import { compileTexts } from '#shared/texts/compile-texts.ts';
import { type Language, addStartTexts } from '#shared/texts/texts.ts';
import { catalogues } from '#shared/texts/write-text.ts';

/** The output folder of `vite build`. */
export const builtAppFolder = new URL('../../dist/web', import.meta.url).pathname;

/** Returns the app's HTML page in a language. */
export type AppPage = (language: Language) => Promise<string>;

/** Reads the build once per language. In development, the build is read again for each page. */
export function createAppPage(settings: Settings): AppPage {
  const pages = new Map<Language, Promise<string>>();
  return (language) => {
    const page = (settings.production && pages.get(language)) || readBuiltPage(settings, language);
    pages.set(language, page);
    return page;
  };
}

/** The built page with the texts and settings that its script needs before it can make a request. */
async function readBuiltPage(settings: Settings, language: Language): Promise<string> {
  const builtPage = await readFile(join(builtAppFolder, 'index.html'), 'utf8');
  const page = withManifest(addStartTexts(builtPage, compileTexts(catalogues[language], 'start'), language), language);
  return withTexts(
    withMapTiles(
      withSocialSources(withFlags(page, settings.flags), offeredSources(settings), settings.isSocialSimulated),
      settings.mapTilesUrl,
    ),
    settings.offersTexts,
  );
}

/** Adds whether this installation sends text messages (web/auth/sign-in-code.ts). */
export const withTexts = (page: string, offersTexts: boolean): string =>
  offersTexts ? page.replace('<meta name="texts" content=""', '<meta name="texts" content="yes"') : page;

/** Names the app's manifest in the language. */
export function withManifest(page: string, language: Language): string {
  return page.replace(`href="${manifestPath('en')}"`, `href="${manifestPath(language)}"`);
}

/** Adds the feature flags, which the page needs before it renders (web/browser/flags.ts). env.ts has validated them. */
export function withFlags(page: string, flags: string): string {
  return page.replace('<meta name="flags" content=""', `<meta name="flags" content="${flags}"`);
}

/** Adds the URL of the map tiles (web/places/PlaceMap.tsx). Without a URL the built-in outline map is shown. */
export function withMapTiles(page: string, url: string | null | undefined): string {
  return url ? page.replace('<meta name="map-tiles" content=""', `<meta name="map-tiles" content="${escapeHtml(url)}"`) : page;
}

/** Adds the social sign-in providers that are set up, and whether they are the demo's test providers. */
export function withSocialSources(page: string, sources: readonly SocialSource[], isSimulated = false): string {
  const withSources = page.replace('<meta name="social" content=""', `<meta name="social" content="${sources.join(' ')}"`);
  return isSimulated
    ? withSources.replace('<meta name="social-test" content=""', '<meta name="social-test" content="yes"')
    : withSources;
}

/**
 * The content security policy. The only scripts that run are our own, the gateway's card fields, and the inline scripts of
 * web/index.html, which are identified by their hashes. Scripts can read access tokens, so injected text must never run, and
 * data can be sent only to us and the gateway. Images come from our own media store and the map's tile server. Inline styles
 * are allowed, because Mantine writes styles into the page.
 */
export function buildContentSecurityPolicy(
  { gatewayUrl, publicUrl, mapTilesUrl }: Pick<Settings, 'gatewayUrl' | 'publicUrl' | 'mapTilesUrl'>,
  page: string,
): string {
  const gateway = new URL(gatewayUrl ?? publicUrl).origin;
  const tiles = mapTilesUrl ? ` ${originOf(mapTilesUrl)}` : '';
  const hashes = [...page.matchAll(/<script>(.*?)<\/script>/gs)].map(([, source = '']) => toCspHash(source));
  return [
    "default-src 'none'",
    ['script-src', "'self'", gateway, ...hashes].join(' '),
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${tiles}`,
    "media-src 'self' blob:",
    "font-src 'self'",
    `connect-src 'self' ${gateway}`,
    `frame-src 'self' ${gateway}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/**
 * The origin of a tile URL, which has placeholders for the tile's numbers and may have one in the host
 * (`https://{s}.tiles.example/…`).
 */
function originOf(tiles: string): string {
  const [, scheme = '', host = ''] = /^(https?:\/\/)([^/]*)/.exec(tiles) ?? [];
  return `${scheme}${host.replace(/^\{[^}]*\}/, '*')}`;
}
