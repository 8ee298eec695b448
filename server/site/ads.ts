import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { countAdEvent, readImpressionToken, type Impression, type AdEventKind } from '#server/ads/count-ad-event.ts';
import { showAds, findAdLink } from '#server/ads/show-ads.ts';
import { toAddressKey, isWithinLimit } from '#server/limits/throttle.ts';
import type { Services } from '#server/services.ts';
import { isRobot } from '#shared/accounts/user-agent.ts';
import { type ShownAd, adImageSize } from '#shared/ads.ts';
import { idField } from '#shared/fields.ts';
import { localDay, platformZone } from '#shared/time-zone.ts';
import { type Html, html, type HtmlPart, type Site } from './html.ts';
import { pageParts } from './page-parts.ts';

/**
 * Identifies visitors without a cookie: the same network address and browser on the same day count as one visitor, so
 * the counts may be too low. Returns null for robots.
 */
export function toVisitorId({ ip, headers }: FastifyRequest, day: string): string | null {
  if (isRobot(headers['user-agent'])) return null;
  return `visitor ${day} ${toAddressKey(ip)} ${headers['user-agent']}`;
}

const { width, height } = adImageSize;

/** The ads of a page, labeled as ads, in boxes that keep their size until the images load. */
export function adSlots(site: Site, ads: readonly ShownAd[]): Html | false {
  if (ads.length === 0) return false;
  const isCounted = ads.some(({ impressionToken }) => impressionToken !== null);
  return html`<aside class="ads" aria-label="${site.t('common.advertisement')}">${ads.map((ad) => adCard(site, ad))}</aside>
    ${isCounted && pageParts().scripts.ads.element}`;
}

function adCard({ t, rich }: Site, { title, advertiser, imageUrl, videoUrl, clickUrl, impressionToken }: ShownAd): Html {
  const bold = (content: HtmlPart) => html`<b>${content}</b>`;
  const impressionAttribute = impressionToken !== null && html` data-impression="${impressionToken}"`;
  const caption = html`<span class="quiet">${rich('site.adCaption', { advertiser, b: bold })}</span><span>${title}</span
    ><span class="hidden"> ${t('common.opensInNewTab')}</span>`;
  const link = (content: Html) => html`<a href="${clickUrl}" target="_blank" rel="sponsored nofollow noopener">${content}</a>`;
  if (videoUrl)
    return html`<div class="ad">
      <video
        controls
        muted
        playsinline
        preload="none"
        width="${width}"
        height="${height}"
        src="${videoUrl}"
        ${imageUrl && html`poster="${imageUrl}"`}
        aria-label="${t('common.videoFromAdvertiser', { advertiser })}"
        ${impressionAttribute}
      ></video>
      ${link(caption)}
    </div>`;
  return html`<div class="ad">
    ${link(html`<img src="${imageUrl}" alt="" width="${width}" height="${height}" loading="lazy" decoding="async" ${impressionAttribute} />${caption}`)}
  </div>`;
}

/** The limit per network address. It allows for many people, because drivers at a carrier's yard share an address. */
const countingLimit = { maxHits: 240, windowSeconds: 60 };

/** The ads of a public page. The page is served even if they cannot be loaded. */
export async function publicAds(services: Services, request: FastifyRequest): Promise<ShownAd[]> {
  try {
    return (await showAds(services, { place: 'jobs', visitor: toVisitorId(request, localDay(platformZone, Date.now())) })).ads;
  } catch (error) {
    services.log.error({ err: error }, 'No ads could be shown');
    return [];
  }
}

/** Counts the impressions that pages report, including the members home, and redirects clicks to the advertiser. */
export async function adRoutes(app: FastifyInstance, { services }: { services: Services }): Promise<void> {
  app.post('/site/ads/seen', { bodyLimit: 512, errorHandler: sendErrorStatus }, async (request, reply) => {
    if (isRobot(request.headers['user-agent'])) return reply.code(403).send();
    const impression = readImpressionToken(services.keys, request.body, new Date());
    if (!impression) return reply.code(422).send();
    if (!(await isAllowed(services, request))) return reply.code(429).header('retry-after', '60').send();
    await count(services, impression, 'impression');
    return reply.code(204).send();
  });

  app.get('/site/ads/:id/go', async (request, reply) => {
    const id = idField.parse((request.params as { id: string }).id);
    const link = await findAdLink(services.db, id);
    const impression = readImpressionToken(services.keys, (request.query as { t?: unknown }).t, new Date());
    if (impression?.adId === id && isUserClick(request) && (await isAllowed(services, request)))
      await count(services, impression, 'click');
    return reply.header('cache-control', 'no-store').redirect(link, 302);
  });
}

/** The browser ignores the response to a beacon, so errors have no text. */
function sendErrorStatus(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const status = error.statusCode ?? 500;
  if (status >= 500) request.log.error({ err: error }, 'An impression could not be taken');
  void reply.code(status).send();
}

/** Whether a person followed the link. Robots, prefetches and HEAD requests do not count. */
function isUserClick({ method, headers }: FastifyRequest): boolean {
  const isPrefetch = /prefetch|prerender/.test(String(headers['sec-purpose'] ?? headers['purpose'] ?? ''));
  return method === 'GET' && !isPrefetch && !isRobot(headers['user-agent']);
}

function isAllowed({ db }: Services, { ip }: FastifyRequest): Promise<boolean> {
  return isWithinLimit(db, { bucket: 'ad-events', key: toAddressKey(ip) }, countingLimit);
}

/** A page is served even if counting fails. */
async function count({ db, log }: Services, impression: Impression, kind: AdEventKind): Promise<void> {
  await countAdEvent(db, impression, kind, new Date()).catch((error: unknown) =>
    log.error({ err: error }, `An ad’s ${kind} was not counted`),
  );
}
