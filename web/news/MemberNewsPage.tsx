import { Grid, Skeleton, Stack } from '@mantine/core';
import { IconNews } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { NoSuchPage } from '#web/ui/grid/NoResults.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Pages } from '#web/ui/Pages.tsx';
import { Section } from '#web/ui/Section.tsx';
import { ChannelSwitches } from './ChannelSwitches.tsx';
import { feedQuery, pagesOf } from './member-queries.ts';
import { NewsCard } from './NewsCard.tsx';

type Props = { page: number; onPage: (page: number) => void };

/** `/members/news`: every post of the channels that the member has, and the channels themselves. */
export function MemberNewsPage({ page, onPage }: Props) {
  const feed = useQuery(feedQuery(page));
  const pages = pagesOf(feed.data?.pagination.total ?? 0);
  return (
    <>
      <PageHeader title="News" back={{ to: '/members/home', label: 'Home' }} />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 8 }}>
          <Stack gap="sm" aria-busy={feed.isFetching}>
            {feed.isPending ? [1, 2, 3].map((n) => <Skeleton key={n} h="6rem" />) : null}
            {feed.isError ? (
              <ErrorState error={feed.error} onRetry={() => void feed.refetch()} isRetrying={feed.isFetching} />
            ) : null}
            {feed.data?.pagination.total === 0 ? (
              <EmptyState title="No news yet" icon={<IconNews size={28} />}>
                Posts from your channels appear here. Join a channel to get more.
              </EmptyState>
            ) : null}
            {feed.data && feed.data.items.length === 0 && feed.data.pagination.total > 0 ? (
              <NoSuchPage onFirst={() => onPage(1)} />
            ) : null}
            {feed.data?.items.map((item) => (
              <NewsCard key={item.id} item={item} />
            ))}
          </Stack>
          <Pages mt="md" pages={pages} page={page} onChange={onPage} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <Section title="Channels" description="Your channels">
            <ChannelSwitches />
          </Section>
        </Grid.Col>
      </Grid>
    </>
  );
}
