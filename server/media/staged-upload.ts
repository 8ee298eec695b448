import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import { newId } from '#drizzle/schema/columns.ts';
import { media, uploadParts, uploads } from '#drizzle/schema/media.ts';
import { isUnleased } from '#server/db/due.ts';
import type { Database } from '#server/db/open.ts';
import { AppError, conflict, invalid, notFound } from '#server/errors.ts';
import { countHit } from '#server/limits/throttle.ts';
import { text } from '#shared/texts/texts.ts';
import { maxImageBytes, maxSimpleBytes, maxVideoBytes } from '#shared/uploads.ts';
import { mediaUrl } from './serve.ts';
import type { Stage, StagedAnswer, NamedPart } from './staged-input.ts';
import { randomName } from './store-image.ts';
import type { StoredPart, MediaStore } from './store.ts';
import {
  assertQuota,
  type Uploader,
  findOwnUpload,
  toStagedUpload,
  type Stores,
  type AcceptedFile,
  type UploadKind,
  type OwnUpload,
} from './upload-row.ts';
import {
  declaredKind,
  detectKind,
  assertSize,
  detectUploadKind,
  unknownKind,
  type Upload,
  assertVideoOnly,
  videoHeadBytes,
  videoTailBytes,
} from './upload.ts';
import { assertVideoStructure } from './video-structure.ts';
import type { VirusScanner } from './virus-scanner.ts';

/** Crops or resizes a picture. */
type ImageTransform = (content: Buffer) => Promise<{ data: Buffer; width: number; height: number }>;

/** How long one request may work on an upload before another request may take over, because the first may have crashed. */
const leaseMs = 60_000;

/** How often a waiting request checks whether the other is done. */
const pollMs = 100;

/**
 * Assembles a file from its parts, checks its type and writes its row. Repeated, parallel and crashed calls all end in the
 * same file.
 */
async function finishUpload(
  stores: Stores,
  upload: OwnUpload,
  requestedParts: readonly NamedPart[],
  shape: ImageTransform,
): Promise<AcceptedFile> {
  if (upload.finishedAt) return findFinishedFile(stores.db, upload.id);
  const parts = await checkParts(stores, upload, requestedParts);
  if (!(await claim(stores.db, upload.id))) return findFinishedFile(stores.db, upload.id);
  try {
    await stores.media.finish(toStagedUpload(upload), parts);
    const isVideo = upload.mime.startsWith('video/');
    return await complete(
      stores,
      upload,
      isVideo ? await checkVideo(stores, upload) : await reencodePicture(stores, upload, shape),
    );
  } catch (error) {
    await stores.db.update(uploads).set({ leaseUntil: null }).where(eq(uploads.id, upload.id));
    // Another request may have taken over and finished the upload, which deletes the parts of a picture.
    return findFinishedFile(stores.db, upload.id).catch(() => {
      throw error;
    });
  }
}

/** Waits until no other request is finishing the upload. Returns false if the upload is finished or gone by then. */
async function claim(db: Database, id: string): Promise<boolean> {
  for (;;) {
    const now = Date.now();
    const [claimedUpload] = await db
      .update(uploads)
      .set({ leaseUntil: new Date(now + leaseMs) })
      .where(and(eq(uploads.id, id), isNull(uploads.finishedAt), isUnleased(uploads.leaseUntil, new Date(now))))
      .returning({ id: uploads.id });
    if (claimedUpload) return true;
    const [unfinishedUpload] = await db
      .select({ id: uploads.id })
      .from(uploads)
      .where(and(eq(uploads.id, id), isNull(uploads.finishedAt)));
    if (!unfinishedUpload) return false;
    await pause(pollMs);
  }
}

/**
 * Returns the requested parts as they are stored, in order.
 * @throws AppError invalid when they do not make the whole file
 */
async function checkParts(
  { db, media: store }: Stores,
  upload: OwnUpload,
  requestedParts: readonly NamedPart[],
): Promise<StoredPart[]> {
  const rows = await db.select().from(uploadParts).where(eq(uploadParts.uploadId, upload.id));
  const storedParts = new Map(rows.map((row) => [row.partNumber, row]));
  const parts = [...requestedParts]
    .sort((a, b) => a.partNumber - b.partNumber)
    .map(({ partNumber, etag }, index) => {
      if (partNumber !== index + 1)
        throw invalid(
          'parts',
          partNumber <= index ? text('errors.partListedTwice', { partNumber }) : text('errors.partMissing', { part: index + 1 }),
        );
      const row = storedParts.get(partNumber);
      if (!row) throw invalid('parts', text('errors.partNotUploaded', { partNumber }));
      if (row.etag !== etag) throw invalid('parts', text('errors.partEtagMismatch', { partNumber }));
      return { partNumber, etag, bytes: row.bytes };
    });
  const smallPart = parts.slice(0, -1).find(({ bytes }) => bytes < store.minPartBytes);
  if (smallPart)
    throw invalid('parts', text('errors.partTooSmall', { partNumber: smallPart.partNumber, leastPartBytes: store.minPartBytes }));
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
  if (bytes !== upload.bytes) throw invalid('parts', text('errors.partsSizeMismatch', { bytes, declaredBytes: upload.bytes }));
  return parts;
}

