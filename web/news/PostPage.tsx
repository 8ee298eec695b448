import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { can } from '#shared/access/access.ts';
import { queryClient } from '#web/query-client.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { useMe } from '#web/use-me.ts';
import { PostArticle } from './NewsCard.tsx';
import { PostEditor } from './PostEditor.tsx';
import { channelQuery, type Post, postQuery } from './queries.ts';
import { postStateLabels } from '#shared/news/news.ts';
import { writeText } from '#web/texts/app.ts';

type Props = { channelId: string; id: string };

/** `/news/{id}/posts/{postId}`: the editor for news staff, the post itself for others. */
export function PostPage({ channelId, id }: Props) {
  const me = useMe();
  const { data: channel } = useSuspenseQuery(channelQuery(channelId));
  const { data: post } = useSuspenseQuery(postQuery(id));
  const [round, setRound] = useState(0);
  const takeStored = async () => {
    await queryClient.refetchQueries(postQuery(id));
    setRound(round + 1);
  };
  if (!can(me.roles, 'news.manage')) return <PostView post={post} channelName={channel.name} />;
  return <PostEditor key={round} post={post} channelName={channel.name} onTakeStored={() => void takeStored()} />;
}

function PostView({ post, channelName }: { post: Post; channelName: string }) {
  return (
    <>
      <PageHeader
        title={post.title}
        back={{ to: `/news/${post.channelId}`, label: channelName }}
        badge={<StatusBadge status={post.state} label={writeText(postStateLabels[post.state])} />}
      />
      <PostArticle
        channelName={channelName}
        publishedAt={post.publishedAt}
        thumbnail={post.fullResolutionThumbnail}
        bodyHtml={post.bodyHtml ?? ''}
      />
    </>
  );
}
