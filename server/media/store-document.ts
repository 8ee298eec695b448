import { and, eq, lt, notExists } from 'drizzle-orm';
import { newId } from '#drizzle/schema/columns.ts';
import { media } from '#drizzle/schema/media.ts';
import { messageAttachments } from '#drizzle/schema/messages.ts';
import type { Database } from '#server/db/open.ts';
import { randomName } from './store-image.ts';
import type { MediaStore } from './store.ts';

/** `/media/:name` does not serve this extension, so a document can be read only through its message. */
const privateExtension = 'bin';

/**
 * Stores a document of a message and returns its id in `media`. The row is written first, so that {@link sweepDocuments} finds the
 * file if no message gets it because the process crashed.
 */
export async function storeDocument(
  db: Database,
  store: MediaStore,
  ownerId: string,
  { content, mime }: { content: Buffer; mime: string },
): Promise<string> {
  const id = newId();
  const name = randomName(privateExtension);
  await db.insert(media).values({ id, name, kind: 'document', mime, bytes: content.length, ownerId, companyId: null });
  await store.put(name, content, mime);
  return id;
}

/** A document in `media` and in the media store. */
export type StoredDocument = { id: string; name: string };

/** Finds the documents that messages of a person have. One that is being received belongs to no message yet. */
export function findUserDocuments(db: Database, ownerId: string): Promise<StoredDocument[]> {
  return db
    .select({ id: media.id, name: media.name })
    .from(media)
    .innerJoin(messageAttachments, eq(messageAttachments.mediaId, media.id))
    .where(and(eq(media.kind, 'document'), eq(media.ownerId, ownerId)));
}

/** Removes documents that no message has. Each file is deleted before its row, so that no file is left without a row. */
export async function removeDocuments(db: Database, store: MediaStore, documents: readonly StoredDocument[]): Promise<void> {
  for (const { id, name } of documents) {
    await store.remove(name);
    await db.delete(media).where(eq(media.id, id));
  }
}

/** A message gets its documents within minutes, also if each is scanned for viruses. */
const graceMs = 60 * 60 * 1000;

/** Removes documents that no message has: of deleted messages, and of processes that crashed while they received one. */
export async function sweepDocuments(db: Database, store: MediaStore): Promise<number> {
  const attachments = db
    .select({ id: messageAttachments.id })
    .from(messageAttachments)
    .where(eq(messageAttachments.mediaId, media.id));
  const isOld = lt(media.createdAt, new Date(Date.now() - graceMs));
  const unused = await db
    .select({ id: media.id, name: media.name })
    .from(media)
    .where(and(eq(media.kind, 'document'), isOld, notExists(attachments)))
    .limit(500);
  await removeDocuments(db, store, unused);
  return unused.length;
}
