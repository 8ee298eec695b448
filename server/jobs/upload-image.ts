import { imageMaxWidth } from '#shared/rich-text/rich-text.ts';
import type { Database } from '#server/db/open.ts';
import { readImage } from '#server/media/read-upload.ts';
import { mediaUrl } from '#server/media/serve.ts';
import { reencode, storeImage } from '#server/media/store-image.ts';
import type { MediaStore } from '#server/media/store.ts';
import type { Upload } from '#server/media/upload.ts';
import { countHit } from '#server/session/throttle.ts';
import type { ActingUser, CompanyScope } from '#server/trpc.ts';

const perAccount = { most: 600, windowSeconds: 60 * 60 };

/** A picture for a job's description: anew from its pixels, without what the camera wrote into it. */
export async function uploadImage(
  { db, media }: { db: Database; media: MediaStore },
  { companyId }: CompanyScope,
  { userId }: ActingUser,
  image: Upload,
): Promise<{ imageUrl: string }> {
  await countHit(db, { bucket: 'job-image', key: userId }, perAccount);
  const { content } = await readImage(image);
  const picture = await reencode(content, (one) => one.resize({ width: imageMaxWidth, withoutEnlargement: true }));
  const { name } = await storeImage(db, media, picture, { ownerId: userId, companyId, kind: 'image' });
  return { imageUrl: mediaUrl(name) };
}
