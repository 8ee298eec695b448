import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, constants, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { MediaStore } from './store.ts';

/** Names that we make: no folders, nothing hidden. */
const keyPattern = /^[\w-]{8,64}(?:\.[a-z0-9]{2,5})?$/;

/**
 * Files in a folder of this machine. A file is written beside its place, flushed to the disk, then renamed, so that an
 * acknowledged file is there after any crash and a half one never is.
 */
export function createDiskStore(folder: string): MediaStore {
  const pathOf = (key: string) => {
    if (!keyPattern.test(key)) throw new Error(`${JSON.stringify(key)} is no key of a stored file`);
    return join(folder, key.slice(0, 2), key);
  };
  return {
    put: async (key, content) => {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      const part = join(folder, `.${randomUUID()}.part`);
      try {
        const bytes = await writeWhole(part, content);
        await rename(part, path);
        await flushFolder(dirname(path));
        return { bytes };
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },
    read: async (key, range) => {
      if (!keyPattern.test(key) || !(await sizeOf(pathOf(key)))) return null;
      return createReadStream(pathOf(key), range ? { start: range.from, end: range.to } : {});
    },
    size: async (key) => (keyPattern.test(key) ? sizeOf(pathOf(key)) : null),
    remove: async (key) => rm(pathOf(key), { force: true }),
    check: async () => {
      await mkdir(folder, { recursive: true });
      await access(folder, constants.W_OK);
    },
  };
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

async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function sizeOf(path: string): Promise<number | null> {
  const found = await stat(path).catch(() => null);
  return found?.isFile() ? found.size : null;
}
