import { createHash, timingSafeEqual } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { oldestDueTime } from '#server/db/due.ts';
import type { OpenDatabase } from '#server/db/open.ts';
import { procedureNames } from '#server/rest/table.ts';
import type { Services } from '#server/services.ts';
import { tasksWithRows } from '#server/worker/tasks.ts';

type Row = { name: string; label: string; value: number };

/** The queries for how long the oldest due row of each task has waited. */
const buildLagQueries = (now: Date): SQL[] =>
  tasksWithRows.map(
    ({ name, due }) =>
      sql`select 'lag' as name, ${name}::text as label, coalesce(greatest(extract(epoch from ${now.toISOString()}::timestamptz - ${oldestDueTime(due, now)}), 0), 0)::float8 as value`,
  );

/**
 * The lowest id that a row created at this time can have. Ids begin with their creation time, so the rows of the last hour are
 * a range of the primary key.
 */
function toMinId(date: Date): string {
  const hex = date.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

const hourMs = 60 * 60 * 1000;

async function readMetricRows({ db, kind }: Pick<OpenDatabase, 'db' | 'kind'>): Promise<Row[]> {
  const now = new Date();
  const since = sql`${toMinId(new Date(now.getTime() - hourMs))}::uuid`;
  const queries = [
    ...buildLagQueries(now),
    sql`select 'outbox', 'waiting', count(*)::float8 from outbox where sent_at is null and failed_at is null`,
    sql`select 'outbox', 'given up', count(*)::float8 from outbox where id > ${since} and failed_at is not null`,
    sql`select 'charges', status, count(*)::float8 from charges where id > ${since} group by status`,
  ];
  queries.push(sql`select 'clock', '', extract(epoch from clock_timestamp())::float8`);
  if (kind === 'postgres')
    queries.push(sql`select 'connections', coalesce(state, 'unknown'), count(*)::float8 from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' group by state`);
  const rows = await db.execute<Row>(sql.join(queries, sql` union all `));
  // The database read its clock at some time between the two.
  const middleSeconds = (now.getTime() + Date.now()) / 2000;
  return [...rows].map((row) => (row.name === 'clock' ? { ...row, value: middleSeconds - row.value } : row));
}

/** The statuses of charges. Each one is reported even if no charge has it. */
const chargeStates = ['pending', 'approved', 'declined', 'failed'];
/** The minimum time between queries, however often the metrics are read. */
const cacheMs = 5000;

/** Gauges from the database, read on demand. All but the difference of the clocks are the same on every server. */
function addQueueGauges(registry: Registry, database: Pick<OpenDatabase, 'db' | 'kind'>): void {
  let rows: Promise<Row[]> = Promise.resolve([]);
  let cachedAt = -cacheMs;
  const cachedRows = () => {
    if (performance.now() - cachedAt < cacheMs) return rows;
    cachedAt = performance.now();
    rows = readMetricRows(database).catch(() => {
      cachedAt = -cacheMs;
      return [];
    });
    return rows;
  };
  const addGauge = (name: string, help: string, label: string, rowName: Row['name'], zeroLabels: readonly string[] = []) =>
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [registry],
      async collect() {
        const matchingRows = (await cachedRows()).filter((row) => row.name === rowName);
        this.reset();
        if (matchingRows.length > 0 || rowName === 'charges') for (const value of zeroLabels) this.set({ [label]: value }, 0);
        for (const row of matchingRows) this.set({ [label]: row.label }, row.value);
      },
    });
  addGauge('haulboard_worker_lag_seconds', 'How long the oldest due row has waited, by task', 'task', 'lag');
  addGauge('haulboard_outbox_mails', 'Mails that wait, and those given up in the last hour', 'state', 'outbox');
  addGauge('haulboard_charges_last_hour', 'Charges begun in the last hour, by outcome', 'outcome', 'charges', chargeStates);
  new Gauge({
    name: 'haulboard_clock_difference_seconds',
    help: 'How far the clock of this server is ahead of the database; negative if it is behind',
    registers: [registry],
    async collect() {
      const clock = (await cachedRows()).find(({ name }) => name === 'clock');
      if (clock) this.set(clock.value);
      else this.remove();
    },
  });
  addGauge('haulboard_database_connections', 'Connections of all nodes to the database, by state', 'state', 'connections');
}

type Options = { services: Services; waitedMs: () => number };

/**
 * Serves `/metrics` in Prometheus' text format to clients with METRICS_TOKEN. Without that setting, nothing is counted and the
 * page does not exist. Labels are route patterns, procedure names and states, never user input.
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
    const labels = { method: request.method, route: getRouteLabel(request), status: String(reply.statusCode) };
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

/**
 * The label for a request: the pattern of its route. For tRPC, it is the procedure, or `batch` for several calls in one
 * request.
 */
function getRouteLabel({ routeOptions, params }: FastifyRequest): string {
  const { url } = routeOptions;
  if (!url?.startsWith('/trpc/')) return url ?? 'none';
  const { path = '' } = params as { path?: string };
  if (procedures.has(path)) return `/trpc/${path}`;
  return path.includes(',') ? '/trpc/batch' : '/trpc/none';
}

/** Compares hashes, so that the response time reveals nothing about the token. */
function isBearer({ headers }: FastifyRequest, token: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(headers.authorization ?? ''), hash(`Bearer ${token}`));
}
