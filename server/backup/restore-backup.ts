import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import type { Sql, TransactionSql } from 'postgres';
import type { OpenDatabase } from '#server/db/open.ts';
import type { MediaStore, StoredPart } from '#server/media/store.ts';
import {
  checkSums,
  type Manifest,
  readManifest,
  tableFile,
  BackupRefused,
  mediaFile,
  withoutTriggers,
  lastMigration,
  quoted,
  type Table,
  tablesOf,
  tableWithData,
} from './manifest.ts';
import { readFile, stat } from 'node:fs/promises';
import { z } from 'zod';
import { spool } from '#server/media/upload-row.ts';

const mediaRow = z.object({ name: z.string(), mime: z.string() });
type File = z.infer<typeof mediaRow> & { path: string; bytes: number };

/** Larger files are sent in parts of this size, so that no bucket needs a whole file in memory. */
const partBytes = 16 * 1024 * 1024;

async function restoreMedia(store: MediaStore, dataDir: string, folder: string): Promise<void> {
  const input = createReadStream(join(folder, tableFile('media'))).pipe(createGunzip());
  for await (const line of createInterface({ input })) {
    const row = mediaRow.parse(JSON.parse(line));
    const path = join(folder, mediaFile(row.name));
    const found = await stat(path).catch(() => null);
    // A file that was deleted while the backup ran is not in it. The manifest names such files.
    if (!found || (await store.size(row.name)) === found.size) continue;
    const file = { ...row, path, bytes: found.size };
    if (file.bytes <= partBytes) await store.put(file.name, await readFile(path), file.mime);
    else await restoreInParts(store, dataDir, file);
  }
}

async function restoreInParts(store: MediaStore, dataDir: string, { name, mime, path, bytes }: File): Promise<void> {
  const staged = { key: name, storeId: await store.begin(name, mime) };
  const parts: StoredPart[] = [];
  for (let start = 0; start < bytes; start += partBytes) {
    const stream = createReadStream(path, { start, end: Math.min(start + partBytes, bytes) - 1 });
    const part = await spool(dataDir, { fileName: name, mime, stream });
    try {
      const partNumber = parts.length + 1;
      parts.push({ partNumber, etag: await store.putPart(staged, partNumber, part), bytes: part.bytes });
    } finally {
      await part.discard();
    }
  }
  await store.finish(staged, parts);
}

type RestoreTarget = Pick<OpenDatabase, 'sql'> & { media: MediaStore; dataDir: string };

/**
 * Restores a backup into a migrated database and its media store, completely or not at all. The rows are written in one
 * transaction, and constraints check them. Files come first: without a row no one sees them, and existing files are not
 * sent again.
 * @throws BackupRefused when the backup is damaged or of another release, or when there is data and `replace` is not set
 */
export async function restoreBackup(
  { sql, media, dataDir }: RestoreTarget,
  folder: string,
  { replace = false } = {},
): Promise<Manifest> {
  const manifest = await readManifest(folder);
  await checkSums(folder, manifest);
  if (manifest.migration !== (await lastMigration(sql)))
    throw new BackupRefused(
      `The backup was made by release ${manifest.release}, which has different tables. Restore it with that release into a new database; this release then migrates it when it starts.`,
    );
  const holding = replace ? null : await tableWithData(sql);
  if (holding) throw new BackupRefused(`The database holds data (${holding}). To replace it with the backup, add --replace.`);
  await restoreMedia(media, dataDir, folder);
  await restoreTables(sql, folder, manifest);
  await sql.unsafe('analyze');
  return manifest;
}

async function restoreTables(sql: Sql, folder: string, { tables: manifestTables }: Manifest): Promise<void> {
  await sql.begin(async (tx) => {
    const tables = await tablesOf(tx);
    await withoutTriggers(tx, tables, async () => {
      await tx.unsafe(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`);
      for (const table of tables) {
        const rows = await restoreTable(tx, table, folder);
        const written = manifestTables.find(({ name }) => name === table.name)?.rows;
        if (rows !== written)
          throw new BackupRefused(`The backup of ${table.name} has ${rows} rows instead of ${written}; nothing was changed`);
      }
    });
  });
}

/** The maximum rows and characters per statement. */
const max = { rows: 500, characters: 1_000_000 };

async function restoreTable(tx: TransactionSql, table: Table, folder: string): Promise<number> {
  const name = quoted(table.name);
  const columns = table.columns.map(quoted).join(', ');
  const insert = `insert into ${name} (${columns}) select ${columns} from json_populate_recordset(null::${name}, $1::text::json)`;
  let rows = 0;
  let characters = 0;
  let lines: string[] = [];
  const write = async () => {
    if (lines.length > 0) await tx.unsafe(insert, [`[${lines.join(',')}]`]);
    rows += lines.length;
    characters = 0;
    lines = [];
  };
  const input = createReadStream(join(folder, tableFile(table.name))).pipe(createGunzip());
  for await (const line of createInterface({ input })) {
    lines.push(line);
    characters += line.length;
    if (lines.length >= max.rows || characters >= max.characters) await write();
  }
  await write();
  return rows;
}
