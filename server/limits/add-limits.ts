import type { FastifyInstance } from 'fastify';
import type { Services } from '#server/services.ts';
import type { Context } from '#server/trpc.ts';
import { addSecurityHeaders } from './security-headers.ts';
import { cutSlowClients } from './times.ts';
import cors, { type FastifyCorsOptions } from '@fastify/cors';
import { TRPCError } from '@trpc/server';
import { AppError } from '#server/errors.ts';
import { errorAnswer } from '#server/rest/errors.ts';
import { recordSecurityEvent } from '#server/security/record-event.ts';
import { addressKey } from '#server/session/throttle.ts';
import { sql } from 'drizzle-orm';
import { throttles } from '#drizzle/schema/accounts.ts';
import type { Database } from '#server/db/open.ts';
import { text } from '#shared/texts/texts.ts';

/**
 * Limits a caller's requests per minute over all servers. Each server counts in memory. Only callers that have used a good
 * part of their limit are shared, once a second in one statement, so that ordinary visitors cost no query.
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
/** The part of the limit from which a caller is counted across servers. */
const sharedFrom = 0.05;
/** The maximum number of remembered callers. A flood from more addresses starts new counts. */
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
      if (counter.total || counter.unsent >= max * sharedFrom) busy.add(caller);
      return counter.total + counter.unsent > max ? Math.max(1, Math.ceil((ends - at) / 1000)) : null;
    },
    share: async () => {
      const [windowEndsAt, sentCounters] = [new Date(ends), counters];
      // The same order on all servers, so that updates cannot deadlock.
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
      const counted = await db
        .insert(throttles)
        .values(rows)
        .onConflictDoUpdate({
          target: [throttles.bucket, throttles.key],
          set: { hits: sql`${throttles.hits} + excluded.hits` },
        })
        .returning({ key: throttles.key, hits: throttles.hits });
      for (const { key, hits } of counted) {
        const counter = sentCounters.get(key.slice(0, key.lastIndexOf(' ')));
        if (counter) counter.total = hits;
      }
    },
  };
}

/** Requests from machines, and files that are the same for everyone. */
const uncounted = /^\/(?:healthz|readyz|metrics|assets\/)/;
/** This machine itself. A proxy on it must be listed in TRUST_PROXY, so that the callers behind it are counted. */
const isThisMachine = (ip: string) => ip === '127.0.0.1' || ip === '::1' || ip === '::ffff:127.0.0.1';
const shareEachMs = 1000;

const tooManyRequests = (retryAfter: number) => new AppError('too_many', text('errors.tooManyRequestsTryAgain'), { retryAfter });

/**
 * Limits the requests per minute of network addresses and accounts, over all servers. Returns a function that counts a
 * request of a verified account.
 */
function limitRequests(app: FastifyInstance, services: Services): (context: Context) => Context {
  const { db, log, settings } = services;
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
    const { ip, id: requestId, headers } = request;
    const source = { services, ip, requestId, userAgent: headers['user-agent']?.slice(0, 300) ?? null };
    recordSecurityEvent(source, { event: 'limit.reached', detail: { limit: 'requests of an address' } });
    const { status, body } = errorAnswer(tooManyRequests(wait), request);
    return reply.code(status).header('retry-after', String(wait)).send(body);
  });
  return (context) => {
    const { actor, ip } = context;
    const wait = actor && !isThisMachine(ip) ? rate.count(`account ${actor.userId}`, perAccount) : null;
    if (wait === null) return context;
    recordSecurityEvent(context, { event: 'limit.reached', detail: { limit: 'requests of an account' } });
    const cause = tooManyRequests(wait);
    throw new TRPCError({ code: 'TOO_MANY_REQUESTS', message: cause.message, cause });
  };
}

const restPrefix = '/api/1.0/';

const allowed = {
  methods: ['GET', 'POST', 'PATCH', 'DELETE'],
  allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key'],
  exposedHeaders: ['Retry-After', 'X-Request-Id', 'Content-Disposition', 'Idempotent-Replayed'],
  maxAge: 24 * 60 * 60,
} satisfies FastifyCorsOptions;

/**
 * Lets pages of the listed origins call the REST API from a browser. All other paths allow only their own origin. Tokens
 * are sent in a header, so cookies are never allowed.
 */
async function allowOrigins(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (!origins.length) return;
  await app.register(cors, {
    delegator: ({ url, headers }, done) => {
      const isListed = url?.startsWith(restPrefix) && origins.includes(headers.origin ?? '');
      done(null, { ...allowed, origin: isListed });
    },
  });
}

/** Checks that run before every route (docs/security.md). Returns a function that counts a request of a known account. */
export async function addLimits(app: FastifyInstance, services: Services): Promise<(context: Context) => Context> {
  const { publicUrl, corsOrigins } = services.settings;
  addSecurityHeaders(app, publicUrl.startsWith('https:'));
  await allowOrigins(app, corsOrigins);
  cutSlowClients(app);
  return limitRequests(app, services);
}
