import { open, rm } from 'node:fs/promises';
import { z } from 'zod';

/**
 * An upload as the REST door hands it on: a file in the folder of what comes in, which is gone when the call is over
 * unless a store took it. A class, so that none can be made out of JSON.
 */
export class Upload {
  readonly fileName: string;
  /** What the client claims. */
  readonly mime: string;
  readonly path: string;
  readonly bytes: number;
  /** SHA-1 of the content: tells one part from another. */
  readonly hash: string;

  constructor(given: { fileName: string; mime: string; path: string; bytes: number; hash: string }) {
    this.fileName = given.fileName;
    this.mime = given.mime;
    this.path = given.path;
    this.bytes = given.bytes;
    this.hash = given.hash;
  }

  /** Its first bytes. */
  async head(bytes: number): Promise<Buffer> {
    const file = await open(this.path, 'r');
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  }

  async discard(): Promise<void> {
    await rm(this.path, { force: true });
  }
}

export const uploadSchema = z.custom<Upload>((value) => value instanceof Upload, 'A file is required');
