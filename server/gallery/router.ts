import * as z from 'zod/mini';
import { albumInput, albumSchema, albumsInput, albumsPageSchema, createAlbumSchema } from '#shared/gallery.ts';
import { notFound } from '#server/errors.ts';
import { addressKey, countHit } from '#server/session/throttle.ts';
import { publicProcedure, router } from '#server/trpc.ts';
import { createAlbum, deleteAlbum, listAlbums } from './albums.ts';

/** Open to anybody where the developer routes are on; elsewhere they are not there. */
const galleryProcedure = publicProcedure.use(({ ctx, next }) => {
  if (!ctx.services.settings.gallery) throw notFound('The page');
  return next();
});

const changesAnHour = { most: 300, windowSeconds: 3600 };

const changing = galleryProcedure.use(async ({ ctx, next }) => {
  await countHit(ctx.services.db, { bucket: 'albums', key: addressKey(ctx.ip) }, changesAnHour);
  return next();
});

/** The developer gallery's albums (`product: News, ads, albums, developer routes`). */
export const galleryRouter = router({
  albums: galleryProcedure
    .input(z._default(albumsInput, { offset: 0, limit: 10 }))
    .output(albumsPageSchema)
    .query(({ ctx, input }) => listAlbums(ctx.services.db, input)),
  createAlbum: changing
    .input(createAlbumSchema)
    .output(albumSchema)
    .mutation(({ ctx, input }) => createAlbum(ctx.services.db, input)),
  deleteAlbum: changing
    .input(albumInput)
    .output(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => deleteAlbum(ctx.services.db, input.id)),
});
