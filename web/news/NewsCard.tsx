import { Anchor, Badge, Box, Group, Image, Paper, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { DateText } from '#web/ui/Values.tsx';
import type { NewsItem } from './member-queries.ts';

/** A post in a few lines; what was not opened yet says so. */
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
                Unread
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
