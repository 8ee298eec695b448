import { type Outputs, trpc } from '#web/trpc.ts';

export type Album = Outputs['gallery']['albums']['items'][number];

export const albumsQuery = trpc.gallery.albums.queryOptions({ offset: 0, limit: 100 });
