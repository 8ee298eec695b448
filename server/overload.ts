import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { text } from '#shared/texts/texts.ts';
import type { Services } from './services.ts';
import { writeText } from '#shared/texts/write-text.ts';
import { languageOf } from '#server/request-language.ts';

/** How often the response time of the database is measured while requests arrive. */
const probeEveryMs = 500;
const retryAfterSeconds = 2;
/** Concurrent requests per database connection. More would only wait for each other's statements. */
const slotsPerConnection = 4;
/** All requests per connection, running or queued. */
const maxPerConnection = 32;
/** A request that takes longer releases its slot. Under load, an ordinary request takes a tenth of this. */
const releaseSlotAfterMs = 1000;
/** If the database answers the probe faster than this, a slow request is waiting for something else. */
const quickMs = 250;
/** Half of the web app's request timeout (web/time-out.ts). */
const maxWaitMs = 3000;
/** While more requests arrive than are answered, every request would wait the full time, so the limit is shorter. */
const crowdedWaitMs = 500;
const crowdedMs = 5000;
const abandonedMs = 10_000;

/** Never refused: health, readiness and metrics, and files that need no database. */
const neverShedPaths = /^\/(?:(?:healthz|readyz|metrics)$|assets\/|site\/[\w-]+\.(?:svg|woff2)$)/;
/**
 * Sign-in calls have their own queue (server/session/passwords.ts). Live events and uploads take long by nature. A batch of
 * calls, whose path has a comma, is neither.
 */
export const isSignIn = (url: string) => /^\/(?:api\/1\.0|trpc)\/auth[./][^,]*$/.test(pathOf(url));
export const isLongRunning = ({ method, url, headers }: Pick<FastifyRequest, 'method' | 'url' | 'headers'>) =>
  method === 'GET' ? pathOf(url) === '/trpc/jobs.live' : headers['content-type']?.startsWith('multipart/') === true;

