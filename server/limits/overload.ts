import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { languageOf } from '#server/http/request-language.ts';
import type { Services } from '#server/services.ts';
import { text } from '#shared/texts/texts.ts';
import { writeText } from '#shared/texts/write-text.ts';

/** How often the response time of the database is measured while requests arrive. */
const probeEveryMs = 500;
const retryAfterSeconds = 2;
/** Concurrent requests per database connection. More would only wait for each other's statements. */
const slotsPerConnection = 4;
/** The maximum number of requests per database connection, running or queued. */
const maxPerConnection = 32;
/** A request that takes longer releases its slot. Under load, an ordinary request takes a tenth of this. */
const releaseSlotAfterMs = 1000;
/** If the database answers the probe faster than this, a slow request is waiting for something else. */
const fastProbeMs = 250;
/** The maximum wait in the queue: half of the web app's request timeout (web/api/time-out.ts). */
const maxWaitMs = 3000;
/**
 * The maximum wait while the queue has not been empty for `congestedMs`. More requests arrive than are answered then, so every
 * request would wait the full time.
 */
const congestedWaitMs = 500;
const congestedMs = 5000;
const abandonedAfterMs = 10_000;

/** These paths are never refused: health, readiness and metrics, and files that need no database. */
const neverShedPaths = /^\/(?:(?:healthz|readyz|metrics)$|assets\/|site\/[\w-]+\.(?:svg|woff2)$)/;
const liveStreamPaths = ['/trpc/jobs.live', '/trpc/drivers.live'];
/**
 * Sign-in calls have their own queue (server/session/passwords.ts). Live events and uploads are long-running. A batch of calls
 * has a comma in its path and counts as neither.
 */
export const isSignIn = (url: string) => /^\/(?:api\/1\.0|trpc)\/auth[./][^,]*$/.test(pathOf(url));
export const isLongRunning = ({ method, url, headers }: Pick<FastifyRequest, 'method' | 'url' | 'headers'>) =>
  method === 'GET' ? liveStreamPaths.includes(pathOf(url)) : headers['content-type']?.startsWith('multipart/') === true;

/** The path as the router decodes it, where `%2C` is a comma. */
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
  const [slots, maxRequests] = [pool * slotsPerConnection, pool * maxPerConnection];
  const queue = createRequestQueue({
    slots,
    maxRunning: maxRequests,
    slowMs: releaseSlotAfterMs,
    isDatabaseFast: () => waited() < fastProbeMs,
    maxQueueMs: maxWaitMs,
    congestedWaitMs,
    congestedMs,
  });
  const running = new WeakMap<FastifyRequest, ReleaseSlot>();
  const releaseSlot = (request: FastifyRequest) => running.get(request)?.();
  app.addHook('onRequest', async (request, reply) => {
    if (neverShedPaths.test(request.url)) return;
    if (isStuck() || (queue.isFull() && !isSignIn(request.url))) return sendUnavailable(reply);
  });
  // A request holds its slot from the time when it has been read completely until its answer is ready, so slow clients hold no
  // slots.
  app.addHook('preHandler', (request, reply, done) => {
    if (neverShedPaths.test(request.url) || isSignIn(request.url) || isLongRunning(request)) return done();
    const disconnected = new AbortController();
    const abort = () => void (running.has(request) || disconnected.abort());
    reply.raw.once('close', abort);
    if (reply.raw.destroyed) abort();
    void queue.enter(disconnected.signal).then((release) => {
      if (!release) return void sendUnavailable(reply);
      running.set(request, release);
      done();
    });
  });
  app.addHook('onSend', async (request, reply) => {
    releaseSlot(request);
    if (reply.statusCode === 503 && !reply.hasHeader('retry-after')) void reply.header('retry-after', retryAfterSeconds);
  });
  // After a client disconnects, its request keeps its slot until the answer is ready or the request is abandoned.
  app.addHook('onResponse', async (request, reply) => {
    if (reply.sent) releaseSlot(request);
    else setTimeout(() => releaseSlot(request), abandonedAfterMs).unref();
  });
  return waited;
}

/** The wait is counted in timer ticks instead of clock time, so that a suspended process does not count as waiting. */
const maxTicks = 10;

