import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { spool } from '#server/media/spool.ts';
import type { MediaStore, StoredPart } from '#server/media/store.ts';
import { mediaFile, tableFile } from './manifest.ts';

const mediaRow = z.object({ name: z.string(), mime: z.string() });
type File = z.infer<typeof mediaRow> & { path: string; bytes: number };

/** Larger files go in parts of this size, so that no bucket needs one whole in memory. */
const partBytes = 16 * 1024 * 1024;

export async function restoreMedia(store: MediaStore, dataDir: string, folder: string): Promise<void> {
  const input = createReadStream(join(folder, tableFile('media'))).pipe(createGunzip());
  for await (const line of createInterface({ input })) {
    const row = mediaRow.parse(JSON.parse(line));
    const path = join(folder, mediaFile(row.name));
    const found = await stat(path).catch(() => null);
    // What was deleted while the backup was taken is not in it (its manifest names it).
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
