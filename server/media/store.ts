import type { Readable } from 'node:stream';
import type { Upload } from './upload.ts';

/** A file that comes in parts: its key, and the mark that the store gave it when it began. */
export type Staged = { key: string; storeId: string };
export type StoredPart = { partNumber: number; etag: string; bytes: number };

/** Where files are kept: a disk folder or an S3 bucket. Keys are random names that we made. */
export interface MediaStore {
  /** Streams a whole file in; it is there completely or not at all. */
  put(key: string, content: Readable | Buffer, mime: string): Promise<{ bytes: number }>;
  /** Bytes `from` to `to`, both included; the whole file without a range. Null when there is no such file. */
  read(key: string, range?: { from: number; to: number }): Promise<Readable | null>;
  size(key: string): Promise<number | null>;
  remove(key: string): Promise<void>;
  /** Throws when files could not be stored now. */
  check(): Promise<void>;

  /** No part but the last may be smaller. */
  readonly leastPartBytes: number;
  /** Begins a file in parts; returns the store's mark of it. */
  begin(key: string, mime: string): Promise<string>;
  /** Keeps a part, whatever the order; may take the upload's file over. Returns the part's mark. */
  putPart(staged: Staged, partNumber: number, part: Upload): Promise<string>;
  /** Drops a part in whose place another was kept under the same number. */
  dropPart(staged: Staged, replaced: StoredPart): Promise<void>;
  /** Makes the file of these parts, in this order. Doing so again, or twice at once, makes the same file. */
  finish(staged: Staged, parts: readonly StoredPart[]): Promise<void>;
  /** Forgets a file that was begun and is not finished. */
  abort(staged: Staged): Promise<void>;
}
