import type { FastifyInstance, FastifyReply } from 'fastify';
import { messages } from '#shared/messages.ts';
import type { Services } from './services.ts';

/** While requests come, the database is asked this often how long it takes to get an answer. */
const askEveryMs = 500;
const retryAfterSeconds = 2;

/** What must be answered even now: whether the process lives, and why it is slow. */
const always = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Turns requests away, at once and with the time to come back, while the database or its pool is so full that they would
 * only wait: those that wait already are still answered, and as soon as one question gets through all are let in again.
 * An idle node asks nothing. Returns how long the last question took or has waited so far.
 */
export function shedOverload(app: FastifyInstance, { sql, settings }: Pick<Services, 'sql' | 'settings'>): () => number {
  const mostMs = settings.database.waitSeconds * 1000;
  let askedAt = 0;
  let isWaiting = false;
  let lastMs = 0;
  const ask = async () => {
    isWaiting = true;
    askedAt = performance.now();
    // A database that cannot be reached is told of by whatever asks it next (unavailable.ts).
    await sql`select 1`.catch(() => undefined);
    lastMs = performance.now() - askedAt;
    isWaiting = false;
  };
  const waited = () => (isWaiting ? performance.now() - askedAt : lastMs);
  app.addHook('onRequest', async (request, reply) => {
    if (!isWaiting && performance.now() - askedAt > askEveryMs) void ask();
    if (!isWaiting || waited() < mostMs || always.has(request.url)) return;
    return turnAway(reply);
  });
  app.addHook('onSend', async (_request, reply) => {
    if (reply.statusCode === 503 && !reply.hasHeader('retry-after')) void reply.header('retry-after', retryAfterSeconds);
  });
  return waited;
}

function turnAway(reply: FastifyReply): FastifyReply {
  const message = messages.unavailable;
  return reply.code(503).send({ errors: [{ message, code: 'unavailable' }], message });
}
