import { and, eq, lt, notExists, or } from 'drizzle-orm';
import type { Sharp } from 'sharp';
import { ads } from '#drizzle/schema/ads.ts';
import { media } from '#drizzle/schema/media.ts';
import type { Database } from '#server/db/open.ts';
import { conflict, invalid } from '#server/errors.ts';
import { mediaUrl } from '#server/media/serve.ts';
import type { Stage, StagedAnswer } from '#server/media/staged-input.ts';
import { uploadMedia } from '#server/media/staged-upload.ts';
import { reencodeWithAnimation } from '#server/media/store-image.ts';
import type { MediaStore } from '#server/media/store.ts';
import { cancelUpload } from '#server/media/upload-row.ts';
import type { ActingUser } from '#server/trpc.ts';
import { adImageSize } from '#shared/ads.ts';
import { dayMs } from '#shared/days.ts';
import { text } from '#shared/texts/texts.ts';

/** The crop area, in pixels of the upright picture. The height follows from an ad's aspect ratio. */
export type Crop = { left: number; top: number; width: number };
type Stores = { db: Database; media: MediaStore };

/** A smaller area would be blurred when enlarged. */
const minCropWidth = 147;

/** Stores an image, cropped to an ad's size, or a video as it is. It becomes part of an ad that is saved with its URL. */
export async function uploadAdMedia(
  stores: Stores,
  { userId }: ActingUser,
  { step, crop }: { step: Stage; crop: Crop | null },
): Promise<StagedAnswer> {
  const shape = async (content: Buffer) => {
    const uprightImage = await reencodeWithAnimation(content);
    return reencodeWithAnimation(uprightImage.data, createCrop(crop, uprightImage));
  };
  return uploadMedia(stores, { kind: 'ad', uploader: { userId, companyId: null }, shape }, step);
}

/** Crops to the chosen area, or otherwise to the largest possible centered area. */
function createCrop(crop: Crop | null, picture: { width: number; height: number }): (sharpImage: Sharp) => Sharp {
  const { width, height } = adImageSize;
  if (!crop) return (sharpImage) => sharpImage.resize(width, height, { fit: 'cover' });
  const exactHeight = Math.round((crop.width * height) / width);
  // If the area reaches the picture's edge, rounding can make it one pixel too tall.
  const cropHeight = exactHeight === picture.height - crop.top + 1 ? exactHeight - 1 : exactHeight;
  const fits = crop.left + crop.width <= picture.width && crop.top + cropHeight <= picture.height;
  if (!fits) throw invalid('cropWidth', text('errors.cropOutsideImage'));
  if (crop.width < minCropWidth) throw invalid('cropWidth', text('errors.cropTooSmall', { leastCropWidth: minCropWidth }));
  const cropArea = { left: crop.left, top: crop.top, width: crop.width, height: cropHeight };
  return (sharpImage) => sharpImage.extract(cropArea).resize(width, height, { fit: 'fill' });
}

/**
 * The name of an ad's uploaded file, by its URL.
 * @throws AppError invalid
 */
export async function storedName(db: Database, url: string | null, kind: 'image' | 'video'): Promise<string | null> {
  if (!url) return null;
  const name = url.slice(mediaUrl('').length);
  const [row] = await db
    .select({ mime: media.mime })
    .from(media)
    .where(and(eq(media.name, name), isAdMedia));
  const field = kind === 'image' ? 'imageUrl' : 'videoUrl';
  if (!row?.mime.startsWith(`${kind}/`))
    throw invalid(field, kind === 'image' ? text('errors.imageNotUploaded') : text('errors.videoNotUploaded'));
  return name;
}

const isAdMedia = eq(media.kind, 'ad');
const usesFile = or(eq(ads.image, media.name), eq(ads.video, media.name));

/**
 * Deletes a file or an unfinished upload.
 * @throws conflict while an ad shows it
 */
export async function deleteAdMedia({ db, media: files }: Stores, actor: ActingUser, id: string): Promise<{ id: string }> {
  const [row] = await db
    .select({ name: media.name })
    .from(media)
    .where(and(eq(media.id, id), isAdMedia));
  if (!row) {
    await cancelUpload({ db, media: files }, { userId: actor.userId, companyId: null }, 'ad', id);
    return { id };
  }
  const [ad] = await db
    .select({ title: ads.title })
    .from(ads)
    .where(or(eq(ads.image, row.name), eq(ads.video, row.name)));
  if (ad) throw conflict(text('errors.fileUsedByAd', { title: ad.title }));
  await files.remove(row.name);
  await db.delete(media).where(eq(media.id, id));
  return { id };
}

const graceMs = dayMs;

/** Deletes files that no ad shows: replaced, never saved, or of a deleted ad. */
export async function sweepAdMedia({ db, media: files }: Stores): Promise<number> {
  const now = Date.now();
  const unusedMedia = await db
    .select({ id: media.id, name: media.name })
    .from(media)
    .where(
      and(
        isAdMedia,
        lt(media.createdAt, new Date(now - graceMs)),
        notExists(db.select({ id: ads.id }).from(ads).where(usesFile)),
      ),
    )
    .limit(500);
  for (const { id, name } of unusedMedia) {
    await files.remove(name);
    await db.delete(media).where(eq(media.id, id));
  }
  return unusedMedia.length;
}
