import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm';
import { uploads } from '#drizzle/schema/media.ts';
import { notFound } from '#server/errors.ts';
import { dayMs } from '#shared/days.ts';
import { sweepIncoming } from './spool.ts';
import { ownUpload, stagedOf, type OwnUpload, type Stores, type UploadKind, type Uploader } from './upload-row.ts';

/** Ends an upload of the caller's that is not finished, and forgets its parts. @throws AppError not_found */
export async function cancelUpload(stores: Stores, uploader: Uploader, kind: UploadKind, id: string): Promise<void> {
  const upload = await ownUpload(stores.db, uploader, kind, id);
  if (upload.finishedAt) throw notFound('The file');
  await forget(stores, upload);
}

/**
 * The store first, so that a failure is tried again. Who finishes at this moment has either set its mark before the row
 * goes, and the file stays, or finds no row.
 */
async function forget({ db, media: store }: Stores, upload: OwnUpload): Promise<void> {
  if (upload.storeId) await store.abort(stagedOf(upload));
  const [row] = await db
    .delete(uploads)
    .where(and(eq(uploads.id, upload.id), isNull(uploads.finishedAt)))
    .returning({ id: uploads.id });
  if (row) await store.remove(upload.name);
}

/** Removes what nobody has gone on with for a day, and finished ones when no quota counts them any more. */
export async function sweepUploads(stores: Stores, dataDir: string): Promise<number> {
  const now = Date.now();
  const dayAgo = new Date(now - dayMs);
  const left = await stores.db
    .select()
    .from(uploads)
    .where(and(isNull(uploads.finishedAt), lt(uploads.touchedAt, dayAgo)))
    .limit(200);
  const failures: unknown[] = [];
  for (const upload of left) await forget(stores, upload).catch((error: unknown) => failures.push(error));
  await stores.db.delete(uploads).where(and(isNotNull(uploads.finishedAt), lt(uploads.touchedAt, new Date(now - 2 * dayMs))));
  const stale = await sweepIncoming(dataDir, now);
  if (failures.length > 0) throw new AggregateError(failures, 'Some uploads could not be forgotten');
  return left.length + stale;
}
