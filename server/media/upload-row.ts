import { and, eq } from 'drizzle-orm';
import { uploads } from '#drizzle/schema/media.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import type { MediaStore, Staged } from './store.ts';
import type { Uploader } from './upload-quota.ts';

export type Stores = { db: Database; media: MediaStore };
/** What uploads are for: each has its own rules of who may and what becomes of them. */
export type UploadKind = (typeof uploads.$inferSelect)['kind'];
export type OwnUpload = typeof uploads.$inferSelect;
export type Taken = { id: string; url: string };

/** The caller's upload; anybody else's is not there. @throws AppError not_found */
export async function ownUpload(db: Database, { userId }: Uploader, kind: UploadKind, id: string): Promise<OwnUpload> {
  const [row] = await db
    .select()
    .from(uploads)
    .where(and(eq(uploads.id, id), eq(uploads.ownerId, userId), eq(uploads.kind, kind)));
  if (!row) throw notFound('This upload');
  return row;
}

export const stagedOf = ({ name, storeId }: OwnUpload): Staged => ({ key: name, storeId: storeId ?? '' });
