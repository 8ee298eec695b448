import { Grid, Skeleton, Stack, Switch, Text } from '@mantine/core';
import { IconNews } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { t } from '#web/texts/app.ts';
import { PageButtons, PageNotFound } from '#web/ui/grid/GridParts.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section } from '#web/ui/Section.tsx';
import { EmptyState, ErrorState } from '#web/ui/States.tsx';
import { toast } from '#web/ui/toast.ts';
import { NewsCard, PostArticle } from './NewsCard.tsx';
import {
  feedQuery,
  getPageCount,
  type MemberChannel,
  memberChannelsQuery,
  useSubscribe,
  memberPostQuery,
  useViewPost,
} from './queries.ts';

type Props = { page: number; onPage: (page: number) => void };

/** `/members/news`: all posts of the member's channels, and the channels themselves. */
export function MemberNewsPage({ page, onPage }: Props) {
  const feed = useQuery(feedQuery(page));
  const pageCount = getPageCount(feed.data?.pagination.total ?? 0);
  return (
    <>
      <PageHeader title={t('ui.news')} back={{ to: '/members/home', label: t('common.home') }} />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 8 }}>
          <Stack gap="sm" aria-busy={feed.isFetching}>
            {feed.isPending ? [1, 2, 3].map((n) => <Skeleton key={n} h="6rem" />) : null}
            {feed.isError ? (
              <ErrorState error={feed.error} onRetry={() => void feed.refetch()} isRetrying={feed.isFetching} />
            ) : null}
            {feed.data?.pagination.total === 0 ? (
              <EmptyState title={t('news.noNewsYet')} icon={<IconNews size={28} />}>
                {t('news.noNewsHint')}
              </EmptyState>
            ) : null}
            {feed.data && feed.data.items.length === 0 && feed.data.pagination.total > 0 ? (
              <PageNotFound onFirstPage={() => onPage(1)} />
            ) : null}
            {feed.data?.items.map((item) => (
              <NewsCard key={item.id} item={item} />
            ))}
          </Stack>
          <PageButtons mt="md" pageCount={pageCount} page={page} onChange={onPage} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <Section title={t('news.channels')} description={t('news.yourChannels')}>
            <ChannelSwitches />
          </Section>
        </Grid.Col>
      </Grid>
    </>
  );
}

/** Lets members join and leave channels. They cannot leave a Mandatory channel. */
function ChannelSwitches() {
  const channels = useQuery(memberChannelsQuery());
  if (channels.isPending) return <Skeleton h="6rem" />;
  if (channels.isError)
    return <ErrorState error={channels.error} onRetry={() => void channels.refetch()} isRetrying={channels.isFetching} />;
  if (channels.data.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('news.memberChannelsEmpty')}
      </Text>
    );
  return (
    <Stack gap="md">
      {channels.data.map((channel) => (
        <ChannelSwitch key={channel.id} channel={channel} />
      ))}
    </Stack>
  );
}

function ChannelSwitch({ channel: { id, name, description, channelType, isJoined } }: { channel: MemberChannel }) {
  const { join, leave, isPending } = useSubscribe();
  const isMandatory = channelType === 'Mandatory';
  const toggleMembership = () =>
    (isJoined ? leave : join).mutate(
      { id },
      {
        onSuccess: () => toast.success(isJoined ? t('news.channelLeft', { name }) : t('news.channelJoined', { name })),
        onError: (error) => toast.error(error),
      },
    );
  const details = [description, isMandatory ? t('news.mandatoryChannelNote') : null].filter(Boolean).join(' ');
  return (
    <Switch
      label={name}
      description={details || undefined}
      checked={isJoined}
      disabled={isMandatory || isPending}
      onChange={toggleMembership}
    />
  );
}

/** `/members/news/{id}`: a post. Opening it marks it as read. */
export function MemberPostPage({ id }: { id: string }) {
  const { data: post } = useSuspenseQuery(memberPostQuery(id));
  const { mutate: viewPost } = useViewPost();
  const markRead = useEffectEvent(() => {
    if (!post.isRead) viewPost({ id });
  });
  useEffect(() => markRead(), [id]);
  return (
    <>
      <PageHeader title={post.title} back={{ to: '/members/news', label: t('ui.news') }} />
      <PostArticle
        channelName={post.channelName}
        publishedAt={post.publishedAt}
        thumbnail={post.fullResolutionThumbnail}
        bodyHtml={post.bodyHtml}
      />
    </>
  );
}
