import { and, eq, lt, notExists, sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { media } from '#drizzle/schema/media.ts';
import type { Database } from '#server/db/open.ts';
import { dayMs } from '#shared/days.ts';
import { readImage, type Upload } from './upload.ts';
import { mediaUrl } from './serve.ts';
import { reencode, storeImage } from './store-image.ts';
import type { MediaStore } from './store.ts';

/** Pixels of a side, sharp enough for the sizes at which profile pictures are shown. */
const side = 256;

/** Stores a person's picture, cropped to a centered square. It belongs to the profile once the profile is saved with its URL. */
export async function uploadPicture(db: Database, store: MediaStore, ownerId: string, file: Upload): Promise<{ url: string }> {
  const { content } = await readImage(file);
  const square = await reencode(content, (picture) => picture.resize(side, side, { fit: 'cover' }));
  const { name } = await storeImage(db, store, square, { ownerId, companyId: null, kind: 'picture' });
  return { url: mediaUrl(name) };
}

/** Removes all pictures that a person uploaded. Each file is deleted before its row, so that no file is left without a row. */
export async function removePicturesOf(db: Database, store: MediaStore, ownerId: string): Promise<void> {
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
  const isWorn = db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.profilePicture, sql`${mediaUrl('')} || ${media.name}`));
  const unworn = await db
    .select(columns)
    .from(media)
    .where(and(isPicture, lt(media.createdAt, new Date(now - graceMs)), notExists(isWorn)))
    .limit(500);
  await remove(db, store, unworn);
  return unworn.length;
}

async function remove(db: Database, store: MediaStore, pictures: readonly { id: string; name: string }[]): Promise<void> {
  for (const { id, name } of pictures) {
    await store.remove(name);
    await db.delete(media).where(eq(media.id, id));
  }
}
