import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { StoredPart } from './store.ts';

/**
 * A file that came in parts stays in parts, as a folder of them: putting 600 MB together would cost as much as taking
 * them in, and could stop half way. Their names say number, length and hash, and sort in order.
 */
export function partName({ partNumber, bytes, etag }: StoredPart): string {
  return `${String(partNumber).padStart(5, '0')}-${bytes}-${etag}`;
}

const namePattern = /^\d{5}-(\d+)-\w+$/;

/** The parts of a finished file, each with where it begins and ends in it. */
export async function partsIn(folder: string): Promise<{ path: string; from: number; to: number }[]> {
  const names = (await readdir(folder)).filter((name) => namePattern.test(name)).sort();
  let end = 0;
  return names.map((name) => {
    const from = end;
    end += Number(namePattern.exec(name)?.[1]);
    return { path: join(folder, name), from, to: end - 1 };
  });
}

/** Bytes `from` to `to` of a file in parts, both included. */
export async function readParts(folder: string, { from, to }: { from: number; to: number }): Promise<Readable> {
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
