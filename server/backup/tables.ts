import type { Sql, TransactionSql } from 'postgres';

export type Table = {
  name: string;
  /** All columns that can be written. Generated columns are recalculated. */
  columns: string[];
};

/** Tables that a new database already fills. They contain no customer data. */
const shipped = new Set(['cities', 'postal_codes', 'installation']);

/** Rows that are left out: unfinished uploads, whose parts are only in the current store. */
const rowConditions: Record<string, string> = {
  uploads: 'finished_at is not null',
  upload_parts: 'upload_id in (select id from uploads where finished_at is not null)',
};

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** The product's tables by name. */
export async function tablesOf(sql: Sql | TransactionSql): Promise<Table[]> {
  const rows = await sql<{ name: string; columns: string[] }[]>`
    select c.relname as name, array_agg(a.attname::text order by a.attname) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where n.nspname = 'public' and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`;
  return rows.map(({ name, columns }) => ({ name, columns: [...columns] }));
}

/** The first table with customer data. Null if there is only what every new database contains. */
export async function tableWithData(sql: Sql): Promise<string | null> {
  for (const { name } of await tablesOf(sql)) {
    if (shipped.has(name)) continue;
    const [row] = await sql.unsafe(`select 1 from ${quoted(name)} limit 1`);
    if (row) return name;
  }
  return null;
}

/** The database's last migration. A backup can be restored only into the same tables. */
export async function lastMigration(sql: Sql | TransactionSql): Promise<string> {
  const [row] = await sql<{ hash: string }[]>`
    select hash from drizzle.__drizzle_migrations order by created_at desc limit 1`;
  return row?.hash ?? '';
}

const rowsAtOnce = 200;

/** Every row of a table as a line of JSON, a few at a time for any number of rows. */
export async function* linesOf(tx: TransactionSql, { name, columns }: Table): AsyncGenerator<string[]> {
  const list = columns.map(quoted).join(', ');
  const condition = rowConditions[name] ? ` where ${rowConditions[name]}` : '';
  await tx.unsafe(
    `declare backup_rows no scroll cursor for select row_to_json(r)::text as line from (select ${list} from ${quoted(name)}${condition}) r`,
  );
  for (;;) {
    const rows = await tx.unsafe<{ line: string }[]>(`fetch ${rowsAtOnce} from backup_rows`);
    if (rows.length > 0) yield rows.map(({ line }) => line);
    if (rows.length < rowsAtOnce) break;
  }
  await tx.unsafe('close backup_rows');
}

type ForeignKey = { table: string; name: string; definition: string };

/**
 * Runs work on the tables without triggers and foreign key checks. Rows can then come in any order, and they include what
 * triggers would write again (the ledger, counts). Afterward every reference is checked. This needs the tables' owner but
 * no superuser, so it works on managed servers.
 */
export async function withoutGuards(tx: TransactionSql, tables: readonly Table[], work: () => Promise<void>): Promise<void> {
  const keys = await tx<ForeignKey[]>`
    select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where k.contype = 'f' and n.nspname = 'public' order by 1, 2`;
  for (const { table, name } of keys) await tx.unsafe(`alter table ${quoted(table)} drop constraint ${quoted(name)}`);
  for (const { name } of tables) await tx.unsafe(`alter table ${quoted(name)} disable trigger user`);
  await work();
  for (const { name } of tables) await tx.unsafe(`alter table ${quoted(name)} enable trigger user`);
  for (const { table, name, definition } of keys)
    await tx.unsafe(`alter table ${quoted(table)} add constraint ${quoted(name)} ${definition}`);
}
