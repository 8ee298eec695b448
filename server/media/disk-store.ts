import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, constants, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { leastPartBytes } from '#shared/uploads.ts';
import { partName, partsIn, readParts } from './disk-parts.ts';
import type { MediaStore, Staged } from './store.ts';

/** Names that we make: no folders, nothing hidden. */
const keyPattern = /^[\w-]{8,64}(?:\.[a-z0-9]{2,5})?$/;

/**
 * Files in a folder of this machine. A file is written beside its place, flushed to the disk, then renamed, so that an
 * acknowledged file or part is there after any crash and a half one never is.
 */
export function createDiskStore(folder: string, limits = { leastPartBytes }): MediaStore {
  const checked = (key: string) => {
    if (!keyPattern.test(key)) throw new Error(`${JSON.stringify(key)} is no key of a stored file`);
    return key;
  };
  const pathOf = (key: string) => join(folder, checked(key).slice(0, 2), key);
  const stagingOf = ({ key }: Staged) => join(folder, 'staged', checked(key));
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
      const wanted = range ?? { from: 0, to: size - 1 };
      const isWhole = (await stat(pathOf(key))).isFile();
      return isWhole ? createReadStream(pathOf(key), { start: wanted.from, end: wanted.to }) : readParts(pathOf(key), wanted);
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
        await leaveOnly(from, new Set(parts.map(partName)));
        await mkdir(dirname(to), { recursive: true });
        await rename(from, to);
        await flush(dirname(to));
      } catch (error) {
        // Whoever finished it at the same time, or before a crash, has made the same file.
        if ((await sizeOf(to)) === null) throw error;
      }
    },
    abort: async (staged) => rm(stagingOf(staged), { recursive: true, force: true }),
  };
}

/** Removes parts that were sent twice with another content, or that the file is not made of. */
async function leaveOnly(folder: string, wanted: ReadonlySet<string>): Promise<void> {
  const found = await readdir(folder);
  const missing = [...wanted].filter((name) => !found.includes(name));
  if (missing.length > 0) throw new Error(`The parts ${missing.join(', ')} are not in the store`);
  for (const name of found) if (!wanted.has(name)) await rm(join(folder, name), { force: true });
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

/** Waits until a file, or the names in a folder, are on the disk. */
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
