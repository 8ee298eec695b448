import cors, { type FastifyCorsOptions } from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import type { Services } from '#server/services.ts';
import { type CountRequest, limitRequests, type SendError } from './request-rate.ts';
import { addSecurityHeaders } from './security-headers.ts';
import { closeSlowConnections } from './times.ts';

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

/** Adds checks to every route (`docs/security.md`). Returns a function that counts a request of an authenticated account. */
export async function addLimits(app: FastifyInstance, services: Services, sendError: SendError): Promise<CountRequest> {
  const { publicUrl, corsOrigins } = services.settings;
  addSecurityHeaders(app, publicUrl.startsWith('https:'));
  await allowOrigins(app, corsOrigins);
  closeSlowConnections(app);
  return limitRequests(app, services, sendError);
}
