import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, constants, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { minPartBytes } from '#shared/uploads.ts';
import type { MediaStore, StagedUpload, StoredPart } from './store.ts';

/**
 * A file that was uploaded in parts stays in parts, in a folder. Joining 600 MB would cost as much as receiving them and
 * could fail midway. The names contain number, length and hash, and sort in order.
 */
function partName({ partNumber, bytes, etag }: StoredPart): string {
  return `${String(partNumber).padStart(5, '0')}-${bytes}-${etag}`;
}

const namePattern = /^\d{5}-(\d+)-\w+$/;

/** The parts of a finished file, each with its byte range in the file. */
async function partsIn(folder: string): Promise<{ path: string; from: number; to: number }[]> {
  const names = (await readdir(folder)).filter((name) => namePattern.test(name)).sort();
  let end = 0;
  return names.map((name) => {
    const from = end;
    end += Number(namePattern.exec(name)?.[1]);
    return { path: join(folder, name), from, to: end - 1 };
  });
}

/** Bytes `from` to `to` of a file in parts, both included. */
async function readParts(folder: string, { from, to }: { from: number; to: number }): Promise<Readable> {
  const parts = (await partsIn(folder)).filter((part) => part.to >= from && part.from <= to);
  async function* contents(): AsyncGenerator<Buffer> {
    for (const part of parts)
      yield* createReadStream(part.path, {
        start: Math.max(from, part.from) - part.from,
        end: Math.min(to, part.to) - part.from,
      });
  }
  return Readable.from(contents(), { objectMode: false });
}

/** The names that we make: no folders and no hidden files. */
const keyPattern = /^[\w-]{8,64}(?:\.[a-z0-9]{2,5})?$/;

/**
 * Stores files in a folder of this machine. A file is written under another name, flushed to disk, then renamed, so that
 * after a crash a confirmed file or part is there and an incomplete one never is.
 */
export function createDiskStore(folder: string, limits = { leastPartBytes: minPartBytes }): MediaStore {
  const checked = (key: string) => {
    if (!keyPattern.test(key)) throw new Error(`${JSON.stringify(key)} is no key of a stored file`);
    return key;
  };
  const pathOf = (key: string) => join(folder, checked(key).slice(0, 2), key);
  const stagingOf = ({ key }: StagedUpload) => join(folder, 'staged', checked(key));
  return {
    put: async (key, content) => {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      const part = join(folder, `.${randomUUID()}.part`);
      try {
        const bytes = await writeWhole(part, content);
        await rename(part, path);
        await flush(dirname(path));
        return { bytes };
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },
    read: async (key, range) => {
      const size = keyPattern.test(key) ? await sizeOf(pathOf(key)) : null;
      if (!size) return null;
      const bytes = range ?? { from: 0, to: size - 1 };
      const isWhole = (await stat(pathOf(key))).isFile();
      return isWhole ? createReadStream(pathOf(key), { start: bytes.from, end: bytes.to }) : readParts(pathOf(key), bytes);
    },
    size: async (key) => (keyPattern.test(key) ? sizeOf(pathOf(key)) : null),
    remove: async (key) => rm(pathOf(key), { recursive: true, force: true }),
    check: async () => {
      await mkdir(folder, { recursive: true });
      await access(folder, constants.W_OK);
    },
    ...limits,
    begin: async (key) => {
      await mkdir(stagingOf({ key, storeId: '' }), { recursive: true });
      return 'disk';
    },
    putPart: async (staged, partNumber, { path, bytes, hash }) => {
      await flush(path);
      await rename(path, join(stagingOf(staged), partName({ partNumber, bytes, etag: hash })));
      return hash;
    },
    dropPart: async (staged, replaced) => rm(join(stagingOf(staged), partName(replaced)), { force: true }),
    finish: async (staged, parts) => {
      const [from, to] = [stagingOf(staged), pathOf(staged.key)];
      try {
        await deleteOtherParts(from, new Set(parts.map(partName)));
        await mkdir(dirname(to), { recursive: true });
        await rename(from, to);
        await flush(dirname(to));
      } catch (error) {
        // A parallel request, or one before a crash, has made the same file.
        if ((await sizeOf(to)) === null) throw error;
      }
    },
    abort: async (staged) => rm(stagingOf(staged), { recursive: true, force: true }),
  };
}

/** Removes parts that were replaced, or that the file does not contain. */
async function deleteOtherParts(folder: string, partNames: ReadonlySet<string>): Promise<void> {
  const found = await readdir(folder);
  const missing = [...partNames].filter((name) => !found.includes(name));
  if (missing.length > 0) throw new Error(`The parts ${missing.join(', ')} are not in the store`);
  for (const name of found) if (!partNames.has(name)) await rm(join(folder, name), { force: true });
  await flush(folder);
}

async function writeWhole(path: string, content: Readable | Buffer): Promise<number> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(content);
    await file.sync();
    return (await file.stat()).size;
  } finally {
    await file.close();
  }
}

/** Waits until a file, or the names in a folder, are on disk. */
async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function sizeOf(path: string): Promise<number | null> {
  const found = await stat(path).catch(() => null);
  if (found?.isDirectory()) return (await partsIn(path)).reduce((_, { to }) => to + 1, 0);
  return found?.isFile() ? found.size : null;
}
