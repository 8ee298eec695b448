import { notFound } from '@tanstack/react-router';
import { TRPCClientError } from '@trpc/client';
import { queryClient } from '#web/query-client.ts';
import { albumsQuery } from './queries.ts';

/** The gallery is where the server says so (`product: News, ads, albums, developer routes`). */
export async function requireGallery(): Promise<void> {
  try {
    await queryClient.ensureQueryData(albumsQuery);
  } catch (error) {
    const data: unknown = error instanceof TRPCClientError ? error.data : null;
    if (data && typeof data === 'object' && 'httpStatus' in data && data.httpStatus === 404) throw notFound();
  }
}
