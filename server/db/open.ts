import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import postgres, { type Sql } from 'postgres';
import { openEmbedded } from './embedded.ts';
import { createEvents, type Events } from './notify.ts';
import { alwaysPrepare } from './prepare.ts';

type Drizzle = PostgresJsDatabase;

/** A database or a transaction. Use cases accept either. */
export type Database = Pick<
  Drizzle,
  | 'select'
  | 'selectDistinct'
  | 'selectDistinctOn'
  | 'insert'
  | 'update'
  | 'delete'
  | 'execute'
  | 'transaction'
  | 'with'
  | '$count'
  | '$with'
>;

export type OpenDatabase = {
  db: Database;
  /** The driver, for streams and for queries that are better sent unprepared. */
  sql: Sql;
  kind: 'postgres' | 'embedded';
  events: Events;
  close: () => Promise<void>;
};

type Options = {
  url?: string | undefined;
  /** Owns the tables. The role of `url` then only reads and writes rows (`docs/operations.md#database-roles`). */
  migrationUrl?: string | undefined;
  dataDir: string;
  pool?: number;
  prepare?: boolean;
  durable?: boolean;
  runMigrations?: boolean;
  /** Called with each statement as it is sent. The benchmark replays them, and a test explains their plans. */
  onStatement?: ((text: string, parameters: unknown[]) => void) | undefined;
};

const migrationsFolder = new URL('../../drizzle/migrations', import.meta.url).pathname;
/**
 * Requests are many and small. Parallel query workers take longer to start than a query takes, and use cores that other
 * queries need.
 */
// A string, because the driver omits a zero.
const withoutParallelWorkers = { max_parallel_workers_per_gather: '0' };
/**
 * Seconds before a lost connection is tried again. The driver's own pause grows to twenty seconds, long after the database
 * is back.
 */
const reconnectDelaySeconds = () => 0.1 + Math.random() * 0.4;
/** The advisory lock that lets one server migrate while the others wait. */
const migratorLock = 72_420_001;

/**
 * Opens PostgreSQL at `url`, or the embedded engine in `dataDir`, behind the same driver, and migrates the schema. The
 * embedded engine has one session. A query outside an open transaction waits, and a query on the outer `db` inside a
 * transaction would wait forever, so use cases use only the database they are passed.
 */
export async function openDatabase({
  url,
  migrationUrl,
  dataDir,
  pool = 16,
  prepare = true,
  durable = true,
  runMigrations = true,
  onStatement,
}: Options): Promise<OpenDatabase> {
  const engine = url ? null : await openEmbedded(dataDir, { durable });
  const driverOptions = { onnotice: () => undefined, ...(onStatement ? { debug: statementLogger(onStatement) } : {}) };
  const connect = (max: number) =>
    url
      ? postgres(url, {
          max,
          prepare,
          connection: withoutParallelWorkers,
          backoff: reconnectDelaySeconds,
          connect_timeout: 5,
          ...driverOptions,
        })
      : postgres({ path: engine?.socketPath ?? '', user: 'postgres', database: 'postgres', max: 1, ...driverOptions });
  const sql = connect(pool);
  if (runMigrations) {
    if (url && migrationUrl) {
      const owner = postgres(migrationUrl, { max: 1, ...driverOptions });
      await migrateAlone(owner, new URL(url).username);
    } else if (url) await migrateAlone(connect(1));
    else await migrate(drizzle(sql), { migrationsFolder });
  }
  const db = drizzle(prepare ? alwaysPrepare(sql) : sql, { casing: 'snake_case' });
  const events = await createEvents(url ? sql : null);
  return {
    db,
    sql,
    kind: url ? 'postgres' : 'embedded',
    events,
    close: async () => {
      await events.close();
      await sql.end({ timeout: 5 });
      await engine?.close();
    },
  };
}

const statementLogger =
  (onStatement: NonNullable<Options['onStatement']>) => (_connection: number, text: string, parameters: unknown[]) =>
    onStatement(text, parameters);

/**
 * Rows only: such a role can neither drop a table nor disable a trigger, nor empty a table without its triggers. It reads
 * the migrations to name the schema of a backup.
 */
async function grantRows(sql: Sql, role: string): Promise<void> {
  const to = sql(decodeURIComponent(role));
  await sql`grant usage on schema public, drizzle to ${to}`;
  await sql`grant select, insert, update, delete on all tables in schema public to ${to}`;
  await sql`grant usage on all sequences in schema public to ${to}`;
  await sql`grant select on all tables in schema drizzle to ${to}`;
}

async function migrateAlone(sql: Sql, reader?: string): Promise<void> {
  try {
    await sql`select pg_advisory_lock(${migratorLock})`;
    await migrate(drizzle(sql), { migrationsFolder });
    if (reader) await grantRows(sql, reader);
  } finally {
    await sql.end();
  }
}

type Statement = (() => PromiseLike<unknown>) | null;
type Answers<T extends readonly Statement[]> = { -readonly [K in keyof T]: T[K] extends () => infer A ? Awaited<A> : null };

/**
 * Sends independent statements of one transaction together, in this order, with one round trip to the database instead of
 * one each. It waits for all of them even if one fails, so that none is sent after the rollback.
 * @throws the first error
 */
export async function pipelined<const T extends readonly Statement[]>(statements: T): Promise<Answers<T>> {
  const failures: unknown[] = [];
  const sent = statements.map(async (send) => {
    try {
      return send ? await send() : null;
    } catch (failure) {
      failures.push(failure);
      return null;
    }
  });
  const answers = await Promise.all(sent);
  if (failures.length > 0) throw failures[0];
  return answers as Answers<T>;
}
