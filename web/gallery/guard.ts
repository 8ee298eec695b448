import { notFound } from '@tanstack/react-router';
import { TRPCClientError } from '@trpc/client';
import { queryClient } from '#web/api/query-client.ts';
import { type Outputs, trpc } from '#web/api/trpc.ts';

export type Album = Outputs['gallery']['albums']['items'][number];

export const albumsQuery = trpc.gallery.albums.queryOptions({ offset: 0, limit: 100 });

/** The server decides whether the component gallery is on (`docs/product/news-and-ads.md#component-gallery`). */
export async function requireGallery(): Promise<void> {
  try {
    await queryClient.ensureQueryData(albumsQuery);
  } catch (error) {
    const data: unknown = error instanceof TRPCClientError ? error.data : null;
    if (data && typeof data === 'object' && 'httpStatus' in data && data.httpStatus === 404) throw notFound();
  }
}
