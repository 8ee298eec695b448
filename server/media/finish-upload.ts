import { and, eq, isNull } from 'drizzle-orm';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { media, uploadParts, uploads } from '#drizzle/schema/media.ts';
import { isUnleased } from '#server/db/due.ts';
import type { Database } from '#server/db/open.ts';
import { invalid, notFound } from '#server/errors.ts';
import { assertVideoOnly, videoHead, videoTail } from './hidden-content.ts';
import { mediaUrl } from './serve.ts';
import type { NamedPart } from './staged-input.ts';
import type { MediaStore, StoredPart } from './store.ts';
import { type OwnUpload, stagedOf, type Stores, type Taken } from './upload-row.ts';

/** Makes a picture of ours out of one that came. */
export type Shape = (content: Buffer) => Promise<{ data: Buffer; width: number; height: number }>;

/** How long one request may be at it before another takes over: it may have crashed. */
const leaseMs = 60_000;

/** How often a request that waits for another looks whether it is done. */
const lookMs = 100;

/**
 * Makes the file of the parts that were named, checks what it is and writes its row. Finishing again, two at once and
 * one after a crash in the middle all end in the same file.
 */
export async function finishUpload(stores: Stores, upload: OwnUpload, named: readonly NamedPart[], shape: Shape): Promise<Taken> {
  if (upload.finishedAt) return takenOf(stores.db, upload.id);
  const parts = await checkParts(stores, upload, named);
  if (!(await claim(stores.db, upload.id))) return takenOf(stores.db, upload.id);
  try {
    await stores.media.finish(stagedOf(upload), parts);
    const isVideo = upload.mime.startsWith('video/');
    return await complete(stores, upload, isVideo ? await keepVideo(stores.media, upload) : await remake(stores, upload, shape));
  } catch (error) {
    await stores.db.update(uploads).set({ leaseUntil: null }).where(eq(uploads.id, upload.id));
    // Another request may have taken over and finished it, and a picture's parts are gone then.
    return takenOf(stores.db, upload.id).catch(() => {
      throw error;
    });
  }
}

/** Waits until no other request finishes the upload. True when it is the caller's to finish, false when it is finished or gone. */
async function claim(db: Database, id: string): Promise<boolean> {
  for (;;) {
    const now = Date.now();
    const [claimed] = await db
      .update(uploads)
      .set({ leaseUntil: new Date(now + leaseMs) })
      .where(and(eq(uploads.id, id), isNull(uploads.finishedAt), isUnleased(uploads.leaseUntil, new Date(now))))
      .returning({ id: uploads.id });
    if (claimed) return true;
    const [waiting] = await db
      .select({ id: uploads.id })
      .from(uploads)
      .where(and(eq(uploads.id, id), isNull(uploads.finishedAt)));
    if (!waiting) return false;
    await pause(lookMs);
  }
}

/** The named parts as they are stored, in order. @throws AppError invalid when they do not make the whole file */
async function checkParts({ db, media: store }: Stores, upload: OwnUpload, named: readonly NamedPart[]): Promise<StoredPart[]> {
  const rows = await db.select().from(uploadParts).where(eq(uploadParts.uploadId, upload.id));
  const stored = new Map(rows.map((row) => [row.partNumber, row]));
  const parts = [...named]
    .sort((a, b) => a.partNumber - b.partNumber)
    .map(({ partNumber, etag }, index) => {
      if (partNumber !== index + 1)
        throw invalid('parts', partNumber <= index ? `Part ${partNumber} is listed twice` : `Part ${index + 1} is missing`);
      const row = stored.get(partNumber);
      if (!row) throw invalid('parts', `Part ${partNumber} was not uploaded`);
      if (row.etag !== etag) throw invalid('parts', `Part ${partNumber} has a different etag`);
      return { partNumber, etag, bytes: row.bytes };
    });
  const small = parts.slice(0, -1).find(({ bytes }) => bytes < store.leastPartBytes);
  if (small)
    throw invalid('parts', `Part ${small.partNumber} is too small: all but the last have ${store.leastPartBytes} bytes at least`);
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
  if (bytes !== upload.bytes)
    throw invalid('parts', `The parts add up to ${bytes} bytes instead of the announced ${upload.bytes}`);
  return parts;
}

type File = { name: string; mime: string; bytes: number; width: number | null; height: number | null };

async function keepVideo(store: MediaStore, { name, mime, bytes }: OwnUpload): Promise<File> {
  const piece = async (from: number, to: number) => {
    const content = await store.read(name, { from, to });
    if (!content) throw notFound('This upload');
    return buffer(content);
  };
  const head = await piece(0, Math.min(videoHead, bytes) - 1);
  const tail = await piece(Math.max(0, bytes - videoTail), bytes - 1);
  assertVideoOnly({ head, tail });
  return { name, mime, bytes, width: null, height: null };
}

/** A picture anew, under a name that follows from the upload's: two who finish at once write the same file. */
async function remake({ media: store }: Stores, { name }: OwnUpload, shape: Shape): Promise<File> {
  const content = await store.read(name);
  if (!content) throw notFound('This upload');
  const { data, width, height } = await shape(await buffer(content));
  const made = name.replace(/\.\w+$/, '-p.webp');
  const { bytes } = await store.put(made, data, 'image/webp');
  return { name: made, mime: 'image/webp', bytes, width, height };
}

/** The rows; then what a picture was made of goes. */
async function complete({ db, media: store }: Stores, upload: OwnUpload, file: File): Promise<Taken> {
  const { id, kind, ownerId, companyId } = upload;
  const isMine = await db.transaction(async (tx) => {
    const [row] = await tx
      .update(uploads)
      .set({ finishedAt: new Date() })
      .where(and(eq(uploads.id, id), isNull(uploads.finishedAt)))
      .returning({ id: uploads.id });
    if (row) await tx.insert(media).values({ ...file, id, kind, ownerId, companyId });
    return Boolean(row);
  });
  const taken = isMine ? { id, url: mediaUrl(file.name) } : await takenOf(db, id);
  if (file.name !== upload.name) await store.remove(upload.name);
  return taken;
}

async function takenOf(db: Database, id: string): Promise<Taken> {
  const [row] = await db.select({ name: media.name }).from(media).where(eq(media.id, id));
  if (row) return { id, url: mediaUrl(row.name) };
  throw notFound('This upload');
}
