import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import postgres, { type Sql } from 'postgres';
import { openEmbedded } from './embedded.ts';
import { createEvents, type Events } from './notify.ts';
import { alwaysPrepare } from './prepare.ts';

type Drizzle = PostgresJsDatabase;

/** A database or a transaction: use cases take either and never know which. */
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
  /** The driver, for streams and for texts that are better sent unprepared. */
  sql: Sql;
  kind: 'postgres' | 'embedded';
  events: Events;
  close: () => Promise<void>;
};

type Options = {
  url?: string | undefined;
  dataDir: string;
  pool?: number;
  prepare?: boolean;
  durable?: boolean;
  runMigrations?: boolean;
  /** Told of each statement as it is sent: the bench replays them, a test explains them. */
  onStatement?: ((text: string, parameters: unknown[]) => void) | undefined;
};

const migrationsFolder = new URL('../../drizzle/migrations', import.meta.url).pathname;
/** Requests are many and small: parallel workers take longer to start than an answer does, and take cores from the others. */
// A string: the driver leaves a zero out.
const oneProcess = { max_parallel_workers_per_gather: '0' };
/** Seconds until a lost connection is tried again: the driver's own pause grows to twenty, long after the database is back. */
const soon = () => 0.1 + Math.random() * 0.4;
/** Advisory lock that lets one node migrate while the others wait. */
const migratorLock = 72_420_001;

/**
 * Opens PostgreSQL at `url`, or the embedded engine in `dataDir`, behind the same driver, and brings the schema up to
 * date. The embedded engine has one session: a query beside an open transaction waits, a query on the outer `db`
 * inside one would wait for ever, so use cases only ever touch what they were handed.
 */
export async function openDatabase({
  url,
  dataDir,
  pool = 16,
  prepare = true,
  durable = true,
  runMigrations = true,
  onStatement,
}: Options): Promise<OpenDatabase> {
  const engine = url ? null : await openEmbedded(dataDir, { durable });
  const quiet = { onnotice: () => undefined, ...(onStatement ? { debug: tell(onStatement) } : {}) };
  const connect = (max: number) =>
    url
      ? postgres(url, { max, prepare, connection: oneProcess, backoff: soon, connect_timeout: 5, ...quiet })
      : postgres({ path: engine?.socketPath ?? '', user: 'postgres', database: 'postgres', max: 1, ...quiet });
  const sql = connect(pool);
  if (runMigrations) {
    if (url) await migrateAlone(connect(1));
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

const tell = (onStatement: NonNullable<Options['onStatement']>) => (_connection: number, text: string, parameters: unknown[]) =>
  onStatement(text, parameters);

async function migrateAlone(sql: Sql): Promise<void> {
  try {
    await sql`select pg_advisory_lock(${migratorLock})`;
    await migrate(drizzle(sql), { migrationsFolder });
  } finally {
    await sql.end();
  }
}
