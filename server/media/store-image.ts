import { randomBytes } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import { media } from '#drizzle/schema/media.ts';
import type { Database } from '#server/db/open.ts';
import { AppError } from '#server/errors.ts';
import type { MediaStore } from './store.ts';
import { text } from '#shared/texts/texts.ts';
import { and, eq, lt, notExists, sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { dayMs } from '#shared/days.ts';
import { readImage, type Upload } from './upload.ts';
import { mediaUrl } from './serve.ts';

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
    const uprightImage = await sharp(content, { limitInputPixels: maxPixels, failOn: 'error' })
      .rotate()
      .png({ compressionLevel: 1 })
      .toBuffer();
    const { data, info } = await shape(sharp(uprightImage, { limitInputPixels: maxPixels }))
      .webp({ quality: 88 })
      .toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height };
  } catch (error) {
    throw unreadableImageError(error);
  }
}

function unreadableImageError(error: unknown): AppError {
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

/** The side of a profile picture in pixels, which is sharp at every size that the app shows. */
const pictureSize = 256;

/** Stores a picture of a person, cropped to a centered square. It is used once the profile is saved with its URL. */
export async function uploadPicture(db: Database, store: MediaStore, ownerId: string, file: Upload): Promise<{ url: string }> {
  const { content } = await readImage(file);
  const square = await reencode(content, (picture) => picture.resize(pictureSize, pictureSize, { fit: 'cover' }));
  const { name } = await storeImage(db, store, square, { ownerId, companyId: null, kind: 'picture' });
  return { url: mediaUrl(name) };
}

/** Removes all pictures that a person uploaded. Each file is deleted before its row, so that no file is left without a row. */
export async function removeUserPictures(db: Database, store: MediaStore, ownerId: string): Promise<void> {
  await remove(
    db,
    store,
    await db
      .select(columns)
      .from(media)
      .where(and(isPicture, eq(media.ownerId, ownerId))),
  );
}

const columns = { id: media.id, name: media.name };
const isPicture = eq(media.kind, 'picture');
const graceMs = dayMs;

/** Removes pictures that no profile uses: replaced, never saved, or of a deleted account. */
export async function sweepPictures(db: Database, store: MediaStore): Promise<number> {
  const now = Date.now();
  const isInUse = db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.profilePicture, sql`${mediaUrl('')} || ${media.name}`));
  const unusedPictures = await db
    .select(columns)
    .from(media)
    .where(and(isPicture, lt(media.createdAt, new Date(now - graceMs)), notExists(isInUse)))
    .limit(500);
  await remove(db, store, unusedPictures);
  return unusedPictures.length;
}

async function remove(db: Database, store: MediaStore, pictures: readonly { id: string; name: string }[]): Promise<void> {
  for (const { id, name } of pictures) {
    await store.remove(name);
    await db.delete(media).where(eq(media.id, id));
  }
}
