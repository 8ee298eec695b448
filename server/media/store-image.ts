import { randomBytes } from 'node:crypto';
import { and, eq, lt, notExists, sql } from 'drizzle-orm';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { users } from '#drizzle/schema/accounts.ts';
import { media } from '#drizzle/schema/media.ts';
import type { Database } from '#server/db/open.ts';
import { AppError } from '#server/errors.ts';
import { dayMs } from '#shared/days.ts';
import { text } from '#shared/texts/texts.ts';
import { mediaUrl } from './serve.ts';
import type { MediaStore } from './store.ts';
import { readImage, type Upload } from './upload.ts';

/** Larger pictures are refused before decoding, because a small file can contain a huge picture. */
const maxPixels = 40_000_000;

/** A random name to store and serve a file under, too long to guess. */
export function randomName(extension: string): string {
  return `${randomBytes(18).toString('base64url')}.${extension}`;
}

export type StoredImage = { name: string; bytes: number; width: number; height: number; mime: string };

type Shape = (picture: Sharp) => Sharp;
type EncodedImage = { data: Buffer; width: number; height: number };
const readOptions = { limitInputPixels: maxPixels, failOn: 'error' } as const;
const asItIs: Shape = (picture) => picture;

/**
 * Encodes a picture again from its pixels: upright, without EXIF, location or hidden data. `shape` can crop and resize. An
 * animation becomes a picture of its first frame.
 * @throws AppError wrong_media_type when it cannot be decoded
 */
export async function reencode(content: Buffer, shape: Shape = asItIs): Promise<EncodedImage> {
  try {
    const uprightImage = await sharp(content, readOptions).rotate().png({ compressionLevel: 1 }).toBuffer();
    return await encode(shape(sharp(uprightImage, { limitInputPixels: maxPixels })));
  } catch (error) {
    throw unreadableImageError(error);
  }
}

/**
 * Encodes a picture again like {@link reencode}, but an animation stays one.
 * @throws AppError wrong_media_type when it cannot be decoded, and too_large when its frames are too many
 */
export async function reencodeWithAnimation(content: Buffer, shape: Shape = asItIs): Promise<EncodedImage> {
  const { width, height, pages = 1 } = await readSize(content);
  if (pages <= 1) return reencode(content, shape);
  if (width * height * pages > maxPixels) throw tooLarge('errors.animationTooLarge');
  try {
    return await encode(shape(sharp(content, { ...readOptions, animated: true })));
  } catch (error) {
    throw unreadableImageError(error);
  }
}

/** The size of one frame, and the number of frames. */
async function readSize(content: Buffer): Promise<Metadata> {
  try {
    return await sharp(content, { limitInputPixels: false }).metadata();
  } catch (error) {
    throw unreadableImageError(error);
  }
}

async function encode(picture: Sharp): Promise<EncodedImage> {
  const { data, info } = await picture.webp({ quality: 88 }).toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.pageHeight ?? info.height };
}

const tooLarge = (key: 'errors.imageTooLarge' | 'errors.animationTooLarge') =>
  new AppError('too_large', text(key, { megapixels: maxPixels / 1_000_000 }), { field: 'file' });

function unreadableImageError(error: unknown): AppError {
  if (error instanceof Error && error.message.includes('pixel limit')) return tooLarge('errors.imageTooLarge');
  return new AppError('wrong_media_type', text('errors.imageUnreadable'), { field: 'file' });
}

type Owner = { ownerId: string; companyId: string | null; kind: 'logo' | 'image' | 'picture' | 'news' | 'company' };

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
