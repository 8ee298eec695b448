import type { Readable } from 'node:stream';
import { z } from 'zod';

/**
 * A stored file that is sent as it is. `bytes` is its length. `open` returns null if the file no longer exists. Only who sends the
 * file opens it, so that no opened file is left when the answer is not sent.
 */
export type FileDownload = { fileName: string; mime: string; bytes: number; open: () => Promise<Readable | null> };

export const fileDownloadSchema = z.custom<FileDownload>(
  (value) => typeof value === 'object' && value !== null && 'open' in value && 'mime' in value,
  'errors.fileRequired',
);
