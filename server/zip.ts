import { Readable, type PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { z } from 'zod';

/** A ZIP file that is sent while it is being made, so that any number of files needs the same memory. */
export type ZipDownload = { fileName: string; content: Readable };

export const zipDownloadSchema = z.custom<ZipDownload>(
  (value) => typeof value === 'object' && value !== null && 'content' in value && 'fileName' in value,
  'errors.aFileIsRequired',
);

/** A file in the ZIP. Pictures and videos are stored as they are, because compressing them again gains nothing. */
export type ZipEntry = { name: string; content: Readable; isCompressed: boolean };

/**
 * Each entry is made when the one before has been sent. If an entry fails or the reader goes away, everything that is open
 * is closed. A ZIP that failed has no directory at its end, so it is not taken for a complete one.
 */
export function zipOf(entries: AsyncIterable<ZipEntry>): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  let open: Readable | null = null;
  const fill = async () => {
    for await (const { name, content, isCompressed } of entries) {
      if (output.destroyed) content.destroy();
      open = content;
      const sent = finished(content);
      zip.addReadStream(content, name, { compress: isCompressed });
      await sent;
    }
    zip.end();
  };
  output.on('close', () => open?.destroy());
  zip.on('error', (error: Error) => output.destroy(error));
  fill().catch((error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))));
  return output;
}

/** Rows as a JSON list, one row after the other. */
export function jsonList(batches: AsyncIterable<readonly unknown[]>): Readable {
  async function* lines() {
    let before = '[\n';
    for await (const batch of batches) {
      for (const row of batch) {
        yield `${before}${JSON.stringify(row, null, 2)}`;
        before = ',\n';
      }
    }
    yield before === '[\n' ? '[]\n' : '\n]\n';
  }
  return Readable.from(lines(), { objectMode: false });
}

export const jsonValue = (value: unknown): Readable =>
  Readable.from([`${JSON.stringify(value, null, 2)}\n`], { objectMode: false });
