import type { FastifyInstance } from 'fastify';

/** API answers must not be cached. */
const api = /^\/(?:api\/1\.0|trpc)\//;
/** Scripts, styles and workers of the built app. A worker uses the security policy of its own file. */
const assets = /^\/assets\//;

const noFraming = "frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
const denyAllPolicy = `default-src 'none'; ${noFraming}`;
const ownFilesPolicy = `default-src 'self'; object-src 'none'; ${noFraming}`;

/** The browser features that a page may use. Only the public pages may ask a visitor for the location. */
export const permissionsPolicy = ({ geolocation }: { geolocation: boolean }): string =>
  `camera=(), microphone=(), geolocation=(${geolocation ? 'self' : ''}), usb=(), interest-cohort=()`;

/** The headers of every answer. Pages replace the content security policy with their own. */
export function securityHeaders(isSecure: boolean): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': permissionsPolicy({ geolocation: false }),
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'content-security-policy': denyAllPolicy,
    ...(isSecure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

export function addSecurityHeaders(app: FastifyInstance, isSecure: boolean): void {
  const commonHeaders = securityHeaders(isSecure);
  const apiHeaders = { ...commonHeaders, 'cache-control': 'no-store' };
  const assetHeaders = { ...commonHeaders, 'content-security-policy': ownFilesPolicy };
  app.addHook('onRequest', async ({ url, id }, reply) => {
    void reply.headers(api.test(url) ? apiHeaders : assets.test(url) ? assetHeaders : commonHeaders).header('x-request-id', id);
  });
}
