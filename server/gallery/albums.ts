import { count, desc, eq } from 'drizzle-orm';
import { newId } from '#drizzle/schema/columns.ts';
import { albums } from '#drizzle/schema/gallery.ts';
import type { Album, CreateAlbum } from '#shared/gallery.ts';
import type { Page, PageOf } from '#shared/lists/list.ts';
import type { Database } from '#server/db/open.ts';
import { conflict, notFound, violatedConstraint } from '#server/errors.ts';

/** Anybody may write here, so it does not grow without end. */
export const mostAlbums = 500;

const columns = { id: albums.id, title: albums.title };

/** Newest first. */
export async function listAlbums(db: Database, { offset, limit }: Page): Promise<PageOf<Album>> {
  const rows = db.select(columns).from(albums).orderBy(desc(albums.createdAt), desc(albums.id)).limit(limit).offset(offset);
  const [items, [counted]] = await Promise.all([rows, db.select({ total: count() }).from(albums)]);
  return { items, pagination: { offset, limit, total: counted?.total ?? 0 } };
}

/** @throws conflict when the id is taken or the shelf is full */
export async function createAlbum(db: Database, { id = newId(), title }: CreateAlbum): Promise<Album> {
  if ((await db.$count(albums)) >= mostAlbums) throw conflict(`There are ${mostAlbums} albums already. Delete some first.`);
  try {
    await db.insert(albums).values({ id, title });
  } catch (error) {
    if (violatedConstraint(error) === 'albums_pkey') throw conflict(`There is an album ${id} already`);
    throw error;
  }
  return { id, title };
}

export async function deleteAlbum(db: Database, id: string): Promise<{ id: string }> {
  const [row] = await db.delete(albums).where(eq(albums.id, id)).returning({ id: albums.id });
  if (!row) throw notFound('The album');
  return row;
}
