import { rest, type Route } from '#server/rest/table.ts';

/** Albums (`rest: News, ads, albums`), where the developer routes are on. */
export const galleryRoutes: readonly Route[] = [
  rest('GET', '/albums', 'gallery.albums'),
  rest('POST', '/albums', 'gallery.createAlbum', { status: 201 }),
  rest('DELETE', '/albums/:id', 'gallery.deleteAlbum'),
];
