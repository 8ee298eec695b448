import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { linkOf } from '#server/ads/ad-query.ts';
import { countSight, readSightToken, type Sight, type SightKind } from '#server/ads/count-sight.ts';
import { showAds } from '#server/ads/show-ads.ts';
import type { Services } from '#server/services.ts';
import { addressKey, isWithin } from '#server/session/throttle.ts';
import { idField } from '#shared/fields.ts';
import type { ShownAd } from '#shared/ads.ts';
import { isRobot } from '#shared/accounts/user-agent.ts';
import { dayIn, platformZone } from '#shared/time-zone.ts';
import { visitorOf } from './visitor.ts';

/** More than a person can see or click from one address; carriers' yards share theirs. */
const countedAMinute = { most: 240, windowSeconds: 60 };

/** The ads of a public page. A page is served whether or not there are any. */
export async function publicAds(services: Services, request: FastifyRequest): Promise<ShownAd[]> {
  try {
    return (await showAds(services, { place: 'jobs', who: visitorOf(request, dayIn(platformZone, Date.now())) })).ads;
  } catch (error) {
    services.log.error({ err: error }, 'No ads could be shown');
    return [];
  }
}

/** What pages say back of their ads, the members home's too: seen, and the way to the advertiser. */
export async function adRoutes(app: FastifyInstance, { services }: { services: Services }): Promise<void> {
  app.post('/site/ads/seen', { bodyLimit: 512, errorHandler: notUnderstood }, async (request, reply) => {
    if (isRobot(request.headers['user-agent'])) return refuse(reply, 403, 'Robots are not counted');
    const sight = readSightToken(services.keys, request.body, new Date());
    if (!sight) return refuse(reply, 422, 'This was never shown, or long ago');
    if (!(await isAllowed(services, request))) return refuse(reply.header('retry-after', '60'), 429, 'Too many at once');
    await count(services, sight, 'impression');
    return reply.code(204).send();
  });

  app.get('/site/ads/:id/go', async (request, reply) => {
    const id = idField.parse((request.params as { id: string }).id);
    const link = await linkOf(services.db, id);
    const sight = readSightToken(services.keys, (request.query as { t?: unknown }).t, new Date());
    if (sight?.adId === id && isByHand(request) && (await isAllowed(services, request))) await count(services, sight, 'click');
    return reply.header('cache-control', 'no-store').redirect(link, 302);
  });
}

/** Nobody reads what a beacon is answered: a body that is none of ours gets no page. */
function notUnderstood(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const status = error.statusCode ?? 500;
  if (status >= 500) request.log.error({ err: error }, 'An impression could not be taken');
  void refuse(reply, status, status >= 500 ? 'Not now' : 'Not understood');
}

function refuse(reply: FastifyReply, status: number, words: string): FastifyReply {
  return reply.code(status).type('text/plain; charset=utf-8').send(words);
}

/** Somebody who goes there: no robot, no look ahead, no question about the headers only. */
function isByHand({ method, headers }: FastifyRequest): boolean {
  const isAhead = /prefetch|prerender/.test(String(headers['sec-purpose'] ?? headers['purpose'] ?? ''));
  return method === 'GET' && !isAhead && !isRobot(headers['user-agent']);
}

function isAllowed({ db }: Services, { ip }: FastifyRequest): Promise<boolean> {
  return isWithin(db, { bucket: 'ad-sights', key: addressKey(ip) }, countedAMinute);
}

/** Nobody is kept from a page because something could not be counted. */
async function count({ db, log }: Services, sight: Sight, kind: SightKind): Promise<void> {
  await countSight(db, sight, kind, new Date()).catch((error: unknown) =>
    log.error({ err: error }, `An ad’s ${kind} was not counted`),
  );
}
