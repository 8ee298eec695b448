import { Anchor, Badge, Box, Group, Image, Paper, Text, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { RichText } from '#web/rich-text/RichText.tsx';
import { t } from '#web/texts/app.ts';
import { Section } from '#web/ui/Section.tsx';
import { ErrorState } from '#web/ui/States.tsx';
import { DateText } from '#web/ui/Values.tsx';
import { type NewsItem, homeNewsQuery } from './queries.ts';

/** Shows a short version of a post, marked if it is unread. */
export function NewsCard({ item }: { item: NewsItem }) {
  return (
    <Paper withBorder p="md" shadow="xs" component="article">
      <Group align="flex-start" wrap="nowrap" gap="md">
        <Box flex={1} miw={0}>
          <Group gap="xs">
            <Anchor
              fw={item.isRead ? 500 : 650}
              c="inherit"
              renderRoot={(props) => <Link {...props} to="/members/news/$id" params={{ id: item.id }} />}
            >
              {item.title}
            </Anchor>
            {item.isRead ? null : (
              <Badge color="navy" tt="none" fw={550} size="sm">
                {t('common.unread')}
              </Badge>
            )}
          </Group>
          <Text size="sm" c="dimmed">
            {item.channelName} · <DateText value={item.publishedAt} />
          </Text>
          {item.excerpt ? (
            <Text size="sm" mt={4} lineClamp={2}>
              {item.excerpt}
            </Text>
          ) : null}
        </Box>
        {item.smallResolutionThumbnail ? (
          <Image src={item.smallResolutionThumbnail} alt="" w="6rem" h="4.5rem" radius="sm" fit="cover" loading="lazy" />
        ) : null}
      </Group>
    </Paper>
  );
}

/** The latest news on the members home. */
export function HomeNews() {
  const feed = useQuery(homeNewsQuery());
  const allNewsLink = (
    <Anchor component={Link} to="/members/news" size="sm">
      {t('news.allNewsAndChannels')}
    </Anchor>
  );
  return (
    <Section title={t('ui.news')} actions={allNewsLink}>
      {feed.isPending ? <Skeleton h="6rem" /> : null}
      {feed.isError ? <ErrorState error={feed.error} onRetry={() => void feed.refetch()} isRetrying={feed.isFetching} /> : null}
      {feed.data?.items.length === 0 ? (
        <Text c="dimmed" size="sm">
          {t('news.newsCardEmpty')}
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

type PostArticleProps = { channelName: string; publishedAt: string | null; thumbnail: string | null; bodyHtml: string };

/** A post as readers see it. */
export function PostArticle({ channelName, publishedAt, thumbnail, bodyHtml }: PostArticleProps) {
  return (
    <Stack component="article" gap="md" maw="46rem">
      <Text size="sm" c="dimmed">
        {channelName}
        {publishedAt ? (
          <>
            {' · '}
            <DateText value={publishedAt} />
          </>
        ) : null}
      </Text>
      {thumbnail ? <Image src={thumbnail} alt="" radius="md" mah="24rem" fit="cover" /> : null}
      <RichText html={bodyHtml} />
    </Stack>
  );
}