type StoredFile = { name: string; mime: string; bytes: number; width: number | null; height: number | null };

/** Checking a file can take seconds, and one file is checked at a time. */
const videoChecksPerPerson = { maxHits: 120, windowSeconds: 60 * 60 };
const countVideoCheck = (db: Database, ownerId: string) =>
  countHit(db, { bucket: 'video check', key: ownerId }, videoChecksPerPerson);

async function checkVideo({ db, media: store, scanner }: Stores, { name, mime, bytes, ownerId }: OwnUpload): Promise<StoredFile> {
  await countVideoCheck(db, ownerId);
  const readRange = async (from: number, to: number) => {
    const content = await store.read(name, { from, to });
    if (!content) throw notFound(text('errors.uploadNotFound'));
    return buffer(content);
  };
  const head = await readRange(0, Math.min(videoHeadBytes, bytes) - 1);
  const tail = await readRange(Math.max(0, bytes - videoTailBytes), bytes - 1);
  assertVideoOnly({ head, tail });
  await assertVideoStructure(mime, bytes, readRange);
  await scanStored(store, scanner, name);
  return { name, mime, bytes, width: null, height: null };
}

async function scanStored(store: MediaStore, scanner: VirusScanner | null | undefined, name: string): Promise<void> {
  if (!scanner) return;
  const content = await store.read(name);
  if (!content) throw notFound(text('errors.uploadNotFound'));
  await scanner.assertClean(content);
}

/** Encodes a picture again under a name derived from the upload's, so that two parallel calls write the same file. */
async function reencodePicture({ media: store }: Stores, { name }: OwnUpload, shape: ImageTransform): Promise<StoredFile> {
  const content = await store.read(name);
  if (!content) throw notFound(text('errors.uploadNotFound'));
  const { data, width, height } = await shape(await buffer(content));
  const pictureName = name.replace(/\.\w+$/, '-p.webp');
  const { bytes } = await store.put(pictureName, data, 'image/webp');
  return { name: pictureName, mime: 'image/webp', bytes, width, height };
}

/** Writes the rows, then deletes the parts of a picture. */
async function complete({ db, media: store }: Stores, upload: OwnUpload, file: StoredFile): Promise<AcceptedFile> {
  const { id, kind, ownerId, companyId } = upload;
  const isFirstFinish = await db.transaction(async (tx) => {
    const [row] = await tx
      .update(uploads)
      .set({ finishedAt: new Date() })
      .where(and(eq(uploads.id, id), isNull(uploads.finishedAt)))
      .returning({ id: uploads.id });
    if (row) await tx.insert(media).values({ ...file, id, kind, ownerId, companyId });
    return Boolean(row);
  });
  const answer = isFirstFinish ? { id, url: mediaUrl(file.name) } : await findFinishedFile(db, id);
  if (file.name !== upload.name) await store.remove(upload.name);
  return answer;
}

async function findFinishedFile(db: Database, id: string): Promise<AcceptedFile> {
  const [row] = await db.select({ name: media.name }).from(media).where(eq(media.id, id));
  if (row) return { id, url: mediaUrl(row.name) };
  throw notFound(text('errors.uploadNotFound'));
}

type Purpose = { kind: UploadKind; uploader: Uploader; shape: ImageTransform };

/**
 * Uploads a file in one request or in parts (`docs/product/jobs.md#job-media`). Videos are stored as they are, and pictures
 * are encoded again.
 */
export async function uploadMedia(stores: Stores, { kind, uploader, shape }: Purpose, step: Stage): Promise<StagedAnswer> {
  switch (step.stage) {
    case 'simple':
      return uploadWholeFile(stores, { kind, uploader, shape }, step.file);
    case 'start':
      return startUpload(stores, { kind, uploader }, step);
    case 'chunk':
      return acceptPart(stores, { kind, uploader }, step);
    case 'finish': {
      const upload = await findOwnUpload(stores.db, uploader, kind, step.uploadId);
      return finishUpload(stores, upload, step.parts, shape);
    }
  }
}

async function uploadWholeFile(
  { db, media: store, scanner }: Stores,
  { kind, uploader, shape }: Purpose,
  file: Upload,
): Promise<AcceptedFile> {
  const { userId: ownerId, companyId } = uploader;
  const fileKind = await detectUploadKind(file, maxSimpleBytes);
  if (fileKind.kind === 'image') assertSize(file, maxImageBytes, 'picture');
  else {
    await countVideoCheck(db, ownerId);
    await assertVideo(file, fileKind.mime);
  }
  await scanner?.assertClean(createReadStream(file.path));
  const id = newId();
  const name = randomName(fileKind.kind === 'image' ? 'webp' : fileKind.extension);
  const row = { id, kind, ownerId, companyId, name, mime: fileKind.mime, bytes: file.bytes };
  await db.transaction(async (tx) => {
    await assertQuota(tx, uploader, file.bytes);
    await tx.insert(uploads).values({ ...row, finishedAt: new Date() });
  });
  if (fileKind.kind === 'video') {
    const { bytes } = await store.put(name, createReadStream(file.path), fileKind.mime);
    await db.insert(media).values({ ...row, bytes });
  } else {
    const { data, width, height } = await shape(await readFile(file.path));
    const { bytes } = await store.put(name, data, 'image/webp');
    await db.insert(media).values({ ...row, mime: 'image/webp', bytes, width, height });
  }
  return { id, url: mediaUrl(name) };
}

