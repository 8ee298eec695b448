import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Sql, TransactionSql } from 'postgres';
import { z } from 'zod';

/** Thrown when a backup or restore cannot be done as requested. The message says why and what to do. */
export class InvalidBackupError extends Error {}

/** The description of a backup. The file `SHA256SUMS` next to it has the hash of every file, in the format of `sha256sum`. */
const manifestSchema = z.object({
  format: z.literal(1),
  madeAt: z.string(),
  release: z.string(),
  engine: z.enum(['postgres', 'embedded']),
  /** The last migration of the database that was backed up. */
  migration: z.string(),
  tables: z.array(z.object({ name: z.string(), rows: z.number() })),
  media: z.object({ files: z.number(), bytes: z.number(), missing: z.array(z.string()) }),
});
export type Manifest = z.infer<typeof manifestSchema>;

export const manifestFile = 'manifest.json';
export const sumsFile = 'SHA256SUMS';
export const tableFile = (name: string) => join('tables', `${name}.ndjson.gz`);
export const mediaFile = (name: string) => join('media', name);

/** A stream that passes data through and computes its hash. */
export function createHashStream(): { through: Transform; sum: () => string } {
  const hash = createHash('sha256');
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { through, sum: () => hash.digest('hex') };
}

/** @throws InvalidBackupError if the folder contains no backup */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestFile), 'utf8').catch(() => null);
  if (text === null) throw new InvalidBackupError(`There is no backup in ${folder}: it has no ${manifestFile}`);
  const result = manifestSchema.safeParse(parseJson(text));
  if (!result.success) throw new InvalidBackupError(`This release cannot read the ${manifestFile} in ${folder}`);
  return result.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Reads every file of a backup and compares its hash.
 * @throws InvalidBackupError with the name of the first file that differs
 */
export async function checkSums(folder: string, { tables }: Manifest): Promise<void> {
  const missingFiles = new Set([manifestFile, ...tables.map(({ name }) => tableFile(name))]);
  const sums = createReadStream(join(folder, sumsFile)).on('error', () => undefined);
  for await (const line of readLines(sums, folder)) {
    const [, sum = '', name = ''] = /^([0-9a-f]{64}) {2}(\S+)$/.exec(line) ?? [];
    if ((await hashFile(join(folder, name))) !== sum)
      throw new InvalidBackupError(`${name || line} in ${folder} is not what was written; nothing was restored`);
    missingFiles.delete(name);
  }
  const [missingFile] = missingFiles;
  if (missingFile) throw new InvalidBackupError(`${sumsFile} in ${folder} does not name ${missingFile}; nothing was restored`);
}

async function* readLines(stream: NodeJS.ReadableStream, folder: string): AsyncGenerator<string> {
  try {
    for await (const line of createInterface({ input: stream })) if (line !== '') yield line;
  } catch (error) {
    if (error instanceof InvalidBackupError) throw error;
    throw new InvalidBackupError(`${sumsFile} in ${folder} cannot be read; nothing was restored`);
  }
}

async function hashFile(path: string): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(path), hash);
    return hash.digest('hex');
  } catch {
    return null;
  }
}

export type Table = {
  name: string;
  /** All columns that can be written. Generated columns are recalculated. */
  columns: string[];
};

/** The tables that already have rows in a new database. They contain no customer data. */
const prefilledTables = new Set(['cities', 'postal_codes', 'installation']);

/**
 * The conditions for the rows of a table that are backed up. Unfinished uploads are left out, because their parts exist only in
 * the current store.
 */
const rowConditions: Record<string, string> = {
  uploads: 'finished_at is not null',
  upload_parts: 'upload_id in (select id from uploads where finished_at is not null)',
};

export const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** The product's tables by name. */
export async function listTables(sql: Sql | TransactionSql): Promise<Table[]> {
  const rows = await sql<{ name: string; columns: string[] }[]>`
    select c.relname as name, array_agg(a.attname::text order by a.attname) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where n.nspname = 'public' and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`;
  return rows.map(({ name, columns }) => ({ name, columns: [...columns] }));
}

/** The first table with customer data. Null if the database has only the rows of a new one. */
export async function tableWithData(sql: Sql): Promise<string | null> {
  for (const { name } of await listTables(sql)) {
    if (prefilledTables.has(name)) continue;
    const [row] = await sql.unsafe(`select 1 from ${quoteName(name)} limit 1`);
    if (row) return name;
  }
  return null;
}

/** The hash of the database's last migration. A backup can be restored only into a database with the same one. */
export async function lastMigration(sql: Sql | TransactionSql): Promise<string> {
  const [row] = await sql<{ hash: string }[]>`
    select hash from drizzle.__drizzle_migrations order by created_at desc limit 1`;
  return row?.hash ?? '';
}

const fetchBatchSize = 200;

/** Reads every row of a table as a line of JSON, in batches, so that memory use does not depend on the number of rows. */
export async function* readTableLines(tx: TransactionSql, { name, columns }: Table): AsyncGenerator<string[]> {
  const columnList = columns.map(quoteName).join(', ');
  const condition = rowConditions[name] ? ` where ${rowConditions[name]}` : '';
  await tx.unsafe(
    `declare backup_rows no scroll cursor for select row_to_json(r)::text as line from (select ${columnList} from ${quoteName(name)}${condition}) r`,
  );
  for (;;) {
    const rows = await tx.unsafe<{ line: string }[]>(`fetch ${fetchBatchSize} from backup_rows`);
    if (rows.length > 0) yield rows.map(({ line }) => line);
    if (rows.length < fetchBatchSize) break;
  }
  await tx.unsafe('close backup_rows');
}

type ForeignKey = { table: string; name: string; definition: string };

/**
 * Runs work on the tables without triggers and foreign key checks. Rows can then be written in any order, and triggers do not
 * repeat what the backup already contains (the ledger, counts). Afterward, every reference is checked. This needs the owner of
 * the tables but no superuser, so it works on managed servers.
 */
export async function withoutTriggers(tx: TransactionSql, tables: readonly Table[], work: () => Promise<void>): Promise<void> {
  const foreignKeys = await tx<ForeignKey[]>`
    select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where k.contype = 'f' and n.nspname = 'public' order by 1, 2`;
  for (const { table, name } of foreignKeys)
    await tx.unsafe(`alter table ${quoteName(table)} drop constraint ${quoteName(name)}`);
  for (const { name } of tables) await tx.unsafe(`alter table ${quoteName(name)} disable trigger user`);
  await work();
  for (const { name } of tables) await tx.unsafe(`alter table ${quoteName(name)} enable trigger user`);
  for (const { table, name, definition } of foreignKeys)
    await tx.unsafe(`alter table ${quoteName(table)} add constraint ${quoteName(name)} ${definition}`);
}
