import { keepPreviousData, useMutation } from '@tanstack/react-query';
import type { Filter } from '#shared/lists/list.ts';
import type { RichDocument } from '#shared/rich-text/rich-text.ts';
import { sendForm } from '#web/authorized-fetch.ts';
import { queryClient } from '#web/query-client.ts';
import { type Outputs, trpc, trpcClient } from '#web/trpc.ts';
import { gridRequest, type GridDefaults, type GridSearch } from '#web/ui/grid/grid-state.ts';

export type Channel = Outputs['news']['channel'];
export type Post = Outputs['news']['post'];

/** The newest first. */
export const newsDefaults = { sort: '-created_at' };

/** The URL's state as a search request. The search box is one more condition. */
function requestOf(search: GridSearch, field: string, defaults: GridDefaults) {
  const { filters, ...request } = gridRequest(search, defaults);
  const found: Filter[] = search.q ? [{ field, operator: 'ilike', value: search.q }] : [];
  const all = [...found, ...(filters ? [filters] : [])];
  return { ...request, filters: all.length > 0 ? { and: all } : undefined };
}

export const channelsQuery = (search: GridSearch) => ({
  ...trpc.news.channels.queryOptions(requestOf(search, 'name', newsDefaults)),
  placeholderData: keepPreviousData,
});

export const channelQuery = (id: string) => trpc.news.channel.queryOptions({ id });

export const postsQuery = (channelId: string, search: GridSearch) => ({
  ...trpc.news.posts.queryOptions({ channelId, isBrief: true, ...requestOf(search, 'title', newsDefaults) }),
  placeholderData: keepPreviousData,
});

/** Loaded each time it is opened, because the editor starts with it. Comparing long bodies would take longer than it saves. */
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
      onSuccess: (post, { body: sent }) => {
        // The answer has no body, so the sent one or the previous one is used.
        const bodyOf = (known: Post | undefined) => (sent === undefined ? known?.body : sent);
        const merged = (known: Post | undefined) => (post.body === undefined ? { ...post, body: bodyOf(known) } : post);
        queryClient.setQueryData(postQuery(post.id).queryKey, merged);
        void invalidateLists();
      },
    }),
  );

/** The HTML that readers would see for an unsaved document. */
export async function previewOf(body: RichDocument): Promise<string> {
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
/** The latest news, as many as the members home shows. */
export const homeNewsQuery = () => feedQuery(1, 3);
export const pagesOf = (total: number) => Math.ceil(total / pageSize);

export const memberChannelsQuery = () => trpc.memberNews.channels.queryOptions();
export const memberPostQuery = (id: string) => trpc.memberNews.post.queryOptions({ id });

const invalidateNews = () => queryClient.invalidateQueries(trpc.memberNews.pathFilter());

/** Joins or leaves a channel. */
export function useSubscribe() {
  const join = useMutation(trpc.memberNews.join.mutationOptions({ onSettled: invalidateNews }));
  const leave = useMutation(trpc.memberNews.leave.mutationOptions({ onSettled: invalidateNews }));
  return { join, leave, isPending: join.isPending || leave.isPending };
}

/** Marks a post as read. It counts as one view of the account. */
export function useViewPost() {
  return useMutation(
    trpc.memberNews.view.mutationOptions({ onSuccess: () => queryClient.invalidateQueries(trpc.memberNews.feed.pathFilter()) }),
  );
}
