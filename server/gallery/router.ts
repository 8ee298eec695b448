import { count, desc, eq } from 'drizzle-orm';
import * as z from 'zod';
import { newId } from '#drizzle/schema/columns.ts';
import { albums } from '#drizzle/schema/news.ts';
import type { Database } from '#server/db/open.ts';
import { notFound, conflict, violatedConstraint } from '#server/errors.ts';
import { toAddressKey, countHit } from '#server/limits/throttle.ts';
import { publicProcedure, router } from '#server/trpc.ts';
import {
  albumInput,
  albumSchema,
  albumsInput,
  albumsPageSchema,
  createAlbumSchema,
  type Album,
  type CreateAlbum,
} from '#shared/gallery.ts';
import type { Page, PageOf } from '#shared/lists/list.ts';
import { text } from '#shared/texts/texts.ts';

/** Anyone can create albums, so their number is limited. */
export const maxAlbums = 500;

const columns = { id: albums.id, title: albums.title };

/** A page of albums, newest first. */
async function listAlbums(db: Database, { offset, limit }: Page): Promise<PageOf<Album>> {
  const rows = db.select(columns).from(albums).orderBy(desc(albums.createdAt), desc(albums.id)).limit(limit).offset(offset);
  const [items, [totals]] = await Promise.all([rows, db.select({ total: count() }).from(albums)]);
  return { items, pagination: { offset, limit, total: totals?.total ?? 0 } };
}

/** @throws conflict when the id is taken or there are too many albums */
async function createAlbum(db: Database, { id = newId(), title }: CreateAlbum): Promise<Album> {
  if ((await db.$count(albums)) >= maxAlbums) throw conflict(text('errors.albumLimitReached', { maxAlbums }));
  try {
    await db.insert(albums).values({ id, title });
  } catch (error) {
    if (violatedConstraint(error) === 'albums_pkey') throw conflict(text('errors.albumAlreadyExists', { id }));
    throw error;
  }
  return { id, title };
}

async function deleteAlbum(db: Database, id: string): Promise<{ id: string }> {
  const [row] = await db.delete(albums).where(eq(albums.id, id)).returning({ id: albums.id });
  if (!row) throw notFound(text('errors.albumNotFound'));
  return row;
}

/** Everyone can call this while the component gallery is on. Otherwise, it answers 404. */
const galleryProcedure = publicProcedure.use(({ ctx, next }) => {
  if (!ctx.services.settings.gallery) throw notFound(text('errors.pageNotFound'));
  return next();
});

const changeLimit = { maxHits: 300, windowSeconds: 3600 };

const galleryChangeProcedure = galleryProcedure.use(async ({ ctx, next }) => {
  await countHit(ctx.services.db, { bucket: 'albums', key: toAddressKey(ctx.ip) }, changeLimit);
  return next();
});

/** Example records of the component gallery (`docs/product/news-and-ads.md#component-gallery`). */
export const galleryRouter = router({
  albums: galleryProcedure
    .input(z._default(albumsInput, { offset: 0, limit: 10 }))
    .output(albumsPageSchema)
    .query(({ ctx, input }) => listAlbums(ctx.services.db, input)),
  createAlbum: galleryChangeProcedure
    .input(createAlbumSchema)
    .output(albumSchema)
    .mutation(({ ctx, input }) => createAlbum(ctx.services.db, input)),
  deleteAlbum: galleryChangeProcedure
    .input(albumInput)
    .output(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => deleteAlbum(ctx.services.db, input.id)),
});
