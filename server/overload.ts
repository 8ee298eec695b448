import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { messages } from '#shared/messages.ts';
import type { Services } from './services.ts';

/** While requests come, the database is asked this often how long it takes to get an answer. */
const askEveryMs = 500;
const retryAfterSeconds = 2;
/** Requests in work for each connection to the database; more would only wait for each other. */
const mostPerConnection = 32;
const abandonedMs = 10_000;

/** What must be answered even now: whether the process lives, and why it is slow. */
const always = new Set(['/healthz', '/readyz', '/metrics']);
/** Log-ins and the like have a queue of their own (server/session/passwords.ts), live events and uploads last. */
const ownPace = /^\/(?:api\/1\.0|trpc)\/auth[./]/;
const lasts = ({ headers }: FastifyRequest) =>
  headers.accept === 'text/event-stream' || headers['content-type']?.startsWith('multipart/') === true;

/**
 * Turns requests away, at once and with the time to come back, while there are so many that they would only wait: when so
 * many are in work, or when the database or its pool lets nothing through. Those that are in work already are still
 * answered, and as soon as there is room all are let in again. An idle node asks nothing. Returns how long the last
 * question to the database took or has waited so far.
 */
export function shedOverload(app: FastifyInstance, services: Pick<Services, 'sql' | 'settings'>): () => number {
  const { waited, isStuck } = watchDatabase(services);
  const most = services.settings.database.pool * mostPerConnection;
  const inWork = new Set<FastifyRequest>();
  const isFull = (request: FastifyRequest) => inWork.size >= most && !ownPace.test(request.url) && !always.has(request.url);
  app.addHook('onRequest', async (request, reply) => {
    const isLate = isStuck() && !always.has(request.url);
    if (isLate || isFull(request)) return turnAway(reply);
  });
  // In work from when the request is whole until its answer is made: who sends or reads slowly holds no place.
  app.addHook('preHandler', async (request, reply) => {
    if (isFull(request)) return turnAway(reply);
    if (!ownPace.test(request.url) && !lasts(request)) inWork.add(request);
  });
  app.addHook('onSend', async (request, reply) => {
    inWork.delete(request);
    if (reply.statusCode === 503 && !reply.hasHeader('retry-after')) void reply.header('retry-after', retryAfterSeconds);
  });
  // Who has left leaves the work behind: it ends when its answer is made for nobody, or is given up for ended.
  app.addHook('onResponse', async (request, reply) => {
    if (reply.sent) inWork.delete(request);
    else setTimeout(() => inWork.delete(request), abandonedMs).unref();
  });
  return waited;
}

/** A question waits by so many turns of a clock and not by the time: a process that stood still has not waited for anybody. */
const turns = 10;

function watchDatabase({ sql, settings }: Pick<Services, 'sql' | 'settings'>) {
  const turnMs = (settings.database.waitSeconds * 1000) / turns;
  let askedAt = 0;
  let isWaiting = false;
  let lastMs = 0;
  let turned = 0;
  const ask = async () => {
    isWaiting = true;
    turned = 0;
    askedAt = performance.now();
    const clock = setInterval(() => (turned += 1), turnMs);
    // A database that cannot be reached is told of by whatever asks it next (unavailable.ts).
    await sql`select 1`.catch(() => undefined);
    clearInterval(clock);
    lastMs = performance.now() - askedAt;
    isWaiting = false;
  };
  return {
    waited: () => (isWaiting ? performance.now() - askedAt : lastMs),
    isStuck: () => {
      if (!isWaiting && performance.now() - askedAt > askEveryMs) void ask();
      return isWaiting && turned >= turns;
    },
  };
}

function turnAway(reply: FastifyReply): FastifyReply {
  const message = messages.unavailable;
  return reply.code(503).send({ errors: [{ message, code: 'unavailable' }], message });
}
