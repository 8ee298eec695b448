import cors, { type FastifyCorsOptions } from '@fastify/cors';
import type { FastifyInstance } from 'fastify';

const restPrefix = '/api/1.0/';

const allowed = {
  methods: ['GET', 'POST', 'PATCH', 'DELETE'],
  allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key'],
  exposedHeaders: ['Retry-After', 'X-Request-Id', 'Content-Disposition', 'Idempotent-Replayed'],
  maxAge: 24 * 60 * 60,
} satisfies FastifyCorsOptions;

/**
 * Pages of the listed origins may call the REST API from a browser. Every other path answers its own origin only. Tokens are
 * sent in a header, so cookies are never allowed.
 */
export async function allowOrigins(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (!origins.length) return;
  await app.register(cors, {
    delegator: ({ url, headers }, done) => {
      const isListed = url?.startsWith(restPrefix) && origins.includes(headers.origin ?? '');
      done(null, { ...allowed, origin: isListed });
    },
  });
}
