import { Button, Stack, Text } from '@mantine/core';
import { number } from '#shared/format.ts';
import { Section } from '#web/ui/Section.tsx';
import { DateText } from '#web/ui/Values.tsx';
import type { Post } from './queries.ts';

type Props = {
  post: Post;
  isBusy: boolean;
  onSchedule: () => void;
  onUnschedule: () => void;
  onDeactivate: () => void;
};

/** Whether and since when a post is up, and how often it was opened. */
export function PublicationSection({ post, isBusy, onSchedule, onUnschedule, onDeactivate }: Props) {
  const { state, scheduledAt, publishedAt, views } = post;
  return (
    <Section title="Publication">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{sentenceOf(post)}</Text>
        {state === 'Scheduled' ? (
          <Text size="sm">
            <DateText value={scheduledAt} as="time" />
          </Text>
        ) : publishedAt ? (
          <Text size="sm">
            First published <DateText value={publishedAt} as="time" />. {number(views)}{' '}
            {views === 1 ? 'member has' : 'members have'} opened it.
          </Text>
        ) : null}
        {state === 'Published' ? (
          <Button variant="default" size="xs" loading={isBusy} onClick={onDeactivate}>
            Deactivate
          </Button>
        ) : (
          <Button variant="default" size="xs" loading={isBusy} onClick={onSchedule}>
            {state === 'Scheduled' ? 'Change time' : 'Schedule'}
          </Button>
        )}
        {state === 'Scheduled' ? (
          <Button variant="subtle" size="xs" loading={isBusy} onClick={onUnschedule}>
            Unschedule
          </Button>
        ) : null}
      </Stack>
    </Section>
  );
}

function sentenceOf({ state }: Post): string {
  switch (state) {
    case 'Published':
      return 'Members see this post.';
    case 'Scheduled':
      return 'Publishes';
    case 'Inactive':
      return 'This post is unpublished.';
    case 'Draft':
      return 'Draft: visible to news staff only.';
  }
}
