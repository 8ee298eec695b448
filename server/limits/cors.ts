import type { FastifyInstance } from 'fastify';

const facade = '/api/1.0/';
const oneDay = '86400';

/**
 * Pages of the listed origins may call the REST facade from a browser; everything else answers its own origin only. Tokens
 * come in a header, so no cookie is ever let through.
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (!origins.length) return;
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith(facade)) return;
    void reply.header('vary', 'Origin');
    const { origin } = request.headers;
    if (!origin || !origins.includes(origin)) return;
    void reply.headers({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': 'Retry-After, X-Request-Id, Content-Disposition, Idempotent-Replayed',
    });
    if (request.method !== 'OPTIONS' || !request.headers['access-control-request-method']) return;
    return reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
        'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key',
        'access-control-max-age': oneDay,
      })
      .send();
  });
}
