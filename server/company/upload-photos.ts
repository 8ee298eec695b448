import { and, asc, eq, inArray, isNull, lt, notExists, or } from 'drizzle-orm';
import { companyPhotos } from '#drizzle/schema/company-pages.ts';
import { media } from '#drizzle/schema/media.ts';
import type { Database } from '#server/db/open.ts';
import { invalid } from '#server/errors.ts';
import { countHit } from '#server/limits/throttle.ts';
import { mediaUrl } from '#server/media/serve.ts';
import { reencode, storeImage } from '#server/media/store-image.ts';
import type { MediaStore } from '#server/media/store.ts';
import { assertPictureOnly, readImage, type Upload } from '#server/media/upload.ts';
import type { ActingUser, OwnCompany } from '#server/trpc.ts';
import type { CompanyPage, UpdateCompanyPage } from '#shared/companies/company-page.ts';
import { dayMs } from '#shared/days.ts';
import { text } from '#shared/texts/texts.ts';

type Photo = Omit<CompanyPage['photos'][number], 'url'>;
type Stores = { db: Database; media: MediaStore };

/** Wide enough for a phone's and a laptop's sharp screen at the size that the page shows. */
const maxSide = 1200;
const perAccount = { maxHits: 200, windowSeconds: 60 * 60 };

/**
 * Stores a photo for the company's page, encoded again and without the camera's data. It is on the page once the page is saved with
 * it.
 */
export async function uploadPhoto(
  { db, media: store }: Stores,
  { companyId }: OwnCompany,
  { userId }: ActingUser,
  file: Upload,
): Promise<Omit<CompanyPage['photos'][number], 'alt'>> {
  await countHit(db, { bucket: 'company-photo', key: userId }, perAccount);
  const { content } = await readImage(file);
  assertPictureOnly(content);
  return storePhoto({ db, media: store }, { ownerId: userId, companyId }, content);
}

export async function storePhoto(
  { db, media: store }: Stores,
  owner: { ownerId: string; companyId: string },
  content: Buffer,
): Promise<Omit<CompanyPage['photos'][number], 'alt'>> {
  const picture = await reencode(content, (one) =>
    one.resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true }),
  );
  const { name, width, height } = await storeImage(db, store, picture, { ...owner, kind: 'company' });
  return { fileName: name, url: mediaUrl(name), width, height };
}

/**
 * The photos with the sizes of their files. A photo can be on the page once.
 * @throws invalid for a file that nobody of the company uploaded as a photo
 */
export async function findPhotos(
  db: Database,
  { userId }: ActingUser,
  companyId: string,
  inputs: NonNullable<UpdateCompanyPage['photos']>,
): Promise<Photo[]> {
  if (inputs.length === 0) return [];
  const names = inputs.map(({ fileName }) => fileName);
  const isOwn = or(eq(media.companyId, companyId), and(eq(media.ownerId, userId), isNull(media.companyId)));
  const rows = await db
    .select({ name: media.name, width: media.width, height: media.height })
    .from(media)
    .where(and(inArray(media.name, names), eq(media.kind, 'company'), isOwn));
  return inputs.map(({ fileName, alt }, index) => {
    const row = rows.find(({ name }) => name === fileName);
    if (!row?.width || !row.height || names.indexOf(fileName) !== index)
      throw invalid(`photos.${index}.fileName`, text('companyPage.photoNotUploaded'));
    return { fileName, alt, width: row.width, height: row.height };
  });
}

/**
 * Replaces the company's photos and makes their files public. The files are locked, so that they are not swept meanwhile.
 * @throws invalid for a photo that has been deleted
 */
export async function writePhotos(tx: Database, companyId: string, photos: readonly Photo[]): Promise<void> {
  await tx.delete(companyPhotos).where(eq(companyPhotos.companyId, companyId));
  if (photos.length === 0) return;
  const names = photos.map(({ fileName }) => fileName);
  const files = await tx
    .select({ name: media.name })
    .from(media)
    .where(inArray(media.name, names))
    .orderBy(asc(media.id))
    .for('update');
  const missing = names.findIndex((fileName) => !files.some(({ name }) => name === fileName));
  if (missing >= 0) throw invalid(`photos.${missing}.fileName`, text('companyPage.photoNotUploaded'));
  await tx.insert(companyPhotos).values(photos.map((photo, position) => ({ companyId, position, ...photo })));
  await tx
    .update(media)
    .set({ shownAt: new Date() })
    .where(and(inArray(media.name, names), isNull(media.shownAt)));
}

/** How long a photo can wait for its page to be saved. */
const graceMs = dayMs;

/** Deletes photos that no page shows, because they were removed or never saved. */
export async function sweepPhotos({ db, media: store }: Stores): Promise<number> {
  const now = Date.now();
  const isShown = db.select({ id: companyPhotos.id }).from(companyPhotos).where(eq(companyPhotos.fileName, media.name));
  const unusedPhotos = await db
    .select({ id: media.id, name: media.name })
    .from(media)
    .where(and(eq(media.kind, 'company'), lt(media.createdAt, new Date(now - graceMs)), notExists(isShown)))
    .limit(500);
  for (const photo of unusedPhotos) await removeUnused({ db, media: store }, photo);
  return unusedPhotos.length;
}

/** The page may have been saved with the photo meanwhile. Only a statement that starts after the lock sees that. */
async function removeUnused({ db, media: store }: Stores, { id, name }: { id: string; name: string }): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.select({ id: media.id }).from(media).where(eq(media.id, id)).for('update');
    const isShown = tx.select({ id: companyPhotos.id }).from(companyPhotos).where(eq(companyPhotos.fileName, media.name));
    const removed = await tx
      .delete(media)
      .where(and(eq(media.id, id), notExists(isShown)))
      .returning({ id: media.id });
    if (removed.length > 0) await store.remove(name);
  });
}
