import { AppError } from '#server/errors.ts';
import { type FileKind, kindOf } from './kinds.ts';
import type { Upload } from './upload.ts';

/** `rest: Conventions`; the web cuts what is larger than 10 MB into chunks (`spec: work §9`). */
const mostImageBytes = 20 * 1024 * 1024;

/**
 * Takes an upload in whole, never more than `most` bytes of it, and tells by its first bytes what it is.
 * @throws AppError too_large, wrong_media_type, or invalid when it is empty
 */
export async function readUpload(upload: Upload, most: number): Promise<{ content: Buffer; kind: FileKind }> {
  const content = await readWhole(upload, most, 'file');
  const kind = kindOf(content.subarray(0, 64));
  if (!kind)
    throw new AppError('wrong_media_type', 'Use a PNG, JPEG, WebP or GIF picture, or an MP4 or WebM video', { field: 'file' });
  return { content, kind };
}

/** The same for a picture only. @throws AppError as above */
export async function readImage(upload: Upload, most = mostImageBytes): Promise<{ content: Buffer; kind: FileKind }> {
  const content = await readWhole(upload, most, 'picture');
  const kind = kindOf(content.subarray(0, 64));
  if (kind?.kind !== 'image') throw new AppError('wrong_media_type', 'Use a PNG, JPEG, WebP or GIF picture', { field: 'file' });
  return { content, kind };
}

async function readWhole(upload: Upload, most: number, what: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of upload.stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > most) {
      upload.stream.resume();
      throw new AppError('too_large', `Use a ${what} of at most ${Math.floor(most / 1024 / 1024)} MB`, { field: 'file' });
    }
    chunks.push(chunk);
  }
  if (bytes === 0) throw new AppError('invalid', 'The file is empty', { field: 'file' });
  return Buffer.concat(chunks);
}
