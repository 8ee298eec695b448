import { randomBytes } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import { media } from '#drizzle/schema/media.ts';
import type { Database } from '#server/db/open.ts';
import { AppError } from '#server/errors.ts';
import type { MediaStore } from './store.ts';
import { text } from '#shared/texts/texts.ts';

/** Larger pictures are refused before decoding, because a small file can contain a huge picture. */
const maxPixels = 40_000_000;

/** A random name to store and serve a file under, too long to guess. */
export function randomName(extension: string): string {
  return `${randomBytes(18).toString('base64url')}.${extension}`;
}

export type StoredImage = { name: string; bytes: number; width: number; height: number; mime: string };

/**
 * Encodes a picture again from its pixels: upright, without EXIF, location or hidden data. `shape` can crop and resize.
 * @throws AppError wrong_media_type when it cannot be decoded
 */
export async function reencode(
  content: Buffer,
  shape: (picture: Sharp) => Sharp = (picture) => picture,
): Promise<{ data: Buffer; width: number; height: number }> {
  try {
    const upright = await sharp(content, { limitInputPixels: maxPixels, failOn: 'error' })
      .rotate()
      .png({ compressionLevel: 1 })
      .toBuffer();
    const { data, info } = await shape(sharp(upright, { limitInputPixels: maxPixels }))
      .webp({ quality: 88 })
      .toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height };
  } catch (error) {
    throw unreadable(error);
  }
}

function unreadable(error: unknown): AppError {
  const isHuge = error instanceof Error && error.message.includes('pixel limit');
  return isHuge
    ? new AppError('too_large', text('errors.imageTooLarge', { megapixels: maxPixels / 1_000_000 }), {
        field: 'file',
      })
    : new AppError('wrong_media_type', text('errors.couldntReadThisImage'), { field: 'file' });
}

type Owner = { ownerId: string; companyId: string | null; kind: 'logo' | 'image' | 'picture' | 'news' };

/** Stores a picture and then its row in `media`, so that every row has its file. */
export async function storeImage(
  db: Database,
  store: MediaStore,
  picture: { data: Buffer; width: number; height: number },
  owner: Owner,
  name = randomName('webp'),
): Promise<StoredImage> {
  const { data, width, height } = picture;
  const mime = 'image/webp';
  const { bytes } = await store.put(name, data, mime);
  await db.insert(media).values({ ...owner, name, mime, bytes, width, height });
  return { name, bytes, width, height, mime };
}