function watchDatabase({ sql, settings }: Pick<Services, 'sql' | 'settings'>) {
  const tickMs = (settings.database.waitSeconds * 1000) / maxTicks;
  let startedAt = 0;
  let isWaiting = false;
  let lastMs = 0;
  let tickCount = 0;
  const probe = async () => {
    isWaiting = true;
    tickCount = 0;
    startedAt = performance.now();
    const timer = setInterval(() => (tickCount += 1), tickMs);
    // An unreachable database is reported by the next query of a request (`toUnavailableError` in errors.ts).
    await sql`select 1`.catch(() => undefined);
    clearInterval(timer);
    lastMs = performance.now() - startedAt;
    isWaiting = false;
  };
  return {
    waited: () => (isWaiting ? performance.now() - startedAt : lastMs),
    isStuck: () => {
      if (!isWaiting && performance.now() - startedAt > probeEveryMs) void probe();
      return isWaiting && tickCount >= maxTicks;
    },
  };
}

function sendUnavailable(reply: FastifyReply): FastifyReply {
  const message = writeText(text('errors.unavailable'), languageOf(reply.request));
  return reply.code(503).send({ errors: [{ message, code: 'unavailable' }], message });
}

/** Releases the slot. Further calls do nothing. */
export type ReleaseSlot = () => void;

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
  isDatabaseFast: () => boolean;
  /** The maximum wait in the queue. */
  maxQueueMs: number;
  /** The maximum wait once the queue has not been empty for `congestedMs`. Otherwise every request would wait the full time. */
  congestedWaitMs: number;
  congestedMs: number;
};

/** Limits the number of concurrent requests. The others wait in the order of their arrival. */
export function createRequestQueue({
  slots,
  maxRunning: max,
  slowMs,
  isDatabaseFast,
  maxQueueMs,
  congestedWaitMs,
  congestedMs,
}: Limits) {
  let usedSlots = 0;
  let slowCount = 0;
  const queue = new Set<{ since: number; enter: () => void; leaveQueue: () => void }>();
  let lastEmptyAt = performance.now();
  const getMaxWait = () => (performance.now() - lastEmptyAt > congestedMs ? congestedWaitMs : maxQueueMs);
  const admit = () => {
    for (const first of queue) {
      if (usedSlots >= slots) return;
      if (performance.now() - first.since > getMaxWait()) {
        first.leaveQueue();
        continue;
      }
      queue.delete(first);
      first.enter();
    }
    if (queue.size === 0) lastEmptyAt = performance.now();
  };
  const releaseOne = () => {
    usedSlots -= 1;
    admit();
  };
  const takeSlot = (): ReleaseSlot => {
    let state: 'slot' | 'slow' | 'left' = 'slot';
    usedSlots += 1;
    const timer = setInterval(() => {
      if (!isDatabaseFast()) return;
      clearInterval(timer);
      state = 'slow';
      slowCount += 1;
      releaseOne();
    }, slowMs).unref();
    return () => {
      clearInterval(timer);
      const previousState = state;
      state = 'left';
      if (previousState === 'slot') releaseOne();
      if (previousState === 'slow') slowCount -= 1;
    };
  };
  const isFull = () => usedSlots + slowCount + queue.size >= max;
  return {
    isFull,
    /** Waits for a slot. Null if there is none in time or the request was aborted. */
    enter: (signal: AbortSignal): Promise<ReleaseSlot | null> => {
      if (queue.size === 0) lastEmptyAt = performance.now();
      if (signal.aborted) return Promise.resolve(null);
      if (usedSlots < slots) return Promise.resolve(takeSlot());
      if (isFull()) return Promise.resolve(null);
      return new Promise((resolve) => {
        const leaveQueue = () => {
          queue.delete(entry);
          settle(null);
        };
        const settle = (releaseSlot: ReleaseSlot | null) => {
          clearTimeout(timer);
          signal.removeEventListener('abort', leaveQueue);
          resolve(releaseSlot);
        };
        const entry = { since: performance.now(), enter: () => settle(takeSlot()), leaveQueue };
        const timer = setTimeout(leaveQueue, getMaxWait()).unref();
        signal.addEventListener('abort', leaveQueue);
        queue.add(entry);
      });
    },
  };
}
