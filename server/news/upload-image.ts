import { and, eq, arrayContains, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { media } from '#drizzle/schema/media.ts';
import { channels, posts } from '#drizzle/schema/news.ts';
import type { Database } from '#server/db/open.ts';
import { invalid, notFound } from '#server/errors.ts';
import { countHit } from '#server/limits/throttle.ts';
import { mediaUrl } from '#server/media/serve.ts';
import { randomName, reencodeWithAnimation, storeImage } from '#server/media/store-image.ts';
import type { MediaStore } from '#server/media/store.ts';
import { readImage, type Upload } from '#server/media/upload.ts';
import type { ActingUser } from '#server/trpc.ts';
import { daysAfter } from '#shared/days.ts';
import { maxImageWidth } from '#shared/rich-text/rich-text.ts';
import { text } from '#shared/texts/texts.ts';

const batchSize = 500;

/** Posts store the name of the full size. This expression gets it from the name of either size. */
const fullSizeName = sql<string>`replace(${media.name}, '-s.webp', '.webp')`;
const isShown = sql`(exists (select from ${posts} where ${posts.thumbnail} = ${fullSizeName})
  or exists (select from ${posts} where ${arrayContains(posts.pictures, sql`array[${fullSizeName}]`)}))`;

/**
 * Deletes news pictures that no post has shown for a day: replaced, never saved, or of a deleted post. The day allows an
 * undo in the editor.
 */
export async function sweepNewsPictures({ db, media: files }: { db: Database; media: MediaStore }): Promise<number> {
  const now = new Date();
  const dayAgo = daysAfter(now, -1);
  await setUnusedSince(db, null, and(isNotNull(media.unusedSince), isShown));
  await setUnusedSince(db, now, and(isNull(media.unusedSince), lt(media.createdAt, dayAgo), sql`not ${isShown}`));
  const unusedPictures = await db
    .select({ id: media.id, name: media.name })
    .from(media)
    .where(and(isNewsMedia, lt(media.unusedSince, dayAgo)))
    .limit(batchSize);
  for (const { name } of unusedPictures) await files.remove(name);
  const ids = unusedPictures.map(({ id }) => id);
  if (ids.length > 0) await db.delete(media).where(inArray(media.id, ids));
  return unusedPictures.length;
}

const isNewsMedia = eq(media.kind, 'news');

function setUnusedSince(db: Database, unusedSince: Date | null, where: SQL | undefined): Promise<unknown> {
  const matchingMedia = db.select({ id: media.id }).from(media).where(and(isNewsMedia, where)).limit(batchSize);
  return db.update(media).set({ unusedSince }).where(inArray(media.id, matchingMedia));
}

/** The width of the small size in pixels. */
const smallWidth = 360;

const accountLimit = { maxHits: 600, windowSeconds: 60 * 60 };

/** The small size is stored under the name of the full size, with a suffix. */
export const smallName = (name: string) => name.replace(/\.webp$/, '-s.webp');

/** Stores a picture for a post's body or thumbnail, encoded again in both sizes. */
export async function uploadImage(
  { db, media: store }: { db: Database; media: MediaStore },
  actor: ActingUser,
  { channelId, image }: { channelId: string; image: Upload },
): Promise<{ imageUrl: string }> {
  const [channel] = await db.select({ id: channels.id }).from(channels).where(eq(channels.id, channelId));
  if (!channel) throw notFound(text('errors.channelNotFound'));
  await countHit(db, { bucket: 'news-image', key: actor.userId }, accountLimit);
  const { content } = await readImage(image);
  const uprightImage = await reencodeWithAnimation(content);
  const name = randomName('webp');
  for (const [width, key] of [
    [smallWidth, smallName(name)],
    [maxImageWidth, name],
  ] as const) {
    const picture = await reencodeWithAnimation(uprightImage.data, (sharpImage) =>
      sharpImage.resize({ width, withoutEnlargement: true }),
    );
    await storeImage(db, store, picture, { ownerId: actor.userId, companyId: null, kind: 'news' }, key);
  }
  return { imageUrl: mediaUrl(name) };
}

/**
 * Finds the stored name of an uploaded picture by its URL.
 * @throws AppError invalid
 */
export async function thumbnailName(db: Database, url: string | null): Promise<string | null> {
  if (!url) return null;
  const name = url.startsWith(mediaUrl('')) ? url.slice(mediaUrl('').length) : '';
  const [row] = await db
    .select({ name: media.name })
    .from(media)
    .where(and(eq(media.name, smallName(name)), eq(media.kind, 'news')));
  if (!row || smallName(name) === name) throw invalid('thumbnail', text('errors.imageNotUploaded'));
  return name;
}

type Pictures = Record<'thumbnail' | 'fullResolutionThumbnail' | 'smallResolutionThumbnail', string | null>;

export function pictureUrls(name: string | null): Pictures {
  const url = name && mediaUrl(name);
  return { thumbnail: url, fullResolutionThumbnail: url, smallResolutionThumbnail: name && mediaUrl(smallName(name)) };
}
