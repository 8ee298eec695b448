import { createReadStream, createWriteStream } from 'node:fs';
import { appendFile, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import type { OpenDatabase } from '#server/db/open.ts';
import type { MediaStore } from '#server/media/store.ts';
import {
  createHashStream,
  type Manifest,
  manifestFile,
  mediaFile,
  sumsFile,
  tableFile,
  InvalidBackupError,
  lastMigration,
  readTableLines,
  type Table,
  listTables,
} from './manifest.ts';

type BackupSource = Pick<OpenDatabase, 'sql' | 'kind'> & { media: MediaStore; release: string };

/**
 * Writes one snapshot of the database, and the files that it refers to, into a new folder. Each table is a file of JSON lines,
 * which both database engines can read. The folder gets its final name when the backup is complete. Memory use does not depend
 * on the size of the backup.
 * @throws InvalidBackupError if the folder already exists
 */
export async function writeBackup({ sql, kind, media, release }: BackupSource, destination: string): Promise<Manifest> {
  const target = resolve(destination);
  if (await stat(target).catch(() => null)) throw new InvalidBackupError(`${target} is there already: name a new folder`);
  const folder = `${target}.part`;
  await rm(folder, { recursive: true, force: true });
  for (const name of ['tables', 'media']) await mkdir(join(folder, name), { recursive: true, mode: 0o700 });
  const { migration, tables } = await writeTables(sql, folder);
  const manifest: Manifest = {
    format: 1,
    madeAt: new Date().toISOString(),
    release,
    engine: kind,
    migration,
    tables,
    media: await writeMedia(media, folder),
  };
  await writeFile(join(folder, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`);
  await appendChecksum(folder, manifestFile, await copyAndHash(createReadStream(join(folder, manifestFile)), null));
  await mkdir(dirname(target), { recursive: true });
  await rename(folder, target);
  return manifest;
}

/** All tables come from one snapshot, so that they are consistent with each other, such as payments with postings. */
function writeTables(sql: BackupSource['sql'], folder: string): Promise<Pick<Manifest, 'migration' | 'tables'>> {
  return sql.begin('isolation level repeatable read read only', async (tx) => {
    const tables: Manifest['tables'] = [];
    for (const table of await listTables(tx)) {
      const rows = await writeTable(table, readTableLines(tx, table), folder);
      tables.push({ name: table.name, rows });
    }
    return { migration: await lastMigration(tx), tables };
  });
}

async function writeTable({ name }: Table, batches: AsyncIterable<string[]>, folder: string): Promise<number> {
  let rows = 0;
  async function* generateLines(): AsyncGenerator<string> {
    for await (const lines of batches) {
      rows += lines.length;
      yield `${lines.join('\n')}\n`;
    }
  }
  const file = tableFile(name);
  await appendChecksum(folder, file, await copyAndHash(Readable.from(generateLines()).pipe(createGzip()), join(folder, file)));
  return rows;
}

const mediaRow = z.object({ name: z.string() });

/** Copies the files that the table `media` lists. A file that has been deleted since then is reported and left out. */
async function writeMedia(store: MediaStore, folder: string): Promise<Manifest['media']> {
  const totals = { files: 0, bytes: 0, missing: [] as string[] };
  const lines = createInterface({ input: createReadStream(join(folder, tableFile('media'))).pipe(createGunzip()) });
  for await (const line of lines) {
    const { name } = mediaRow.parse(JSON.parse(line));
    const content = await store.read(name);
    if (!content) {
      totals.missing.push(name);
      continue;
    }
    const path = join(folder, mediaFile(name));
    await appendChecksum(folder, mediaFile(name), await copyAndHash(content, path));
    totals.files += 1;
    totals.bytes += (await stat(path)).size;
  }
  return totals;
}

/** Streams content into a file and returns its hash. Without a path, it only computes the hash. */
async function copyAndHash(content: Readable, path: string | null): Promise<string> {
  const { through, sum } = createHashStream();
  if (path) await pipeline(content, through, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  else
    await pipeline(content, through, async (chunks) => {
      for await (const _ of chunks);
    });
  return sum();
}

const appendChecksum = (folder: string, file: string, sum: string) => appendFile(join(folder, sumsFile), `${sum}  ${file}\n`);
