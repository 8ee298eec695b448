import { Button, Stack, Text, Loader, Modal, Title, Group, TextInput } from '@mantine/core';
import { number } from '#shared/format.ts';
import { Section } from '#web/ui/Section.tsx';
import { DateText } from '#web/ui/Values.tsx';
import { type Post, previewOf } from './queries.ts';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { breakpoints } from '#shared/brand.ts';
import type { RichDocument } from '#shared/rich-text/rich-text.ts';
import { asStatus } from '#web/ui/StatusBadge.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { PostArticle } from './PostArticle.tsx';
import * as z from 'zod/mini';
import { Form, SubmitButton } from '#web/ui/form/Form.tsx';
import { addDays, dayIn, instantOf, localTimeIn, type TimeZone, zoneName } from '#shared/time-zone.ts';
import { useTimeZone } from '#web/use-me.ts';
import { useSchemaForm } from '#web/ui/form/schema-form.ts';

const schemaIn = (timeZone: TimeZone) =>
  z.object({
    at: z.string().check(
      z.refine((text) => !Number.isNaN(Date.parse(`${text}Z`)), { error: 'Choose a date and time', abort: true }),
      z.refine((text) => instantOf(text, timeZone) > new Date(), 'Choose a future time'),
    ),
  });

type ScheduleDialogProps = {
  current: string | null;
  isOpen: boolean;
  onClose: () => void;
  onSchedule: (at: string) => Promise<unknown>;
};

/** Sets when a post is published automatically. */
export function ScheduleDialog({ current, isOpen, onClose, onSchedule }: ScheduleDialogProps) {
  const timeZone = useTimeZone();
  const form = useSchemaForm(schemaIn(timeZone), {
    initialValues: { at: current ? localTimeIn(timeZone, current) : tomorrowMorning(timeZone) },
  });
  return (
    <Modal opened={isOpen} onClose={onClose} title="Schedule post" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Form
        form={form}
        label="Schedule"
        onSubmit={async ({ at }) => {
          await onSchedule(instantOf(at, timeZone).toISOString());
          onClose();
        }}
      >
        <Stack gap="md">
          <TextInput
            type="datetime-local"
            label="Date and time"
            description={`In ${zoneName(timeZone)}. Members can’t see the post until then.`}
            data-autofocus
            key={form.key('at')}
            {...form.getInputProps('at')}
          />
          <Group justify="flex-end">
            <SubmitButton>Schedule</SubmitButton>
          </Group>
        </Stack>
      </Form>
    </Modal>
  );
}

const tomorrowMorning = (timeZone: TimeZone) => `${addDays(dayIn(timeZone, Date.now()), 1)}T08:00`;

type Props = {
  post: Post;
  isBusy: boolean;
  onSchedule: () => void;
  onUnschedule: () => void;
  onDeactivate: () => void;
};

/** Whether and since when a post is published, and its views. */
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

export type Preview = { title: string; thumbnail: string | null; body: RichDocument | null };

type PreviewDialogProps = { preview: Preview; channelName: string; publishedAt: string | null; onClose: () => void };

/** The post as members would see it, with unsaved changes. */
export function PreviewDialog({ preview: { title, thumbnail, body }, channelName, publishedAt, onClose }: PreviewDialogProps) {
  const isNarrow = useMediaQuery(`(max-width: ${breakpoints.sm})`);
  const html = useQuery({
    queryKey: ['news-preview', body],
    queryFn: () => (body ? previewOf(body) : ''),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      fullScreen={isNarrow ?? false}
      title="Preview"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Title order={2} mb="xs">
        {title}
      </Title>
      {html.isPending ? <Loader {...asStatus('Loading...')} /> : null}
      {html.isError ? <ErrorState error={html.error} onRetry={() => void html.refetch()} isRetrying={html.isFetching} /> : null}
      {html.isSuccess ? (
        <PostArticle channelName={channelName} publishedAt={publishedAt} thumbnail={thumbnail} bodyHtml={html.data} />
      ) : null}
    </Modal>
  );
}
