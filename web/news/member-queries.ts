import { keepPreviousData, useMutation } from '@tanstack/react-query';
import { queryClient } from '#web/query-client.ts';
import { type Outputs, trpc } from '#web/trpc.ts';

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

const forgetNews = () => queryClient.invalidateQueries(trpc.memberNews.pathFilter());

/** Joins or leaves a channel. */
export function useSubscribe() {
  const join = useMutation(trpc.memberNews.join.mutationOptions({ onSettled: forgetNews }));
  const leave = useMutation(trpc.memberNews.leave.mutationOptions({ onSettled: forgetNews }));
  return { join, leave, isPending: join.isPending || leave.isPending };
}

/** Marks a post as read. It counts as one view of the account. */
export function useViewPost() {
  return useMutation(
    trpc.memberNews.view.mutationOptions({ onSuccess: () => queryClient.invalidateQueries(trpc.memberNews.feed.pathFilter()) }),
  );
}
