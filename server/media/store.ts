import type { Readable } from 'node:stream';

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
}