async function assertVideo(file: Upload, mime: string): Promise<void> {
  const { path, bytes } = file;
  const tail = createReadStream(path, { start: Math.max(0, bytes - videoTailBytes) });
  assertVideoOnly({ head: await file.head(videoHeadBytes), tail: Buffer.concat(await tail.toArray()) });
  const content = await open(path, 'r');
  try {
    await assertVideoStructure(mime, bytes, async (start, end) => {
      const { buffer: readBuffer, bytesRead } = await content.read(Buffer.alloc(end - start + 1), 0, end - start + 1, start);
      return readBuffer.subarray(0, bytesRead);
    });
  } finally {
    await content.close();
  }
}

type Start = Extract<Stage, { stage: 'start' }>;
type Chunk = Extract<Stage, { stage: 'chunk' }>;

async function startUpload(
  { db, media: store }: Stores,
  purpose: Omit<Purpose, 'shape'>,
  start: Start,
): Promise<{ uploadId: string }> {
  const { kind, uploader } = purpose;
  const declaredFileKind = declaredKind(start.fileName, start.mime);
  if (!declaredFileKind) throw unknownKind(start.mime);
  const { mime, extension } = declaredFileKind;
  if (declaredFileKind.kind === 'video') assertSize({ bytes: start.size }, maxVideoBytes, 'video');
  else assertSize({ bytes: start.size }, maxImageBytes, 'picture');
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

/** Stores a part. Parts can arrive in any order, and a part that is sent again replaces the earlier one. */
async function acceptPart({ db, media: store }: Stores, purpose: Omit<Purpose, 'shape'>, chunk: Chunk) {
  const { uploadId, partNumber, file } = chunk;
  const upload = await findOwnUpload(db, purpose.uploader, purpose.kind, uploadId);
  if (upload.finishedAt) throw conflict(text('errors.uploadFinished'));
  if (!upload.storeId) throw conflict(text('errors.uploadNotStarted'));
  if (file.bytes === 0) throw invalid('file', text('errors.partEmpty'));
  if (partNumber > Math.ceil(upload.bytes / store.minPartBytes))
    throw invalid('partNumber', text('errors.partPastFileEnd', { bytes: upload.bytes, partNumber }));
  const [otherParts] = await db
    .select({ bytes: sql<number>`coalesce(sum(${uploadParts.bytes}), 0)`.mapWith(Number) })
    .from(uploadParts)
    .where(and(eq(uploadParts.uploadId, uploadId), ne(uploadParts.partNumber, partNumber)));
  if ((otherParts?.bytes ?? 0) + file.bytes > upload.bytes)
    throw new AppError('too_large', text('errors.fileLargerThanAnnounced'), { field: 'file' });
  if (partNumber === 1 && detectKind(await file.head(64))?.mime !== upload.mime) throw unknownKind(upload.mime);
  const part = { partNumber, etag: await store.putPart(toStagedUpload(upload), partNumber, file), bytes: file.bytes };
  const { isStored, replaced } = await recordPart(db, uploadId, part);
  if (replaced && replaced.etag !== part.etag) await store.dropPart(toStagedUpload(upload), replaced);
  if (isStored) return { partNumber, etag: part.etag };
  await store.abort(toStagedUpload(upload));
  throw conflict(text('errors.uploadEnded'));
}

/** Records a part unless the upload has ended. Returns the part that it replaced, whose bytes no longer count. */
async function recordPart(
  db: Database,
  uploadId: string,
  { partNumber, ...part }: StoredPart,
): Promise<{ isStored: boolean; replaced?: StoredPart | undefined }> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .update(uploads)
      .set({ touchedAt: new Date() })
      .where(and(eq(uploads.id, uploadId), isNull(uploads.finishedAt)))
      .returning({ id: uploads.id });
    if (!row) return { isStored: false };
    const { etag, bytes } = uploadParts;
    const [replaced] = await tx
      .select({ partNumber: uploadParts.partNumber, etag, bytes })
      .from(uploadParts)
      .where(and(eq(uploadParts.uploadId, uploadId), eq(uploadParts.partNumber, partNumber)));
    await tx
      .insert(uploadParts)
      .values({ uploadId, partNumber, ...part })
      .onConflictDoUpdate({ target: [uploadParts.uploadId, uploadParts.partNumber], set: part });
    return { isStored: true, replaced };
  });
}
