import { and, eq, or } from 'drizzle-orm';
import type { Sharp } from 'sharp';
import { media } from '#drizzle/schema/media.ts';
import { invalid, notFound } from '#server/errors.ts';
import type { Database } from '#server/db/open.ts';
import { readImage } from '#server/media/read-upload.ts';
import type { Upload } from '#server/media/upload.ts';
import { mediaUrl } from '#server/media/serve.ts';
import { randomName, reencode, storeImage } from '#server/media/store-image.ts';
import type { MediaStore } from '#server/media/store.ts';
import type { ActingUser } from '#server/trpc.ts';

/** Both sizes have one ratio (`spec: work §9`). */
const small = { width: 49, height: 19 };
const large = { width: 343, height: 133 };

/** Pixels of the upright picture; the height follows from the ratio. */
export type Crop = { left: number; top: number; width: number };
type StoredLogo = { url: string; fileName: string };

/** The small one stands beside the large one under the same name. */
export function smallLogoName(fileName: string): string {
  return fileName.replace(/\.webp$/, '-s.webp');
}

/** Makes both sizes of a logo. Without a crop the whole picture is fitted in. It becomes the company's with the next update. */
export async function uploadLogo(
  { db, media: store }: { db: Database; media: MediaStore },
  actor: ActingUser,
  { file, crop }: { file: Upload; crop: Crop | null },
): Promise<StoredLogo> {
  const { content } = await readImage(file);
  const upright = await reencode(content);
  if (crop) checkCrop(crop, upright);
  const name = randomName('webp');
  const owner = { ownerId: actor.userId, companyId: actor.companyId, kind: 'logo' as const };
  for (const [size, key] of [
    [small, smallLogoName(name)],
    [large, name],
  ] as const) {
    const picture = await reencode(upright.data, (one) => shape(one, crop, size));
    await storeImage(db, store, picture, owner, key);
  }
  return { url: mediaUrl(name), fileName: name };
}

const cropHeight = (crop: Crop) => Math.round((crop.width * large.height) / large.width);

function checkCrop(crop: Crop, picture: { width: number; height: number }): void {
  const fits =
    crop.width >= small.width && crop.left + crop.width <= picture.width && crop.top + cropHeight(crop) <= picture.height;
  if (!fits) throw invalid('cropWidth', 'The part to keep reaches beyond the picture');
}

function shape(picture: Sharp, crop: Crop | null, { width, height }: { width: number; height: number }): Sharp {
  const clear = { r: 255, g: 255, b: 255, alpha: 0 };
  if (!crop) return picture.resize(width, height, { fit: 'contain', background: clear });
  return picture.extract({ left: crop.left, top: crop.top, width: crop.width, height: cropHeight(crop) }).resize(width, height);
}

export async function readLogo(db: Database, fileName: string): Promise<{ url: string }> {
  const [row] = await db
    .select({ name: media.name })
    .from(media)
    .where(and(eq(media.name, fileName), eq(media.kind, 'logo')));
  if (!row) throw notFound('The logo');
  return { url: mediaUrl(row.name) };
}

/** A logo that this person, or somebody of the company, uploaded. @throws AppError invalid */
export async function checkLogo(db: Database, fileName: string, actor: ActingUser, companyId: string | null): Promise<void> {
  const isOurs = or(eq(media.ownerId, actor.userId), companyId ? eq(media.companyId, companyId) : undefined);
  const [row] = await db
    .select({ name: media.name })
    .from(media)
    .where(and(eq(media.name, fileName), eq(media.kind, 'logo'), isOurs));
  if (!row) throw invalid('logo', 'Upload the logo first');
}
