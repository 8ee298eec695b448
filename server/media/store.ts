import type { Readable } from 'node:stream';
import type { Upload } from './upload.ts';

/** A file that is uploaded in parts: its key and the store's id of the upload. */
export type StagedUpload = { key: string; storeId: string };
export type StoredPart = { partNumber: number; etag: string; bytes: number };

/** A store for files: a folder or an S3 bucket. Keys are random names that we make. */
export interface MediaStore {
  /** Streams a file in. Afterward it is there completely or not at all. */
  put(key: string, content: Readable | Buffer, mime: string): Promise<{ bytes: number }>;
  /** Bytes `from` to `to`, both included, or the whole file without a range. Null if there is no such file. */
  read(key: string, range?: { from: number; to: number }): Promise<Readable | null>;
  size(key: string): Promise<number | null>;
  remove(key: string): Promise<void>;
  /** Throws if files cannot be stored now. */
  check(): Promise<void>;

  /** The minimum size of every part except the last. */
  readonly leastPartBytes: number;
  /** Starts an upload in parts and returns the store's id of it. */
  begin(key: string, mime: string): Promise<string>;
  /** Stores a part, in any order. It may move the upload's file. Returns the part's tag. */
  putPart(staged: StagedUpload, partNumber: number, part: Upload): Promise<string>;
  /** Deletes a part that was replaced by another one with the same number. */
  dropPart(staged: StagedUpload, replaced: StoredPart): Promise<void>;
  /** Assembles the file from these parts in this order. Repeated and parallel calls make the same file. */
  finish(staged: StagedUpload, parts: readonly StoredPart[]): Promise<void>;
  /** Deletes an unfinished upload. */
  abort(staged: StagedUpload): Promise<void>;
}
