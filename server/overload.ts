import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { messages } from '#shared/messages.ts';
import type { Services } from './services.ts';
import { createTurnstile, holding, type Place } from './turnstile.ts';

/** While requests come, the database is asked this often how long it takes to get an answer. */
const askEveryMs = 500;
const retryAfterSeconds = 2;
/** Requests in work for each connection to the database; more would only wait for each other, statement by statement. */
const placesPerConnection = 4;
/** The same with those in the line. */
const mostPerConnection = 32;
/** Half of what the web app gives an answer (web/time-out.ts). */
const mostWaitMs = 3000;
/** While more come than are answered, all would wait that long, and those who come when it is over as well. */
const crowdedWaitMs = 500;
const crowdedMs = 5000;
const abandonedMs = 10_000;

/** What must be answered even now: whether the process lives, and why it is slow. And files that ask nobody. */
const always = /^\/(?:(?:healthz|readyz|metrics)$|assets\/|site\/[\w-]+\.(?:svg|woff2)$)/;
/** Log-ins and the like have a queue of their own (server/session/passwords.ts), live events and uploads last. */
const ownPace = /^\/(?:api\/1\.0|trpc)\/auth[./][^,]*$/;
const lasts = ({ method, url, headers }: FastifyRequest) =>
  method === 'GET' ? url.startsWith('/trpc/jobs.live') : headers['content-type']?.startsWith('multipart/') === true;

/**
 * Turns requests away with the time to come back, while there are so many that they would only wait: at once when the line is
 * full or when the database or its pool lets nothing through, and those who stood in the line too long. Whoever is in work is
 * answered, in the order in which they came, and as soon as there is room all are let in again. An idle node asks nothing.
 * Returns how long the last question to the database took or has waited so far.
 */
export function shedOverload(app: FastifyInstance, services: Pick<Services, 'sql' | 'settings'>): () => number {
  const { waited, isStuck } = watchDatabase(services);
  const { pool } = services.settings.database;
  const [places, most] = [pool * placesPerConnection, pool * mostPerConnection];
  const turnstile = createTurnstile({ places, most, mostWaitMs, crowdedWaitMs, crowdedMs });
  const inWork = new WeakMap<FastifyRequest, Place>();
  const leave = (request: FastifyRequest) => inWork.get(request)?.leave();
  app.addHook('onRequest', async (request, reply) => {
    if (always.test(request.url)) return;
    if (isStuck() || (turnstile.isFull() && !ownPace.test(request.url))) return turnAway(reply);
  });
  // In work from when the request is whole until its answer is made: who sends or reads slowly holds no place.
  app.addHook('preHandler', (request, reply, done) => {
    if (always.test(request.url) || ownPace.test(request.url) || lasts(request)) return done();
    const gone = new AbortController();
    const leaves = () => void (inWork.has(request) || gone.abort());
    reply.raw.once('close', leaves);
    if (reply.raw.destroyed) leaves();
    void turnstile.enter(gone.signal).then((place) => {
      if (!place) return void turnAway(reply);
      inWork.set(request, place);
      holding(place, done);
    });
  });
  app.addHook('onSend', async (request, reply) => {
    leave(request);
    if (reply.statusCode === 503 && !reply.hasHeader('retry-after')) void reply.header('retry-after', retryAfterSeconds);
  });
  // Who has left leaves the work behind: it ends when its answer is made for nobody, or is given up for ended.
  app.addHook('onResponse', async (request, reply) => {
    if (reply.sent) leave(request);
    else setTimeout(() => leave(request), abandonedMs).unref();
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
