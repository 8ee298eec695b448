import type { Readable } from 'node:stream';
import type { Upload } from './upload.ts';

/** A file that is uploaded in parts: its key and the store's id of the upload. */
export type StagedUpload = { key: string; storeId: string };
export type StoredPart = { partNumber: number; etag: string; bytes: number };

/** A store for files: a folder or an S3 bucket. Keys are random names that the server generates. */
export interface MediaStore {
  /** Stores a file. If this fails, no part of the file is stored. */
  put(key: string, content: Readable | Buffer, mime: string): Promise<{ bytes: number }>;
  /** Reads bytes `from` to `to`, both included, or the whole file without a range. Returns null if there is no such file. */
  read(key: string, range?: { from: number; to: number }): Promise<Readable | null>;
  size(key: string): Promise<number | null>;
  remove(key: string): Promise<void>;
  /** Throws if files cannot be stored now. */
  check(): Promise<void>;

  /** The minimum size of every part except the last. */
  readonly minPartBytes: number;
  /** Starts an upload in parts and returns the store's id of it. */
  begin(key: string, mime: string): Promise<string>;
  /** Stores a part and returns its tag. Parts can arrive in any order. The store may move the upload's file. */
  putPart(stagedUpload: StagedUpload, partNumber: number, part: Upload): Promise<string>;
  /** Deletes a part that was replaced by another one with the same number. */
  dropPart(stagedUpload: StagedUpload, replacedPart: StoredPart): Promise<void>;
  /** Assembles the file from these parts in this order. Repeated and parallel calls make the same file. */
  finish(stagedUpload: StagedUpload, parts: readonly StoredPart[]): Promise<void>;
  /** Deletes an unfinished upload. */
  abort(stagedUpload: StagedUpload): Promise<void>;
}
