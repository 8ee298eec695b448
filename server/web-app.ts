import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { offeredSources } from '#server/auth/social/provider.ts';
import { escapeHtml } from '#server/site/html.ts';
import type { SocialSource } from '#shared/social-sources.ts';
import type { Settings } from './env.ts';

const root = new URL('../dist/web', import.meta.url).pathname;

/** The built web app: hashed assets for a year, its page for every path that nothing else answers. */
export async function webApp(app: FastifyInstance, { settings }: { settings: Settings }): Promise<void> {
  await app.register(fastifyStatic, {
    root: join(root, 'assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: '365d',
    decorateReply: false,
  });
  let page: Promise<string> | undefined;
  app.setNotFoundHandler(async (request, reply) => {
    const wantsPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
    if (!wantsPage) return reply.code(404).send({ errors: [{ message: 'Not found', code: 'not_found' }], message: 'Not found' });
    if (!page || !settings.production) page = readPage(settings);
    return reply
      .type('text/html')
      .header('cache-control', 'no-cache')
      .headers({ 'x-frame-options': 'DENY', 'content-security-policy': policyOf(settings) })
      .send(await page);
  });
}

/**
 * Only scripts of ours and of the gateway's card fields run, nothing written into the page does: access tokens lie where
 * script can read them (`spec: access §9`), so a text that became markup must not become script, and nothing is sent elsewhere.
 * Pictures of job descriptions and of news may be anywhere (shared/rich-text.ts). Styles are written into the page by Mantine.
 */
export function policyOf({ celero, publicUrl, mapTilesUrl }: Pick<Settings, 'celero' | 'publicUrl' | 'mapTilesUrl'>): string {
  const gateway = new URL(celero?.url ?? publicUrl).origin;
  const tiles = mapTilesUrl ? ` ${originOf(mapTilesUrl)}` : '';
  return [
    "default-src 'none'",
    `script-src 'self' ${gateway}`,
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

async function readPage(settings: Settings): Promise<string> {
  const page = await readFile(join(root, 'index.html'), 'utf8');
  return withMapTiles(withSocialSources(withFlags(page, settings.flags), offeredSources(settings)), settings.mapTilesUrl);
}

/** The page with the setting that its script cannot ask for before it draws (web/flags.ts); env.ts knows that it is safe. */
export function withFlags(page: string, flags: string): string {
  return page.replace('<meta name="flags" content=""', `<meta name="flags" content="${flags}"`);
}

/** The same for where the maps' pictures come from (web/places/map-tiles.ts); none: the built-in outline. */
export function withMapTiles(page: string, url: string | null | undefined): string {
  return url ? page.replace('<meta name="map-tiles" content=""', `<meta name="map-tiles" content="${escapeHtml(url)}"`) : page;
}

/** The same for the providers that are set up, whose buttons the log-in draws (web/auth/social-sources.ts). */
export function withSocialSources(page: string, sources: readonly SocialSource[]): string {
  return page.replace('<meta name="social" content=""', `<meta name="social" content="${sources.join(' ')}"`);
}
