import { Image, Stack, Text } from '@mantine/core';
import { RichText } from '#web/rich-text/RichText.tsx';
import { DateText } from '#web/ui/Values.tsx';

type Props = { channelName: string; publishedAt: string | null; thumbnail: string | null; bodyHtml: string };

/** A post as readers see it. */
export function PostArticle({ channelName, publishedAt, thumbnail, bodyHtml }: Props) {
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
