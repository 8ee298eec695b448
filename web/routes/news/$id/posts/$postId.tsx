import { createFileRoute } from '@tanstack/react-router';
import { PostPage } from '#web/news/PostPage.tsx';
import { channelQuery, postQuery } from '#web/news/queries.ts';

function PostRoute() {
  const { id, postId } = Route.useParams();
  return <PostPage key={postId} channelId={id} id={postId} />;
}

export const Route = createFileRoute('/news/$id/posts/$postId')({
  loader: async ({ context: { queryClient }, params: { id, postId } }) => {
    await Promise.all([queryClient.ensureQueryData(channelQuery(id)), queryClient.fetchQuery(postQuery(postId))]);
  },
  component: PostRoute,
});
