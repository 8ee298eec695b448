import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { languageOf } from '#server/http/request-language.ts';
import type { Settings } from '#server/settings/env.ts';
import { translatorIn } from '#shared/texts/write-text.ts';
import { type AppPage, builtAppFolder, buildContentSecurityPolicy } from './app-page.ts';

/** The first path segments of the app's screens (`docs/product/screens.md#addresses`). */
const sections = new Set(
  `login fast-login company-login admin-login logout signup forgot-password reset-code change-password email join terms privacy
  two-step-setup deleted-members account company-info company-address company admin news members ads apply interview jobs`.split(
    /\s+/,
  ),
);
/** The first path segments of the component gallery, which is not always on. */
const gallery = new Set('buttons texts icons redux-example todos axios-list saga-example layout-example modal'.split(' '));

/** Whether a screen can be at the path. The web app itself checks the rest of the path. */
export function isScreenAddress(path: string, hasGallery: boolean): boolean {
  const [, section = ''] = path.split('/', 2);
  return path === '/' || sections.has(section) || (hasGallery && gallery.has(section));
}

const rolesOfSignInPaths: Record<string, string> = { '/admin-login': 'admin', '/company-login': 'employer' };

/** The sign-in URL with its role for `/admin-login` and `/company-login`. The rest of the query is kept. */
export function signInRedirect(url: string): string | null {
  const [path = '', ...rest] = url.split('?');
  const query = rest.join('?');
  const role = rolesOfSignInPaths[path.replace(/\/$/, '')];
  if (!role) return null;
  const search = new URLSearchParams(query);
  search.set('role', role);
  return `/login?${search.toString()}`;
}

type Options = { settings: Settings; page: AppPage };

/**
 * Serves the built web app: hashed assets with a cache time of a year, and its page for every path that no other route
 * answers. A path without a screen answers 404, so that search engines do not index mistyped addresses.
 */
export async function webApp(app: FastifyInstance, { settings, page }: Options): Promise<void> {
  await app.register(fastifyStatic, {
    root: join(builtAppFolder, 'assets'),
    prefix: '/assets/',
    immutable: true,
    // Sends the copies that `web/compressed-assets.ts` writes.
    preCompressed: true,
    maxAge: '365d',
    decorateReply: false,
  });
  app.setNotFoundHandler(async (request, reply) => {
    if (!wantsPage(request, settings.gallery)) {
      const message = translatorIn(languageOf(request))('ui.notFound');
      return reply
        .code(404)
        .header('vary', 'accept')
        .send({ errors: [{ message, code: 'not_found' }], message });
    }
    const redirect = signInRedirect(request.url);
    if (redirect) return reply.redirect(redirect);
    const html = await page(languageOf(request));
    return reply
      .code(isScreenAddress(getPath(request.url), settings.gallery) ? 200 : 404)
      .type('text/html; charset=utf-8')
      .headers({ 'cache-control': 'no-cache', vary: 'accept, accept-language, cookie' })
      .headers({ 'x-frame-options': 'DENY', 'content-security-policy': buildContentSecurityPolicy(settings, html) })
      .send(html);
  });
}

/**
 * Browsers always get the page. Clients that accept anything get it only at the path of a screen. Clients that prefer JSON get
 * errors as JSON.
 */
function wantsPage({ method, url, headers: { accept = '*/*' } }: FastifyRequest, hasGallery: boolean): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (accept.includes('text/html')) return true;
  return accept.includes('*/*') && !accept.includes('json') && isScreenAddress(getPath(url), hasGallery);
}

const getPath = (url: string) => url.split('?', 1).join('');
