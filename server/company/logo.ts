import { and, eq, or } from 'drizzle-orm';
import type { Sharp } from 'sharp';
import { media } from '#drizzle/schema/media.ts';
import type { Database } from '#server/db/open.ts';
import { invalid, notFound } from '#server/errors.ts';
import { countHit } from '#server/limits/throttle.ts';
import { mediaUrl } from '#server/media/serve.ts';
import { randomName, reencode, storeImage } from '#server/media/store-image.ts';
import type { MediaStore } from '#server/media/store.ts';
import { readImage, type Upload, assertPictureOnly } from '#server/media/upload.ts';
import type { ActingUser } from '#server/trpc.ts';
import {
  clampPlacement,
  largeLogo,
  type LogoPlacement,
  logoWindow,
  placedHeight,
  smallLogo,
  smallLogoOf,
} from '#shared/companies/logo.ts';
import { text } from '#shared/texts/texts.ts';

/** A crop in pixels of the upright picture. Its height follows from the logo's proportions. */
export type Crop = { left: number; top: number; width: number };
/** The part of the picture to show: a crop, or the placement in the editor. With null, the whole picture is fitted in. */
export type LogoShape = Crop | LogoPlacement | null;
type StoredLogo = { url: string; fileName: string };

/** Uploads are limited, because each one is decoded and stored even if no company uses it. */
const perAccount = { maxHits: 600, windowSeconds: 60 * 60 };

type Stores = { db: Database; media: MediaStore };

/** Stores both sizes of an uploaded logo. A later update of the company puts it to use. */
export async function uploadLogo(
  services: Stores,
  actor: ActingUser,
  { file, shape }: { file: Upload; shape: LogoShape },
): Promise<StoredLogo> {
  await countHit(services.db, { bucket: 'logo', key: actor.userId }, perAccount);
  const { content } = await readImage(file);
  assertPictureOnly(content);
  return storeLogo(services, { ownerId: actor.userId, companyId: actor.companyId }, { content, shape });
}

/** Creates both sizes of a logo, which have the same proportions, and stores them. */
export async function storeLogo(
  { db, media: store }: Stores,
  owner: { ownerId: string; companyId: string | null },
  { content, shape }: { content: Buffer; shape: LogoShape },
): Promise<StoredLogo> {
  const uprightImage = await reencode(content);
  if (shape && 'width' in shape) checkCrop(shape, uprightImage);
  const name = randomName('webp');
  for (const [size, key] of [
    [smallLogo, smallLogoOf(name)],
    [largeLogo, name],
  ] as const) {
    const picture = await reencode(uprightImage.data, (one) => draw(one, { shape, size, of: uprightImage }));
    await storeImage(db, store, picture, { ...owner, kind: 'logo' }, key);
  }
  return { url: mediaUrl(name), fileName: name };
}

const cropHeight = (crop: Crop) => Math.round((crop.width * largeLogo.height) / largeLogo.width);

function checkCrop(crop: Crop, picture: Size): void {
  const fits =
    crop.width >= smallLogo.width && crop.left + crop.width <= picture.width && crop.top + cropHeight(crop) <= picture.height;
  if (!fits) throw invalid('cropWidth', text('errors.cropOutsideImage'));
}

type Size = { width: number; height: number };
const clear = { r: 255, g: 255, b: 255, alpha: 0 };

function draw(picture: Sharp, { shape, size, of }: { shape: LogoShape; size: Size; of: Size }): Sharp {
  const { width, height } = size;
  if (!shape) return picture.resize(width, height, { fit: 'contain', background: clear });
  if ('width' in shape)
    return picture
      .extract({ left: shape.left, top: shape.top, width: shape.width, height: cropHeight(shape) })
      .resize(width, height);
  return place(picture, clampPlacement(shape, of), size, of);
}

/** Draws the part of the picture in the editor's frame at the logo's size. The rest of the frame is transparent. */
function place(picture: Sharp, { logoSize, logoLeftOffset, logoTopOffset }: LogoPlacement, size: Size, pictureSize: Size): Sharp {
  const across = cropSide(logoLeftOffset, logoSize, pictureSize.width, logoWindow.left, logoWindow.width, size.width);
  const down = cropSide(
    logoTopOffset,
    placedHeight(logoSize, pictureSize),
    pictureSize.height,
    logoWindow.top,
    logoWindow.height,
    size.height,
  );
  return picture
    .extract({ left: across.from, top: down.from, width: across.width, height: down.width })
    .resize(across.drawn, down.drawn, { fit: 'fill' })
    .extend({ left: across.before, right: across.after, top: down.before, bottom: down.after, background: clear });
}

/**
 * Computes one dimension of the drawing: which of the picture's pixels are in the frame, at which length they are drawn, and
 * the empty space before and after. The drawn length and both spaces add up to the logo's length.
 */
function cropSide(offset: number, length: number, pixels: number, windowFrom: number, frameLength: number, outputLength: number) {
  const perPixel = length / pixels;
  const start = Math.max(windowFrom, offset);
  const end = Math.min(windowFrom + frameLength, offset + length);
  const from = Math.min(Math.max(Math.round((start - offset) / perPixel), 0), pixels - 1);
  const width = Math.min(Math.max(Math.round((end - start) / perPixel), 1), pixels - from);
  const before = Math.min(Math.max(Math.round(((start - windowFrom) / frameLength) * outputLength), 0), outputLength - 1);
  const visiblePixels = Math.min(Math.max(Math.round(((end - start) / frameLength) * outputLength), 1), outputLength - before);
  return { from, width, before, drawn: visiblePixels, after: outputLength - before - visiblePixels };
}

export async function readLogo(db: Database, fileName: string): Promise<{ url: string }> {
  const [row] = await db
    .select({ name: media.name })
    .from(media)
    .where(and(eq(media.name, fileName), eq(media.kind, 'logo')));
  if (!row) throw notFound(text('errors.logoNotFound'));
  return { url: mediaUrl(row.name) };
}

/**
 * Checks that this person, or someone in the company, uploaded the logo.
 * @throws invalid
 */
export async function checkLogo(db: Database, fileName: string, actor: ActingUser, companyId: string | null): Promise<void> {
  const isOwnMedia = or(eq(media.ownerId, actor.userId), companyId ? eq(media.companyId, companyId) : undefined);
  const [row] = await db
    .select({ name: media.name })
    .from(media)
    .where(and(eq(media.name, fileName), eq(media.kind, 'logo'), isOwnMedia));
  if (!row) throw invalid('logo', text('errors.logoNotUploaded'));
}
