import { readFile } from 'node:fs/promises';
import { mb, mostImageBytes } from '#shared/uploads.ts';
import { AppError } from '#server/errors.ts';
import { type FileKind, kindOf } from './kinds.ts';
import type { Upload } from './upload.ts';

const headBytes = 64;

/**
 * Tells by its first bytes what an upload of at most `most` bytes is.
 * @throws AppError too_large, wrong_media_type, or invalid when it is empty
 */
export async function kindOfUpload(upload: Upload, most: number): Promise<FileKind> {
  assertSize(upload, most, 'file');
  const kind = kindOf(await upload.head(headBytes));
  if (!kind) throw unknownKind();
  return kind;
}

/** A picture in whole: what is decoded must be in memory. @throws AppError as above */
export async function readImage(upload: Upload, most = mostImageBytes): Promise<{ content: Buffer; kind: FileKind }> {
  assertSize(upload, most, 'picture');
  const content = await readFile(upload.path);
  const kind = kindOf(content.subarray(0, headBytes));
  if (kind?.kind !== 'image') throw new AppError('wrong_media_type', 'Use a PNG, JPG, WebP or GIF image', { field: 'file' });
  return { content, kind };
}

export const unknownKind = () =>
  new AppError('wrong_media_type', 'Use a PNG, JPG, WebP or GIF image, or an MP4 or WebM video', { field: 'file' });

export function assertSize({ bytes }: { bytes: number }, most: number, what: string): void {
  if (bytes > most) throw new AppError('too_large', `Use a ${what} up to ${Math.floor(most / mb)} MB`, { field: 'file' });
  if (bytes === 0) throw new AppError('invalid', 'The file is empty', { field: 'file' });
}
