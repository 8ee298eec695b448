import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { procedureNames } from '#server/rest/procedures.ts';
import type { Services } from '#server/services.ts';
import { addQueueGauges } from './queue-gauges.ts';

type Options = { services: Services; waitedMs: () => number };

/**
 * `/metrics` in Prometheus' text format, for whoever has METRICS_TOKEN; without that setting nothing is counted and there
 * is no such page. Labels are patterns of routes, names of procedures and states: nothing that a person wrote.
 */
export function addMetrics(app: FastifyInstance, { services, waitedMs }: Options): void {
  const token = services.settings.metricsToken;
  if (!token) return;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'haulboard_http_request_duration_seconds',
    help: 'Requests and how long their answers took, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  addPoolGauges(registry, services, waitedMs);
  addQueueGauges(registry, services);
  app.addHook('onResponse', (request, reply, done) => {
    const labels = { method: request.method, route: routeOf(request), status: String(reply.statusCode) };
    requests.observe(labels, reply.elapsedTime / 1000);
    done();
  });
  app.get('/metrics', async (request, reply) => {
    if (!isBearer(request, token)) return reply.code(401).header('www-authenticate', 'Bearer').send('A token is needed\n');
    return reply
      .type(registry.contentType)
      .header('cache-control', 'no-store')
      .send(await registry.metrics());
  });
}

function addPoolGauges(registry: Registry, { settings }: Services, waitedMs: () => number): void {
  const registers = [registry];
  new Gauge({
    name: 'haulboard_database_wait_seconds',
    help: 'How long the last question to the database waited, the pool included; high: the pool or the database is full',
    registers,
    collect() {
      this.set(waitedMs() / 1000);
    },
  });
  new Gauge({ name: 'haulboard_database_pool_size', help: 'Connections that this node may open', registers }).set(
    settings.database.url ? settings.database.pool : 1,
  );
}

const procedures = new Set(procedureNames());

/** The pattern of the route that answered; of tRPC the procedure, of several in one request `batch`. */
function routeOf({ routeOptions, params }: FastifyRequest): string {
  const { url } = routeOptions;
  if (!url?.startsWith('/trpc/')) return url ?? 'none';
  const { path = '' } = params as { path?: string };
  if (procedures.has(path)) return `/trpc/${path}`;
  return path.includes(',') ? '/trpc/batch' : '/trpc/none';
}

/** Compared by hash, so that the time taken tells nothing. */
function isBearer({ headers }: FastifyRequest, token: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(headers.authorization ?? ''), hash(`Bearer ${token}`));
}
