import { Button, Stack, Text, Loader, Modal, Title, Group, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { breakpoints } from '#shared/brand.ts';
import type { RichDocument } from '#shared/rich-text/rich-text.ts';
import { addDays, localDay, instantOf, localTimeIn, type TimeZone, zoneName } from '#shared/time-zone.ts';
import { useTimeZone } from '#web/signed-in/use-me.ts';
import { t, writeText, rich } from '#web/texts/app.ts';
import { Form, SubmitButton, useSchemaForm } from '#web/ui/form/Form.tsx';
import { Section } from '#web/ui/Section.tsx';
import { ErrorState } from '#web/ui/States.tsx';
import { asStatus } from '#web/ui/StatusBadge.tsx';
import { DateText } from '#web/ui/Values.tsx';
import { PostArticle } from './NewsCard.tsx';
import { type Post, fetchPreviewHtml } from './queries.ts';

const createScheduleSchema = (timeZone: TimeZone) =>
  z.object({
    at: z.string().check(
      z.refine((text) => !Number.isNaN(Date.parse(`${text}Z`)), { error: t('news.dateAndTimeRequired'), abort: true }),
      z.refine((text) => instantOf(text, timeZone) > new Date(), t('errors.mustBeFutureTime')),
    ),
  });

type ScheduleDialogProps = {
  scheduledAt: string | null;
  isOpen: boolean;
  onClose: () => void;
  onSchedule: (at: string) => Promise<unknown>;
};

/** Sets when a post is published automatically. */
export function ScheduleDialog({ scheduledAt, isOpen, onClose, onSchedule }: ScheduleDialogProps) {
  const timeZone = useTimeZone();
  const form = useSchemaForm(createScheduleSchema(timeZone), {
    initialValues: { at: scheduledAt ? localTimeIn(timeZone, scheduledAt) : getTomorrowMorning(timeZone) },
  });
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('news.schedulePost')} closeButtonProps={{ 'aria-label': t('ui.close') }}>
      <Form
        form={form}
        label={t('news.schedule')}
        onSubmit={async ({ at }) => {
          await onSchedule(instantOf(at, timeZone).toISOString());
          onClose();
        }}
      >
        <Stack gap="md">
          <TextInput
            type="datetime-local"
            label={t('news.dateAndTime')}
            description={t('news.scheduleTimeHint', { timeZone: writeText(zoneName(timeZone)) })}
            data-autofocus
            key={form.key('at')}
            {...form.getInputProps('at')}
          />
          <Group justify="flex-end">
            <SubmitButton>{t('news.schedule')}</SubmitButton>
          </Group>
        </Stack>
      </Form>
    </Modal>
  );
}

const getTomorrowMorning = (timeZone: TimeZone) => `${addDays(localDay(timeZone, Date.now()), 1)}T08:00`;

type Props = {
  post: Post;
  isBusy: boolean;
  onSchedule: () => void;
  onUnschedule: () => void;
  onDeactivate: () => void;
};

/** Shows whether a post is published, since when, and how often it was viewed. */
export function PublicationSection({ post, isBusy, onSchedule, onUnschedule, onDeactivate }: Props) {
  const { state, scheduledAt, publishedAt, views } = post;
  return (
    <Section title={t('news.publication')}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{getStateText(post)}</Text>
        {state === 'Scheduled' ? (
          <Text size="sm">
            <DateText value={scheduledAt} dateFormat="time" />
          </Text>
        ) : publishedAt ? (
          <Text size="sm">
            {rich('news.publicationSummary', { views, date: () => <DateText value={publishedAt} dateFormat="time" /> })}
          </Text>
        ) : null}
        {state === 'Published' ? (
          <Button variant="default" size="xs" loading={isBusy} onClick={onDeactivate}>
            {t('common.deactivate')}
          </Button>
        ) : (
          <Button variant="default" size="xs" loading={isBusy} onClick={onSchedule}>
            {state === 'Scheduled' ? t('news.changeTime') : t('news.schedule')}
          </Button>
        )}
        {state === 'Scheduled' ? (
          <Button variant="subtle" size="xs" loading={isBusy} onClick={onUnschedule}>
            {t('news.unschedule')}
          </Button>
        ) : null}
      </Stack>
    </Section>
  );
}

function getStateText({ state }: Post): string {
  switch (state) {
    case 'Published':
      return t('news.publishedState');
    case 'Scheduled':
      return t('news.scheduledState');
    case 'Inactive':
      return t('news.unpublishedState');
    case 'Draft':
      return t('news.draftState');
  }
}

export type Preview = { title: string; thumbnail: string | null; body: RichDocument | null };

type PreviewDialogProps = { preview: Preview; channelName: string; publishedAt: string | null; onClose: () => void };

/** Shows the post as members would see it, with unsaved changes. */
export function PreviewDialog({ preview: { title, thumbnail, body }, channelName, publishedAt, onClose }: PreviewDialogProps) {
  const isNarrow = useMediaQuery(`(max-width: ${breakpoints.sm})`);
  const previewQuery = useQuery({
    queryKey: ['news-preview', body],
    queryFn: () => (body ? fetchPreviewHtml(body) : ''),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      fullScreen={isNarrow ?? false}
      title={t('common.preview')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <Title order={2} mb="xs">
        {title}
      </Title>
      {previewQuery.isPending ? <Loader {...asStatus(t('ui.loading'))} /> : null}
      {previewQuery.isError ? (
        <ErrorState error={previewQuery.error} onRetry={() => void previewQuery.refetch()} isRetrying={previewQuery.isFetching} />
      ) : null}
      {previewQuery.isSuccess ? (
        <PostArticle channelName={channelName} publishedAt={publishedAt} thumbnail={thumbnail} bodyHtml={previewQuery.data} />
      ) : null}
    </Modal>
  );
}