/** The path as the router reads it, where `%2C` is a comma. */
function pathOf(url: string): string {
  const path = url.split(/[?#]/, 1).join('');
  try {
    return decodeURIComponent(path);
  } catch {
    return path.replaceAll('%', ',');
  }
}

/**
 * Answers 503 with a time to retry while there are too many requests: immediately if the queue is full or the database does
 * not answer, otherwise after the maximum wait in the queue. Requests are answered in the order of their arrival. An idle
 * server sends no probe. Returns a function that tells how long the last probe of the database took, or has waited so far.
 */
export function shedOverload(app: FastifyInstance, services: Pick<Services, 'sql' | 'settings'>): () => number {
  const { waited, isStuck } = watchDatabase(services);
  const { pool } = services.settings.database;
  const [slots, max] = [pool * slotsPerConnection, pool * maxPerConnection];
  const queue = createRequestQueue({
    slots,
    maxRunning: max,
    slowMs: releaseSlotAfterMs,
    isQuick: () => waited() < quickMs,
    maxQueueMs: maxWaitMs,
    crowdedWaitMs,
    crowdedMs,
  });
  const running = new WeakMap<FastifyRequest, Leave>();
  const leave = (request: FastifyRequest) => running.get(request)?.();
  app.addHook('onRequest', async (request, reply) => {
    if (neverShedPaths.test(request.url)) return;
    if (isStuck() || (queue.isFull() && !isSignIn(request.url))) return refuse(reply);
  });
  // A request holds its slot from when it is fully read until its answer is ready, so slow clients hold none.
  app.addHook('preHandler', (request, reply, done) => {
    if (neverShedPaths.test(request.url) || isSignIn(request.url) || isLongRunning(request)) return done();
    const disconnected = new AbortController();
    const abort = () => void (running.has(request) || disconnected.abort());
    reply.raw.once('close', abort);
    if (reply.raw.destroyed) abort();
    void queue.enter(disconnected.signal).then((entered) => {
      if (!entered) return void refuse(reply);
      running.set(request, entered);
      done();
    });
  });
  app.addHook('onSend', async (request, reply) => {
    leave(request);
    if (reply.statusCode === 503 && !reply.hasHeader('retry-after')) void reply.header('retry-after', retryAfterSeconds);
  });
  // When a client disconnects, its request still uses a slot until the answer is ready or the request is given up.
  app.addHook('onResponse', async (request, reply) => {
    if (reply.sent) leave(request);
    else setTimeout(() => leave(request), abandonedMs).unref();
  });
  return waited;
}

/** The wait is counted in timer ticks instead of clock time, so that a suspended process does not count as waiting. */
const ticks = 10;

function watchDatabase({ sql, settings }: Pick<Services, 'sql' | 'settings'>) {
  const tickMs = (settings.database.waitSeconds * 1000) / ticks;
  let startedAt = 0;
  let isWaiting = false;
  let lastMs = 0;
  let ticked = 0;
  const probe = async () => {
    isWaiting = true;
    ticked = 0;
    startedAt = performance.now();
    const timer = setInterval(() => (ticked += 1), tickMs);
    // An unreachable database is reported by the next query of a request (`unavailability` in errors.ts).
    await sql`select 1`.catch(() => undefined);
    clearInterval(timer);
    lastMs = performance.now() - startedAt;
    isWaiting = false;
  };
  return {
    waited: () => (isWaiting ? performance.now() - startedAt : lastMs),
    isStuck: () => {
      if (!isWaiting && performance.now() - startedAt > probeEveryMs) void probe();
      return isWaiting && ticked >= ticks;
    },
  };
}

function refuse(reply: FastifyReply): FastifyReply {
  const message = writeText(text('errors.unavailable'), languageOf(reply.request));
  return reply.code(503).send({ errors: [{ message, code: 'unavailable' }], message });
}

/** Releases the slot. Further calls do nothing. */
export type Leave = () => void;

type Limits = {
  /** The number of requests that can hold a slot. */
  slots: number;
  /** The maximum number of requests in total: with a slot, without one after `releaseSlotAfterMs`, and queued. */
  maxRunning: number;
  /**
   * How long a request keeps its slot. A longer request usually waits for an external service, such as the payment gateway,
   * so it continues without a slot and does not block others.
   */
  slowMs: number;
  /** Whether the database is fast. While it is slow, a long request is waiting for the database and keeps its slot. */
  isQuick: () => boolean;
  /** The maximum wait in the queue. */
  maxQueueMs: number;
  /** The maximum wait once the queue has not been empty for `crowdedMs`. Otherwise every request would wait the full time. */
  crowdedWaitMs: number;
  crowdedMs: number;
};

/** Limits the number of concurrent requests. The others wait in the order of their arrival. */
export function createRequestQueue({ slots, maxRunning: max, slowMs, isQuick, maxQueueMs, crowdedWaitMs, crowdedMs }: Limits) {
  let used = 0;
  let slow = 0;
  const queue = new Set<{ since: number; enter: () => void; leaveQueue: () => void }>();
  let emptyAt = performance.now();
  const maxWait = () => (performance.now() - emptyAt > crowdedMs ? crowdedWaitMs : maxQueueMs);
  const admit = () => {
    for (const first of queue) {
      if (used >= slots) return;
      if (performance.now() - first.since > maxWait()) {
        first.leaveQueue();
        continue;
      }
      queue.delete(first);
      first.enter();
    }
    if (queue.size === 0) emptyAt = performance.now();
  };
  const free = () => {
    used -= 1;
    admit();
  };
  const take = (): Leave => {
    let state: 'slot' | 'slow' | 'left' = 'slot';
    used += 1;
    const timer = setInterval(() => {
      if (!isQuick()) return;
      clearInterval(timer);
      state = 'slow';
      slow += 1;
      free();
    }, slowMs).unref();
    return () => {
      clearInterval(timer);
      const before = state;
      state = 'left';
      if (before === 'slot') free();
      if (before === 'slow') slow -= 1;
    };
  };
  const isFull = () => used + slow + queue.size >= max;
  return {
    isFull,
    /** Waits for a slot. Null if there is none in time or the request was aborted. */
    enter: (signal: AbortSignal): Promise<Leave | null> => {
      if (queue.size === 0) emptyAt = performance.now();
      if (signal.aborted) return Promise.resolve(null);
      if (used < slots) return Promise.resolve(take());
      if (isFull()) return Promise.resolve(null);
      return new Promise((resolve) => {
        const leaveQueue = () => {
          queue.delete(waiting);
          settle(null);
        };
        const settle = (leave: Leave | null) => {
          clearTimeout(timer);
          signal.removeEventListener('abort', leaveQueue);
          resolve(leave);
        };
        const waiting = { since: performance.now(), enter: () => settle(take()), leaveQueue };
        const timer = setTimeout(leaveQueue, maxWait()).unref();
        signal.addEventListener('abort', leaveQueue);
        queue.add(waiting);
      });
    },
  };
}
