import { Anchor, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Section } from '#web/ui/Section.tsx';
import { homeNewsQuery } from './member-queries.ts';
import { NewsCard } from './NewsCard.tsx';

/** The latest news on the members' home. */
export function HomeNews() {
  const feed = useQuery(homeNewsQuery());
  const all = (
    <Anchor component={Link} to="/members/news" size="sm">
      All news and channels
    </Anchor>
  );
  return (
    <Section title="News" actions={all}>
      {feed.isPending ? <Skeleton h="6rem" /> : null}
      {feed.isError ? <ErrorState error={feed.error} onRetry={() => void feed.refetch()} isRetrying={feed.isFetching} /> : null}
      {feed.data?.items.length === 0 ? (
        <Text c="dimmed" size="sm">
          No news yet. Join more channels to get news.
        </Text>
      ) : null}
      <Stack gap="sm">
        {feed.data?.items.map((item) => (
          <NewsCard key={item.id} item={item} />
        ))}
      </Stack>
    </Section>
  );
}
