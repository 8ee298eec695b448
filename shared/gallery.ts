/** Example records of the component gallery (`docs/product/news-and-ads.md#component-gallery`). */
import * as z from 'zod/mini';
import { pageFields, pageOf } from '#shared/lists/list.ts';
import { lineField } from './fields.ts';

export const albumIdField = z.string().check(z.trim(), z.regex(/^[\w-]{1,64}$/, 'errors.albumIdInvalid'));
export const albumTitleField = lineField(1, 100, 'errors.titleRequired');

export const albumSchema = z.object({ id: z.string(), title: z.string() });
export type Album = z.infer<typeof albumSchema>;

/** Legacy clients send an id as a number or a text. Without one, the server makes it. */
export const createAlbumSchema = z.object({
  id: z.optional(z.pipe(z.pipe(z.union([z.string(), z.int()]), z.transform(String)), albumIdField)),
  title: albumTitleField,
});
export type CreateAlbum = z.infer<typeof createAlbumSchema>;

export const albumsInput = z.object(pageFields());
export const albumsPageSchema = pageOf(albumSchema);
export const albumInput = z.object({ id: z.string().check(z.maxLength(64)) });
