import { readMigrationFiles } from 'drizzle-orm/migrator';
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
  /**
   * The URL of the role that owns the tables. The role of `url` can then only read and write rows
   * (`docs/operations.md#database-roles`).
   */
  migrationUrl?: string | undefined;
  dataDir: string;
  pool?: number;
  prepare?: boolean;
  durable?: boolean;
  /** Whether opening the database migrates it. If not, `assertMigrated` checks that `npm run db:migrate` has run. */
  runMigrations?: boolean;
  /** Called with each statement as it is sent. The benchmark replays the statements, and a test checks their query plans. */
  onStatement?: ((text: string, parameters: unknown[]) => void) | undefined;
};

const migrationsFolder = new URL('../../drizzle/migrations', import.meta.url).pathname;
/**
 * Settings of PostgreSQL's planner. Requests are many and small: parallel query workers take longer to start than a query takes,
 * and use cores that other queries need. Indexes are in memory or on a solid-state drive, where a page anywhere costs little more
 * than the next one.
 */
// The value is a string, because the driver omits the number 0.
const plannerSettings = { max_parallel_workers_per_gather: '0', random_page_cost: 1.1 };
/**
 * Seconds before the driver retries a lost connection. The driver's default delay grows to twenty seconds, which is much too
 * long once the database is available again.
 */
const reconnectDelaySeconds = () => 0.1 + Math.random() * 0.4;
/** The advisory lock that lets one server migrate while the others wait. */
const migratorLock = 72_420_001;

/**
 * Opens PostgreSQL at `url`, or the embedded engine in `dataDir`, with the same driver, and migrates the schema. The embedded
 * engine has one session: a query outside an open transaction waits for it, and a query on the outer `db` inside a transaction
 * would wait forever. For this reason, use cases only use the database that they are passed.
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
          connection: plannerSettings,
          backoff: reconnectDelaySeconds,
          connect_timeout: 5,
          ...driverOptions,
        })
      : postgres({ path: engine?.socketPath ?? '', user: 'postgres', database: 'postgres', max: 1, ...driverOptions });
  const sql = connect(pool);
  if (runMigrations) {
    if (url && migrationUrl) {
      const ownerSql = postgres(migrationUrl, { max: 1, ...driverOptions });
      await migrateWithLock(ownerSql, new URL(url).username);
    } else if (url) await migrateWithLock(connect(1));
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

/** The database lacks migrations of this version, and the settings do not let it migrate. */
export class OutdatedDatabaseError extends Error {
  constructor() {
    super(
      'The database is older than this version and MIGRATIONS is off. Run npm run db:migrate with the role that owns the tables',
    );
  }
}

/**
 * Checks that the database has all migrations of this version. A database that is newer passes, because old and new nodes run
 * side by side during a release.
 * @throws OutdatedDatabaseError
 */
export async function assertMigrated(sql: Sql): Promise<void> {
  const newest = readMigrationFiles({ migrationsFolder }).at(-1)?.folderMillis ?? 0;
  if ((await readLastMigration(sql)) < newest) throw new OutdatedDatabaseError();
}

/** The codes for a missing schema or table, and for a role that the migrations have not let in yet. */
const notMigratedCodes = new Set(['3F000', '42P01', '42501']);

/** When the last migration was made, in milliseconds since 1970. 0 if there is none. */
async function readLastMigration(sql: Sql): Promise<number> {
  try {
    const [last] = await sql<{ madeAt: string | null }[]>`select max(created_at) as "madeAt" from drizzle.__drizzle_migrations`;
    return Number(last?.madeAt ?? 0);
  } catch (error) {
    if (error instanceof postgres.PostgresError && notMigratedCodes.has(error.code)) return 0;
    throw error;
  }
}

const statementLogger =
  (onStatement: NonNullable<Options['onStatement']>) => (_connection: number, text: string, parameters: unknown[]) =>
    onStatement(text, parameters);

/**
 * Lets a role read and write rows, but not drop tables, disable triggers or truncate tables. It can also read the migrations
 * table, because a backup records the last migration.
 */
async function grantRowAccess(sql: Sql, role: string): Promise<void> {
  const roleName = sql(decodeURIComponent(role));
  await sql`grant usage on schema public, drizzle to ${roleName}`;
  await sql`grant select, insert, update, delete on all tables in schema public to ${roleName}`;
  await sql`grant usage on all sequences in schema public to ${roleName}`;
  await sql`grant select on all tables in schema drizzle to ${roleName}`;
}

async function migrateWithLock(sql: Sql, rowRole?: string): Promise<void> {
  try {
    await sql`select pg_advisory_lock(${migratorLock})`;
    await migrate(drizzle(sql), { migrationsFolder });
    if (rowRole) await grantRowAccess(sql, rowRole);
  } finally {
    await sql.end();
  }
}

type Statement = (() => PromiseLike<unknown>) | null;
type Answers<T extends readonly Statement[]> = { -readonly [K in keyof T]: T[K] extends () => infer A ? Awaited<A> : null };

/**
 * Sends independent statements of one transaction together, in this order, with one round trip to the database instead of one
 * each. It waits for all of them even if one fails, so that no statement is sent after the rollback.
 * @throws the first error
 */
export async function sendTogether<const T extends readonly Statement[]>(statements: T): Promise<Answers<T>> {
  const failures: unknown[] = [];
  const pendingAnswers = statements.map(async (send) => {
    try {
      return send ? await send() : null;
    } catch (failure) {
      failures.push(failure);
      return null;
    }
  });
  const answers = await Promise.all(pendingAnswers);
  if (failures.length > 0) throw failures[0];
  return answers as Answers<T>;
}
