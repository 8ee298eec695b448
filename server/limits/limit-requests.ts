import { TRPCError } from '@trpc/server';
import type { FastifyInstance } from 'fastify';
import { AppError } from '#server/errors.ts';
import { errorAnswer } from '#server/rest/errors.ts';
import type { Services } from '#server/services.ts';
import { addressKey } from '#server/session/throttle.ts';
import type { Context } from '#server/trpc.ts';
import { createRequestRate } from './request-rate.ts';

/** Asked by machines, or the same for everybody and made once. */
const uncounted = /^\/(?:healthz|readyz|metrics|assets\/)/;
/** The machine itself. A proxy that stands on it is named in TRUST_PROXY, and the callers behind it are counted. */
const isThisMachine = (ip: string) => ip === '127.0.0.1' || ip === '::1' || ip === '::ffff:127.0.0.1';
const shareEachMs = 1000;

const tooMany = (retryAfter: number) => new AppError('too_many', 'Too many requests. Try again in a minute.', { retryAfter });

/**
 * Limits how many requests an address and an account make in a minute, on all nodes together. Answers what counts a request
 * of somebody whose token was checked.
 */
export function limitRequests(app: FastifyInstance, { db, log, settings }: Services): (context: Context) => Context {
  const { perAddress, perAccount } = settings.requestsAMinute;
  const rate = createRequestRate(db);
  const sharing = setInterval(() => {
    rate.share().catch((error: unknown) => log.warn({ err: error }, 'Request rates could not be shared'));
  }, shareEachMs);
  sharing.unref();
  app.addHook('onClose', async () => clearInterval(sharing));
  app.addHook('onRequest', async (request, reply) => {
    if (isThisMachine(request.ip) || uncounted.test(request.url)) return;
    const wait = rate.count(`address ${addressKey(request.ip)}`, perAddress);
    if (wait === null) return;
    const { status, body } = errorAnswer(tooMany(wait), request.id);
    return reply.code(status).header('retry-after', String(wait)).send(body);
  });
  return (context) => {
    const { actor, ip } = context;
    const wait = actor && !isThisMachine(ip) ? rate.count(`account ${actor.userId}`, perAccount) : null;
    if (wait === null) return context;
    const cause = tooMany(wait);
    throw new TRPCError({ code: 'TOO_MANY_REQUESTS', message: cause.message, cause });
  };
}
