import { keepPreviousData, useMutation } from '@tanstack/react-query';
import type { Filter } from '#shared/lists/list.ts';
import type { RichDocument } from '#shared/rich-text/rich-text.ts';
import { queryClient } from '#web/api/query-client.ts';
import { type Outputs, trpc, trpcClient } from '#web/api/trpc.ts';
import { sendForm } from '#web/session/authorized-fetch.ts';
import { toGridRequest, type GridDefaults, type GridSearch } from '#web/ui/grid/grid-state.ts';

export type Channel = Outputs['news']['channel'];
export type Post = Outputs['news']['post'];

/** The lists start with the newest item. */
export const newsDefaults = { sort: '-created_at' };

/** Turns the URL's state into a search request. The search box searches `field`. */
function toSearchRequest(search: GridSearch, field: string, defaults: GridDefaults) {
  const { filters, ...request } = toGridRequest(search, defaults);
  const searchFilters: Filter[] = search.q ? [{ field, operator: 'ilike', value: search.q }] : [];
  const conditions = [...searchFilters, ...(filters ? [filters] : [])];
  return { ...request, filters: conditions.length > 0 ? { and: conditions } : undefined };
}

export const channelsQuery = (search: GridSearch) => ({
  ...trpc.news.channels.queryOptions(toSearchRequest(search, 'name', newsDefaults)),
  placeholderData: keepPreviousData,
});

export const channelQuery = (id: string) => trpc.news.channel.queryOptions({ id });

export const postsQuery = (channelId: string, search: GridSearch) => ({
  ...trpc.news.posts.queryOptions({ channelId, isBrief: true, ...toSearchRequest(search, 'title', newsDefaults) }),
  placeholderData: keepPreviousData,
});

/**
 * The post is loaded each time it opens, because the editor starts with it. Structural sharing is off, because comparing
 * long bodies takes longer than it saves.
 */
export const postQuery = (id: string) => ({
  ...trpc.news.post.queryOptions({ id }),
  staleTime: 0,
  gcTime: 0,
  structuralSharing: false,
});

const invalidateLists = () =>
  Promise.all([
    queryClient.invalidateQueries(trpc.news.channels.pathFilter()),
    queryClient.invalidateQueries(trpc.news.channel.pathFilter()),
    queryClient.invalidateQueries(trpc.news.posts.pathFilter()),
  ]);

export const useCreateChannel = () => useMutation(trpc.news.createChannel.mutationOptions({ onSuccess: invalidateLists }));
export const useUpdateChannel = () => useMutation(trpc.news.updateChannel.mutationOptions({ onSuccess: invalidateLists }));
export const useDeleteChannel = () => useMutation(trpc.news.deleteChannel.mutationOptions({ onSuccess: invalidateLists }));

export const useCreatePost = () => useMutation(trpc.news.createPost.mutationOptions({ onSuccess: invalidateLists }));
export const useDeletePost = () => useMutation(trpc.news.deletePost.mutationOptions({ onSuccess: invalidateLists }));
export const useRestorePost = () => useMutation(trpc.news.restorePost.mutationOptions({ onSuccess: invalidateLists }));

export const useUpdatePost = () =>
  useMutation(
    trpc.news.updatePost.mutationOptions({
      onSuccess: (post, { body: sentBody }) => {
        // The response has no body, so the one that was sent or the cached one is used.
        const getBody = (cachedPost: Post | undefined) => (sentBody === undefined ? cachedPost?.body : sentBody);
        const mergePost = (cachedPost: Post | undefined) =>
          post.body === undefined ? { ...post, body: getBody(cachedPost) } : post;
        queryClient.setQueryData(postQuery(post.id).queryKey, mergePost);
        void invalidateLists();
      },
    }),
  );

/** Requests the HTML that readers would see for an unsaved document. */
export async function fetchPreviewHtml(body: RichDocument): Promise<string> {
  return (await trpcClient.news.preview.mutate({ body })).bodyHtml;
}

export async function sendImage(channelId: string, file: File): Promise<string> {
  const form = new FormData();
  form.set('image', file);
  const { image_url: url } = await sendForm<{ image_url: string }>(`/news/channels/${channelId}/upload-image`, form);
  return url;
}

export type NewsItem = Outputs['memberNews']['feed']['items'][number];
export type MemberChannel = Outputs['memberNews']['channels'][number];

const pageSize = 10;

export const feedQuery = (page = 1, limit = pageSize) => ({
  ...trpc.memberNews.feed.queryOptions({ offset: (page - 1) * limit, limit }),
  placeholderData: keepPreviousData,
});
/** The latest posts for the members home. */
export const homeNewsQuery = () => feedQuery(1, 3);
export const getPageCount = (total: number) => Math.ceil(total / pageSize);

export const memberChannelsQuery = () => trpc.memberNews.channels.queryOptions();
export const memberPostQuery = (id: string) => trpc.memberNews.post.queryOptions({ id });

const invalidateNews = () => queryClient.invalidateQueries(trpc.memberNews.pathFilter());

/** Joins or leaves a channel. */
export function useSubscribe() {
  const join = useMutation(trpc.memberNews.join.mutationOptions({ onSettled: invalidateNews }));
  const leave = useMutation(trpc.memberNews.leave.mutationOptions({ onSettled: invalidateNews }));
  return { join, leave, isPending: join.isPending || leave.isPending };
}

/** Marks a post as read, which counts as one view per account. */
export function useViewPost() {
  return useMutation(trpc.memberNews.view.mutationOptions({ onSuccess: reloadFeed }));
}

/**
 * Loads the lists again. A first load that is still going on, such as that of a link under the pointer, may have read the old state.
 * Invalidating does not stop it, so the lists are invalidated once more when it ends.
 */
async function reloadFeed(): Promise<void> {
  const filter = trpc.memberNews.feed.pathFilter();
  const loading = queryClient.getQueryCache().findAll({ ...filter, fetchStatus: 'fetching' });
  await Promise.allSettled([queryClient.invalidateQueries(filter), ...loading.map(({ promise }) => promise)]);
  if (loading.length > 0) await queryClient.invalidateQueries(filter);
}
