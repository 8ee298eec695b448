import { useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { memberPostQuery, useViewPost } from './member-queries.ts';
import { PostArticle } from './PostArticle.tsx';
import { t } from '#web/texts/app.ts';

/** `/members/news/{id}`: a post. Opening it marks it as read. */
export function MemberPostPage({ id }: { id: string }) {
  const { data: post } = useSuspenseQuery(memberPostQuery(id));
  const { mutate: view } = useViewPost();
  const markRead = useEffectEvent(() => {
    if (!post.isRead) view({ id });
  });
  useEffect(() => markRead(), [id]);
  return (
    <>
      <PageHeader title={post.title} back={{ to: '/members/news', label: t('news.news') }} />
      <PostArticle
        channelName={post.channelName}
        publishedAt={post.publishedAt}
        thumbnail={post.fullResolutionThumbnail}
        bodyHtml={post.bodyHtml}
      />
    </>
  );
}
