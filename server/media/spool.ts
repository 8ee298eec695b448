import { dayMs } from '#shared/days.ts';
import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Upload } from './upload.ts';

type Incoming = { fileName: string; mime: string; stream: Readable };

/** Next to the stored files, so that the disk store can take a file over by renaming it. */
const folderOf = (dataDir: string) => join(dataDir, 'media', 'incoming');

/** Streams an incoming file to disk, so that memory use does not depend on its size. */
export async function spool(dataDir: string, { fileName, mime, stream }: Incoming): Promise<Upload> {
  const folder = folderOf(dataDir);
  await mkdir(folder, { recursive: true });
  const path = join(folder, randomUUID());
  const hash = createHash('sha1');
  let bytes = 0;
  // A listener next to the pipe, because another pipe step would double the cost.
  stream.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    hash.update(chunk);
  });
  try {
    await pipeline(stream, createWriteStream(path, { flags: 'wx', highWaterMark: 1024 * 1024 }));
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return new Upload({ fileName, mime, path, bytes, hash: hash.digest('hex') });
}

const staleMs = dayMs;

/** Removes files of a process that crashed in the middle of a call. */
export async function sweepIncoming(dataDir: string, now: number): Promise<number> {
  const folder = folderOf(dataDir);
  let removed = 0;
  for (const name of await readdir(folder).catch(() => [])) {
    const found = await stat(join(folder, name)).catch(() => null);
    if (!found || found.mtimeMs > now - staleMs) continue;
    await rm(join(folder, name), { force: true });
    removed += 1;
  }
  return removed;
}
