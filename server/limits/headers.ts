import type { FastifyInstance } from 'fastify';

/** Answers of these doors are nobody else's to keep, to frame or to run. */
const api = /^\/(?:api\/1\.0|trpc)\//;
const nothingRuns = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Headers that every answer carries; pages add their own policy of what may run in them. */
export function secureHeaders(app: FastifyInstance, { isSecure }: { isSecure: boolean }): void {
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
