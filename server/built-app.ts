import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { offeredSources } from '#server/auth/social/provider.ts';
import { escapeHtml } from '#server/escape-html.ts';
import { hashOf } from '#server/site/layout.ts';
import type { SocialSource } from '#shared/accounts/social-sources.ts';
import type { Settings } from './env.ts';

/** Where `vite build` leaves the web app. */
export const builtRoot = new URL('../dist/web', import.meta.url).pathname;

/** The app's one page. */
export type AppPage = () => Promise<string>;

/** Reads the build once; anew for each page while the product is being worked on. */
export function appPage(settings: Settings): AppPage {
  let kept: Promise<string> | undefined;
  return () => {
    if (!kept || !settings.production) kept = readBuild(settings);
    return kept;
  };
}

/** The page of the build, with the settings its script cannot ask for. */
async function readBuild(settings: Settings): Promise<string> {
  const built = await readFile(join(builtRoot, 'index.html'), 'utf8');
  return withMapTiles(
    withSocialSources(withFlags(built, settings.flags), offeredSources(settings), settings.isSocialSimulated),
    settings.mapTilesUrl,
  );
}

/** The page with the setting that its script cannot ask for before it draws (web/flags.ts); env.ts knows that it is safe. */
export function withFlags(page: string, flags: string): string {
  return page.replace('<meta name="flags" content=""', `<meta name="flags" content="${flags}"`);
}

/** The same for where the maps' pictures come from (web/places/map-place.ts); none: the built-in outline. */
export function withMapTiles(page: string, url: string | null | undefined): string {
  return url ? page.replace('<meta name="map-tiles" content=""', `<meta name="map-tiles" content="${escapeHtml(url)}"`) : page;
}

/** The same for the providers that are set up, whose buttons the sign-in shows, and whether they are the demo's test providers. */
export function withSocialSources(page: string, sources: readonly SocialSource[], isSimulated = false): string {
  const named = page.replace('<meta name="social" content=""', `<meta name="social" content="${sources.join(' ')}"`);
  return isSimulated ? named.replace('<meta name="social-test" content=""', '<meta name="social-test" content="yes"') : named;
}

/**
 * Only our own script files, those of the gateway's card fields, and the scripts in the page itself (web/index.html), named by
 * their hashes, run: access tokens are where script can read them, so a text that became markup must not become script, and
 * nothing is sent elsewhere. Pictures of job descriptions and of news may be anywhere (shared/rich-text/rich-text.ts). Styles are written
 * into the page by Mantine.
 */
export function policyOf(
  { celero, publicUrl, mapTilesUrl }: Pick<Settings, 'celero' | 'publicUrl' | 'mapTilesUrl'>,
  page: string,
): string {
  const gateway = new URL(celero?.url ?? publicUrl).origin;
  const tiles = mapTilesUrl ? ` ${originOf(mapTilesUrl)}` : '';
  const hashes = [...page.matchAll(/<script>(.*?)<\/script>/gs)].map(([, source = '']) => hashOf(source));
  return [
    "default-src 'none'",
    ['script-src', "'self'", gateway, ...hashes].join(' '),
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' https: data: blob:${tiles}`,
    "media-src 'self' https: blob:",
    "font-src 'self'",
    `connect-src 'self' ${gateway}`,
    `frame-src 'self' ${gateway}`,
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Of an address with gaps in it for the tile's numbers, of which its host may have one too (`https://{s}.tiles.example/…`). */
function originOf(tiles: string): string {
  const [, scheme = '', host = ''] = /^(https?:\/\/)([^/]*)/.exec(tiles) ?? [];
  return `${scheme}${host.replace(/^\{[^}]*\}/, '*')}`;
}
