import { TRPCError } from '@trpc/server';
import { sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { throttles } from '#drizzle/schema/accounts.ts';
import type { Database } from '#server/db/open.ts';
import { AppError } from '#server/errors.ts';
import { type EventSource, recordSecurityEvent } from '#server/security/record-event.ts';
import type { Services } from '#server/services.ts';
import { text } from '#shared/texts/texts.ts';
import { toAddressKey } from './throttle.ts';

/**
 * Limits a caller's requests per minute over all servers. Each server counts in memory. Once a second, one statement shares
 * the counts of callers that have used a noticeable part of their limit, so that ordinary visitors cost no query.
 */
type RequestRate = {
  /** Counts a request. Returns the seconds until the next minute if the caller is above the limit. */
  count: (caller: string, max: number) => number | null;
  /** Exchanges counts with the other servers. */
  share: () => Promise<void>;
};

type Counter = { total: number; unsent: number };

const minute = 60_000;
const bucket = 'requests';
/** A caller's count is shared between servers from this part of the limit on. */
const sharedThreshold = 0.05;
/** The maximum number of remembered callers. With more, all counts start again, to limit memory. */
const maxCallers = 100_000;

export function createRequestRate(db: Database, now: () => number = Date.now): RequestRate {
  let ends = 0;
  let counters = new Map<string, Counter>();
  let busy = new Set<string>();

  function begin(at: number): void {
    if (at < ends && counters.size < maxCallers) return;
    ends = Math.floor(at / minute) * minute + minute;
    counters = new Map();
    busy = new Set();
  }

  return {
    count: (caller, max) => {
      const at = now();
      begin(at);
      const counter = counters.get(caller) ?? { total: 0, unsent: 0 };
      counter.unsent++;
      counters.set(caller, counter);
      if (counter.total || counter.unsent >= max * sharedThreshold) busy.add(caller);
      return counter.total + counter.unsent > max ? Math.max(1, Math.ceil((ends - at) / 1000)) : null;
    },
    share: async () => {
      const [windowEndsAt, sentCounters] = [new Date(ends), counters];
      // All servers use the same order, so that updates cannot deadlock.
      const callers = [...busy].toSorted();
      busy = new Set();
      if (!callers.length) return;
      const rows = callers.map((caller) => {
        const counter = sentCounters.get(caller) ?? { total: 0, unsent: 0 };
        const hits = counter.unsent;
        counter.total += hits;
        counter.unsent = 0;
        return { bucket, key: `${caller} ${ends}`, hits, windowEndsAt };
      });
      const updatedRows = await db
        .insert(throttles)
        .values(rows)
        .onConflictDoUpdate({
          target: [throttles.bucket, throttles.key],
          set: { hits: sql`${throttles.hits} + excluded.hits` },
        })
        .returning({ key: throttles.key, hits: throttles.hits });
      for (const { key, hits } of updatedRows) {
        const counter = sentCounters.get(key.slice(0, key.lastIndexOf(' ')));
        if (counter) counter.total = hits;
      }
    },
  };
}

/** Monitoring requests and static files are not counted. */
const uncountedPaths = /^\/(?:healthz|readyz|metrics|assets\/)/;
/** Requests from this machine are not limited. A local proxy must be listed in TRUST_PROXY, so that its clients are counted. */
const isLocalhost = (ip: string) => ip === '127.0.0.1' || ip === '::1' || ip === '::ffff:127.0.0.1';
const shareIntervalMs = 1000;

const tooManyRequests = (retryAfter: number) => new AppError('too_many', text('errors.tooManyRequests'), { retryAfter });

export type SendError = (error: AppError, request: FastifyRequest, reply: FastifyReply) => void;
/**
 * Counts a request of an authenticated account.
 * @throws AppError too_many
 */
export type CountRequest = <Source extends EventSource & { ip: string }>(source: Source) => Source;

/** Limits the requests per minute of network addresses and accounts, over all servers. */
export function limitRequests(app: FastifyInstance, services: Services, sendError: SendError): CountRequest {
  const { db, log, settings } = services;
  const { perAddress, perAccount } = settings.requestsAMinute;
  const rate = createRequestRate(db);
  const sharing = setInterval(() => {
    rate.share().catch((error: unknown) => log.warn({ err: error }, 'Request rates could not be shared'));
  }, shareIntervalMs);
  sharing.unref();
  app.addHook('onClose', async () => clearInterval(sharing));
  app.addHook('onRequest', async (request, reply) => {
    if (isLocalhost(request.ip) || uncountedPaths.test(request.url)) return;
    const retrySeconds = rate.count(`address ${toAddressKey(request.ip)}`, perAddress);
    if (retrySeconds === null) return;
    const { ip, id: requestId, headers } = request;
    const source = { services, ip, requestId, userAgent: headers['user-agent']?.slice(0, 300) ?? null };
    recordSecurityEvent(source, { event: 'limit.reached', detail: { limit: 'requests of an address' } });
    sendError(tooManyRequests(retrySeconds), request, reply);
    return reply;
  });
  return (context) => {
    const { actor, ip } = context;
    const retrySeconds = actor && !isLocalhost(ip) ? rate.count(`account ${actor.userId}`, perAccount) : null;
    if (retrySeconds === null) return context;
    recordSecurityEvent(context, { event: 'limit.reached', detail: { limit: 'requests of an account' } });
    const cause = tooManyRequests(retrySeconds);
    throw new TRPCError({ code: 'TOO_MANY_REQUESTS', message: cause.message, cause });
  };
}
