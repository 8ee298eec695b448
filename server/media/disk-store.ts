import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, constants, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { minPartBytes } from '#shared/uploads.ts';
import type { MediaStore, StagedUpload, StoredPart } from './store.ts';

/**
 * A file that was uploaded in parts is stored as a folder of parts, because joining 600 MB would cost as much as receiving
 * them and could fail midway. A part's name contains its number, length and hash, so the sorted names are in order.
 */
function partName({ partNumber, bytes, etag }: StoredPart): string {
  return `${String(partNumber).padStart(5, '0')}-${bytes}-${etag}`;
}

const namePattern = /^\d{5}-(\d+)-\w+$/;

/** The parts of a finished file, each with its byte range in the file. */
async function listParts(folder: string): Promise<{ path: string; from: number; to: number }[]> {
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
  const parts = (await listParts(folder)).filter((part) => part.to >= from && part.from <= to);
  async function* contents(): AsyncGenerator<Buffer> {
    for (const part of parts)
      yield* createReadStream(part.path, {
        start: Math.max(from, part.from) - part.from,
        end: Math.min(to, part.to) - part.from,
      });
  }
  return Readable.from(contents(), { objectMode: false });
}

/** The keys that the server generates have this form, which allows no folders and no hidden files. */
const keyPattern = /^[\w-]{8,64}(?:\.[a-z0-9]{2,5})?$/;

/**
 * Stores files in a folder of this machine. A file is written under another name, flushed to disk and then renamed, so
 * that after a crash every confirmed file or part exists and no incomplete one does.
 */
export function createDiskStore(folder: string, limits = { minPartBytes }): MediaStore {
  const checkKey = (key: string) => {
    if (!keyPattern.test(key)) throw new Error(`${JSON.stringify(key)} is no key of a stored file`);
    return key;
  };
  const toPath = (key: string) => join(folder, checkKey(key).slice(0, 2), key);
  const toStagingFolder = ({ key }: StagedUpload) => join(folder, 'staged', checkKey(key));
  return {
    put: async (key, content) => {
      const path = toPath(key);
      await mkdir(dirname(path), { recursive: true });
      const temporaryPath = join(folder, `.${randomUUID()}.part`);
      try {
        const bytes = await writeAndSync(temporaryPath, content);
        await rename(temporaryPath, path);
        await flush(dirname(path));
        return { bytes };
      } catch (error) {
        await rm(temporaryPath, { force: true });
        throw error;
      }
    },
    read: async (key, range) => {
      const size = keyPattern.test(key) ? await getSize(toPath(key)) : null;
      if (!size) return null;
      const bytes = range ?? { from: 0, to: size - 1 };
      const isFile = (await stat(toPath(key))).isFile();
      return isFile ? createReadStream(toPath(key), { start: bytes.from, end: bytes.to }) : readParts(toPath(key), bytes);
    },
    size: async (key) => (keyPattern.test(key) ? getSize(toPath(key)) : null),
    remove: async (key) => rm(toPath(key), { recursive: true, force: true }),
    check: async () => {
      await mkdir(folder, { recursive: true });
      await access(folder, constants.W_OK);
    },
    ...limits,
    begin: async (key) => {
      await mkdir(toStagingFolder({ key, storeId: '' }), { recursive: true });
      return 'disk';
    },
    putPart: async (stagedUpload, partNumber, { path, bytes, hash }) => {
      await flush(path);
      await rename(path, join(toStagingFolder(stagedUpload), partName({ partNumber, bytes, etag: hash })));
      return hash;
    },
    dropPart: async (stagedUpload, replacedPart) =>
      rm(join(toStagingFolder(stagedUpload), partName(replacedPart)), { force: true }),
    finish: async (stagedUpload, parts) => {
      const [stagingFolder, targetPath] = [toStagingFolder(stagedUpload), toPath(stagedUpload.key)];
      try {
        await deleteOtherParts(stagingFolder, new Set(parts.map(partName)));
        await mkdir(dirname(targetPath), { recursive: true });
        await rename(stagingFolder, targetPath);
        await flush(dirname(targetPath));
      } catch (error) {
        // A parallel request, or a request before a crash, may have stored the same file already.
        if ((await getSize(targetPath)) === null) throw error;
      }
    },
    abort: async (stagedUpload) => rm(toStagingFolder(stagedUpload), { recursive: true, force: true }),
  };
}

/** Removes parts that were replaced, or that the file does not contain. */
async function deleteOtherParts(folder: string, partNames: ReadonlySet<string>): Promise<void> {
  const storedNames = await readdir(folder);
  const missing = [...partNames].filter((name) => !storedNames.includes(name));
  if (missing.length > 0) throw new Error(`The parts ${missing.join(', ')} are not in the store`);
  for (const name of storedNames) if (!partNames.has(name)) await rm(join(folder, name), { force: true });
  await flush(folder);
}

async function writeAndSync(path: string, content: Readable | Buffer): Promise<number> {
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

async function getSize(path: string): Promise<number | null> {
  const fileStats = await stat(path).catch(() => null);
  if (fileStats?.isDirectory()) return (await listParts(path)).reduce((_, { to }) => to + 1, 0);
  return fileStats?.isFile() ? fileStats.size : null;
}
