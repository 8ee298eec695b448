import { type SQL, sql } from 'drizzle-orm';
import { Gauge, type Registry } from 'prom-client';
import { firstDue } from '#server/db/due.ts';
import type { OpenDatabase } from '#server/db/open.ts';
import { tasksWithRows } from '#server/worker/tasks.ts';

type Row = { name: string; label: string; value: number };

/** How long the row that is due the longest has waited, by task. */
const lags = (now: Date): SQL[] =>
  tasksWithRows.map(
    ({ name, due }) =>
      sql`select 'lag' as name, ${name}::text as label, coalesce(greatest(extract(epoch from now() - ${firstDue(due, now)}), 0), 0)::float8 as value`,
  );

/** Ids begin with the time at which they were made, so that the rows of the last hour are an index range. */
function idsSince(date: Date): string {
  const hex = date.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

const hourMs = 60 * 60 * 1000;

async function read({ db, kind }: Pick<OpenDatabase, 'db' | 'kind'>): Promise<Row[]> {
  const now = new Date();
  const since = sql`${idsSince(new Date(now.getTime() - hourMs))}::uuid`;
  const queries = [
    ...lags(now),
    sql`select 'outbox', 'waiting', count(*)::float8 from outbox where sent_at is null and failed_at is null`,
    sql`select 'outbox', 'given up', count(*)::float8 from outbox where id > ${since} and failed_at is not null`,
    sql`select 'charges', status, count(*)::float8 from charges where id > ${since} group by status`,
  ];
  if (kind === 'postgres')
    queries.push(sql`select 'connections', coalesce(state, 'unknown'), count(*)::float8 from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' group by state`);
  const rows = await db.execute<Row>(sql.join(queries, sql` union all `));
  return [...rows];
}

/** The states of charges, reported also when there are none. */
const chargeStates = ['pending', 'approved', 'declined', 'failed'];
/** The database is not queried more often, however often the metrics are read. */
const freshMs = 5000;

/** Figures of the database, the same on every node, read when the metrics are. */
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
  const gauge = (name: string, help: string, label: string, of: Row['name'], always: readonly string[] = []) =>
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [registry],
      async collect() {
        const found = (await fresh()).filter((row) => row.name === of);
        this.reset();
        if (found.length > 0 || of === 'charges') for (const value of always) this.set({ [label]: value }, 0);
        for (const row of found) this.set({ [label]: row.label }, row.value);
      },
    });
  gauge('haulboard_worker_lag_seconds', 'How long the oldest due row has waited, by task', 'task', 'lag');
  gauge('haulboard_outbox_mails', 'Mails that wait, and those given up in the last hour', 'state', 'outbox');
  gauge('haulboard_charges_last_hour', 'Charges begun in the last hour, by outcome', 'outcome', 'charges', chargeStates);
  gauge('haulboard_database_connections', 'Connections of all nodes to the database, by state', 'state', 'connections');
}
