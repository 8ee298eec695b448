import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { and, eq, gt, isNull, sql, isNotNull, lt } from 'drizzle-orm';
import { newId } from '#drizzle/schema/columns.ts';
import { uploads } from '#drizzle/schema/media.ts';
import type { Database } from '#server/db/open.ts';
import { notFound, AppError } from '#server/errors.ts';
import { dayMs } from '#shared/days.ts';
import { text, type Text } from '#shared/texts/texts.ts';
import { mb } from '#shared/uploads.ts';
import type { MediaStore, StagedUpload } from './store.ts';
import { Upload } from './upload.ts';
import type { VirusScanner } from './virus-scanner.ts';

type IncomingFile = { fileName: string; mime: string; stream: Readable };

/** The folder is next to the stored files, so that the disk store can move a file with a rename. */
const getIncomingFolder = (dataDir: string) => join(dataDir, 'media', 'incoming');

/** Streams an incoming file to disk, so that memory use does not depend on its size. */
export async function spool(dataDir: string, { fileName, mime, stream }: IncomingFile): Promise<Upload> {
  const folder = getIncomingFolder(dataDir);
  await mkdir(folder, { recursive: true });
  const path = join(folder, newId());
  const hash = createHash('sha1');
  let bytes = 0;
  // A listener counts and hashes the bytes, because another step in the pipeline would double the cost.
  stream.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    hash.update(chunk);
  });
  try {
    await pipeline(stream, createWriteStream(path, { flags: 'wx', highWaterMark: 1024 * 1024 }));
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return new Upload({ fileName, mime, path, bytes, hash: hash.digest('hex') });
}

const staleMs = dayMs;

/** The time in the name of a file, which is an id. The disk may have another clock (`docs/decisions/0043-clocks.md`). */
const createdMs = (name: string) => Number.parseInt(name.replace('-', '').slice(0, 12), 16);

/** Removes files of a process that crashed in the middle of a call. */
export async function sweepIncoming(dataDir: string, now: number): Promise<number> {
  const folder = getIncomingFolder(dataDir);
  const fileNames = await readdir(folder).catch(() => []);
  const staleNames = fileNames.filter((name) => createdMs(name) <= now - staleMs);
  for (const name of staleNames) await rm(join(folder, name), { force: true });
  return staleNames.length;
}

/** The uploader. `companyId` is null for people who work for no company. */
export type Uploader = { userId: string; companyId: string | null };

/** Limits on unfinished uploads, and on bytes per day of a person and of a company. */
const maxUnfinished = 20;
const maxBytesPerPerson = 10 * 1024 * mb;
const maxBytesPerCompany = 20 * 1024 * mb;

const hourSeconds = 60 * 60;
const quotaLock = 72420007;

/**
 * Checks the quota before the bytes arrive. The caller writes the upload's row in the same transaction. Parallel uploads of
 * the company wait for it, so that two uploads cannot both use the last of the quota.
 * @throws AppError too_many
 */
export async function assertQuota(tx: Database, { userId, companyId }: Uploader, bytes: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${quotaLock}, hashtext(${companyId ?? userId}))`);
  const isToday = gt(uploads.createdAt, sql`now() - interval '1 day'`);
  const [ownUsage] = await tx
    .select({
      bytes: sumOfBytes,
      unfinishedCount: sql<number>`count(*) filter (where ${isNull(uploads.finishedAt)})`.mapWith(Number),
    })
    .from(uploads)
    .where(and(eq(uploads.ownerId, userId), isToday));
  if ((ownUsage?.unfinishedCount ?? 0) >= maxUnfinished)
    throw tooManyUploads(text('errors.tooManyUploads', { uploads: maxUnfinished }));
  if ((ownUsage?.bytes ?? 0) + bytes > maxBytesPerPerson) throw tooManyUploads(text('errors.dailyUploadLimitReached'));
  if (companyId === null) return;
  const [companyUsage] = await tx
    .select({ bytes: sumOfBytes })
    .from(uploads)
    .where(and(eq(uploads.companyId, companyId), isToday));
  if ((companyUsage?.bytes ?? 0) + bytes > maxBytesPerCompany) throw tooManyUploads(text('errors.companyUploadLimitReached'));
}

const sumOfBytes = sql<number>`coalesce(sum(${uploads.bytes}), 0)`.mapWith(Number);
const tooManyUploads = (message: Text) => new AppError('too_many', message, { retryAfter: hourSeconds });

export type Stores = { db: Database; media: MediaStore; scanner?: VirusScanner | null };
/** The purposes of uploads, each with its own rules. */
export type UploadKind = (typeof uploads.$inferSelect)['kind'];
export type OwnUpload = typeof uploads.$inferSelect;
export type AcceptedFile = { id: string; url: string };

/**
 * Finds the caller's upload.
 * @throws AppError not_found, also for another person's upload
 */
export async function findOwnUpload(db: Database, { userId }: Uploader, kind: UploadKind, id: string): Promise<OwnUpload> {
  const [row] = await db
    .select()
    .from(uploads)
    .where(and(eq(uploads.id, id), eq(uploads.ownerId, userId), eq(uploads.kind, kind)));
  if (!row) throw notFound(text('errors.uploadNotFound'));
  return row;
}

export const toStagedUpload = ({ name, storeId }: OwnUpload): StagedUpload => ({ key: name, storeId: storeId ?? '' });

/**
 * Cancels the caller's unfinished upload and deletes its parts.
 * @throws AppError not_found
 */
export async function cancelUpload(stores: Stores, uploader: Uploader, kind: UploadKind, id: string): Promise<void> {
  const upload = await findOwnUpload(stores.db, uploader, kind, id);
  if (upload.finishedAt) throw notFound(text('errors.fileNotFound'));
  await discardUpload(stores, upload);
}

/**
 * Deletes the stored parts before the row, so that a failed call can be retried. If a parallel call finishes the upload first,
 * its row and file stay. Otherwise, the parallel call finds no row and fails.
 */
async function discardUpload({ db, media: store }: Stores, upload: OwnUpload): Promise<void> {
  if (upload.storeId) await store.abort(toStagedUpload(upload));
  const [row] = await db
    .delete(uploads)
    .where(and(eq(uploads.id, upload.id), isNull(uploads.finishedAt)))
    .returning({ id: uploads.id });
  if (row) await store.remove(upload.name);
}

/** Removes unfinished uploads that have not changed for a day, and finished ones that no longer count toward a quota. */
export async function sweepUploads(stores: Stores, dataDir: string): Promise<number> {
  const now = Date.now();
  const dayAgo = new Date(now - dayMs);
  const abandonedUploads = await stores.db
    .select()
    .from(uploads)
    .where(and(isNull(uploads.finishedAt), lt(uploads.touchedAt, dayAgo)))
    .limit(200);
  const failures: unknown[] = [];
  for (const upload of abandonedUploads) await discardUpload(stores, upload).catch((error: unknown) => failures.push(error));
  await stores.db.delete(uploads).where(and(isNotNull(uploads.finishedAt), lt(uploads.touchedAt, new Date(now - 2 * dayMs))));
  const removedFiles = await sweepIncoming(dataDir, now);
  if (failures.length > 0) throw new AggregateError(failures, 'Some uploads could not be forgotten');
  return abandonedUploads.length + removedFiles;
}
