import { type SQL, sql } from 'drizzle-orm';
import { Gauge, type Registry } from 'prom-client';
import type { OpenDatabase } from '#server/db/open.ts';

type Row = { name: string; label: string; value: number };

/** How long the oldest row that is due has waited, by the worker's task; each by its index of due rows. */
const oldestDue: Record<string, SQL> = {
  mail: sql`select min(due_at) from outbox where sent_at is null and failed_at is null and due_at <= now()`,
  charges: sql`select min(due_at) from charges where due_at <= now()`,
  refunds: sql`select min(due_at) from refunds where due_at <= now()`,
  schedule: sql`select min(scheduled_at) from jobs where status = 'SCHEDULED' and scheduled_at <= now()`,
  renewals: sql`select min(next_billing_date) from jobs where status = 'POSTED' and auto_renew and next_billing_date <= now()`,
  candidates: sql`select min(candidates_due_at) from jobs where status = 'POSTED' and candidates_due_at <= now()`,
  news: sql`select min(scheduled_at) from posts where scheduled_at <= now() and deleted_at is null`,
};

const lags = Object.entries(oldestDue).map(
  ([task, oldest]) =>
    sql`select 'lag' as name, ${task}::text as label, coalesce(extract(epoch from now() - (${oldest})), 0)::float8 as value`,
);

/** Ids carry the time they were made at, so that the rows of the last hour are an index range. */
function idsSince(date: Date): string {
  const hex = date.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

const hourMs = 60 * 60 * 1000;

async function read({ db, kind }: Pick<OpenDatabase, 'db' | 'kind'>): Promise<Row[]> {
  const since = sql`${idsSince(new Date(Date.now() - hourMs))}::uuid`;
  const asked = [
    ...lags,
    sql`select 'outbox', 'waiting', count(*)::float8 from outbox where sent_at is null and failed_at is null`,
    sql`select 'outbox', 'given up', count(*)::float8 from outbox where id > ${since} and failed_at is not null`,
    sql`select 'charges', status, count(*)::float8 from charges where id > ${since} group by status`,
  ];
  if (kind === 'postgres')
    asked.push(sql`select 'connections', coalesce(state, 'unknown'), count(*)::float8 from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' group by state`);
  const rows = await db.execute<Row>(sql.join(asked, sql` union all `));
  return [...rows];
}

/** The charges' states, told of also when there are none. */
const chargeStates = ['pending', 'approved', 'declined', 'failed'];
/** However often it is asked for, the database is not asked more often. */
const freshMs = 5000;

/** What lies in the database, the same on every node: read when it is asked for. */
export function addQueueGauges(registry: Registry, database: Pick<OpenDatabase, 'db' | 'kind'>): void {
  let rows: Promise<Row[]> = Promise.resolve([]);
  let readAt = 0;
  const fresh = () => {
    if (Date.now() - readAt < freshMs) return rows;
    readAt = Date.now();
    rows = read(database).catch(() => {
      readAt = 0;
      return [];
    });
    return rows;
  };
  const gauge = (name: string, help: string, label: string, of: Row['name'], known: readonly string[] = []) =>
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [registry],
      async collect() {
        const found = (await fresh()).filter((row) => row.name === of);
        this.reset();
        if (found.length > 0 || of === 'charges') for (const value of known) this.set({ [label]: value }, 0);
        for (const row of found) this.set({ [label]: row.label }, row.value);
      },
    });
  gauge('haulboard_worker_lag_seconds', 'How long the oldest due row has waited, by task', 'task', 'lag');
  gauge('haulboard_outbox_mails', 'Mails that wait, and those given up in the last hour', 'state', 'outbox');
  gauge('haulboard_charges_last_hour', 'Charges begun in the last hour, by outcome', 'outcome', 'charges', chargeStates);
  gauge('haulboard_database_connections', 'Connections of all nodes to the database, by state', 'state', 'connections');
}
