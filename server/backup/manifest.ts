import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';

/** The backup or restore cannot be done as requested. The message says why and what to do. */
export class BackupRefused extends Error {}

/** A backup's description of itself. `SHA256SUMS` next to it names every file, in the format of `sha256sum`. */
const manifestSchema = z.object({
  format: z.literal(1),
  madeAt: z.string(),
  release: z.string(),
  engine: z.enum(['postgres', 'embedded']),
  /** The last migration of the database that was backed up. */
  migration: z.string(),
  tables: z.array(z.object({ name: z.string(), rows: z.number() })),
  media: z.object({ files: z.number(), bytes: z.number(), missing: z.array(z.string()) }),
});
export type Manifest = z.infer<typeof manifestSchema>;

export const manifestFile = 'manifest.json';
export const sumsFile = 'SHA256SUMS';
export const tableFile = (name: string) => join('tables', `${name}.ndjson.gz`);
export const mediaFile = (name: string) => join('media', name);

/** A pipe step that knows the hash of everything that went through. */
export function hashing(): { through: Transform; sum: () => string } {
  const hash = createHash('sha256');
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { through, sum: () => hash.digest('hex') };
}

/** @throws BackupRefused when the folder contains no backup */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestFile), 'utf8').catch(() => null);
  if (text === null) throw new BackupRefused(`There is no backup in ${folder}: it has no ${manifestFile}`);
  const read = manifestSchema.safeParse(parsed(text));
  if (!read.success) throw new BackupRefused(`This release cannot read the ${manifestFile} in ${folder}`);
  return read.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Reads every file of a backup and compares its hash.
 * @throws BackupRefused naming the first file that differs
 */
export async function checkSums(folder: string, { tables }: Manifest): Promise<void> {
  const missingFiles = new Set([manifestFile, ...tables.map(({ name }) => tableFile(name))]);
  const sums = createReadStream(join(folder, sumsFile)).on('error', () => undefined);
  for await (const line of linesIn(sums, folder)) {
    const [, sum = '', name = ''] = /^([0-9a-f]{64}) {2}(\S+)$/.exec(line) ?? [];
    if ((await sumOf(join(folder, name))) !== sum)
      throw new BackupRefused(`${name || line} in ${folder} is not what was written; nothing was restored`);
    missingFiles.delete(name);
  }
  const [left] = missingFiles;
  if (left) throw new BackupRefused(`${sumsFile} in ${folder} does not name ${left}; nothing was restored`);
}

async function* linesIn(stream: NodeJS.ReadableStream, folder: string): AsyncGenerator<string> {
  try {
    for await (const line of createInterface({ input: stream })) if (line !== '') yield line;
  } catch (error) {
    if (error instanceof BackupRefused) throw error;
    throw new BackupRefused(`${sumsFile} in ${folder} cannot be read; nothing was restored`);
  }
}

async function sumOf(path: string): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(path), hash);
    return hash.digest('hex');
  } catch {
    return null;
  }
}
