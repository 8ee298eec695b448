import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { messages } from '#shared/messages.ts';
import type { Services } from './services.ts';
import { createRequestQueue, type Leave } from './request-queue.ts';

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
