import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import type { Sql, TransactionSql } from 'postgres';
import { z } from 'zod';
import type { OpenDatabase } from '#server/db/open.ts';
import type { MediaStore, StoredPart } from '#server/media/store.ts';
import { spool } from '#server/media/upload-row.ts';
import {
  checkSums,
  type Manifest,
  readManifest,
  tableFile,
  InvalidBackupError,
  mediaFile,
  withoutTriggers,
  lastMigration,
  quoteName,
  type Table,
  listTables,
  tableWithData,
} from './manifest.ts';

const mediaRow = z.object({ name: z.string(), mime: z.string() });
type MediaFile = z.infer<typeof mediaRow> & { path: string; bytes: number };

/** Larger files are sent in parts of this size, so that a whole file never has to be in memory. */
const partBytes = 16 * 1024 * 1024;

async function restoreMedia(store: MediaStore, dataDir: string, folder: string): Promise<void> {
  const input = createReadStream(join(folder, tableFile('media'))).pipe(createGunzip());
  for await (const line of createInterface({ input })) {
    const row = mediaRow.parse(JSON.parse(line));
    const path = join(folder, mediaFile(row.name));
    const fileStats = await stat(path).catch(() => null);
    // Files that were deleted while the backup ran are not in it. The manifest lists them.
    if (!fileStats || (await store.size(row.name)) === fileStats.size) continue;
    const file = { ...row, path, bytes: fileStats.size };
    if (file.bytes <= partBytes) await store.put(file.name, await readFile(path), file.mime);
    else await restoreInParts(store, dataDir, file);
  }
}

async function restoreInParts(store: MediaStore, dataDir: string, { name, mime, path, bytes }: MediaFile): Promise<void> {
  const upload = { key: name, storeId: await store.begin(name, mime) };
  const parts: StoredPart[] = [];
  for (let start = 0; start < bytes; start += partBytes) {
    const stream = createReadStream(path, { start, end: Math.min(start + partBytes, bytes) - 1 });
    const part = await spool(dataDir, { fileName: name, mime, stream });
    try {
      const partNumber = parts.length + 1;
      parts.push({ partNumber, etag: await store.putPart(upload, partNumber, part), bytes: part.bytes });
    } finally {
      await part.discard();
    }
  }
  await store.finish(upload, parts);
}

type RestoreTarget = Pick<OpenDatabase, 'sql'> & { media: MediaStore; dataDir: string };

/**
 * Restores a backup into a migrated database and its media store, completely or not at all. The rows are written in one
 * transaction, and constraints check them. Files are restored first, because no one can see a file without its row. Files that
 * already exist are not sent again.
 * @throws InvalidBackupError if the backup is damaged or from another release, or if there is data and `replace` is not set
 */
export async function restoreBackup(
  { sql, media, dataDir }: RestoreTarget,
  folder: string,
  { replace = false } = {},
): Promise<Manifest> {
  const manifest = await readManifest(folder);
  await checkSums(folder, manifest);
  if (manifest.migration !== (await lastMigration(sql)))
    throw new InvalidBackupError(
      `The backup was made by release ${manifest.release}, which has different tables. Restore it with that release into a new database; this release then migrates it when it starts.`,
    );
  const nonEmptyTable = replace ? null : await tableWithData(sql);
  if (nonEmptyTable)
    throw new InvalidBackupError(`The database holds data (${nonEmptyTable}). To replace it with the backup, add --replace.`);
  await restoreMedia(media, dataDir, folder);
  await restoreTables(sql, folder, manifest);
  await sql.unsafe('analyze');
  return manifest;
}

async function restoreTables(sql: Sql, folder: string, { tables: manifestTables }: Manifest): Promise<void> {
  await sql.begin(async (tx) => {
    const tables = await listTables(tx);
    await withoutTriggers(tx, tables, async () => {
      await tx.unsafe(`truncate ${tables.map(({ name }) => quoteName(name)).join(', ')}`);
      for (const table of tables) {
        const rows = await restoreTable(tx, table, folder);
        const expectedRows = manifestTables.find(({ name }) => name === table.name)?.rows;
        if (rows !== expectedRows)
          throw new InvalidBackupError(
            `The backup of ${table.name} has ${rows} rows instead of ${expectedRows}; nothing was changed`,
          );
      }
    });
  });
}

/** The maximum number of rows and characters per statement. */
const maxPerStatement = { rows: 500, characters: 1_000_000 };

async function restoreTable(tx: TransactionSql, table: Table, folder: string): Promise<number> {
  const name = quoteName(table.name);
  const columns = table.columns.map(quoteName).join(', ');
  const insert = `insert into ${name} (${columns}) select ${columns} from json_populate_recordset(null::${name}, $1::text::json)`;
  let rows = 0;
  let characters = 0;
  let lines: string[] = [];
  const flush = async () => {
    if (lines.length > 0) await tx.unsafe(insert, [`[${lines.join(',')}]`]);
    rows += lines.length;
    characters = 0;
    lines = [];
  };
  const input = createReadStream(join(folder, tableFile(table.name))).pipe(createGunzip());
  for await (const line of createInterface({ input })) {
    lines.push(line);
    characters += line.length;
    if (lines.length >= maxPerStatement.rows || characters >= maxPerStatement.characters) await flush();
  }
  await flush();
  return rows;
}
