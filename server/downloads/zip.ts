import { Readable, type PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { z } from 'zod';

/** A ZIP file that is sent while it is being created, so that memory use does not depend on the number of files. */
export type ZipDownload = { fileName: string; content: Readable };

export const zipDownloadSchema = z.custom<ZipDownload>(
  (value) => typeof value === 'object' && value !== null && 'content' in value && 'fileName' in value,
  'errors.fileRequired',
);

/** A file in the ZIP. Pictures and videos are stored as they are, because compressing them again gains nothing. */
export type ZipEntry = { name: string; content: Readable; isCompressed: boolean };

/**
 * Creates a ZIP file. Each entry is created only after the previous one has been sent. If an entry fails or the reader
 * disconnects, everything that is open is closed. A failed ZIP file has no directory at its end, so no program takes it for a
 * complete file.
 */
export function createZip(entries: AsyncIterable<ZipEntry>): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  let openContent: Readable | null = null;
  const fill = async () => {
    for await (const { name, content, isCompressed } of entries) {
      if (output.destroyed) content.destroy();
      openContent = content;
      const sent = finished(content);
      zip.addReadStream(content, name, { compress: isCompressed });
      await sent;
    }
    zip.end();
  };
  output.on('close', () => openContent?.destroy());
  zip.on('error', (error: Error) => output.destroy(error));
  fill().catch((error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))));
  return output;
}

/** Rows as a JSON list, one row after the other. */
export function jsonList(batches: AsyncIterable<readonly unknown[]>): Readable {
  async function* lines() {
    let separator = '[\n';
    for await (const batch of batches) {
      for (const row of batch) {
        yield `${separator}${JSON.stringify(row, null, 2)}`;
        separator = ',\n';
      }
    }
    yield separator === '[\n' ? '[]\n' : '\n]\n';
  }
  return Readable.from(lines(), { objectMode: false });
}

export const jsonValue = (value: unknown): Readable =>
  Readable.from([`${JSON.stringify(value, null, 2)}\n`], { objectMode: false });
