import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { productName, schemes } from '#shared/brand.ts';
import { appQuery } from '#shared/offline.ts';
import { type Language, languages, publicPath } from '#shared/texts/texts.ts';
import { translatorIn } from '#shared/texts/write-text.ts';
import { drawing, icon } from './icon.ts';

/** The background fills the square, and the drawing is in the circle that every system shows of a maskable icon. */
const maskableIcon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M0 0h32v32H0z" fill="#1b3253"/><g transform="translate(16 16)scale(.8)translate(-16 -16)">${drawing}</g></svg>`;

const icons = [
  { path: '/site/icon-192.png', svg: icon, size: 192, purpose: 'any' },
  { path: '/site/icon-512.png', svg: icon, size: 512, purpose: 'any' },
  { path: '/site/icon-maskable-512.png', svg: maskableIcon, size: 512, purpose: 'maskable' },
] as const;

/** The path of the app's manifest in a language. */
export const manifestPath = (language: Language): string => publicPath('/site/app.webmanifest', language);

/** The installed app opens the jobs. From there, a signed-in person gets to their first screen (`web/public-pages/start.ts`). */
const appStart = (language: Language) => publicPath(`/jobs${appQuery}`, language);

/**
 * Makes Haulboard an app that can be installed (`docs/product/drivers.md#the-app`). iPhones and iPads need it on the Home Screen
 * for push notifications.
 */
function createManifest(language: Language): string {
  const t = translatorIn(language);
  return JSON.stringify({
    id: '/',
    name: productName,
    short_name: productName,
    description: t('site.searchPageSummary'),
    lang: language,
    dir: 'ltr',
    start_url: appStart(language),
    scope: '/',
    display: 'standalone',
    background_color: '#ffffff',
    theme_color: schemes.light.rail,
    categories: ['business'],
    icons: icons.map(({ path, size, purpose }) => ({ src: path, sizes: `${size}x${size}`, type: 'image/png', purpose })),
    shortcuts: [
      { name: t('ui.searchJobs'), url: publicPath('/jobs', language) },
      { name: t('driver.savedJobs'), url: '/members/saved' },
      { name: t('common.myApplications'), url: '/members/applications' },
      { name: t('common.messages'), url: '/members/messages' },
    ],
  });
}

/** Pixels per inch at which a drawing of 32 units is rendered in the size, before it is resized. */
const densityOf = (size: number) => (size / 32) * 72;

/** Serves the manifest in every language, and the icons that it and push notifications show. */
export function manifestRoutes(app: FastifyInstance, cacheControl: string): void {
  for (const { path, svg, size } of icons) {
    let bytes: Promise<Buffer> | undefined;
    app.get(path, async (_request, reply) =>
      reply
        .type('image/png')
        .header('cache-control', cacheControl)
        .send(
          await (bytes ??= sharp(Buffer.from(svg), { density: densityOf(size) })
            .resize(size)
            .png()
            .toBuffer()),
        ),
    );
  }
  for (const language of languages) {
    const manifest = createManifest(language);
    app.get(manifestPath(language), (_request, reply) =>
      reply.type('application/manifest+json; charset=utf-8').header('cache-control', cacheControl).send(manifest),
    );
  }
}
