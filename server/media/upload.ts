import { open, rm, readFile } from 'node:fs/promises';
import { z } from 'zod';
import { mb, maxImageBytes } from '#shared/uploads.ts';
import { AppError } from '#server/errors.ts';
import { type FileKind, kindOf } from './kinds.ts';
import { text } from '#shared/texts/texts.ts';

const headBytes = 64;

/**
 * The kind of an upload of at most `most` bytes, by its first bytes.
 * @throws AppError too_large, wrong_media_type, or invalid when it is empty
 */
export async function kindOfUpload(upload: Upload, most: number): Promise<FileKind> {
  assertSize(upload, most, 'file');
  const kind = kindOf(await upload.head(headBytes));
  if (!kind) throw unknownKind();
  return kind;
}

/**
 * Reads a picture into memory, because it must be decoded there.
 * @throws AppError as above
 */
export async function readImage(upload: Upload, most = maxImageBytes): Promise<{ content: Buffer; kind: FileKind }> {
  assertSize(upload, most, 'picture');
  const content = await readFile(upload.path);
  const kind = kindOf(content.subarray(0, headBytes));
  if (kind?.kind !== 'image') throw new AppError('wrong_media_type', text('errors.usePngJpgWebP'), { field: 'file' });
  return { content, kind };
}

export const unknownKind = () => new AppError('wrong_media_type', text('errors.usePngJpgWebPGif'), { field: 'file' });

export function assertSize({ bytes }: { bytes: number }, most: number, what: string): void {
  if (bytes > most)
    throw new AppError('too_large', text('errors.fileTooLarge', { what, megabytes: Math.floor(most / mb) }), { field: 'file' });
  if (bytes === 0) throw new AppError('invalid', text('errors.theFileIsEmpty'), { field: 'file' });
}

/**
 * An upload from the REST facade: a file in the folder for incoming files. It is deleted after the call unless a store took
 * it over. It is a class, so that JSON cannot pass as one.
 */
export class Upload {
  readonly fileName: string;
  /** The type that the client claims. */
  readonly mime: string;
  readonly path: string;
  readonly bytes: number;
  /** SHA-1 of the content, to tell parts apart. */
  readonly hash: string;

  constructor(given: { fileName: string; mime: string; path: string; bytes: number; hash: string }) {
    this.fileName = given.fileName;
    this.mime = given.mime;
    this.path = given.path;
    this.bytes = given.bytes;
    this.hash = given.hash;
  }

  /** The first bytes of the file. */
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

export const uploadSchema = z.custom<Upload>((value) => value instanceof Upload, 'errors.aFileIsRequired');
