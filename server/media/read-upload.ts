import { AppError } from '#server/errors.ts';
import { type FileKind, kindOf } from './kinds.ts';
import type { Upload } from './upload.ts';

/** `rest: Conventions`; the web cuts what is larger than 10 MB into chunks (`spec: work §9`). */
const mostImageBytes = 20 * 1024 * 1024;

/**
 * Takes a small upload in whole, never more than `most` bytes of it.
 * @throws AppError too_large, wrong_media_type, or invalid when it is empty
 */
export async function readImage(upload: Upload, most = mostImageBytes): Promise<{ content: Buffer; kind: FileKind }> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of upload.stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > most) {
      upload.stream.resume();
      throw new AppError('too_large', `Use a picture of at most ${Math.floor(most / 1024 / 1024)} MB`, { field: 'file' });
    }
    chunks.push(chunk);
  }
  if (bytes === 0) throw new AppError('invalid', 'The file is empty', { field: 'file' });
  const content = Buffer.concat(chunks);
  const kind = kindOf(content.subarray(0, 64));
  if (kind?.kind !== 'image') throw new AppError('wrong_media_type', 'Use a PNG, JPEG, WebP or GIF picture', { field: 'file' });
  return { content, kind };
}
