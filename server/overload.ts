import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { messages } from '#shared/messages.ts';
import type { Services } from './services.ts';

/** While requests come, the time of an answer of the database is measured this often. */
const probeEveryMs = 500;
const retryAfterSeconds = 2;
/** Requests in work for each connection to the database; more would only wait for each other, statement by statement. */
const slotsPerConnection = 4;
/** All requests for each connection: in work and in the queue. */
const mostPerConnection = 32;
/** A request that takes longer gives its slot to the next one. Under load, an ordinary request takes a tenth of this. */
const slowMs = 1000;
/** A database that answers the probe in less is not what a slow request waits for. */
const quickMs = 250;
/** Half of the time that the web app waits for an answer (web/time-out.ts). */
const mostWaitMs = 3000;
/** While more requests come than are answered, every request would wait that long, and then the next ones as well. */
const crowdedWaitMs = 500;
const crowdedMs = 5000;
const abandonedMs = 10_000;

/** Answered under any load: whether the process lives, and why it is slow. And files that need no database. */
const always = /^\/(?:(?:healthz|readyz|metrics)$|assets\/|site\/[\w-]+\.(?:svg|woff2)$)/;
/** Log-ins and the like have a queue of their own (server/session/passwords.ts); live events and uploads take long. */
const ownQueue = /^\/(?:api\/1\.0|trpc)\/auth[./][^,]*$/;
const isLong = ({ method, url, headers }: FastifyRequest) =>
  method === 'GET' ? url.startsWith('/trpc/jobs.live') : headers['content-type']?.startsWith('multipart/') === true;

/**
 * Refuses requests with 503 and a time to retry while there are too many: immediately when the queue is full or when the
 * database or its pool answers nothing, and after the longest wait in the queue. Requests are answered in the order in
 * which they came. An idle node sends no query. Reticks how long the last probe of the database took, or has waited so far.
 */
export function shedOverload(app: FastifyInstance, services: Pick<Services, 'sql' | 'settings'>): () => number {
  const { waited, isStuck } = watchDatabase(services);
  const { pool } = services.settings.database;
  const [slots, most] = [pool * slotsPerConnection, pool * mostPerConnection];
  const queue = createRequestQueue({
    slots,
    most,
    slowMs,
    isQuick: () => waited() < quickMs,
    mostWaitMs,
    crowdedWaitMs,
    crowdedMs,
  });
  const inWork = new WeakMap<FastifyRequest, Leave>();
  const leave = (request: FastifyRequest) => inWork.get(request)?.();
  app.addHook('onRequest', async (request, reply) => {
    if (always.test(request.url)) return;
    if (isStuck() || (queue.isFull() && !ownQueue.test(request.url))) return refuse(reply);
  });
  // In work from when the request is read until its answer is made: a client that sends or reads slowly holds no slot.
  app.addHook('preHandler', (request, reply, done) => {
    if (always.test(request.url) || ownQueue.test(request.url) || isLong(request)) return done();
    const gone = new AbortController();
    const abort = () => void (inWork.has(request) || gone.abort());
    reply.raw.once('close', abort);
    if (reply.raw.destroyed) abort();
    void queue.enter(gone.signal).then((entered) => {
      if (!entered) return void refuse(reply);
      inWork.set(request, entered);
      done();
    });
  });
  app.addHook('onSend', async (request, reply) => {
    leave(request);
    if (reply.statusCode === 503 && !reply.hasHeader('retry-after')) void reply.header('retry-after', retryAfterSeconds);
  });
  // After a client disconnects, its request is in work until the answer is made, or until it counts as abandoned.
  app.addHook('onResponse', async (request, reply) => {
    if (reply.sent) leave(request);
    else setTimeout(() => leave(request), abandonedMs).unref();
  });
  return waited;
}

/** The wait is counted in ticks of a timer and not by the time: a process that was suspended has not waited. */
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
    // A database that cannot be reached is reported by the next query of a request (unavailable.ts).
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
  const message = messages.unavailable;
  return reply.code(503).send({ errors: [{ message, code: 'unavailable' }], message });
}

/** Gives the slot back; calling it again does nothing. */
export type Leave = () => void;

type Limits = {
  /** How many requests hold a slot. */
  slots: number;
  /** How many there may be in total: with a slot, without one after `slowMs`, and in the queue. */
  most: number;
  /**
   * A request keeps its slot for this long. One that takes longer waits for something outside, such as the payment
   * gateway, and continues without a slot, so that it does not keep others from the database.
   */
  slowMs: number;
  /** Whether the database is quick. While it isn't, a request that takes long waits for the database and keeps its slot. */
  isQuick: () => boolean;
  /** The longest wait in the queue. */
  mostWaitMs: number;
  /** The same once the queue has not been empty for `crowdedMs`: otherwise every request would wait the full time. */
  crowdedWaitMs: number;
  crowdedMs: number;
};

/** Lets a limited number of requests work at the same time; the others follow in the order in which they came. */
export function createRequestQueue({ slots, most, slowMs, isQuick, mostWaitMs, crowdedWaitMs, crowdedMs }: Limits) {
  let used = 0;
  let slow = 0;
  const queue = new Set<{ since: number; enter: () => void; giveUp: () => void }>();
  let emptyAt = performance.now();
  const mostWait = () => (performance.now() - emptyAt > crowdedMs ? crowdedWaitMs : mostWaitMs);
  const admit = () => {
    for (const first of queue) {
      if (used >= slots) return;
      if (performance.now() - first.since > mostWait()) {
        first.giveUp();
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
  const isFull = () => used + slow + queue.size >= most;
  return {
    isFull,
    /** A slot, now or in turn; null if there is none in time or the request was aborted meanwhile. */
    enter: (signal: AbortSignal): Promise<Leave | null> => {
      if (queue.size === 0) emptyAt = performance.now();
      if (signal.aborted) return Promise.resolve(null);
      if (used < slots) return Promise.resolve(take());
      if (isFull()) return Promise.resolve(null);
      return new Promise((resolve) => {
        const giveUp = () => {
          queue.delete(waiting);
          settle(null);
        };
        const settle = (leave: Leave | null) => {
          clearTimeout(timer);
          signal.removeEventListener('abort', giveUp);
          resolve(leave);
        };
        const waiting = { since: performance.now(), enter: () => settle(take()), giveUp };
        const timer = setTimeout(giveUp, mostWait()).unref();
        signal.addEventListener('abort', giveUp);
        queue.add(waiting);
      });
    },
  };
}
