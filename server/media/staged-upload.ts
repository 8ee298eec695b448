import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { newId } from '#drizzle/schema/columns.ts';
import { media, uploadParts, uploads } from '#drizzle/schema/media.ts';
import { mostImageBytes, mostSimpleBytes, mostVideoBytes } from '#shared/uploads.ts';
import type { Database } from '#server/db/open.ts';
import { AppError, conflict, invalid } from '#server/errors.ts';
import { finishUpload, type Shape } from './finish-upload.ts';
import { assertVideoOnly, videoHead, videoTail } from './hidden-content.ts';
import { announcedKind, kindOf } from './kinds.ts';
import { assertSize, kindOfUpload, unknownKind, type Upload } from './upload.ts';
import { mediaUrl } from './serve.ts';
import type { Stage, StagedAnswer } from './staged-input.ts';
import type { StoredPart } from './store.ts';
import { randomName } from './store-image.ts';

import { assertQuota, type Uploader, ownUpload, stagedOf, type Stores, type Taken, type UploadKind } from './upload-row.ts';

type Purpose = { kind: UploadKind; uploader: Uploader; shape: Shape };

/** A file in one request or in parts (`spec: work §7 Multimedia upload stages`): a video as it is, a picture made anew. */
export async function uploadMedia(stores: Stores, { kind, uploader, shape }: Purpose, step: Stage): Promise<StagedAnswer> {
  switch (step.stage) {
    case 'simple':
      return uploadAtOnce(stores, { kind, uploader, shape }, step.file);
    case 'start':
      return startUpload(stores, { kind, uploader }, step);
    case 'chunk':
      return takePart(stores, { kind, uploader }, step);
    case 'finish': {
      const upload = await ownUpload(stores.db, uploader, kind, step.uploadId);
      return finishUpload(stores, upload, step.parts, shape);
    }
  }
}

async function uploadAtOnce({ db, media: store }: Stores, { kind, uploader, shape }: Purpose, file: Upload): Promise<Taken> {
  const { userId: ownerId, companyId } = uploader;
  const found = await kindOfUpload(file, mostSimpleBytes);
  if (found.kind === 'image') assertSize(file, mostImageBytes, 'picture');
  else await assertVideo(file);
  const id = newId();
  const name = randomName(found.kind === 'image' ? 'webp' : found.extension);
  const row = { id, kind, ownerId, companyId, name, mime: found.mime, bytes: file.bytes };
  await db.transaction(async (tx) => {
    await assertQuota(tx, uploader, file.bytes);
    await tx.insert(uploads).values({ ...row, finishedAt: new Date() });
  });
  if (found.kind === 'video') {
    const { bytes } = await store.put(name, createReadStream(file.path), found.mime);
    await db.insert(media).values({ ...row, bytes });
  } else {
    const { data, width, height } = await shape(await readFile(file.path));
    const { bytes } = await store.put(name, data, 'image/webp');
    await db.insert(media).values({ ...row, mime: 'image/webp', bytes, width, height });
  }
  return { id, url: mediaUrl(name) };
}

async function assertVideo(file: Upload): Promise<void> {
  const { path, bytes } = file;
  const tail = createReadStream(path, { start: Math.max(0, bytes - videoTail) });
  assertVideoOnly({ head: await file.head(videoHead), tail: Buffer.concat(await tail.toArray()) });
}

type Start = Extract<Stage, { stage: 'start' }>;
type Chunk = Extract<Stage, { stage: 'chunk' }>;

async function startUpload(
  { db, media: store }: Stores,
  of: Omit<Purpose, 'shape'>,
  start: Start,
): Promise<{ uploadId: string }> {
  const { kind, uploader } = of;
  const announced = announcedKind(start.fileName, start.mime);
  if (!announced) throw unknownKind();
  const { mime, extension } = announced;
  if (announced.kind === 'video') assertSize({ bytes: start.size }, mostVideoBytes, 'video');
  else assertSize({ bytes: start.size }, mostImageBytes, 'picture');
  const id = newId();
  const name = randomName(extension);
  const { userId: ownerId, companyId } = uploader;
  await db.transaction(async (tx) => {
    await assertQuota(tx, uploader, start.size);
    await tx.insert(uploads).values({ id, kind, ownerId, companyId, name, mime, bytes: start.size });
  });
  await db
    .update(uploads)
    .set({ storeId: await store.begin(name, mime) })
    .where(eq(uploads.id, id));
  return { uploadId: id };
}

/** Takes a part, in whatever order parts come. Sent again, the later one counts. */
async function takePart({ db, media: store }: Stores, of: Omit<Purpose, 'shape'>, chunk: Chunk) {
  const { uploadId, partNumber, file } = chunk;
  const upload = await ownUpload(db, of.uploader, of.kind, uploadId);
  if (upload.finishedAt) throw conflict('This upload is finished');
  if (!upload.storeId) throw conflict('This upload hasn’t started');
  if (file.bytes === 0) throw invalid('file', 'The part is empty');
  if (partNumber > Math.ceil(upload.bytes / store.leastPartBytes))
    throw invalid('partNumber', `A file of ${upload.bytes} bytes has no part ${partNumber}`);
  const [others] = await db
    .select({ bytes: sql<number>`coalesce(sum(${uploadParts.bytes}), 0)`.mapWith(Number) })
    .from(uploadParts)
    .where(and(eq(uploadParts.uploadId, uploadId), ne(uploadParts.partNumber, partNumber)));
  if ((others?.bytes ?? 0) + file.bytes > upload.bytes)
    throw new AppError('too_large', 'The file is larger than announced', { field: 'file' });
  if (partNumber === 1 && kindOf(await file.head(64))?.mime !== upload.mime) throw unknownKind();
  const part = { partNumber, etag: await store.putPart(stagedOf(upload), partNumber, file), bytes: file.bytes };
  const { isKept, replaced } = await keepPart(db, uploadId, part);
  if (replaced && replaced.etag !== part.etag) await store.dropPart(stagedOf(upload), replaced);
  if (isKept) return { partNumber, etag: part.etag };
  await store.abort(stagedOf(upload));
  throw conflict('This upload is finished or cancelled');
}

/** Writes a part down, unless the upload is over; answers which one stood there, whose bytes nobody counts any more. */
async function keepPart(
  db: Database,
  uploadId: string,
  { partNumber, ...part }: StoredPart,
): Promise<{ isKept: boolean; replaced?: StoredPart | undefined }> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .update(uploads)
      .set({ touchedAt: new Date() })
      .where(and(eq(uploads.id, uploadId), isNull(uploads.finishedAt)))
      .returning({ id: uploads.id });
    if (!row) return { isKept: false };
    const { etag, bytes } = uploadParts;
    const [replaced] = await tx
      .select({ partNumber: uploadParts.partNumber, etag, bytes })
      .from(uploadParts)
      .where(and(eq(uploadParts.uploadId, uploadId), eq(uploadParts.partNumber, partNumber)));
    await tx
      .insert(uploadParts)
      .values({ uploadId, partNumber, ...part })
      .onConflictDoUpdate({ target: [uploadParts.uploadId, uploadParts.partNumber], set: part });
    return { isKept: true, replaced };
  });
}
