import type { FastifyInstance } from 'fastify';
import type { Services } from '#server/services.ts';
import type { Context } from '#server/trpc.ts';
import { limitRequests } from './limit-requests.ts';
import { cutSlowClients } from './times.ts';
import cors, { type FastifyCorsOptions } from '@fastify/cors';

/** Answers of these doors are nobody else's to keep, to frame or to run. */
const api = /^\/(?:api\/1\.0|trpc)\//;
const nothingRuns = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Headers that every answer carries; pages add their own policy of what may run in them. */
function secureHeaders(app: FastifyInstance, { isSecure }: { isSecure: boolean }): void {
  const everywhere = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), interest-cohort=()',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    ...(isSecure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
  const ofApi = { ...everywhere, 'cache-control': 'no-store', 'content-security-policy': nothingRuns };
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers(api.test(request.url) ? ofApi : everywhere).header('x-request-id', request.id);
  });
}

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
async function allowOrigins(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (!origins.length) return;
  await app.register(cors, {
    delegator: ({ url, headers }, done) => {
      const isListed = url?.startsWith(restPrefix) && origins.includes(headers.origin ?? '');
      done(null, { ...allowed, origin: isListed });
    },
  });
}

/** What stands before every route (docs/security.md). Answers what counts a request of a known account. */
export async function addLimits(app: FastifyInstance, services: Services): Promise<(context: Context) => Context> {
  const { publicUrl, corsOrigins } = services.settings;
  secureHeaders(app, { isSecure: publicUrl.startsWith('https:') });
  await allowOrigins(app, corsOrigins);
  cutSlowClients(app);
  return limitRequests(app, services);
}
